import { posix } from 'node:path';

import { parsers } from 'prettier/plugins/markdown';

import manifest from '../../package.json';
import { filesIn, readText } from '../support/project';

interface MarkdownNode {
	type: string;
	url?: string;
	value?: string;
	children?: MarkdownNode[];
}

const within = (node: MarkdownNode): MarkdownNode[] => [node, ...(node.children ?? []).flatMap(within)];

/** The anchors of a Markdown page, as GitHub makes them from headings, and the addresses of its links and pictures. */
async function readPage(markdown: string) {
	const nodes = within((await parsers.markdown.parse(markdown, {} as never)) as MarkdownNode);
	// Links and anchors are in Markdown, which is read here.
	expect(nodes.filter(({ type, value }) => type === 'html' && !value?.startsWith('<!--'))).toEqual([]);
	const headings = nodes.filter(({ type }) => type === 'heading');
	const texts = headings.map((heading) => within(heading).flatMap(({ value }) => value ?? []));
	const kept = texts.map((parts) => parts.join('').replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, ''));
	return {
		anchors: kept.map((text) => text.toLowerCase().replace(/ /g, '-')),
		links: nodes.flatMap(({ url }) => url ?? []),
	};
}

const REPOSITORY = manifest.homepage.replace(/#.*$/, '');

const files = filesIn();
const pagePaths = files.filter((file) => file.endsWith('.md'));
const pages = new Map<string, Awaited<ReturnType<typeof readPage>>>();

beforeAll(async () => {
	for (const path of pagePaths) pages.set(path, await readPage(readText(path)));
});

/** Where a link leads inside the project: the README.md of a folder, as GitHub shows it. Nothing when it leads elsewhere. */
function targetOf(link: string, from: string): { path: string; anchor: string } | undefined {
	const inside = link.replace(`${REPOSITORY}/blob/main/`, '').replace(`${REPOSITORY}#`, '#');
	if (inside !== link) return targetOf(inside, 'README.md');
	if (/^[a-z][a-z\d+.-]*:/i.test(link)) return undefined;
	const [address = '', anchor = ''] = decodeURI(link).split('#');
	const path = address === '' ? from : posix.join(posix.dirname(from), address).replace(/\/$/, '');
	const readme = posix.join(path, 'README.md');
	return { path: pages.has(readme) ? readme : path, anchor };
}

/** What is wrong with a link; empty when it leads to what there is. */
function problemOf(link: string, from: string): string {
	const target = targetOf(link, from);
	if (!target) return '';
	const { path, anchor } = target;
	const exists = files.some((file) => file === path || file.startsWith(`${path}/`));
	if (!exists) return `${link}: there is no ${path}`;
	const isAnchor = anchor === '' || anchor === 'readme' || pages.get(path)?.anchors.includes(anchor);
	return isAnchor ? '' : `${link}: ${path} has no heading #${anchor}`;
}

test.each(pagePaths)('the page %s leads only to files and headings that there are', (path) => {
	const problems = pages.get(path)!.links.map((link) => problemOf(link, path));

	expect(problems.filter(Boolean)).toEqual([]);
});

// GitHub shows what is in .github itself where it belongs.
test.each(pagePaths.filter((path) => !path.startsWith('.github/')))('%s can be reached from the README', (path) => {
	const reached = new Set(['README.md']);
	for (const page of reached) {
		for (const link of pages.get(page)?.links ?? []) {
			const target = targetOf(link, page)?.path;
			if (target && pages.has(target)) reached.add(target);
		}
	}

	expect([...reached]).toContain(path);
});

test('the nodes, the credentials and the files for GitHub lead only to files and headings that there are', () => {
	const sources = files.filter((file) => /^(nodes|credentials|\.github)\/.*\.(ts|json|yml)$/.test(file));
	const links = sources.flatMap((file) =>
		[...readText(file).matchAll(/https:\/\/github\.com\/[^\s'"`)]+/g)].map(([link]) => ({ file, link })),
	);

	expect(links.length).toBeGreaterThan(0);
	expect(links.filter(({ link }) => !link.startsWith(REPOSITORY))).toEqual([]);
	expect(links.map(({ file, link }) => problemOf(link, file)).filter(Boolean)).toEqual([]);
});
