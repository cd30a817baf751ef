import type { Problem } from '../../sentences';
import type { Field } from './columnNames';
import { ALL_FIELDS } from './recipientFields';

/** Why a record is refused: because of its columns. */
export type Refusal = Problem<
	'differentValues' | 'severalEntries' | 'doubtfulColumn' | 'severalPeople' | 'noWholeName' | 'wrongValue'
>;

/** What forms call a field. */
export const labelOf = (field: Field) =>
	ALL_FIELDS[field === 'full_name' ? 'first_name' : field === 'street_number' ? 'address_1' : field].property
		.displayName;

/** The same; nothing for a part of a name, whose columns are chosen together. */
export const labelUnlessName = (field: Field) => (field.endsWith('_name') ? undefined : labelOf(field));

/** At most one refusal for each pair of columns: that which names most. */
export function withoutRepeated(refusals: Refusal[]): Refusal[] {
	const seen = new Set<string>();
	const columnsOf = ({ columns, found }: Refusal) => (found === undefined ? columns : [found, ...columns]);
	const isNew = (refusal: Refusal) => {
		const [first, ...others] = columnsOf(refusal);
		const pairs = others.length > 0 ? others.map((other) => [first, other]) : [refusal];
		const { size } = seen;
		for (const pair of pairs) seen.add(JSON.stringify(pair));
		return seen.size > size;
	};
	return refusals.sort((a, b) => columnsOf(b).length - columnsOf(a).length).filter(isNew);
}
