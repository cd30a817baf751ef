/** An ID that belongs to nothing. */
export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

/** An address as the service names its fields. */
export const ADDRESS = {
	address_1: '548 Market St',
	city: 'San Francisco',
	state: 'CA',
	postal_code: '94104',
	country: 'US' as const,
};
