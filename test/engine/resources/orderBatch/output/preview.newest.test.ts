import type { IDataObject } from 'n8n-workflow';

import { actionNode } from '../../../../support/actionNode';
import { creationsOf } from '../../../../support/creations';
import { FROM_ITEMS } from '../../../../support/orderBatchParameters';

const node = actionNode();

const { create } = creationsOf(node);

const ANN = { 'First Name': 'Ann', Email: 'ann@example.com', Phone: '12' };

/** What Validate Only shows of somebody. */
const SHOWN = {
	...{ valid: true, first_name: 'Ann', email: 'ann@example.com' },
	columns: { first_name: 'First Name', email: 'Email' },
};

async function preview(more: IDataObject = {}) {
	const byEmail = { sendMethod: 'email_and_link', validateOnly: true };
	const { json, hints } = await node.run(create({ ...FROM_ITEMS, ...byEmail, ...more }), { items: [ANN] });
	return { json, hints };
}

describe('Validate Only with input items', () => {
	test('shows each recipient with what is sent, the columns that it comes from, and the price of the gift', async () => {
		const { json } = await preview({ message: '=Hi {{ $json["First Name"] }}', cardId: node.service.samples.cardId });
		const { price, price_low: low, price_high: high, ...shown } = json[0] ?? {};

		expect(shown).toEqual({ ...SHOWN, message: 'Hi Ann' });
		expect(Number(low)).toBeLessThan(Number(high));
		const dollars = (cents: unknown) => `$${(Number(cents) / 100).toFixed(2)}`;
		expect(price).toBe(`${dollars(low)} to ${dollars(high)}`);
	});

	test('says in one sentence what would be sent, and when', async () => {
		const { hints } = await preview({ scheduledSendOn: '2035-07-01T09:00:00' });
		expect(hints).toEqual([
			expect.stringMatching(/ to 1 person by email on Jul 1, 2035, 9:00 AM \(UTC\), for \$\d.*\. No limit is set\. /),
		]);
	});

	test('shows no price, and says so, where the service tells none', async () => {
		node.service.setInterfaceOnly(true);
		const { json, hints } = await preview();

		expect(json).toEqual([SHOWN]);
		expect(hints).toEqual([
			expect.not.stringContaining('$'),
			expect.stringContaining('The price is not known. This service does not provide prices'),
		]);
	});
});
