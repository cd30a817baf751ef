import { rmSync } from 'node:fs';
import { freePort } from '../../dev/n8n/ports';
import { copyProject } from '../support/projectCopy';
import { npmStart } from '../support/startCommand';

describe('npm start', () => {
	const project = copyProject();
	afterAll(() => rmSync(project, { recursive: true }));

	it('shows the gift links of 3 and 25 recipients from real n8n alone when told --once --n8n', async () => {
		const ports = ['--port', `${await freePort()}`, '--service-port', `${await freePort()}`];
		const { stdout, stderr, exitCode } = await npmStart(project, '--once', '--n8n', ...ports);

		expect(stderr).toBe('');
		expect(stdout.match(/^Order batch .*/gm)).toEqual([
			expect.stringMatching(/: 3 recipients, complete at once$/),
			expect.stringMatching(/: 25 recipients, first pending, then complete$/),
		]);
		expect(new Set(stdout.match(/http:\S+\/gifts\/\S+$/gm)).size).toBe(28);
		expect(exitCode).toBe(0);
	});
});
