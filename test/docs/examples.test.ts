import type { INode } from 'n8n-workflow';

import type { WorkflowInput } from '../../dev/n8n/n8nClient';
import { EXAMPLE_FILES, readExample } from '../examples/exampleFiles';

const STICKY = 'n8n-nodes-base.stickyNote';

/** The color of notes on a section of a workflow in n8n's templates; the one on the whole workflow has n8n's default. */
const SECTION_COLOR = 7;

/** All lengths are pixels at 100 %, as the editor of both n8n versions draws them. */
const NODE = { width: 96, height: 96 };
/** The model, the memory or a tool of an agent, as a circle. */
const PART = { width: 80, height: 80 };
/** A node that has parts: its label is inside. */
const WHOLE = { width: 224, height: 96 };
/** Two lines of the name and one of the subtitle below a node, twice as wide as the node. Longer ones are cut. */
const LABEL_HEIGHT = 68;
/** One more line, which says that the node is deactivated. */
const DEACTIVATED_HEIGHT = 20;

interface Box {
	name: string;
	left: number;
	top: number;
	right: number;
	bottom: number;
}

const boxAt = (name: string, left: number, top: number, width: number, height: number): Box => ({
	name,
	left,
	top,
	right: left + width,
	bottom: top + height,
});

const overlap = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
const contains = (a: Box, b: Box) => a.left <= b.left && a.top <= b.top && a.right >= b.right && a.bottom >= b.bottom;

/** Each two of a list. */
const pairsOf = <T>(list: T[]): Array<[T, T]> =>
	list.flatMap((first, index) => list.slice(index + 1).map((second) => [first, second] as [T, T]));

/** The names of the nodes that are parts of others, and of those that have parts. */
function agentsOf({ connections }: WorkflowInput) {
	const parts = Object.entries(connections).filter(([, { main }]) => !main);
	const wholes = parts.flatMap(([, byType]) => Object.values(byType).flat(2)).map((target) => target?.node);
	return { parts: parts.map(([name]) => name), wholes };
}

/** A node with its label. */
function drawnBox(
	{ name, position: [left, top], disabled }: INode,
	{ parts, wholes }: ReturnType<typeof agentsOf>,
): Box {
	if (wholes.includes(name)) return boxAt(name, left, top, WHOLE.width, WHOLE.height);
	const { width, height } = parts.includes(name) ? PART : NODE;
	const label = LABEL_HEIGHT + (disabled ? DEACTIVATED_HEIGHT : 0);
	return boxAt(name, left - width / 2, top, width * 2, height + label);
}

const noteBox = ({ name, position: [left, top], parameters }: INode): Box =>
	boxAt(name, left, top, Number(parameters.width), Number(parameters.height));

const PADDING = 8;

/** What a line of Markdown looks like in a note: widths of an average character that are rather too large. */
const STYLES = [
	{ mark: /^### /, character: 9.5, line: 21.6, gap: 8, indent: 0 },
	{ mark: /^## /, character: 14.5, line: 32.4, gap: 8, indent: 0 },
	{ mark: /^(\d+\.|-) /, character: 7.6, line: 18.2, gap: 3.5, indent: 20 },
	{ mark: /^/, character: 7.6, line: 18.9, gap: 8, indent: 0 },
];

/** How many lines a text takes. @param columns how many characters fit into one */
function linesOf(text: string, columns: number): number {
	let lines = 1;
	let used = 0;
	for (const { length } of text.replace(/[*`]/g, '').split(' ')) {
		const isNew = used > 0 && used + 1 + length > columns;
		if (isNew) lines += 1;
		used = isNew || used === 0 ? length : used + 1 + length;
	}
	return lines;
}

/** How far the text of a note reaches down in it. */
function textHeight({ parameters: { content, width } }: INode): number {
	return String(content)
		.split('\n')
		.filter((block) => block.trim() !== '')
		.reduce((height, block) => {
			const { mark, character, line, gap, indent } = STYLES.find((style) => style.mark.test(block))!;
			const columns = (Number(width) - 2 * PADDING - indent) / character;
			return height + linesOf(block.replace(mark, ''), columns) * line + gap;
		}, PADDING);
}

const wordsOf = ({ parameters }: INode): number =>
	String(parameters.content).replace(/[#*`]/g, '').split(/\s+/).filter(Boolean).length;

describe.each(EXAMPLE_FILES)('the example %s', (file) => {
	const workflow = readExample(file);
	const [main, ...sections] = workflow.nodes.filter(({ type }) => type === STICKY) as [INode, ...INode[]];
	const notes = [main, ...sections];
	const agents = agentsOf(workflow);
	const drawn = workflow.nodes.filter(({ type }) => type !== STICKY).map((node) => drawnBox(node, agents));

	it('says in one note how it works and how to set it up', () => {
		expect(String(main.parameters.content)).toMatch(/^## .+\n### How it works\n[^]+\n### Setup\n1\. /);
		expect(wordsOf(main)).toBeGreaterThanOrEqual(100);
		expect(wordsOf(main)).toBeLessThanOrEqual(300);
		expect(main.parameters).not.toHaveProperty('color');
	});

	it('has short notes on its sections', () => {
		for (const note of sections) {
			expect(String(note.parameters.content)).toMatch(/^### .+\n/);
			expect(wordsOf(note)).toBeLessThan(50);
			expect(note.parameters.color).toBe(SECTION_COLOR);
		}
	});

	it('covers no node, label or note with another', () => {
		const boxes = [...pairsOf(drawn), ...pairsOf(notes.map(noteBox))];
		expect(boxes.filter(([a, b]) => overlap(a, b)).map(([a, b]) => [a.name, b.name])).toEqual([]);
	});

	it.each(notes.map((note): [string, INode] => [note.name, note]))(
		'shows all text of %s, above the nodes that the note is about',
		(_name, note) => {
			const box = noteBox(note);
			const within = drawn.filter((node) => overlap(box, node));
			expect(within.filter((node) => !contains(box, node)).map(({ name }) => name)).toEqual([]);
			expect(within.length > 0).toBe(note !== main);
			const end = Math.min(box.bottom, ...within.map(({ top }) => top));
			expect(box.top + textHeight(note)).toBeLessThanOrEqual(end);
		},
	);

	it('refers to credentials by name only, and holds nothing of the n8n that it was made in', () => {
		for (const reference of workflow.nodes.flatMap(({ credentials }) => Object.values(credentials ?? {}))) {
			expect(reference).toEqual({ id: null, name: expect.any(String) });
		}
		expect(JSON.stringify(workflow)).not.toMatch(/instanceId|whsec_|bearer|api.?key"|127\.0\.0\.1|localhost/i);
		expect(workflow).toMatchObject({ pinData: {} });
		expect(Object.keys(workflow).sort()).toEqual(['connections', 'name', 'nodes', 'pinData', 'settings']);
	});

	it('names nobody but people of example.com', () => {
		const emails = JSON.stringify(workflow).match(/[\w.+-]+@[\w-]+\.[\w.-]+\w/g) ?? [];
		expect(emails.filter((email) => !/[@.]example\.com$/.test(email))).toEqual([]);
	});
});
