import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';

import Ajv from 'ajv';
import { NodeHelpers, type INode, type INodeParameters, type INodeTypeDescription } from 'n8n-workflow';

import manifest from '../../package.json';
import { N8N_VERSIONS, type N8nVersion } from '../../dev/n8n/install';
import { GiftOrderBatch } from '../../nodes/GiftOrderBatch/GiftOrderBatch.node';
import { GiftOrderBatchPollingTrigger } from '../../nodes/GiftOrderBatch/GiftOrderBatchPollingTrigger.node';
import { GiftOrderBatchTrigger } from '../../nodes/GiftOrderBatch/GiftOrderBatchTrigger.node';
import { EXAMPLE_FILES, pinnedIn, readExample, readList } from './exampleFiles';

const PACKAGE = 'n8n-nodes-gift-order-batch';
const STICKY = 'n8n-nodes-base.stickyNote';

const own = [new GiftOrderBatch(), new GiftOrderBatchTrigger(), new GiftOrderBatchPollingTrigger()].map(
	({ description }) => description,
);

/** What n8n adds to a node that is an agent's tool. */
const TOOL_PARAMETERS = ['descriptionType', 'toolDescription'];

const modulesOf = (version: N8nVersion): string => join('dev/n8n', version, 'node_modules');

const readJson = (...path: string[]): unknown => JSON.parse(readFileSync(join(...path), 'utf8'));

/** The descriptions of the nodes of the packages that come with n8n; a name may have several, for different versions. */
const descriptions = new Map(
	N8N_VERSIONS.flatMap((version) =>
		['n8n-nodes-base', '@n8n/n8n-nodes-langchain'].map((name) => [
			`${version} ${name}`,
			readJson(modulesOf(version), name, 'dist/types/nodes.json') as INodeTypeDescription[],
		]),
	),
);

function descriptionOf({ type, typeVersion }: INode, version: N8nVersion): INodeTypeDescription | undefined {
	const [source = '', name = ''] = type.split('.');
	const isOwn = source === PACKAGE;
	const candidates = isOwn ? own : (descriptions.get(`${version} ${source}`) ?? []);
	const wanted = isOwn ? name.replace(/Tool$/, '') : name;
	return candidates.find((candidate) => candidate.name === wanted && [candidate.version].flat().includes(typeVersion));
}

/** The parameters that a node shows, also those with their default. */
const allParameters = (node: INode, description: INodeTypeDescription): INodeParameters =>
	NodeHelpers.getNodeParameters(description.properties, node.parameters, true, false, node, description)!;

/** The paths of all values of a parameter tree. Values that are no plain collections of parameters count as one value. */
function pathsOf(value: unknown, path = ''): string[] {
	if (Array.isArray(value)) return value.flatMap((entry, index) => pathsOf(entry, `${path}[${index}]`));
	if (typeof value !== 'object' || value === null || '__rl' in value || 'mappingMode' in value) return [path];
	return Object.entries(value).flatMap(([name, entry]) => pathsOf(entry, path ? `${path}.${name}` : name));
}

/** What n8n itself says of the output of a node's operation; nothing where it says nothing. */
function schemaOf({ type, typeVersion, parameters }: INode, version: N8nVersion): object {
	const root = join(modulesOf(version), 'n8n-nodes-base');
	const known = readJson(root, 'dist/known/nodes.json') as Record<string, { sourcePath: string }>;
	const folder = join(root, known[type.split('.')[1]!]!.sourcePath, '../__schema__', `v${typeVersion}.0`);
	const file = join(folder, String(parameters.resource), `${String(parameters.operation)}.json`);
	return existsSync(file) ? (readJson(file) as object) : {};
}

const runningTests = readFileSync(join(__dirname, 'running.test.ts'), 'utf8');

describe('the list of examples', () => {
	it('begins with a table that leads to the raw file of every example, and of no other', () => {
		const [, table = ''] = /^# Examples\n\n((?:\|.+\n)+)/.exec(readList()) ?? [];
		const listed = [...table.matchAll(/^\| .+ \| \[`([^`]+)`\]\((\S+)\) \| .+ \|$/gm)];
		expect(listed.map(([, file]) => file).sort()).toEqual([...EXAMPLE_FILES].sort());
		const root = manifest.homepage
			.replace('github.com', 'raw.githubusercontent.com')
			.replace(/#.*$/, '/main/examples/');
		expect(listed.map(([, , link]) => link)).toEqual(listed.map(([, file]) => root + file));
	});

	it('has a picture of every example with the nodes of other vendors', () => {
		const vendors = EXAMPLE_FILES.filter((file) => Object.keys(readExample(file).pinData!).length > 0);
		expect(vendors.length).toBeGreaterThanOrEqual(7);
		expect(vendors.filter((file) => !readList().includes(`examples/${file.replace('.json', '.png')})`))).toEqual([]);
	});
});

describe.each(EXAMPLE_FILES)('%s', (file) => {
	const workflow = readExample(file);
	const working = workflow.nodes.filter(({ type }) => type !== STICKY);
	const gifts = workflow.nodes.filter(({ type }) => type.startsWith(PACKAGE));

	it('has a name in small letters and a test that runs it', () => {
		expect(file).toMatch(/^[a-z]+(-[a-z]+)*\.json$/);
		expect(runningTests).toContain(`'${file}`);
	});

	it.each(N8N_VERSIONS)('uses only nodes and parameters that the %s n8n has and shows', (version) => {
		for (const node of workflow.nodes) {
			const description = descriptionOf(node, version)!;
			expect([node.name, description]).toEqual([node.name, expect.anything()]);
			const known = allParameters(node, description);
			// n8n adds the times of polling triggers itself.
			const given = pathsOf(node.parameters).filter(
				(path) => !path.startsWith('pollTimes.') && !TOOL_PARAMETERS.includes(path),
			);
			expect([node.name, given.filter((path) => !pathsOf(known).includes(path))]).toEqual([node.name, []]);
		}
	});

	it('leaves nothing of the gift nodes to choose but credentials and products', () => {
		const issues = gifts.flatMap((node) => {
			const description = descriptionOf(node, 'newest')!;
			const found = NodeHelpers.getNodeParametersIssues(description.properties, node, description);
			return Object.values(found?.parameters ?? {}).flat();
		});
		const asksForProduct = /"product":\{[^}]*"value":(""|null)/.test(JSON.stringify(gifts));
		expect(issues).toEqual(asksForProduct ? ['Parameter "Product" is required.'] : []);
	});

	it.each(N8N_VERSIONS)('pins sample output of the %s n8n to every node with an account elsewhere', (version) => {
		const foreign = working.filter((node) => {
			const description = descriptionOf(node, version)!;
			const { credentials = [], outputs } = description;
			const parameters = allParameters(node, description);
			const isAsked = credentials.some((one) => NodeHelpers.displayParameter(parameters, one, node, description));
			return !gifts.includes(node) && isAsked && String(outputs) === 'main';
		});
		expect(Object.keys(workflow.pinData!).sort()).toEqual(foreign.map(({ name }) => name).sort());
		for (const node of foreign) {
			const items = pinnedIn(file, node.name);
			expect(items.length).toBeGreaterThan(0);
			const ajv = new Ajv({ strict: false });
			const mistakes = items.flatMap((json) => (ajv.validate(schemaOf(node, version), json) ? [] : ajv.errors));
			expect([node.name, mistakes]).toEqual([node.name, []]);
		}
	});

	it('names each gift that it sends by a reference, so that nobody gets it twice', () => {
		const sending = gifts.filter(({ parameters }) => parameters.operation === 'create' && !parameters.validateOnly);
		const unnamed = sending.filter(
			({ parameters: { additionalFields } }) => !Object(additionalFields).customerReferenceId,
		);
		// The first steps use the reference that the node makes.
		expect(unnamed.map(({ name }) => name)).toEqual(file === 'send-a-gift-batch.json' ? ['Create order batches'] : []);
	});

	it('connects every node, by names and IDs that are its own, and runs from left to right, but for loops', () => {
		const names = workflow.nodes.map(({ name }) => name);
		expect(new Set(names).size).toBe(names.length);
		expect(new Set(workflow.nodes.map(({ id }) => id)).size).toBe(names.length);
		const links = Object.entries(workflow.connections).flatMap(([from, { main = [] }]) =>
			main.flatMap((output) => (output ?? []).map(({ node }) => [from, node] as const)),
		);
		// The model, the memory and the tools of an agent.
		const parts = Object.entries(workflow.connections).flatMap(([name, { main }]) => (main ? [] : [name]));
		const started = working.filter((node) => descriptionOf(node, 'newest')!.group.includes('trigger'));
		const reached = new Set([...started.map(({ name }) => name), ...links.map(([, to]) => to), ...parts]);
		expect(reached).toEqual(new Set(working.map(({ name }) => name)));
		expect(names).toEqual(expect.arrayContaining(Object.keys(workflow.connections)));
		const columnOf = new Map(workflow.nodes.map(({ name, position }) => [name, position[0]]));
		const backwards = links.filter(([from, to]) => columnOf.get(to)! < columnOf.get(from)!);
		expect(backwards.length).toBeLessThanOrEqual(1);
	});
});

const parametersOf = (file: string, name: string) =>
	readExample(file).nodes.find((node) => node.name === name)!.parameters;

const codeOf = (file: string, name: string) => `(() => {${String(parametersOf(file, name).jsCode)}})()`;

test.each([
	['Check a gift', {}],
	['Send gifts', { recipientsLimit: 5 }],
])('gifts-by-an-ai-agent.json limits what its tool "%s" accepts', (tool, more) => {
	const limits = { maximumPerRecipient: 100, maximumTotal: 250, ...more };
	expect(parametersOf('gifts-by-an-ai-agent.json', tool).options).toEqual(limits);
});

test('on-completed-post-links-to-chat.json posts nothing about an order batch that failed and has no gift links', () => {
	const code = codeOf('on-completed-post-links-to-chat.json', 'Write one message with all links');
	const $input = { all: () => [{ json: { id: 'batch', send_status: 'failed', orders_preview: [] } }] };

	expect(runInNewContext(code, { $input })).toHaveLength(0);
});

test.each([
	['approve-before-sending.json', 'Write the question'],
	['approve-in-slack.json', 'Write the question'],
	['gift-rescue.json', 'Write the reminder'],
	['gift-rescue.json', 'Write the report'],
	['on-completed-post-links-to-chat.json', 'Write one message with all links'],
	['thank-you-notes-to-chat.json', 'Write the message'],
])('what %s posts to a chat, made by %s, shows what others write, but no mention or line of theirs', (file, name) => {
	const words = 'Ann <!channel> @here <https://evil.example|Approve> @all\r\nDecide here: https://evil.example';
	const person = { recipient_first_name: words, recipient_last_name: words, first_name: words, last_name: words };
	const json = {
		...person,
		name: words,
		brand: { name: words },
		thank_you_note: words,
		individual_gift_link: 'https://gift.example.com',
		total_high: 100,
		amounts: { amount_pre_tax_total: 100 },
		cart: { items: [{ quantity: 1, product: { name: words } }] },
	};
	const cart = { items: [{ product_id: words, quantity: 1 }] };
	const request = { from_name: words, message: words, recipients: [person], cart };
	const $input = { all: () => [{ json }], first: () => ({ json }) };
	const found = { json: { ...json, request } };
	const $ = () => ({ all: () => [found], first: () => found });

	const [item] = runInNewContext(codeOf(file, name), { $input, $ }) as [{ json: Record<string, string> }];

	const text = item.json.text ?? item.json.question!;
	expect(text).toContain('Ann !channel here');
	expect(text).not.toMatch(/[<>]|(^|\s)@/);
	// A note may have several lines.
	const lines = text.split(/[\r\n]/).filter((line) => line.startsWith('Decide here'));
	expect(lines).toHaveLength(file.startsWith('thank-you') ? 1 : 0);
});
