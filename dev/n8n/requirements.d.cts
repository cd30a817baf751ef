/** A problem that its message explains in full, so that it is shown without a stack trace. */
export class SetupError extends Error {}

/** Throws a SetupError when `version` (such as '18.20.4'; this process's by default) is older than the project needs. */
export function requireNode(version?: string): void;

/** Throws a SetupError when the disk that holds (or will hold) `folder` has less than `gigabytes` free. */
export function requireFreeSpace(folder: string, gigabytes: number): void;
