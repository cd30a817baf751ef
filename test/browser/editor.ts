import { chromium, selectors, type Locator } from 'playwright-core';

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

export type Editor = Awaited<ReturnType<typeof openEditor>>;

/**
 * Opens n8n's editor in headless Chromium, signed in as OWNER, to be used as a person does: by clicking and typing.
 * @throws when Chromium is not installed, or n8n does not let OWNER in
 */
export async function openEditor(version: N8nVersion, baseUrl: string) {
	const { closePanel: panelCloser, save: saver, publish: publishers, published } = EDITORS[version];
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
	/** How many executions n8n has told the open page that they have ended. */
	let finished = 0;
	page.on('websocket', (socket) =>
		socket.on('framereceived', ({ payload }) => {
			if (payload.includes('"executionFinished"')) finished++;
		}),
	);
	const parameters = page.getByTestId('node-parameters');
	const nodeOnCanvas = (name: string) => page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);

	/** Before n8n shows the credentials, it does not know node types, and so not that it can test a credential. */
	const credentialsShown = async () =>
		await page.getByTestId('resources-list').or(page.getByTestId('empty-resources-list')).waitFor();

	async function closePanel() {
		await page.getByTestId(panelCloser).click();
		await parameters.waitFor({ state: 'hidden' });
	}

	/** Asks for a page as links in the editor do. Loading the editor anew takes several seconds. */
	async function route(path: string) {
		const router = "document.querySelector('#app').__vue_app__.config.globalProperties.$router";
		await page.evaluate(`void ${router}.push('${path}')`);
	}

	async function openCredentials() {
		// In n8n 1.x, a panel that is left open opens again with the next workflow that has a node of its name.
		if (await parameters.isVisible()) await closePanel();
		await route(CREDENTIALS);
		await credentialsShown();
	}

	/**
	 * Goes to a page by way of another one, so that nothing of a workflow that is open is there any more. n8n 1.x does not
	 * follow the way from one workflow to another.
	 */
	async function goTo(path: string) {
		await openCredentials();
		await route(path);
	}

	async function newWorkflow() {
		await goTo('/workflow/new');
		await page.getByTestId('canvas-plus-button').waitFor();
	}

	/** What the panel for adding nodes finds for these words; the canvas decides whether it starts with triggers. */
	async function searchNodes(words: string): Promise<Locator> {
		const search = page.getByTestId('node-creator-search-bar');
		if (!(await search.isVisible())) {
			await page.getByTestId('canvas-plus-button').or(page.getByTestId('node-creator-plus-button')).first().click();
		}
		await search.fill(words);
		return page.getByTestId('node-creator-item-name');
	}

	/** Adds a node by its name, and by what one clicks then where n8n first shows the node's actions. */
	async function addNode(name: string, action?: string) {
		await (await searchNodes(name)).getByText(name, { exact: true }).click();
		if (action) await page.getByTestId('item-iterator-item').getByText(action, { exact: true }).click();
		await page.getByTestId('node-creator-search-bar').waitFor({ state: 'hidden' });
	}

	/** The panel of the node that is open, or that a click on adding it opens. */
	async function openedPanel(): Promise<NodePanel> {
		await parameters.waitFor();
		return nodePanel(page, () => finished);
	}

	/** Saves the open workflow, which the newest editor does by itself, until it has an ID. */
	async function save() {
		if (saver) await page.getByTestId(saver).click();
		await page.waitForURL(/\/workflow\/(?!new)/);
	}

	await page.goto(`${baseUrl}/signin?redirect=${CREDENTIALS}`);
	await page.locator('input[name="emailOrLdapLoginId"]').fill(OWNER.email);
	await page.locator('input[name="password"]').fill(OWNER.password);
	await page.getByTestId('form-submit-button').click();
	await credentialsShown();
	// A click waits until what it is for stands still.
	await page.addStyleTag({ content: '* { transition: none !important; animation: none !important; }' });
	return {
		...{ page, nodeOnCanvas, closePanel, openCredentials, newWorkflow, searchNodes, addNode, openedPanel, save },
		close: async () => await browser.close(),
		/** Installs a package by its name, as Settings > Community nodes does. */
		async installCommunityPackage(name: string) {
			await goTo('/settings/community-nodes');
			await page.getByRole('button', { name: 'Install a community node' }).click();
			await page.locator('input[name="packageNameInput"]').fill(name);
			await page.getByTestId('user-agreement-checkbox').click();
			await page.getByTestId('install-community-package-button').click();
			await page.getByTestId('community-package-card').getByText(name).waitFor({ timeout: INSTALLATION_TIMEOUT_MS });
		},
		/** Builds a new workflow that is started by hand. */
		async newManualWorkflow() {
			await newWorkflow();
			await addNode('Manual Trigger');
			await nodeOnCanvas('When clicking ‘Execute workflow’').waitFor();
		},
		async openWorkflow(id: string) {
			await goTo(`/workflow/${id}`);
			await page.getByTestId('canvas-node').first().waitFor();
		},
		workflowId: () => /\/workflow\/(\w+)/.exec(page.url())?.[1] ?? '',
		async openNode(name: string) {
			await nodeOnCanvas(name).dblclick();
			return await openedPanel();
		},
		async publish() {
			if (page.url().includes('/workflow/new')) await save();
			for (const testId of publishers) await page.getByTestId(testId).click();
			await page.getByText(published, { exact: true }).waitFor();
			await page.getByRole('button', { name: 'Got it' }).click();
		},
		/** The executions in the list of the open workflow that ended well. */
		async successfulExecutions() {
			// n8n's checklist may lie over the tabs after the first publication, until one clicks beside it.
			const checklist = page.getByTestId('suggested-action-item').first();
			await page.addLocatorHandler(checklist, async () => {
				await page.getByTestId('canvas-wrapper').click({ position: { x: 300, y: 550 } });
			});
			await page.getByTestId('radio-button-executions').click();
			await page.removeLocatorHandler(checklist);
			return page.getByTestId('current-executions-list').getByText('Succeeded');
		},
	};
}
