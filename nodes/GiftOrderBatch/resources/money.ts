/** An amount of US cents as a user reads it, such as "$1,029.50". */
export const dollars = (cents: number): string =>
	`$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
