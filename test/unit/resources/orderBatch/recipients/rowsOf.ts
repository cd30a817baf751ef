import type { Row } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/recipients/rows';

/** Rows with what each of them has, numbered from 1. */
export const rowsOf = (...rows: Array<Partial<Row>>): Row[] =>
	rows.map((row, index) => ({
		number: index + 1,
		itemIndex: index,
		read: {},
		unusable: [],
		hints: [],
		problems: [],
		...row,
	}));
