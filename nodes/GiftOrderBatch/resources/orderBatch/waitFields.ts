import { numberField } from '../fieldTable';

/** How long to wait for a batch, and how often to read it (options of a collection). */
export const waitFields = {
	maxWaitSeconds: numberField('Max Wait (Seconds)', 'maxWaitSeconds', 0, 300, {
		description: 'The longest time to wait until the order batch is complete',
	}),
	pollIntervalSeconds: numberField('Poll Interval (Seconds)', 'pollIntervalSeconds', 1, 5, {
		description: 'How long to wait before reading the order batch again. Later waits are longer, up to 30 seconds.',
	}),
};

/** How long to wait, in milliseconds. */
export type WaitOptions = ReturnType<typeof waitOptionsOf>;

/** What the values of `waitFields` ask for. */
export const waitOptionsOf = ({
	maxWaitSeconds = waitFields.maxWaitSeconds.property.default as number,
	pollIntervalSeconds = waitFields.pollIntervalSeconds.property.default as number,
}: Partial<Record<keyof typeof waitFields, number>>) => ({
	maxWaitMs: maxWaitSeconds * 1000,
	pollIntervalMs: pollIntervalSeconds * 1000,
});
