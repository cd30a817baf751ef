import type { Row } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/recipients/rows';

/** Rows with what each of them has, numbered from 1. */
export const rowsOf = (...rows: Array<Partial<Row>>): Row[] =>
	rows.map((row, at) => ({ number: at + 1, itemIndex: at, read: {}, unusable: [], hints: [], problems: [], ...row }));
