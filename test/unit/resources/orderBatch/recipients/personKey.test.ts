import { isNameOnly, personKey } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/recipients/personKey';
import { ADDRESS } from '../../../../support/samples';

const ANN = { first_name: 'Ann', email: 'ann@example.com' };
const atAddress = (first_name: string) => ({ first_name, mailing_address: ADDRESS });
const AT_ADDRESS = atAddress('Ann');
const named = (phone?: string) => ({ first_name: 'Ann', phone });

test.each<[string, object, object, boolean]>([
	['the same email in another case and with spaces', ANN, { ...ANN, email: ' ANN@Example.com ' }, true],
	['the same email with another name', ANN, { ...ANN, first_name: 'Anna' }, true],
	['the same email with another address', ANN, { ...ANN, mailing_address: ADDRESS }, true],
	['the same email in another Unicode form', { email: 'zoe\u0308@a.com' }, { email: 'zo\u00eb@a.com' }, true],
	['a letter with one form in lower case only', { email: 'J\u030Can@a.com' }, { email: '\u01f0an@a.com' }, true],
	['the same domain in ASCII', { email: 'Ann@MÜNCHEN.de' }, { email: 'ann@xn--mnchen-3ya.de' }, true],
	['a domain in other letters', { email: 'ann@exаmple.com' }, ANN, false],
	['an address whose domain is not one', { email: 'ann@é.com/a' }, { email: 'ann@xn--9ca.com' }, false],
	['an email with an invisible character', ANN, { ...ANN, email: 'ann@example.com\u034f' }, true],
	['an email with a tag', ANN, { ...ANN, email: 'ann+gifts@example.com' }, false],
	['a similar email', ANN, { ...ANN, email: 'ann@example.co' }, false],
	['no email', ANN, named(), false],
	['a blank email', named(), { first_name: 'Ann', email: ' ' }, true],
	['another phone without an email', named('+14155552671'), named('+14155552672'), false],
	['the same name and address without an email', AT_ADDRESS, structuredClone(AT_ADDRESS), true],
	['other spaces in the name', atAddress('An\u00a0 Lee'), atAddress('An Lee'), true],
	['another address', AT_ADDRESS, { ...AT_ADDRESS, mailing_address: { ...ADDRESS, city: 'Boston' } }, false],
])('personKey tells people apart: %s', (_what, one, other, isSame) => {
	expect(personKey(one) === personKey(other)).toBe(isSame);
});

test('personKey does not show who it stands for', () => {
	expect(personKey(ANN)).toMatch(/^[0-9a-f]{12}$/);
});

test.each<[object, boolean]>([
	[{ first_name: 'Ann', last_name: 'Lee' }, true],
	[{ first_name: 'Ann', email: ' ', phone: null }, true],
	[ANN, false],
	[named('+14155552671'), false],
	[AT_ADDRESS, false],
])('isNameOnly of %j is %s', (person, expected) => {
	expect(isNameOnly(person)).toBe(expected);
});
