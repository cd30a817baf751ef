import type { INode } from 'n8n-workflow';

import { EXAMPLE_FILES, readExample } from '../examples/exampleFiles';

const STICKY = 'n8n-nodes-base.stickyNote';

/** The color of notes on a section of a workflow in n8n's templates; the one on the whole workflow has n8n's default. */
const SECTION_COLOR = 7;

const wordsOf = ({ parameters }: INode): number =>
	String(parameters.content).replace(/[#*`]/g, '').split(/\s+/).filter(Boolean).length;

describe.each(EXAMPLE_FILES)('the example %s', (file) => {
	const workflow = readExample(file);
	const [main, ...sections] = workflow.nodes.filter(({ type }) => type === STICKY) as [INode, ...INode[]];

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
