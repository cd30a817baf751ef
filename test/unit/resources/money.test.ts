import { centsOf, dollars } from '../../../nodes/GiftOrderBatch/resources/money';
import fc from '../../support/properties';

test.each([
	[4.35, 435],
	[1e9, 1e11],
	// Parts of a cent do not count.
	[0.019, 1],
	[11.549, 1154],
	[66.666666, 6666],
	[9.9999, 999],
])('%d dollars are %d whole cents', (amount, expected) => {
	expect(centsOf(amount)).toBe(expected);
});

test('cents that are shown in dollars are read as the same cents', () => {
	fc.assert(fc.property(fc.nat(1e10), (amount) => centsOf(Number((amount / 100).toFixed(2))) === amount));
});

test.each([
	[1, '$0.01'],
	[30, '$0.30'],
	[2310, '$23.10'],
	[102_950, '$1,029.50'],
	[100_000_000, '$1,000,000.00'],
])('%d cents are shown to users as %s', (amount, expected) => {
	expect(dollars(amount)).toBe(expected);
});
