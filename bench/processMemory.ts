import { readFileSync, writeFileSync } from 'node:fs';

const BYTES_PER_KB = 1024;
const RESET_PEAK = '5';

const read = (processId: number, field: 'VmHWM' | 'VmRSS'): number => {
	const status = readFileSync(`/proc/${processId}/status`, 'utf8');
	const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1];
	return Number(kilobytes) * BYTES_PER_KB;
};

/** The memory that a process holds now, in bytes. Linux only. */
export const memoryOf = (processId: number): number => read(processId, 'VmRSS');

/** Forgets the process's peak of memory, so that a new one begins. Linux only. */
export const resetPeakMemory = (processId: number): void => writeFileSync(`/proc/${processId}/clear_refs`, RESET_PEAK);

/** The most memory that a process has held since the last reset, in bytes. Linux only. */
export const peakMemoryOf = (processId: number): number => read(processId, 'VmHWM');
