import { join } from 'node:path';
import { runNpm } from '../../../../dev/n8n/npm';
import { requireFreeSpace, requireNode, SetupError } from '../../../../dev/n8n/requirements.cjs';
import { temporaryFolder } from '../../../support/temporaryFolder';

const folder = temporaryFolder();

it.each(['18.20.4', '20.9.0', '20.18.3'])('the set-up stops when Node.js is too old: %s', (version) => {
	expect(() => requireNode(version)).toThrow(
		`This project needs Node.js 20.19 or newer, but this is Node.js ${version}. Install a newer one from https://nodejs.org and try again.`,
	);
});

it.each(['20.19.0', '20.20.2', '22.1.0', '24.21.0'])('the set-up goes on with Node.js %s', (version) => {
	expect(() => requireNode(version)).not.toThrow();
});

it('the set-up stops when the disk is too full, also for a folder that is not there yet', () => {
	const missing = join(folder, 'not', 'there');

	expect(() => requireFreeSpace(missing, 1e9)).toThrow(
		/not\/there needs about 1000000000 GB of free disk space, but only [\d.]+ GB are free\./,
	);
	expect(() => requireFreeSpace(missing, 0)).not.toThrow();
});

it('the set-up stops when npm fails, with the end of its log and where the log is', async () => {
	const logFile = join(folder, 'npm.log');

	const failure = runNpm({ args: ['run', 'no-such-script'], cwd: folder, logFile });

	await expect(failure).rejects.toThrow(SetupError);
	await expect(failure).rejects.toThrow(`npm run failed (exit code`);
	await expect(failure).rejects.toThrow(logFile);
	await expect(failure).rejects.toThrow('npm error');
});
