import type { Locator, Page } from 'playwright-core';

import { until } from '../support/until';

/** How long a click may take to open a list before it is clicked again. */
const OPENING_TIMEOUT_MS = 3_000;

export type NodePanel = ReturnType<typeof nodePanel>;

/**
 * The opened panel of a node: its input, its parameters and its output.
 * @param finished how many executions have ended
 */
export function nodePanel(page: Page, finished: () => number) {
	const input = page.getByTestId('ndv-input-panel');
	const parameters = page.getByTestId('node-parameters');
	const output = page.getByTestId('output-panel');
	const search = page.getByTestId('rlc-search').locator('visible=true');
	/** The opened list of a resource locator. */
	const dropdown = {
		search: search.and(page.locator('input')).or(search.locator('input')),
		entries: page.getByTestId('rlc-item').locator('visible=true'),
		empty: page.getByText('No results', { exact: true }).locator('visible=true'),
	};
	const parameter = (name: string) => parameters.getByTestId(`parameter-input-${name}`);
	const option = (label: string) => page.getByRole('option', { name: label }).locator('visible=true').first();
	const openDropdown = async (name: string) => await parameter(name).getByTestId('rlc-input').click();

	/** Clicks until a list has an entry. A click opens nothing while n8n 2.x loads the list, or redraws the field. */
	async function open(field: Locator, entry: Locator): Promise<void> {
		await until('the list opens', async () => {
			await field.click();
			return await entry.waitFor({ timeout: OPENING_TIMEOUT_MS }).then(
				() => true,
				() => false,
			);
		});
	}

	return {
		...{ input, parameters, output, dropdown, parameter, openDropdown },
		error: {
			message: output.getByTestId('node-error-message'),
			description: output.getByTestId('node-error-description'),
		},
		fill: async (name: string, text: string) =>
			await parameter(name).locator('input, textarea, .cm-content').first().fill(text),
		/** Chooses options of a parameter by their labels. The list stays open where there can be several. */
		async choose(name: string, ...options: string[]) {
			await open(parameter(name), option(options[0]!));
			for (const label of options) await option(label).click();
		},
		/** Adds a field to Additional Fields, or to the collection that asks for it in other words, by its label. */
		async addField(label: string, placeholder = 'Add Field') {
			// Entries of lists have a button of this name, too. They stand above.
			await parameters.getByPlaceholder(placeholder).last().click();
			await option(label).click();
		},
		/** Adds a field to the one entry of a list, by its label. n8n 1.x shows all fields of an entry at once. */
		async addEntryField(list: string, label: string) {
			const add = page.getByTestId(`fixed-collection-${list}`).getByTestId('fixed-collection-add-property');
			if (!(await add.isVisible())) return;
			await add.click();
			await option(label).click();
		},
		toggle: async (name: string) => await parameter(name).locator('.el-switch__core').click(),
		async drag(field: string, name: string) {
			const target = parameter(name);
			await target.scrollIntoViewIfNeeded();
			await input.getByText(field, { exact: true }).hover();
			await page.mouse.down();
			await target.hover({ force: true });
			// The editor takes the parameter for the target from the second move over it on.
			await target.hover({ force: true, position: { x: 20, y: 10 } });
			await page.mouse.up();
			await target
				.getByText(`$json['${field}']`)
				.or(target.getByText(`$json.${field}`))
				.first()
				.waitFor();
		},
		async chooseCredential(name: string) {
			const select = parameters.getByTestId('node-credentials-select').first();
			const entry = page
				.locator('[data-test-id^="node-credentials-select-item-"]:visible')
				.filter({ has: page.getByText(name, { exact: true }) });
			await open(select, entry);
			await entry.click();
		},
		/** Chooses an entry of a resource locator by its label; `text` is what one types to find it. */
		async chooseFromList(name: string, label: string, text = label) {
			await openDropdown(name);
			await dropdown.search.fill(text);
			await dropdown.entries.getByText(label, { exact: true }).click();
			// n8n 1.x shows two lists at once while one closes and another opens.
			await dropdown.search.waitFor({ state: 'hidden' });
		},
		executePrevious: async () => await page.getByTestId('execute-previous-node').click(),
		/** Runs the node, to the end of the execution. */
		async execute() {
			const before = finished();
			await page.getByTestId('node-execute-button').click();
			await until('the execution ends', () => finished() > before);
			await output.getByTestId('ndv-items-count').waitFor();
		},
	};
}
