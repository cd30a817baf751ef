import {
	isSameName,
	isSpelledBy,
	spellsAnother,
	splitName,
	wordsWithout,
} from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/recipients/personName';

const LONG = `A${'a'.repeat(75)}`;

test.each<[name: unknown, first: string, last: string]>([
	['Ann Lee', 'Ann', 'Lee'],
	['  Ann   van Lee ', 'Ann', 'van Lee'],
	['Lee, Ann', 'Ann', 'Lee'],
	['van Lee , Ann Marie', 'Ann Marie', 'van Lee'],
	['Ann "Annie" Lee (she/her)', 'Ann', 'Lee'],
	['Ann, Lee,', 'Lee', 'Ann'],
	["Ann Marie O'Neil de Lee-Roe", 'Ann', "Marie O'Neil de Lee-Roe"],
	['山田 太郎 二', '山田', '太郎 二'],
	['Ann 山田', 'Ann', '山田'],
	[`${LONG} Lee`, LONG, 'Lee'],
])('the name %j is first name %j and last name %j', (name, first_name, last_name) => {
	expect(splitName(name)).toEqual({ first_name, last_name });
});

test.each([
	...['Ann', 'Dr. Lee', 'Lee, PhD', 'PhD, MBA', 'Ann Bo Cy Di Ed Flo', 'Ann Lee, Bo, Cy', 'Ann L33', '', 'n/a', ','],
	...[`${LONG}A Lee`, 7, null, 'List Final.xlsx', 'Accounts Payable', 'Blue Harbor Studios'],
])('%j is not the name of one person', (value) => {
	expect(splitName(value)).toBeUndefined();
});

test.each<[name: string, first: string, last: string]>([
	['Lee Ann', 'Ann', 'Lee'],
	['Lee, Ann Marie', 'Ann Marie', 'Lee'],
	['GARNIER Éloïse', 'Éloïse', 'GARNIER'],
	['DE LA TOUR Éloïse Marie', 'Éloïse Marie', 'DE LA TOUR'],
])('the name %j, family name first, is first name %j and last name %j', (name, first_name, last_name) => {
	expect(splitName(name, true)).toEqual({ first_name, last_name });
});

test.each(['De La Tour Éloïse', 'GARNIER ÉLOÏSE MARIE'])('nobody knows where the family name ends in %j', (name) => {
	expect(splitName(name, true)).toBeUndefined();
});

test.each<[email: unknown, name: string, spelled: boolean, whole: boolean]>([
	['ann.lee@example.com', 'Ann Lee', true, true],
	['LEE_ANN2@example.com', 'Ann Lee', true, true],
	['alee+gift@example.com', 'Ann Lee', true, true],
	['leea@example.com', 'Ann Lee', true, true],
	['annl@example.com', 'Ann Lee', true, true],
	['leomarsh@example.com', 'Leopold Marsh', true, true],
	['leamarsh@example.com', 'Leopold Marsh', false, false],
	['ann.delatour@example.com', 'Ann de la Tour', true, true],
	['ann@example.com', 'Ann Lee', true, false],
	['lee@example.com', 'Ann Lee', true, false],
	['ann@example.com', 'Ann', true, false],
	['a@example.com', 'Ann Lee', false, false],
	['hanna.lee@example.com', 'Ann Lee', false, false],
	['12@example.com', 'Ann Lee', false, false],
	[undefined, 'Ann Lee', false, false],
	['ann@example.com', '', false, false],
])('%j is spelled by %j: %s, by all of it: %s', (email, name, spelled, whole) => {
	expect([isSpelledBy(email, name), isSpelledBy(email, name, true)]).toEqual([spelled, whole]);
});

test.each<[email: string, isAnothers: boolean]>([
	['rex.roe', true],
	['jane.smith', true],
	['smith.jane', true],
	['janesmith', true],
	['jane.m.smith', true],
	['janesmith2', true],
	['johnny.smith', false],
	['johnnysmith', false],
	['smith.family', false],
	['dr.smith', false],
	['coach.smith', false],
	['jqsmith', false],
	['goldsmith', true],
	['roe.smithers', false],
])('the email of %s is made of the name of somebody else than John Smith: %s', (local, isAnothers) => {
	expect(spellsAnother(`${local}@example.com`, 'John Smith', ['coach'])).toBe(isAnothers);
});

test.each<[a: string, b: string, isSame: boolean]>([
	['Ann Lee', 'Lee, Ann', true],
	['Ann', 'Ann Marie Lee', true],
	['ann lée', 'Ann Lee', true],
	['Rob Roe', 'Robert Roe', true],
	['Jo Roe', 'Joanna Roe', true],
	['J Roe', 'Joanna Roe', false],
	['Bert Roe', 'Robert Roe', false],
	['Ann Lee', 'Ann Roe', false],
	['Ann Lee', 'Ann', true],
	['', 'Ann', false],
	['', '', false],
])('the names %j and %j, in any order, are of one person: %s', (a, b, isSame) => {
	expect([isSameName(a, b), isSameName(b, a)]).toEqual([isSame, isSame]);
});

test.each([
	['Ann Lee', 'lee', 'Ann'],
	['Lee, Ann Marie', 'Lée', 'Ann Marie'],
	['Lee', 'Lee', 'Lee'],
	['Ann', '', 'Ann'],
])('the name %j without %j is %j', (name, other, rest) => {
	expect(wordsWithout(name, other)).toBe(rest);
});
