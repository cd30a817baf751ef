import { freePort } from '../n8n/ports';

export { plainServer } from '../mock-service/plainServer';

/** The address of a port of this machine at which nothing listens. */
export const deadAddress = async (): Promise<string> => `http://127.0.0.1:${await freePort()}`;
