import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startN8n } from '../../dev/n8n/instance';

describe('starting n8n', () => {
	const userFolder = mkdtempSync(join(tmpdir(), 'n8n-'));

	afterAll(() => {
		rmSync(userFolder, { recursive: true, force: true });
	});

	it("shows the end of n8n's log when it ends instead", async () => {
		const env = { DB_TYPE: 'postgresdb', DB_POSTGRESDB_HOST: '127.0.0.1', DB_POSTGRESDB_PORT: '1' };

		await expect(startN8n({ version: 'oldest', userFolder, env })).rejects.toThrow(
			/^n8n ended instead of starting \(exit code 1\)\. The end of its log:\n[^]*ECONNREFUSED/,
		);
	});
});
