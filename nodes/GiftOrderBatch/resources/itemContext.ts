import type { IDataObject, IExecuteFunctions, NodeParameterValueType } from 'n8n-workflow';
import { tryToParseDateTime } from 'n8n-workflow';

import type { Authentication } from '../api/authentication';
import type { ServiceClient } from '../api/client';
import { countryCode, id, type OrderBatchInput } from '../api/contract';
import { wasTried, type Creation, type CreationMemory } from './orderBatch/create/ledger';
import { inputError } from '../api/errors';
import { deriveReference, fingerprint } from '../api/idempotency';
import { check, type Checked } from '../api/validation';
import { continuesOnFail, isTool } from '../toolUse';
import { nodeMemory, rememberedCreations } from './orderBatch/create/nodeMemory';
import type { PlannedCreations } from './orderBatch/create/plannedCreations';

const ISO_DATE_TIME = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)? ?(?:Z|[+-]\d{2}(?::?\d{2})?)?)?$/;

/** What an operation sees of n8n: the parameters of one input item, the client, and ways to tell the user something. */
export class ItemContext {
	constructor(
		private readonly functions: IExecuteFunctions,
		/** Its errors name this item. */
		readonly client: ServiceClient,
		readonly authentication: Authentication,
		/** The creations that this run of the node has planned so far, for all its items. */
		readonly planned: PlannedCreations,
	) {}

	/** Which input item this is, from 0. */
	get itemIndex(): number {
		return this.client.itemIndex;
	}

	/** A parameter's value for this item; `undefined` when it is not set. */
	parameter<Value extends NodeParameterValueType | object>(name: string): Value | undefined {
		return this.functions.getNodeParameter(name, this.itemIndex, undefined, { extractValue: true }) as
			Value | undefined;
	}

	/** A collection's values for this item; empty when nothing was added to it. */
	collection(name: string): IDataObject {
		return (this.functions.getNodeParameter(name, this.itemIndex, {}) ?? {}) as IDataObject;
	}

	/** Whether one of these parameters holds an expression, whose value may differ between items. */
	hasExpressions(names: string[]): boolean {
		const { parameters } = this.functions.getNode();
		return names.some((name) => JSON.stringify(parameters[name] ?? '').includes('"='));
	}

	/**
	 * A parameter that holds a UUID.
	 * @throws NodeOperationError when it does not
	 */
	id(name: string, label: string): string {
		return this.accept(check(id(label), this.parameter(name)));
	}

	/**
	 * How many entries a list operation may return: `Infinity` for Return All.
	 * @throws NodeOperationError when the limit is not a whole number of at least 1
	 */
	limit(): number {
		if (this.parameter<boolean>('returnAll') === true) return Infinity;
		const limit = Number(this.parameter<number>('limit'));
		return Number.isInteger(limit) && limit >= 1 ? limit : this.refuse(['Limit must be a whole number of at least 1']);
	}

	/**
	 * The filter of brands by shipping country (interface: "Endpoints").
	 * @throws NodeOperationError when Country Code is not two letters
	 */
	countryFilter(): { country_code?: string } {
		return { country_code: this.accept(check(countryCode, this.collection('filters').countryCode)) };
	}

	/**
	 * A date and time as ISO 8601 with its offset. A value without a zone is read in the workflow's time zone. What is not
	 * an ISO date, or does not exist, is returned as it is, for the validation to refuse.
	 */
	dateTime(value: unknown): unknown {
		const text = value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : value;
		if (typeof text !== 'string') return value;
		const [, date, time = '00:00'] = ISO_DATE_TIME.exec(text.trim()) ?? [];
		if (date === undefined) return value;
		try {
			const read = tryToParseDateTime(text.trim(), this.functions.getTimezone()).toISO();
			// n8n reads a day or an hour that does not exist as a later one.
			return read?.startsWith(`${date}T${time}`) ? read : value;
		} catch {
			return value;
		}
	}

	/** The incoming JSON of this item. */
	get json(): IDataObject {
		return this.functions.getInputData()[this.itemIndex]?.json ?? {};
	}

	/** Whether the node goes on after an item that failed. */
	get continuesOnFail(): boolean {
		return continuesOnFail(this.functions);
	}

	/**
	 * The reference and the memory of one creation (interface: "OrderBatchInput", `customer_reference_id`). Both are the
	 * same again when n8n repeats the node within the execution or repeats the failed execution, because n8n keeps the
	 * node's context in the execution's data.
	 * @param ownReference the user's reference; without it one is derived
	 * @param batchNumber counts the batches that one item makes, from 0
	 * @throws NodeOperationError when an earlier try was for other recipients
	 */
	creation(input: OrderBatchInput, ownReference: string | undefined, batchNumber: number): Creation {
		const { isForgetful, creations } = nodeMemory(this.functions);
		const reference = this.referenceOf(batchNumber, input);
		const memory = (creations[reference] ??= {});
		const recipients = fingerprint(input.recipients);
		if (wasTried(memory) && memory.recipients !== recipients) {
			this.refuse([
				`An earlier try of this execution created order batch ${memory.orderBatchId ?? '(it may exist)'} for other recipients: retry with those, or start the workflow anew for the others`,
			]);
		}
		memory.recipientCount = input.recipients.length;
		return {
			input: { ...input, customer_reference_id: ownReference ?? reference },
			recipients,
			isDerived: ownReference === undefined,
			isForgotten: isForgetful && ownReference === undefined,
			memory,
		};
	}

	/** What is remembered of all creations of this execution and of those that it repeats. */
	get rememberedCreations(): CreationMemory[] {
		return rememberedCreations(this.functions);
	}

	/** The moment against which times count as past. The time of a batch that exists already may have come since. */
	get now(): Date {
		const memory = nodeMemory(this.functions).creations[this.referenceOf(0)];
		return memory && wasTried(memory) ? new Date(0) : new Date();
	}

	private referenceOf(batchNumber: number, input?: OrderBatchInput): string {
		const slot = [this.functions.getWorkflowDataProxy(this.itemIndex).$runIndex, this.itemIndex, batchNumber];
		return deriveReference([
			this.functions.getInstanceId(),
			this.functions.getWorkflow().id ?? '',
			nodeMemory(this.functions).executionId,
			// Not its ID: two nodes may share one in older n8n, and a retry may find another one under the same name.
			this.functions.getNode().name,
			// An agent uses its tool for one batch after another, and n8n counts its every try as another run. Batches that
			// differ only in when they expire count as one, since that may be given as a time from now.
			...(this.isTool ? [JSON.stringify({ ...input, expires_at: undefined })] : slot),
		]);
	}

	/** Whether an agent runs the node as its tool. */
	get isTool(): boolean {
		return isTool(this.functions);
	}

	/** The value that was found to be right. @throws NodeOperationError that lists the problems otherwise */
	accept<Value>(checked: Checked<Value>): Value {
		return 'value' in checked ? checked.value : this.refuse(checked.problems);
	}

	/** @throws NodeOperationError that lists the problems; always */
	refuse(problems: string[]): never {
		throw inputError(this.functions.getNode(), this.itemIndex, problems);
	}

	/** Shows a hint beside the node's output. */
	hint(message: string): void {
		this.functions.addExecutionHints({ message, location: 'outputPane' });
	}
}
