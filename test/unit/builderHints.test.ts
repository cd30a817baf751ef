import { generateNodeTypeFile } from '@n8n/workflow-sdk';

import { GiftOrderBatch } from '../../nodes/GiftOrderBatch/GiftOrderBatch.node';

test("n8n's AI workflow builder reads how to show the requests first, and how to name a gift so that it is sent once", () => {
	const description: unknown = new GiftOrderBatch().description;
	// The type definition that the builder reads.
	const definition = generateNodeTypeFile(description as Parameters<typeof generateNodeTypeFile>[0]);
	const hinted = [...definition.matchAll(/@builderHint (?:(?!\*\/)[^])*\*\/\s*(\w+)/g)].map(([, name]) => name);
	expect(new Set(hinted)).toEqual(new Set(['validateOnly', 'customerReferenceId']));
});
