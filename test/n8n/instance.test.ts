import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plainServer } from '../../dev/harness/plainServer';
import { startN8n } from '../../dev/n8n/instance';

describe('starting n8n', () => {
	const userFolder = mkdtempSync(join(tmpdir(), 'n8n-'));

	afterAll(() => {
		rmSync(userFolder, { recursive: true, force: true });
	});

	it('refuses a port that is in use', async () => {
		const other = await plainServer(() => {});
		const port = Number(new URL(other.baseUrl).port);

		await expect(startN8n({ version: 'oldest', userFolder, port })).rejects.toThrow(
			`Port ${port}, which n8n is to listen on, is in use.`,
		);
		await other.close();
	});

	it("shows the end of n8n's log when it ends instead", async () => {
		const env = { DB_TYPE: 'postgresdb', DB_POSTGRESDB_HOST: '127.0.0.1', DB_POSTGRESDB_PORT: '1' };

		await expect(startN8n({ version: 'oldest', userFolder, env })).rejects.toThrow(
			/^n8n ended instead of starting \(exit code 1\)\. The end of its log:\n[^]*ECONNREFUSED/,
		);
	});
});
