import { ServiceError } from '../errors';

/** A query string as the server reads it: a name that is repeated has an array. */
export type Query = Record<string, string | string[] | undefined>;

/** The part of a list that a request asks for: `start` inclusive, `end` exclusive. */
export interface PageWindow {
	start: number;
	end: number;
}

const LARGEST_PAGE = 100;
const DEFAULT_PAGE = 20;

/**
 * Reads `page` (default 1) and `per_page` (1 to 100, default 20), see "Limits".
 * @throws ServiceError 400 for anything that is not an integer in its range.
 */
export function readPage(query: Query): PageWindow {
	const page = readInteger(query, 'page') ?? 1;
	if (page < 1) throw new ServiceError(400, 'Page must be greater than 0');
	const size = readInteger(query, 'per_page') ?? DEFAULT_PAGE;
	if (size < 1 || size > LARGEST_PAGE) {
		throw new ServiceError(400, `Per page must be between 1 and ${LARGEST_PAGE}`);
	}
	return { start: (page - 1) * size, end: page * size };
}

/**
 * Reads `country_code` (default US), the filter of the brand list.
 * @throws ServiceError 400 when it is not two letters.
 */
export function readCountryCode(query: Query): string {
	const code = query.country_code ?? 'US';
	if (typeof code !== 'string' || !/^[A-Za-z]{2}$/.test(code)) {
		throw new ServiceError(400, 'country_code must be two letters');
	}
	return code.toUpperCase();
}

function readInteger(query: Query, name: string): number | undefined {
	const text = query[name];
	if (text === undefined) return undefined;
	if (typeof text !== 'string' || !/^-?\d+$/.test(text)) {
		throw new ServiceError(400, `${name} must be an integer`);
	}
	return Number(text);
}
