import { generateNodeTypeFile } from '@n8n/workflow-sdk';
import type { INodeType } from 'n8n-workflow';

import { GiftOrderBatch } from '../../nodes/GiftOrderBatch/GiftOrderBatch.node';

/** The parameters with a hint, in the type definition that n8n's AI workflow builder reads. */
function hintedParameters({ description }: INodeType): string[] {
	const definition = generateNodeTypeFile(description as unknown as Parameters<typeof generateNodeTypeFile>[0]);
	return [...definition.matchAll(/@builderHint (?:(?!\*\/)[^])*\*\/\s*(\w+)/g)].map(([, name]) => name as string);
}

test("n8n's AI workflow builder reads how to show the requests first, and how to name a gift so that it is sent once", () => {
	expect(new Set(hintedParameters(new GiftOrderBatch()))).toEqual(new Set(['validateOnly', 'customerReferenceId']));
});
