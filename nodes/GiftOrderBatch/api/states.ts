import type { IDataObject } from 'n8n-workflow';

/** The states that an order batch never leaves (openapi: OrderBatchSendStatus). */
export const FINAL_STATES = ['complete', 'failed', 'canceled'];

export const isFinal = (sendStatus: string): boolean => FINAL_STATES.includes(sendStatus);

/** Whether an order was canceled (openapi: OrderStatus), which some services call "failed". */
export const isCanceled = ({ status }: IDataObject): boolean => status === 'canceled' || status === 'failed';
