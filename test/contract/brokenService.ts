import { text } from 'node:stream/consumers';

import type { RunningService } from '../../dev/mock-service';
import { plainServer } from '../../dev/harness/plainServer';
import { operationAt } from '../support/operations';

type Values = Record<string, unknown>;

/** One broken rule of the contract. */
export interface Break {
	rule: string;
	/** The operation that breaks it. */
	on: string;
	/** The check that finds it. */
	foundBy: string;
	/** Values for fields of the request or of the response, by path. A function gets the value that was there. */
	send?: Values;
	set?: Values;
	/** Instead of the body of the request. It keeps the `customer_reference_id`. */
	body?: object;
	/** Parameters of the query instead of those that were sent; `undefined` removes one. */
	query?: Record<string, string | undefined>;
	/** Instead of the key that was sent. */
	key?: string;
	/** Instead of the status, or of the whole response. */
	status?: number;
	text?: string;
	/** Which responses it changes: by default all, otherwise only errors. */
	errorsOnly?: boolean;
}

/**
 * Sets every field at a path such as `data[].id`. What is missing on the way is made, so that fields of an empty list or
 * of an object that is `null` can be set too.
 */
function setAt(body: Values, path: string, value: unknown): void {
	const [step = '', ...rest] = path.split('.');
	const name = step.replace('[]', '');
	const next = rest.join('.');
	if (next === '') {
		body[name] = typeof value === 'function' ? (value as (old: unknown) => unknown)(body[name]) : value;
	} else if (name === step) {
		body[name] ??= {};
		setAt(body[name] as Values, next, value);
	} else {
		if (!(body[name] as unknown[] | null)?.length) body[name] = [{}];
		for (const entry of body[name] as Values[]) setAt(entry, next, value);
	}
}

function changed(sent: string, values: Values = {}): string {
	if (sent === '' || Object.keys(values).length === 0) return sent;
	const body = JSON.parse(sent) as Values;
	for (const [path, value] of Object.entries(values)) setAt(body, path, value);
	return JSON.stringify(body);
}

function requestBody(sent: string, { body, send }: Partial<Break>): string {
	if (!body) return changed(sent, send);
	const { customer_reference_id } = JSON.parse(sent || '{}') as Values;
	return JSON.stringify({ ...body, customer_reference_id });
}

/** A proxy before a service that breaks one rule at a time. */
export async function brokenService(service: RunningService) {
	let current: Break | undefined;
	const { baseUrl, close } = await plainServer((incoming, outgoing) => {
		void (async () => {
			const { method = '', headers } = incoming;
			const url = new URL(service.baseUrl + incoming.url);
			const rule = operationAt(method, url.pathname)?.operation.operationId === current?.on ? current : undefined;
			for (const [name, value] of Object.entries(rule?.query ?? {})) {
				if (value === undefined) url.searchParams.delete(name);
				else url.searchParams.set(name, value);
			}
			const body = requestBody(await text(incoming), rule ?? {});
			const authorization = rule?.key ? `Bearer ${rule.key}` : headers.authorization;
			const response = await fetch(url, {
				method,
				headers: { ...(authorization && { authorization }), 'content-type': 'application/json' },
				body: body || undefined,
			});
			const received = await response.text();
			const breaks = rule && (!rule.errorsOnly || response.status >= 400) ? rule : undefined;
			outgoing.statusCode = breaks?.status ?? response.status;
			outgoing.end(breaks?.text ?? changed(received, breaks?.set));
		})();
	});
	return { baseUrl, close, break: (rule: Break | undefined) => void (current = rule) };
}
