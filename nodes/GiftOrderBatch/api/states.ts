import type { IDataObject } from 'n8n-workflow';

/** The states that an order batch never leaves (openapi: OrderBatchSendStatus). */
export const FINAL_STATES = ['complete', 'failed', 'canceled'] as const;

type FinalState = (typeof FINAL_STATES)[number];

export const isFinal = (sendStatus: string): sendStatus is FinalState =>
	(FINAL_STATES as readonly string[]).includes(sendStatus);

/** Whether an order was canceled (openapi: OrderStatus), which is "failed" at some services. */
export const isCanceled = ({ status }: IDataObject): boolean => status === 'canceled' || status === 'failed';
