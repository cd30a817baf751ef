import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../../../api/values';
import { COMPANY_KEYS, THING_KEYS, THING_TYPES, WEAK_THING_KEYS } from './columnNames';
import { parseColumnName, remembered, wordsOf } from './parseColumnName';
import { folded } from './text';
import { isEmpty } from '../recipient';

/** What the other columns of a record say about the name at its top. */
export interface Signs {
	/** The record is a product, an event, a company or the like. */
	isThing: boolean;
	/** It is one unless it has an email or a phone. */
	isPerhapsThing: boolean;
	/** It is a company unless it has an email. */
	isPerhapsCompany: boolean;
	/** It is a response to a form, whose email may be that of whoever filled it in. */
	isForm: boolean;
	/** Folded names of companies in it. */
	companies: Set<string>;
}

/** Of a record of which no more is known. */
export const NO_SIGNS: Signs = {
	isThing: false,
	isPerhapsThing: false,
	isPerhapsCompany: false,
	isForm: false,
	companies: new Set(),
};

type Sign = 'thing' | 'perhapsThing' | 'perhapsCompany' | 'form' | 'type';

const COMPANY_PHRASES = new Set(
	`company organization organisation org account firma unternehmen entreprise empresa azienda bedrijf employer компания 会社 会社名 公司 회사`.split(
		' ',
	),
);
const THING_TYPE_SET = new Set(THING_TYPES);
const KEYS: Record<Sign, string[]> = {
	thing: THING_KEYS,
	perhapsThing: WEAK_THING_KEYS,
	perhapsCompany: COMPANY_KEYS,
	form: ['timestamp', 'submitted at', 'submission id', 'submit date utc'],
	type: ['type', 'object', 'kind', 'object type', 'record type'],
};
const SIGN_OF_KEY = new Map(
	(Object.keys(KEYS) as Sign[]).flatMap((sign) => KEYS[sign].map((key) => [wordsOf(key).join(' '), sign] as const)),
);

/** What a column says about its record. */
const signOf = remembered((key: string): Sign | 'company' | undefined => {
	const words = wordsOf(key).join(' ');
	const sign = SIGN_OF_KEY.get(words);
	if (sign) return sign;
	const terms = parseColumnName(key);
	const isCompany = terms.some(({ is, phrase }) => is === 'other' && COMPANY_PHRASES.has(phrase));
	return isCompany && terms.every(({ is }) => is !== 'field' || words.endsWith('name')) ? 'company' : undefined;
});

/** The signs in the columns of one object. */
export function signsOf(json: IDataObject): Signs {
	const signs: Signs = { ...NO_SIGNS, companies: new Set() };
	// Salesforce says in an object what a record is.
	const { attributes } = json;
	const type = isObject(attributes) && 'type' in attributes ? { type: attributes.type } : {};
	for (const [key, value] of Object.entries({ ...type, ...json })) {
		const sign = signOf(key);
		if (sign === undefined || isEmpty(value)) continue;
		if (sign === 'thing') signs.isThing = true;
		if (sign === 'perhapsThing') signs.isPerhapsThing = true;
		if (sign === 'perhapsCompany') signs.isPerhapsCompany = true;
		if (sign === 'form') signs.isForm = true;
		if (typeof value !== 'string') continue;
		if (sign === 'type' && THING_TYPE_SET.has(value.toLowerCase())) signs.isThing = true;
		if (sign === 'company') signs.companies.add(folded(value).trim());
	}
	return signs;
}
