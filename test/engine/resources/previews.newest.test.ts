import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import { event, newSecret, signed } from '../../../dev/harness/webhookDeliveries';
import { resources } from '../../../nodes/GiftOrderBatch/resources';
import { ID, operations } from '../../support/operationParameters';
import { expectGenerated, filesIn, PROJECT, readText } from '../../support/project';
import { useSampleService } from '../../support/sampleService';
import { activatePolling, deliver } from '../../support/triggers';

const FOLDER = 'nodes/GiftOrderBatch/__schema__/v1.0.0';
/** The schema of a value without nulls, as n8n's editor shows it. */
function schemaOf(value: unknown): object {
	if (Array.isArray(value)) return { type: 'array', items: value.length > 0 ? schemaOf(value[0]) : {} };
	if (typeof value !== 'object' || value === null) return { type: typeof value };
	const properties = Object.entries(value).map(([name, field]) => [name, schemaOf(field)]);
	return { type: 'object', properties: Object.fromEntries(properties) as object };
}

/** The sample item of a section, which stands where its JSON is, or at the end. */
function sampleIn(page: string, heading: string) {
	const [section = ''] = new RegExp(`\\n## ${heading}\\n[^]*?(?=\\n## |\\n*$)`).exec(page) ?? [];
	const [block, json = '{}'] = /```json\n([^`]*)```/.exec(section) ?? [];
	return {
		sample: JSON.parse(json) as IDataObject,
		replacedBy: (sample: IDataObject) => {
			const written = `\`\`\`json\n${JSON.stringify(sample, null, 2)}\n\`\`\``;
			const changed = block ? section.replace(block, () => written) : `${section.trimEnd()}\n\n${written}\n`;
			return page.replace(section, () => changed);
		},
	};
}

/** `npm run registry` writes the samples of the documentation, too. */
function expectSample(file: string, heading: string, item: IDataObject): void {
	const written = () => sampleIn(readText(file), heading);
	if (process.env.UPDATE_README) writeFileSync(join(PROJECT, file), written().replacedBy(item));
	expect(written().sample).toEqual(item);
}

const { service, run, credentials } = useSampleService();

/** How far the orders of the samples have got; all others are new. */
const ORDER_STATUS: Record<string, 'delivered'> = { 'order/get': 'delivered', 'order/getAll': 'delivered' };

/** `npm run registry` writes the previews. */
test.each(operations)('the preview of %s in the editor has the fields that it returns', async (key, operation) => {
	const { json, error } = await run(key, operation);
	expect(error).toBeUndefined();
	expect(json).not.toEqual([]);

	const preview = JSON.stringify({ ...schemaOf(json[0]), version: 1 });
	expectGenerated(`${FOLDER}/${key}.json`, () => `${preview}\n`);

	const resource = resources.find(({ operations: all }) => all.includes(operation));
	service.form = ORDER_STATUS[key] ?? 'created';
	const example = await run(key, operation);
	expectSample('docs/operations.md', `${resource?.name}: ${operation.name}`, example.json[0] as IDataObject);
});

const parameters = { events: ['order.gift_opened'], watch: 'orders', orderStatuses: [] };

test('the sample item of the trigger for webhooks is what starts a workflow', async () => {
	const webhookSigningSecret = newSecret();
	const delivery = signed(event('order.gift_opened', ID), { secret: webhookSigningSecret, id: 'evt_1' });
	service.form = 'opened';
	const { items } = await deliver(parameters, { credentials: credentials({ webhookSigningSecret }) }, delivery);
	expectSample('docs/triggers.md', 'Gift Order Batch Trigger', items?.[0] as IDataObject);
});

test('the sample item of the trigger for polling is what starts a workflow', async () => {
	service.form = 'created';
	const { poll } = activatePolling(parameters, { credentials: credentials(), mode: 'manual' });
	expectSample('docs/triggers.md', 'Gift Order Batch Polling Trigger', (await poll())?.[0] as IDataObject);
});

test('every preview belongs to an operation', () => {
	expect(filesIn(FOLDER).sort()).toEqual(operations.map(([key]) => `${FOLDER}/${key}.json`).sort());
});
