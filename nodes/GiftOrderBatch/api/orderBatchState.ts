/** The states that an order batch never leaves (openapi: OrderBatchSendStatus). */
export const FINAL_STATES = ['complete', 'failed', 'canceled'] as const;

export type FinalState = (typeof FINAL_STATES)[number];

export const isFinal = (sendStatus: string): sendStatus is FinalState =>
	(FINAL_STATES as readonly string[]).includes(sendStatus);
