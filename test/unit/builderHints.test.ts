import { generateNodeTypeFile } from '@n8n/workflow-sdk';
import type { INodeType } from 'n8n-workflow';

import { GiftOrderBatch } from '../../nodes/GiftOrderBatch/GiftOrderBatch.node';
import { GiftOrderBatchPollingTrigger } from '../../nodes/GiftOrderBatch/GiftOrderBatchPollingTrigger.node';
import { GiftOrderBatchTrigger } from '../../nodes/GiftOrderBatch/GiftOrderBatchTrigger.node';

/** The parameters with a hint, in the type definition that n8n's AI workflow builder reads. */
function hintedParameters({ description }: INodeType): string[] {
	const definition = generateNodeTypeFile(description as unknown as Parameters<typeof generateNodeTypeFile>[0]);
	return [...definition.matchAll(/@builderHint (?:(?!\*\/)[^])*\*\/\s*(\w+)/g)].map(([, name]) => name as string);
}

describe("n8n's AI workflow builder", () => {
	test('is told of the sandbox, of Validate Only, of the price and of the limits before it sends gifts', () => {
		const hint = new GiftOrderBatch().description.builderHint?.searchHint;
		for (const word of ['sandbox', 'Validate Only', 'Get Price', 'Maximum Total', 'Maximum per Recipient']) {
			expect(hint).toContain(word);
		}
	});

	test('reads how to show the requests first, and how to name a gift so that it is sent once', () => {
		expect(new Set(hintedParameters(new GiftOrderBatch()))).toEqual(new Set(['validateOnly', 'customerReferenceId']));
	});

	test.each([
		[new GiftOrderBatchTrigger(), new GiftOrderBatchPollingTrigger()],
		[new GiftOrderBatchPollingTrigger(), new GiftOrderBatchTrigger()],
	])('is told by each trigger when the other one is right', ({ description }, other) => {
		expect(description.builderHint?.searchHint).toContain(other.description.displayName);
	});
});
