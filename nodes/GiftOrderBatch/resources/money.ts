/** An amount of US cents as a user reads it, such as "$1,029.50". */
export const dollars = (cents: number): string =>
	`$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

/** A range of amounts of US cents, such as "$118.80 to $130.68". */
export const dollarRange = ({ low, high }: { low: number; high: number }): string =>
	low === high ? dollars(low) : `${dollars(low)} to ${dollars(high)}`;

/** An amount of US dollars in whole cents. Parts of a cent are cut off, so that a limit is never raised. */
export const centsOf = (dollars: number): number =>
	// 8.2 * 100 is 819.9999999999999.
	Math.floor(Number((dollars * 100).toFixed(4)));
