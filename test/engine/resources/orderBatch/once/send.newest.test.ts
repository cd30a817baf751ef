import { actionNode } from '../../../../support/actionNode';
import { creationsOf, GOES_ON, responds, TO_ERROR_OUTPUT } from '../../../../support/creations';

const node = actionNode({
	interfaceOnly: true,
	limits: { retryBudgetMs: 5_000, firstRetryDelayMs: 2, longestRetryDelayMs: 20 },
});

const { create, withReference, stored, failNext, refuseNext, runAgain } = creationsOf(node);

const OLDER_FOR = (id: string) =>
	`Order batch ${id} has this "Customer Reference ID", but is for another gift or other recipients`;

const NOTHING_SENT = 'An order batch with this "Customer Reference ID" already exists, so nothing was sent this time.';

describe.each([true, false])("a user's reference that an older batch has, where batches are listed: %p,", (canList) => {
	let older: string;
	beforeEach(async () => {
		node.service.setInterfaceOnly(!canList);
		older = await node.createBatch(1, { customer_reference_id: 'deal-1', recipients: [{ first_name: 'Zoe' }] });
	});

	test('is refused, and goes on being refused in a retry', async () => {
		const failed = await node.run(withReference('deal-1'));
		expect(failed.error?.message).toContain('customer_reference_id');
		expect(failed.error?.description).toContain(NOTHING_SENT);

		failNext(responds(400));
		const again = await runAgain(failed, withReference('deal-1'));
		expect(again.error?.httpCode).toBe('400');

		failNext({ kind: 'drop' });
		const { error } = await runAgain(again, withReference('deal-1'));
		expect(error?.description).toContain(NOTHING_SENT);
		expect(stored()).toHaveLength(1);
	});

	test('is that of the older batch, or may be, after an attempt that may have worked', async () => {
		failNext(responds(503));
		const { json } = await node.run(withReference('deal-1'), GOES_ON);

		const description = expect.stringContaining(canList ? OLDER_FOR(older) : 'or it is older') as string;
		expect(json).toMatchObject([{ gift_error: { description, reference_exists: true } }]);
		expect(stored()).toHaveLength(1);
	});

	test('does not stay with an item that comes back from the error output', async () => {
		const parameters = withReference('={{ $json.deal }}');
		const failed = await node.run(parameters, { items: [{ deal: 'deal-1' }], ...TO_ERROR_OUTPUT });
		const item = failed.outputs[1]?.[0]?.json;
		expect(item).toMatchObject({ gift_error: { reference_exists: true } });

		refuseNext();
		const again = { items: [{ ...item, deal: 'deal-2' }], ...TO_ERROR_OUTPUT, runIndex: 1 };
		const refused = await runAgain(failed, parameters, again);
		expect(refused.outputs[1]?.[0]?.json.gift_error).not.toHaveProperty('reference_exists');
	});
});

test('What exists with another key is not valid, as Validate Only says.', async () => {
	const first = await node.run(create());
	const { error, json } = await runAgain(first, create({ validateOnly: true }), {
		credentials: node.credentials(node.service.keys.automationMember),
	});

	expect(json).toEqual([]);
	expect(error?.message).toContain(`created order batch ${stored()[0]?.id} with another API key`);
});
