import {
	NodeHelpers,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyOptions,
	type INodeType,
} from 'n8n-workflow';

import { GiftOrderBatch } from '../../../nodes/GiftOrderBatch/GiftOrderBatch.node';
import { GiftOrderBatchPollingTrigger } from '../../../nodes/GiftOrderBatch/GiftOrderBatchPollingTrigger.node';
import { GiftOrderBatchTrigger } from '../../../nodes/GiftOrderBatch/GiftOrderBatchTrigger.node';
import { TOOL } from '../../../dev/harness/engine';
import { actionNode, byId } from '../../support/actionNode';
import { operations } from '../../support/operationParameters';
import { readText } from '../../support/project';
import { fieldsOf, type SchemaName } from '../../support/schemas';

const nodes: INodeType[] = [new GiftOrderBatch(), new GiftOrderBatchTrigger(), new GiftOrderBatchPollingTrigger()];

const capitalized = (text: string) => text.replace(/^./, (letter) => letter.toUpperCase());

type Named = INodeProperties | INodePropertyOptions | INodePropertyCollection;

/** A parameter, and everything inside it that has a name: the parameters of collections, and the options of lists. */
const within = (field: Named): Named[] => [
	field,
	...('options' in field ? (field.options as Named[]).flatMap(within) : []),
	...('values' in field ? field.values.flatMap(within) : []),
];

const named = nodes.flatMap(({ description }) => description.properties.flatMap(within));

const parameters = named.filter((field): field is INodeProperties => 'type' in field);

/** Whether text has a final period exactly when it is more than one sentence. */
const isPunctuated = (text: string) => /[.?!] [A-Z"]/.test(text.replace(/e\.g\. /g, '')) === /\.$/.test(text);

test('what the forms of the nodes say ends in a period where it is more than one sentence, and only there', () => {
	const texts = named.flatMap((field) => [
		...('description' in field ? [field.description] : []),
		...('hint' in field ? [field.hint] : []),
		...('type' in field && field.type === 'notice' ? [field.displayName] : []),
	]);
	const plain = texts.filter((text) => text !== undefined && !text.includes('<'));

	expect(plain.length).toBeGreaterThan(100);
	expect(plain.filter((text) => !isPunctuated(text as string))).toEqual([]);
});

test('what the forms of the nodes say keeps hints within the 120 characters that are read beside a field', () => {
	expect(parameters.filter(({ hint = '' }) => hint.length > 120).map(({ hint }) => hint)).toEqual([]);
});

test('what the forms of the nodes say shows an example for every text that the user types', () => {
	const texts = parameters.filter(({ type }) => type === 'string');
	expect(texts.length).toBeGreaterThan(20);
	const others = texts.filter(({ placeholder = '' }) => !placeholder.startsWith('e.g. '));
	expect(others.map(({ name }) => name)).toEqual([]);
});

/** What the form of an operation shows when the node is opened: labels of fields, those inside the first entry of a list too. */
function shownAtOpening(resource: string, operation: string, chosen: INodeParameters = {}): string[] {
	const { description } = new GiftOrderBatch();
	const given = { resource, operation, ...chosen };
	const values = NodeHelpers.getNodeParameters(description.properties, given, true, false, null, description)!;
	const shown = (fields: INodeProperties[], of: INodeParameters, hides = false): string[] =>
		fields
			.filter(({ type }) => type !== 'notice' && type !== 'collection')
			.filter((field) => NodeHelpers.displayParameter(of, field, null, description, values))
			.filter(({ required, typeOptions }) => !hides || required || typeOptions?.showEvenWhenOptional)
			.flatMap((field) => {
				if (field.type !== 'fixedCollection') return [field.displayName];
				const [entries] = field.options as INodePropertyCollection[];
				const [entry] = (values[field.name] as Record<string, INodeParameters[]>)[entries!.name]!;
				return shown(entries!.values, entry!, field.typeOptions?.hideOptionalFields);
			});
	return shown(description.properties, values);
}

const CHOICES = ['Authentication', 'Resource', 'Operation'];

test('the forms open with few fields of Order Batch: Create at most twelve, and of Get Price fewer', () => {
	expect(shownAtOpening('orderBatch', 'create')).toEqual([
		...[...CHOICES, 'Validate Only', 'From Name', 'Send Method', 'Recipients From'],
		...['Product', 'Message', 'Card', 'Send On', 'Simplify'],
	]);
	expect(shownAtOpening('orderBatch', 'getPrice')).toEqual([...CHOICES, 'Send Method', 'Recipients From', 'Product']);
});

test('the forms open with few fields of Order Batch: Create that say what they are for', () => {
	const explained = parameters.filter(({ description, hint }) => description ?? hint);
	const labels = explained.map(({ displayName }) => displayName);
	const shown = shownAtOpening('orderBatch', 'create').slice(CHOICES.length);
	expect(shown.filter((label) => !labels.includes(label))).toEqual([]);
});

test('the forms open with few fields of a recipient, with an address for direct sends only', () => {
	const person = ['First Name', 'Last Name', 'Email'];
	const define = (sendMethod: string) =>
		shownAtOpening('orderBatch', 'getPrice', { recipientsSource: 'define', sendMethod }).slice(5, -1);

	expect(define('email_and_link')).toEqual(person);
	expect(define('direct_send')).toEqual([...person, 'Address Line 1', 'City', 'State', 'Postal Code']);
});

test('choosing a resource preselects an operation that only reads, except for the one that is there to send', () => {
	const { properties } = new GiftOrderBatch().description;
	const defaults = properties.filter(({ name }) => name === 'operation').map(({ default: value }) => value);
	expect(defaults.filter((value) => !/^get/.test(String(value)))).toEqual(['create']);
});

test('a card can be stored with a key of the Commerce API only', () => {
	const { properties } = new GiftOrderBatch().description;
	const operation = properties.find(({ displayOptions }) => displayOptions?.show?.resource?.includes('paymentMethod'));
	const ofCommerce = { value: 'create', displayOptions: { show: { authentication: ['commerceApi'] } } };
	expect(operation?.options).toContainEqual(expect.objectContaining(ofCommerce));
});

test("the package's entry in n8n's picker of nodes says the same whether it takes the description of the node or of the webhook trigger", () => {
	const [node, webhook, polling] = nodes.map(({ description }) => description.description);
	expect(node).toMatch(/^Send gifts.*start workflows/);
	expect(webhook).toBe(node);
	// n8n shows it beside the others.
	expect(polling).toMatch(/^Starts the workflow when gifts/);
});

test.each(nodes)('the package is found by what happens to a gift: $description.name', ({ description: { name } }) => {
	const { alias } = JSON.parse(readText(`nodes/GiftOrderBatch/${capitalized(name)}.node.json`)) as {
		alias: string[];
	};
	for (const word of ['send gift', 'gift opened', 'thank you', 'delivered']) expect(alias.join(', ')).toContain(word);
});

test.each(nodes)('$description.displayName asks for the credential of the chosen authentication', ({ description }) => {
	const credentials = ['automationApi', 'commerceApi'].map((authentication) => ({
		name: `giftOrderBatch${capitalized(authentication)}`,
		required: true,
		displayOptions: { show: { authentication: [authentication] } },
	}));
	expect(description.credentials).toEqual(credentials);
});

/** What a field offers, but for the hidden field of collections. */
const labelsIn = ({ options = [] }: INodeProperties) =>
	(options as INodeProperties[])
		.filter(({ type }) => type !== 'hidden')
		.map(({ displayName, name }) => displayName ?? name);
const sorted = (labels: string[]) => [...labels].sort((a, b) => a.localeCompare(b));

const REQUIRED =
	'billingAddress cardholderName cartItems collectionId commerceEndUserId events expiresAt fromName interimCardKey orderBatchId orderBatchIds orderId product productId recipientFields recipientsJson';
const FIXED = 'authentication events operation recipientFields recipientsSource registration resource watch';

test.each<[string, string, (field: INodeProperties) => unknown]>([
	['are required', REQUIRED, ({ required }) => required],
	['take no expressions', FIXED, ({ noDataExpression }) => noDataExpression],
	['hide what is typed', 'interimCardKey', ({ typeOptions }) => typeOptions?.password],
	['have a list without a search', '', ({ modes: [list] = [] }) => list && !list.typeOptions?.searchable],
	['offer an "Id"', '', (field) => labelsIn(field).some((label) => /\bId\b/.test(label))],
	['do not follow the alphabet', 'resource watch', (field) => `${sorted(labelsIn(field))}` !== `${labelsIn(field)}`],
])('the fields that %s are: %s', (_what, names, is) => {
	expect([...new Set(parameters.filter(is).map(({ name }) => name))].sort().join(' ')).toBe(names);
});

const having = (field: string) => operations.filter(([, { fields }]) => fields.some(({ name }) => name === field));

test.each(having('simplify'))('%s returns at most ten fields when it simplifies its response', (key) => {
	const schema = readText(`nodes/GiftOrderBatch/__schema__/v1.0.0/${key}.json`);
	const { properties } = JSON.parse(schema) as { properties: object };
	expect(Object.keys(properties).slice(10)).toEqual([]);
});

const node = actionNode();
const order = async () => {
	const [id = ''] = await node.createOrders(1);
	return { resource: 'order', operation: 'get', orderId: byId(id) };
};

test.each(having('fields'))('a tool lets the fields of %s be selected from all of the service', (key, operation) => {
	const { options } = operation.fields.find(({ name }) => name === 'fields')!;
	const schema = capitalized(key).split('/')[0] as SchemaName;
	const values = (options as INodePropertyOptions[]).map(({ value }) => String(value));
	expect(['id', ...values].sort()).toEqual(fieldsOf(schema));
});

test('a tool returns the main fields, the whole response or the selected fields, as its output says', async () => {
	const chosen = await order();
	const id = chosen.orderId.value;
	const returned = async (more: object) => (await node.run({ ...chosen, ...more }, { node: TOOL })).json;

	expect(await returned({})).toEqual((await node.run(chosen)).json);
	expect((await returned({}))[0]).not.toHaveProperty('cart');
	expect(await returned({ output: 'raw' })).toEqual([await node.read(`/v1/orders/${id}`)]);
	for (const [fields, selected] of [
		[['status', 'view_count_recipient'], { status: 'created', view_count_recipient: 0 }],
		['={{ "status, view_count_recipient" }}', { status: 'created', view_count_recipient: 0 }],
		['={{ null }}', {}],
	] as Array<[unknown, object]>) {
		expect(await returned({ output: 'selectedFields', fields })).toEqual([{ id, ...selected }]);
	}
});

test('a tool does not ask about the output in a workflow, where Simplify decides', async () => {
	const { json } = await node.run({ ...(await order()), output: 'simplified', simplify: false });
	expect(json[0]).toHaveProperty('cart');
});
