import manifest from '../../package.json';
import { readText } from '../support/project';

const readLock = (folder = '.') =>
	JSON.parse(readText(`${folder}/package-lock.json`)) as { packages: Record<string, { version: string } | undefined> };

const versionsIn = ({ packages }: ReturnType<typeof readLock>, ...paths: string[]) =>
	paths.map((path) => packages[path]?.version);

describe.each([
	['newest', 'n8n-core', 'node_modules/n8n-workflow'],
	['oldest', 'n8n-core-oldest', 'node_modules/n8n-core-oldest/node_modules/n8n-workflow'],
] as const)('the %s n8n', (version, core, workflow) => {
	const application = readLock(`dev/n8n/${version}`);

	test('has the same n8n-core and n8n-workflow in the engine tests and the type check as in the application', () => {
		const versions = versionsIn(application, 'node_modules/n8n-core', 'node_modules/n8n-workflow');
		expect(versionsIn(readLock(), `node_modules/${core}`, workflow)).toEqual(versions);
		expect(manifest.devDependencies[core]).toMatch(new RegExp(`^(npm:n8n-core@)?${versions[0]}$`));
	});

	test('is named in the README as the one that the package is tested with', () => {
		const [release] = versionsIn(application, 'node_modules/n8n');
		const [tested] = /^.*Tested with n8n .*$/m.exec(readText('README.md')) ?? [];
		expect(tested).toContain(release);
	});
});
