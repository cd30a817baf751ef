import type { Session } from './session';

/** One rule of the contract. A rule that openapi.yaml calls open is asked, and its result recorded, not judged. */
export interface Check {
	/** A sentence about the service. */
	name: string;
	/** Names of operations and components of openapi.yaml. */
	cites: string;
	/** @returns what to record. */
	run(session: Session): Promise<unknown>;
}

/** @param cites names of operations and components of openapi.yaml, with commas between */
export const check = (name: string, cites: string, run: Check['run']): Check => ({ name, cites, run });
