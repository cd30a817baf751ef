import type { Editor } from './editor';

/** Opens n8n's form for a new credential of a type, by the type's name, as the page Credentials opens it. */
export async function openCredentialForm(editor: Editor, type: string) {
	const { page } = editor;
	const form = page.getByTestId('editCredential-modal');
	await editor.openCredentials();
	await page.getByTestId('add-resource-credential').click();
	await page.getByTestId('new-credential-type-select').locator('input').fill(type);
	await page.getByRole('option', { name: type }).click();
	await page.getByTestId('new-credential-type-button').click();
	await form.waitFor();
	const parameter = (name: string) => form.getByTestId(`parameter-input-${name}`);
	return {
		success: form.getByTestId('credentials-config-container-test-success'),
		fill: async (field: string, text: string) => await parameter(field).locator('input').fill(text),
		async choose(field: string, option: string) {
			await parameter(field).click();
			await page.getByRole('option', { name: option }).click();
		},
		save: async () => await form.getByTestId('credential-save-button').click(),
		/** Closes the form, which stays open over all pages otherwise. */
		async close() {
			await form.getByRole('button', { name: 'Close' }).click();
			await form.waitFor({ state: 'hidden' });
		},
		async readFailure(sentence: string) {
			const failure = form.getByTestId('node-credentials-config-container');
			await failure.getByText('Couldn’t connect with these settings').waitFor();
			// n8n folds long sentences.
			const more = failure.getByText('More details');
			const text = failure.getByText(sentence);
			await more.or(text).first().waitFor();
			if (await more.isVisible()) await more.click();
			await text.waitFor();
		},
	};
}
