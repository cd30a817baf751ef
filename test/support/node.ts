import type { INode } from 'n8n-workflow';

/** A node for errors to name. */
export const node: INode = {
	id: 'node',
	name: 'Gift Order Batch',
	type: 'giftOrderBatch',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};
