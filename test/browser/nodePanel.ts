import type { Locator, Page } from 'playwright-core';

import { until } from '../support/until';

/** How long a click may take to open a list before it is clicked again. */
const OPENING_TIMEOUT_MS = 3_000;

/** The opened panel of a node: its input, its parameters and its output. */
export class NodePanel {
	readonly input: Locator;
	readonly parameters: Locator;
	readonly output: Locator;
	readonly error: { message: Locator; description: Locator };
	/** The opened list of a resource locator. */
	readonly dropdown: { search: Locator; entries: Locator; empty: Locator };

	/** @param finished how many executions have ended */
	constructor(
		private readonly page: Page,
		private readonly finished: () => number,
	) {
		this.input = page.getByTestId('ndv-input-panel');
		this.parameters = page.getByTestId('node-parameters');
		this.output = page.getByTestId('output-panel');
		this.error = {
			message: this.output.getByTestId('node-error-message'),
			description: this.output.getByTestId('node-error-description'),
		};
		const search = page.getByTestId('rlc-search').locator('visible=true');
		this.dropdown = {
			search: search.and(page.locator('input')).or(search.locator('input')),
			entries: page.getByTestId('rlc-item').locator('visible=true'),
			empty: page.getByText('No results', { exact: true }).locator('visible=true'),
		};
	}

	parameter(name: string): Locator {
		return this.parameters.getByTestId(`parameter-input-${name}`);
	}

	async fill(name: string, text: string): Promise<void> {
		await this.parameter(name).locator('input, textarea, .cm-content').first().fill(text);
	}

	/** Chooses options of a parameter by their labels. The list stays open where there can be several. */
	async choose(name: string, ...options: string[]): Promise<void> {
		await this.open(this.parameter(name), this.option(options[0]!));
		for (const option of options) await this.pick(option);
	}

	/** Adds a field to Additional Fields, or to the collection that asks for it in other words, by its label. */
	async addField(label: string, placeholder = 'Add Field'): Promise<void> {
		// Entries of lists have a button of this name, too. They stand above.
		await this.parameters.getByPlaceholder(placeholder).last().click();
		await this.pick(label);
	}

	/** Adds a field to the one entry of a list, by its label. n8n 1.x shows all fields of an entry at once. */
	async addEntryField(list: string, label: string): Promise<void> {
		const add = this.page.getByTestId(`fixed-collection-${list}`).getByTestId('fixed-collection-add-property');
		if (!(await add.isVisible())) return;
		await add.click();
		await this.pick(label);
	}

	async toggle(name: string): Promise<void> {
		await this.parameter(name).locator('.el-switch__core').click();
	}

	async drag(field: string, parameter: string): Promise<void> {
		const target = this.parameter(parameter);
		await target.scrollIntoViewIfNeeded();
		await this.input.getByText(field, { exact: true }).hover();
		await this.page.mouse.down();
		await target.hover({ force: true });
		// The editor takes the parameter for the target from the second move over it on.
		await target.hover({ force: true, position: { x: 20, y: 10 } });
		await this.page.mouse.up();
		await target
			.getByText(`$json['${field}']`)
			.or(target.getByText(`$json.${field}`))
			.first()
			.waitFor();
	}

	async chooseCredential(name: string): Promise<void> {
		const select = this.parameters.getByTestId('node-credentials-select').first();
		const entry = this.page
			.locator('[data-test-id^="node-credentials-select-item-"]:visible')
			.filter({ has: this.page.getByText(name, { exact: true }) });
		await this.open(select, entry);
		await entry.click();
	}

	async openDropdown(name: string): Promise<void> {
		await this.parameter(name).getByTestId('rlc-input').click();
	}

	/** Chooses an entry of a resource locator by its label; `search` is what one types to find it. */
	async chooseFromList(name: string, label: string, search = label): Promise<void> {
		await this.openDropdown(name);
		await this.dropdown.search.fill(search);
		await this.dropdown.entries.getByText(label, { exact: true }).click();
		// n8n 1.x shows two lists at once while one closes and another opens.
		await this.dropdown.search.waitFor({ state: 'hidden' });
	}

	async executePrevious(): Promise<void> {
		await this.page.getByTestId('execute-previous-node').click();
	}

	/** Runs the node, to the end of the execution. */
	async execute(): Promise<void> {
		const before = this.finished();
		await this.page.getByTestId('node-execute-button').click();
		await until('the execution ends', () => this.finished() > before);
		await this.output.getByTestId('ndv-items-count').waitFor();
	}

	/** Clicks until a list has an entry. A click opens nothing while n8n 2.x loads the list, or redraws the field. */
	private async open(field: Locator, entry: Locator): Promise<void> {
		await until('the list opens', async () => {
			await field.click();
			return await entry.waitFor({ timeout: OPENING_TIMEOUT_MS }).then(
				() => true,
				() => false,
			);
		});
	}

	private option(label: string): Locator {
		return this.page.getByRole('option', { name: label }).locator('visible=true').first();
	}

	private async pick(label: string): Promise<void> {
		await this.option(label).click();
	}
}
