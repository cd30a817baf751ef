import type { IExecuteFunctions, INodeProperties, NodeExecutionHint } from 'n8n-workflow';

import { ItemContext } from '../../../nodes/GiftOrderBatch/resources/itemContext';

/** The hints that n8n has after an item gave these. */
function shown(given: string[]): string[] {
	const hints: NodeExecutionHint[] = [];
	const functions = { addExecutionHints: (...more: NodeExecutionHint[]) => hints.push(...more) };
	const item = new ItemContext(functions as unknown as IExecuteFunctions, 0);
	for (const hint of given) item.hint(hint);
	return hints.map(({ message }) => message);
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `Hint ${index + 1}.`);

const HTML = '<a href="https://evil.test">Ann</a><img src=x> with a < b & </p><!-- -->.';

test.each<[string, string[], string[]]>([
	['without HTML', [HTML], ['< a href="https://evil.test">Ann< /a>< img src=x> with a < b & < /p>< !-- -->.']],
	['once each', ['One.', 'One.'], ['One.']],
	['all 20 of them', numbered(20), numbered(20)],
	['up to 20 of them', [...numbered(51), 'Hint 51.'], [...numbered(20), 'There are 31 more hints.']],
	['up to 10,000 characters', ['x'.repeat(1e6)], [`${'x'.repeat(9_999)}…`]],
])('the hints of a run are shown %s', (_how, given, hints) => {
	expect(shown(given)).toEqual(hints);
});

test('a text that looks like a time stays as it is, unless its field is one for a time, and so does an invalid date', () => {
	const item = new ItemContext({ getTimezone: () => 'America/New_York' } as unknown as IExecuteFunctions, 0);
	const read = (type: 'string' | 'dateTime') => item.valueOf({ type } as INodeProperties, ' 2030-12-24 ');

	expect([read('string'), read('dateTime')]).toEqual([' 2030-12-24 ', '2030-12-24T00:00:00.000-05:00']);
	// The validation refuses it.
	const invalid = new Date(NaN);
	expect(item.dateTime(invalid)).toBe(invalid);
});

test.each<[boolean, string, object]>([
	[true, 'an agent executes it as a tool', { isToolExecution: () => true }],
	[true, 'it is the tool of a node', { getNode: () => ({ type: 'package.giftOrderBatchTool' }) }],
	[false, 'it is a step of a workflow', { isToolExecution: () => false }],
	[false, 'n8n has no such question', {}],
])('an item knows whether the node is a tool (%p) where %s', (isTool, _what, functions) => {
	const context = { getNode: () => ({ type: 'package.giftOrderBatch' }), ...functions };
	expect(new ItemContext(context as unknown as IExecuteFunctions, 0).isTool).toBe(isTool);
});
