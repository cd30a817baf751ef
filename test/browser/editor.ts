import { chromium, selectors, type Browser, type Locator, type Page } from 'playwright-core';

import { programPath } from '../../dev/harness/program';
import { OWNER } from '../../dev/n8n/n8nClient';
import type { N8nVersion } from '../../dev/n8n/install';
import { nodePanel, type NodePanel } from './nodePanel';

selectors.setTestIdAttribute('data-test-id');

/** A page that both editors open alike, and at once. */
const CREDENTIALS = '/home/credentials';

const INSTALLATION_TIMEOUT_MS = 120_000;

/** How long a click may wait for what it needs: far longer than it has to, also beside other work on the machine. */
const PATIENCE_MS = 180_000;

const CHROMIUM_ARGUMENTS = [
	...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
	...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];

/** What the editors of the n8n versions do differently. All else has the same test ID, role or text in both. */
const EDITORS = {
	newest: {
		closePanel: 'ndv-close-button',
		/** The newest editor saves by itself. */
		save: undefined,
		/** What puts a saved workflow into production, in the order of the clicks. */
		publish: ['workflow-open-publish-modal-button', 'workflow-publish-button'],
		published: 'Workflow published',
	},
	oldest: {
		closePanel: 'back-to-canvas',
		save: 'workflow-save-button',
		publish: ['workflow-activate-switch'],
		published: 'Workflow activated',
	},
};

/** n8n's editor in headless Chromium, used as a person does: by clicking and typing. */
export class Editor {
	/** How many executions n8n has told the open page that they have ended. */
	private finished = 0;

	private constructor(
		private readonly browser: Browser,
		readonly page: Page,
		private readonly version: N8nVersion,
	) {}

	/** Starts Chromium and signs in as OWNER. @throws when Chromium is not installed, or n8n does not let OWNER in */
	static async open(version: N8nVersion, baseUrl: string): Promise<Editor> {
		const executablePath = programPath('chromium', 'chromium');
		const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGUMENTS });
		const page = await browser.newPage({
			viewport: { width: 1280, height: 800 },
			locale: 'en-US',
			timezoneId: 'UTC',
			reducedMotion: 'reduce',
		});
		page.setDefaultTimeout(PATIENCE_MS);
		// The editor asks whether unsaved work may be left.
		const leave = page.getByRole('button', { name: 'Leave without saving' });
		await page.addLocatorHandler(leave, async () => await leave.click());
		const editor = new Editor(browser, page, version);
		page.on('websocket', (socket) =>
			socket.on('framereceived', ({ payload }) => {
				if (payload.includes('"executionFinished"')) editor.finished++;
			}),
		);
		await page.goto(`${baseUrl}/signin?redirect=${CREDENTIALS}`);
		await page.locator('input[name="emailOrLdapLoginId"]').fill(OWNER.email);
		await page.locator('input[name="password"]').fill(OWNER.password);
		await page.getByTestId('form-submit-button').click();
		await editor.credentialsShown();
		// A click waits until what it is for stands still.
		await page.addStyleTag({ content: '* { transition: none !important; animation: none !important; }' });
		return editor;
	}

	async close(): Promise<void> {
		await this.browser.close();
	}

	/** Installs a package by its name, as Settings > Community nodes does. */
	async installCommunityPackage(name: string): Promise<void> {
		const { page } = this;
		await this.goTo('/settings/community-nodes');
		await page.getByRole('button', { name: 'Install a community node' }).click();
		await page.locator('input[name="packageNameInput"]').fill(name);
		await page.getByTestId('user-agreement-checkbox').click();
		await page.getByTestId('install-community-package-button').click();
		await page.getByTestId('community-package-card').getByText(name).waitFor({ timeout: INSTALLATION_TIMEOUT_MS });
	}

	async openCredentials(): Promise<void> {
		// In n8n 1.x, a panel that is left open opens again with the next workflow that has a node of its name.
		if (await this.page.getByTestId('node-parameters').isVisible()) await this.closePanel();
		await this.route(CREDENTIALS);
		await this.credentialsShown();
	}

	async newWorkflow(): Promise<void> {
		await this.goTo('/workflow/new');
		await this.page.getByTestId('canvas-plus-button').waitFor();
	}

	/** Builds a new workflow that is started by hand. */
	async newManualWorkflow(): Promise<void> {
		await this.newWorkflow();
		await this.addNode('Manual Trigger');
		await this.nodeOnCanvas('When clicking ‘Execute workflow’').waitFor();
	}

	async openWorkflow(id: string): Promise<void> {
		await this.goTo(`/workflow/${id}`);
		await this.page.getByTestId('canvas-node').first().waitFor();
	}

	workflowId(): string {
		return /\/workflow\/(\w+)/.exec(this.page.url())?.[1] ?? '';
	}

	/** What the panel for adding nodes finds for these words; the canvas decides whether it starts with triggers. */
	async searchNodes(words: string): Promise<Locator> {
		const { page } = this;
		const search = page.getByTestId('node-creator-search-bar');
		if (!(await search.isVisible())) {
			await page.getByTestId('canvas-plus-button').or(page.getByTestId('node-creator-plus-button')).first().click();
		}
		await search.fill(words);
		return page.getByTestId('node-creator-item-name');
	}

	/** Adds a node by its name, and by what one clicks then where n8n first shows the node's actions. */
	async addNode(name: string, action?: string): Promise<void> {
		await (await this.searchNodes(name)).getByText(name, { exact: true }).click();
		if (action) await this.page.getByTestId('item-iterator-item').getByText(action, { exact: true }).click();
		await this.page.getByTestId('node-creator-search-bar').waitFor({ state: 'hidden' });
	}

	/** The panel of the node that is open, or that a click on adding it opens. */
	async openedPanel(): Promise<NodePanel> {
		await this.page.getByTestId('node-parameters').waitFor();
		return nodePanel(this.page, () => this.finished);
	}

	async openNode(name: string): Promise<NodePanel> {
		await this.nodeOnCanvas(name).dblclick();
		return await this.openedPanel();
	}

	async closePanel(): Promise<void> {
		await this.page.getByTestId(EDITORS[this.version].closePanel).click();
		await this.page.getByTestId('node-parameters').waitFor({ state: 'hidden' });
	}

	nodeOnCanvas(name: string): Locator {
		return this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	}

	/** Saves the open workflow, which the newest editor does by itself, until it has an ID. */
	async save(): Promise<void> {
		const { save } = EDITORS[this.version];
		if (save) await this.page.getByTestId(save).click();
		await this.page.waitForURL(/\/workflow\/(?!new)/);
	}

	async publish(): Promise<void> {
		const { page } = this;
		const { publish, published } = EDITORS[this.version];
		if (page.url().includes('/workflow/new')) await this.save();
		for (const testId of publish) await page.getByTestId(testId).click();
		await page.getByText(published, { exact: true }).waitFor();
		await page.getByRole('button', { name: 'Got it' }).click();
	}

	/** The executions in the list of the open workflow that ended well. */
	async successfulExecutions(): Promise<Locator> {
		const { page } = this;
		// n8n's checklist may lie over the tabs after the first publication, until one clicks beside it.
		const checklist = page.getByTestId('suggested-action-item').first();
		await page.addLocatorHandler(checklist, async () => {
			await page.getByTestId('canvas-wrapper').click({ position: { x: 300, y: 550 } });
		});
		await page.getByTestId('radio-button-executions').click();
		await page.removeLocatorHandler(checklist);
		return page.getByTestId('current-executions-list').getByText('Succeeded');
	}

	/**
	 * Goes to a page by way of another one, so that nothing of a workflow that is open is there any more. n8n 1.x does not
	 * follow the way from one workflow to another.
	 */
	private async goTo(path: string): Promise<void> {
		await this.openCredentials();
		await this.route(path);
	}

	/** Before n8n shows the credentials, it does not know node types, and so not that it can test a credential. */
	private async credentialsShown(): Promise<void> {
		const { page } = this;
		await page.getByTestId('resources-list').or(page.getByTestId('empty-resources-list')).waitFor();
	}

	/** Asks for a page as links in the editor do. Loading the editor anew takes several seconds. */
	private async route(path: string): Promise<void> {
		const router = "document.querySelector('#app').__vue_app__.config.globalProperties.$router";
		await this.page.evaluate(`void ${router}.push('${path}')`);
	}
}
