import {
	tryToParseDateTime,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeProperties,
	type NodeExecutionHint,
	type NodeParameterValueType,
} from 'n8n-workflow';

import { asText, isBlank, isObject } from '../api/values';
import { inputError } from './outcome';
import { accepted, addedTo, checkAdded, checkField, type Field, type FieldTable } from './fieldTable';
import { check, uuid, type Checked } from './inputSchemas';
import type { Problem } from './sentences';

const ISO_DATE_TIME = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)? ?(?:Z|[+-]\d{2}(?::?\d{2})?)?)?$/;

/** The hints of each run of the node, and the last one, which counts those that are not shown. */
const hintsOf = new WeakMap<IExecuteFunctions, { messages: Set<string>; rest: NodeExecutionHint }>();

/** How many hints a run of the node shows. */
const SHOWN_HINTS = 20;

/** The ISO 8601 text of a JavaScript date, which throws if it is invalid, or of a DateTime of Luxon; other values as they are. */
function isoText(value: unknown): unknown {
	if (value instanceof Date) return value.toISOString();
	const toIso = isObject(value) ? value.toISO : undefined;
	return typeof toIso === 'function' ? (toIso.call(value) as unknown) : value;
}

/** What an operation sees of n8n: the parameters of one input item, and errors and hints for the user. */
export class ItemContext {
	constructor(
		readonly functions: IExecuteFunctions,
		/** Which input item this is, from 0. */
		readonly itemIndex: number,
	) {}

	get node(): INode {
		return this.functions.getNode();
	}

	/** A parameter's value for this item; `undefined` when it is not set. */
	parameter<Value extends NodeParameterValueType | object>(name: string): Value | undefined {
		return this.functions.getNodeParameter(name, this.itemIndex, undefined, { extractValue: true }) as
			Value | undefined;
	}

	/** A collection's values for this item; empty when nothing was added to it. @throws ServiceError as `addedTo` does */
	collection(name: string): IDataObject {
		return addedTo(name, this.functions.getNodeParameter(name, this.itemIndex, {}), this.itemIndex);
	}

	/**
	 * The values of a collection by their table. What was not added to it has none.
	 * @throws ServiceError when what was added has an invalid value or none, as of an expression: without a filter, too much is listed
	 */
	added<Table extends FieldTable>(collection: 'filters' | 'options', table: Table) {
		const values = this.collection(collection);
		return this.accept(checkAdded(values, table, ({ property }) => this.valueOf(property, values[property.name])));
	}

	/** What a field holds: a time with its offset, and everything else as it is. */
	valueOf({ type }: INodeProperties, value: unknown): unknown {
		return type === 'dateTime' ? this.dateTime(value) : value;
	}

	/** Whether a parameter is an expression or contains one, so that its value may differ between items. */
	hasExpression(name: string): boolean {
		return JSON.stringify(this.node.parameters[name] ?? '').includes('"=');
	}

	/** Whether an option has a value or an expression. Reads only the node, so that it cannot fail. */
	hasOption(name: string): boolean {
		const options = this.node.parameters.options as IDataObject | undefined;
		return Boolean(options?.[name]);
	}

	/** A parameter that holds a UUID. @throws ServiceError when it does not */
	id({ name, displayName }: INodeProperties): string {
		const value = this.parameter(name);
		if (isBlank(value)) this.refuse({ kind: 'missing', field: displayName, neededBy: 'expression' });
		return this.accept(check(uuid(displayName), value));
	}

	/** The value of a field that is a parameter. @throws ServiceError when it is not valid */
	value<Value>(field: Field<Value>): Value {
		const { property } = field;
		return this.accept(checkField(field, this.valueOf(property, this.parameter(property.name))));
	}

	/**
	 * A date and time as ISO 8601 with its offset. A value without a zone is read in the workflow's time zone. What is not
	 * an ISO date, or does not exist, is returned as it is, for the validation to refuse.
	 */
	dateTime(value: unknown): unknown {
		try {
			const text = isoText(value);
			if (typeof text !== 'string') return value;
			const [, date, time = '00:00'] = ISO_DATE_TIME.exec(text.trim()) ?? [];
			const read = tryToParseDateTime(text, this.functions.getTimezone()).toISO();
			// n8n turns a day or an hour that does not exist into a later one.
			return read?.startsWith(`${date}T${time}`) ? read : value;
		} catch {
			return value;
		}
	}

	get json(): IDataObject {
		return this.functions.getInputData()[this.itemIndex]?.json ?? {};
	}

	/**
	 * Whether the node goes on after an item that failed. A tool does unless it is set to stop: what it throws reaches the agent
	 * without its advice, or not at all, or ends the workflow, depending on the versions of n8n and of the agent.
	 */
	get continuesOnFail(): boolean {
		return this.functions.continueOnFail() || (this.isTool && this.node.onError !== 'stopWorkflow');
	}

	/** Whether an agent runs the node as its tool. */
	get isTool(): boolean {
		const asTool = this.functions as { isToolExecution?(): boolean };
		return asTool.isToolExecution?.() === true || this.node.type.endsWith('Tool');
	}

	/** The value, if it is valid. @throws ServiceError that lists the problems otherwise */
	accept<Value>(checked: Checked<Value>): Value {
		return accepted(checked, this.itemIndex);
	}

	/** Always throws. @throws ServiceError that lists the problems */
	refuse(...problems: Problem[]): never {
		throw inputError(problems, { itemIndex: this.itemIndex });
	}

	/** Shows a hint beside the node's output, once for all items that give it. */
	hint(text: string): void {
		const message = asText(text);
		const location = 'outputPane';
		const { messages, rest } = hintsOf.get(this.functions) ?? { messages: new Set(), rest: { message: '', location } };
		hintsOf.set(this.functions, { messages, rest });
		if (messages.has(message)) return;
		messages.add(message);
		const more = messages.size - SHOWN_HINTS;
		rest.message = `There are ${more} more hints.`;
		if (more <= 1) this.functions.addExecutionHints(more === 1 ? rest : { message, location });
	}
}
