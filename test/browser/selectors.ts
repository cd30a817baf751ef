import type { N8nVersion } from '../../dev/n8n/install';

/** What the editors of the n8n versions do differently. All else has the same test ID, role or text in both. */
interface EditorOf {
	/** Leaves the panel of a node for the canvas. */
	closePanel: string;
	/** Saves a workflow; undefined where the editor does it by itself. */
	save?: string;
	/** What puts a saved workflow into production, in the order of the clicks. */
	publish: string[];
	/** The title of the message that says that it is. */
	published: string;
}

export const EDITORS: Record<N8nVersion, EditorOf> = {
	newest: {
		closePanel: 'ndv-close-button',
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
