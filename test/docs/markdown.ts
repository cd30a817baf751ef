import { parsers } from 'prettier/plugins/markdown';

interface MarkdownNode {
	type: string;
	url?: string;
	value?: string;
	children?: MarkdownNode[];
}

/** What other pages can lead to in a Markdown page, and where it leads itself. */
export interface Page {
	/** As GitHub makes them from headings, without '#'; also those that HTML in the page sets. */
	anchors: string[];
	/** The addresses of links and pictures, as they are written. */
	links: string[];
}

const LINKS_IN_HTML = /\b(?:href|src|srcset)="([^"]*)"/g;
const ANCHORS_IN_HTML = /\b(?:id|name)="([^"]*)"/g;

export async function readPage(markdown: string): Promise<Page> {
	const root = (await parsers.markdown.parse(markdown, {} as never)) as MarkdownNode;
	const nodes = [...within(root)];
	const html = nodes.filter(({ type }) => type === 'html').map(({ value }) => value ?? '');
	const inHtml = (pattern: RegExp) => html.flatMap((text) => [...text.matchAll(pattern)].map(([, found]) => found!));
	return {
		anchors: [...headingAnchors(nodes), ...inHtml(ANCHORS_IN_HTML)],
		links: [...nodes.flatMap(({ url }) => url ?? []), ...inHtml(LINKS_IN_HTML)],
	};
}

function* within(node: MarkdownNode): Generator<MarkdownNode> {
	yield node;
	for (const child of node.children ?? []) yield* within(child);
}

function headingAnchors(nodes: MarkdownNode[]): string[] {
	const anchors = new Set<string>();
	for (const heading of nodes.filter(({ type }) => type === 'heading')) {
		const text = [...within(heading)].map(({ type, value }) => (type === 'html' ? '' : (value ?? ''))).join('');
		const anchor = text
			.toLowerCase()
			.replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
			.replace(/ /g, '-');
		let unique = anchor;
		for (let count = 1; anchors.has(unique); count++) unique = `${anchor}-${count}`;
		anchors.add(unique);
	}
	return [...anchors];
}
