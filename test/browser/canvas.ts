import type { Page } from 'playwright-core';

import { until } from '../support/until';

/** A rectangle on the screen, and the text in it, if any. */
interface Box {
	text: string;
	left: number;
	top: number;
	right: number;
	bottom: number;
}

/** A node or a note as the canvas shows it, with the texts in it or below it. */
interface Drawn {
	name: string;
	isNote: boolean;
	box: Box;
	texts: Box[];
}

/** Runs in the page: the zoom, and all that is drawn. */
const READ = `(() => {
	const boxOf = (element, text = '') => {
		const { left, top, right, bottom } = element.getBoundingClientRect();
		return { text, left, top, right, bottom };
	};
	const ownText = ({ childNodes }) =>
		[...childNodes].flatMap((child) => (child.nodeType === Node.TEXT_NODE ? child.data.trim() || [] : [])).join(' ');
	const isShown = (element) =>
		element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
		!element.closest('[data-test-id="canvas-node-toolbar"]');
	const nodes = [...document.querySelectorAll('[data-node-name][data-node-type]')].map((node) => ({
		name: node.dataset.nodeName,
		isNote: node.dataset.nodeType.endsWith('stickyNote'),
		box: boxOf(node.querySelector('[data-canvas-node-render-type]')),
		texts: [...node.querySelectorAll('*')]
			.filter((element) => ownText(element) && isShown(element))
			.map((element) => boxOf(element, ownText(element))),
	}));
	const pane = document.querySelector('.vue-flow__transformationpane');
	return { zoom: new DOMMatrix(getComputedStyle(pane).transform).a, nodes };
})()`;

/** All that the canvas shows at a zoom, as soon as nothing moves any more. @param zoom undefined for any */
export async function drawnOn(page: Page, zoom?: number): Promise<Drawn[]> {
	let before = '';
	return await until('the canvas stands still', async () => {
		const now = await page.evaluate<{ zoom: number; nodes: Drawn[] }>(READ);
		const isStill = JSON.stringify(now) === before && (zoom === undefined || now.zoom === zoom);
		before = JSON.stringify(now);
		return isStill && now.nodes;
	});
}

/** What is free around a picture of a workflow, in pixels. */
const MARGIN = 8;

/** The part of the page in which all of this is drawn. */
export function around(drawn: Drawn[]) {
	const boxes = drawn.flatMap(({ box, texts }) => [box, ...texts]);
	const [x, y] = [Math.min(...boxes.map(({ left }) => left)), Math.min(...boxes.map(({ top }) => top))];
	const [right, bottom] = [Math.max(...boxes.map((box) => box.right)), Math.max(...boxes.map((box) => box.bottom))];
	return { x: x - MARGIN, y: y - MARGIN, width: right - x + 2 * MARGIN, height: bottom - y + 2 * MARGIN };
}

/** What rounding may hide, in pixels. */
const SLACK = 1;

const touch = (a: Box, b: Box) =>
	a.left < b.right - SLACK && b.left < a.right - SLACK && a.top < b.bottom - SLACK && b.top < a.bottom - SLACK;

const holds = (outer: Box, inner: Box) =>
	outer.left <= inner.left + SLACK &&
	outer.top <= inner.top + SLACK &&
	outer.right >= inner.right - SLACK &&
	outer.bottom >= inner.bottom - SLACK;

/** In sentences, what covers or cuts something else: a note may hold whole nodes with their labels, below its text. */
export function overlaps(drawn: Drawn[]): string[] {
	const partsOf = ({ box, texts }: Drawn) => [box, ...texts];
	const cut = drawn
		.filter(({ isNote }) => isNote)
		.flatMap((note) =>
			note.texts.filter((text) => !holds(note.box, text)).map(({ text }) => `${note.name} cuts ${text}`),
		);
	const pairs = drawn.flatMap((first, index) => drawn.slice(index + 1).map((second) => [first, second] as const));
	return pairs
		.filter(([first, second]) => {
			if (first.isNote === second.isNote) return partsOf(first).some((a) => partsOf(second).some((b) => touch(a, b)));
			const [note, node] = first.isNote ? [first, second] : [second, first];
			return partsOf(node).some(
				(part) => (touch(note.box, part) && !holds(note.box, part)) || note.texts.some((text) => touch(text, part)),
			);
		})
		.map(([first, second]) => `${first.name} and ${second.name} overlap`)
		.concat(cut);
}
