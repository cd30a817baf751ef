import { pairOrders } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/output/pairOrders';

/** The people of a text such as "Ann Lee ann@example.com, Bo +14155552671". */
const peopleIn = (text: string) =>
	text.split(', ').map((person) => {
		const words = person.split(' ');
		const [first_name = '', last_name] = words.filter((word) => !/[@+]/.test(word));
		const email = words.find((word) => word.includes('@'));
		const phone = words.find((word) => word.startsWith('+'));
		return { first_name, ...(last_name && { last_name }), ...(email && { email }), ...(phone && { phone }) };
	});

/** The place of the order of each recipient. */
function paired(orders: string, recipients: string): Array<string | undefined> {
	const found = peopleIn(orders).map(({ first_name, last_name, email }, index) => ({
		id: String(index),
		recipient_first_name: first_name,
		recipient_last_name: last_name ?? null,
		recipient_email: email ?? null,
	}));
	const meant = peopleIn(recipients);
	const named = found.filter(({ recipient_first_name: name }) => name !== '');
	const byPlace = pairOrders(named, meant);
	return meant.map((_, index) => byPlace.get(index)?.id as string | undefined);
}

const NONE = undefined;

test.each<[what: string, orders: string, recipients: string, places: Array<string | undefined>]>([
	['is found by name and email', 'Bo bo@a.com, ANN Ann@A.com', 'Ann ann@a.com, Bo bo@a.com', ['1', '0']],
	['is found by name and email first', 'Ann Lee, Ann Lee ann@a.com', 'Ann Lee ann@a.com, ann lee', ['1', '0']],
	['is found by both names', 'Ann Lee, Ann Ray', 'Ann Ray, Ann Lee', ['1', '0']],
	['is found in another Unicode form', 'Zoe\u0308', 'Zo\u00eb', ['0']],
	['is found by an email with its domain in ASCII', 'Bo a@xn--mnchen-3ya.de', 'Ann a@MÜNCHEN.de', ['0']],
	['is found by an email that only one of them has', 'Ann Lee ann@a.com', 'Ann-Marie Lee ann@a.com', ['0']],
	['is found by name where the order has no email', 'Bo, Ann', 'Ann ann@a.com, Bo', ['1', '0']],
	['is found in turn where all is the same', 'Ann, Ann', 'Ann, Ann', ['0', '1']],
	['is none where all is the same and one order is missing', 'Ann', 'Ann, Ann', [NONE, NONE]],
	['is none where the order of that name has another email', 'Ann x@a.com', 'Ann ann@a.com', [NONE]],
	['is none among two of one name', 'Ann, Ann, Bo', 'Ann a@a.com, Ann b@a.com, Bo', [NONE, NONE, '2']],
	['is none among two of one name, one without an email', 'Ann, Ann', 'Ann a@a.com, Ann', [NONE, NONE]],
	['is none among two of one name where one order is missing', 'Ann', 'Ann a@a.com, Ann', [NONE, NONE]],
	['is found by name where the other has an email', 'Ann, Ann a@a.com', 'Ann a@a.com, Ann', ['1', '0']],
	['is none among two with other phones', 'Ann, Ann', 'Ann +14155552671, Ann +14155552672', [NONE, NONE]],
	['is none where there are more orders than recipients', 'Ann, Ann', 'Ann', [NONE]],
	['is none where only the missing email is the same', 'Bo', 'Ann', [NONE]],
	['is none where there are no orders', '', 'Ann', [NONE]],
	['is not taken from who has it by name and email', 'Ann ann@a.com', 'Ann ann@a.com, Anna ann@a.com', ['0', NONE]],
])('the order of a recipient %s', (_what, orders, recipients, places) => {
	expect(paired(orders, recipients)).toEqual(places);
});

test('Recipients who are the same in everything keep their orders, in whichever order the service lists them.', () => {
	const orders = ['a', 'b', 'c'].map((id) => ({ id, recipient_first_name: 'Guest' }));
	const guests = orders.map(({ recipient_first_name: first_name }) => ({ first_name }));
	expect(pairOrders([...orders].reverse(), guests)).toEqual(pairOrders(orders, guests));
});
