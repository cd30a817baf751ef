import type { IDataObject } from 'n8n-workflow';

import type { Editor } from './editor';

/** Items as a node of a CRM returns them. */
export const CONTACTS = [
	{ 'First Name': 'Nathan', 'Last Name': 'Smith', 'Work Email': 'nathan@example.com', Company: 'Acme' },
	{ 'First Name': 'Sofia', 'Last Name': 'Reyes', 'Work Email': 'sofia@example.com', Company: 'Globex' },
	{ 'First Name': 'Liam', 'Last Name': 'Chen', 'Work Email': 'liam@example.com', Company: 'Initech' },
];

/** Builds a new workflow by clicking: started by hand, with a node that outputs the contacts. */
export async function addContacts(editor: Editor, contacts: IDataObject[] = CONTACTS): Promise<void> {
	await editor.newManualWorkflow();
	await editor.addNode('Code', 'Code in JavaScript');
	const code = await editor.openedPanel();
	const items = contacts.map((json) => ({ json }));
	await code.fill('jsCode', `return ${JSON.stringify(items, null, 2)};`);
	await editor.closePanel();
}
