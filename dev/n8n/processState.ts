import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';

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

/** In which Linux counts how long processors are busy. */
const TICKS_PER_SECOND = 100;

/** How long a process and all that it has started have kept processors busy, in seconds. Linux only. */
export function processorSecondsOf(processId: number): number {
	const folder = `/proc/${processId}`;
	const [, fields = ''] = readFileSync(`${folder}/stat`, 'utf8').split(') ');
	// Of the process itself, and of those that it has started and that have ended: utime, stime, cutime, cstime.
	const ticks = fields.split(' ').slice(11, 15);
	const own = ticks.reduce((sum, count) => sum + Number(count), 0) / TICKS_PER_SECOND;
	const started = readdirSync(`${folder}/task`).flatMap((thread) =>
		readFileSync(`${folder}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
	);
	return started.reduce((sum, child) => {
		try {
			return sum + processorSecondsOf(Number(child));
		} catch {
			// It has ended since it was listed.
			return sum;
		}
	}, own);
}

/** How many sockets a process has open. Linux only. */
export function openSocketsOf(processId: number): number {
	const folder = `/proc/${processId}/fd`;
	return readdirSync(folder).filter((descriptor) => isSocket(`${folder}/${descriptor}`)).length;
}

function isSocket(descriptor: string): boolean {
	try {
		return readlinkSync(descriptor).startsWith('socket:');
	} catch {
		// It was closed since the folder was read.
		return false;
	}
}
