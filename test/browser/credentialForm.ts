import type { Locator, Page } from 'playwright-core';

import type { Editor } from './editor';

/** n8n's form for a credential, as the page Credentials opens it. */
export class CredentialForm {
	readonly success: Locator;
	private readonly form: Locator;

	private constructor(private readonly page: Page) {
		this.form = page.getByTestId('editCredential-modal');
		this.success = this.form.getByTestId('credentials-config-container-test-success');
	}

	/** Opens the form for a new credential of a type, by the type's name. */
	static async create(editor: Editor, type: string): Promise<CredentialForm> {
		const { page } = editor;
		await editor.openCredentials();
		await page.getByTestId('add-resource-credential').click();
		await page.getByTestId('new-credential-type-select').locator('input').fill(type);
		await page.getByRole('option', { name: type }).click();
		await page.getByTestId('new-credential-type-button').click();
		const form = new CredentialForm(page);
		await form.form.waitFor();
		return form;
	}

	async fill(field: string, text: string): Promise<void> {
		await this.form.getByTestId(`parameter-input-${field}`).locator('input').fill(text);
	}

	async choose(field: string, option: string): Promise<void> {
		await this.form.getByTestId(`parameter-input-${field}`).click();
		await this.page.getByRole('option', { name: option }).click();
	}

	async save(): Promise<void> {
		await this.form.getByTestId('credential-save-button').click();
	}

	/** Closes the form, which stays open over all pages otherwise. */
	async close(): Promise<void> {
		await this.form.getByRole('button', { name: 'Close' }).click();
		await this.form.waitFor({ state: 'hidden' });
	}

	async readFailure(sentence: string): Promise<void> {
		const failure = this.form.getByTestId('node-credentials-config-container');
		await failure.getByText('Couldn’t connect with these settings').waitFor();
		// n8n folds long sentences.
		const more = failure.getByText('More details');
		const text = failure.getByText(sentence);
		await more.or(text).first().waitFor();
		if (await more.isVisible()) await more.click();
		await text.waitFor();
	}
}
