import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import manifest from '../../package.json';
import { programPath } from '../../dev/harness/program';
import { PROJECT } from '../support/project';
import { temporaryFolder } from '../support/temporaryFolder';

const GITHUB = join(PROJECT, '.github');

interface Job {
	needs?: string | string[];
	environment?: string;
	permissions?: Record<string, string>;
	steps: Array<{ run?: string }>;
}

interface Workflow {
	on: Record<string, unknown>;
	permissions: Record<string, string>;
	jobs: Record<string, Job>;
}

interface IssueForm {
	body: Array<{ type: string; id?: string; attributes: { label?: string } }>;
}

const readYaml = <Content>(...path: string[]) => load(readFileSync(join(GITHUB, ...path), 'utf8')) as Content;

const namesIn = (folder: string) => readdirSync(join(GITHUB, folder));

describe('the release', () => {
	const { on, jobs } = readYaml<Workflow>('workflows', 'publish.yml');
	const commandsOf = (job: Job | undefined) => (job?.steps ?? []).flatMap(({ run }) => run ?? []);

	test('starts with a version tag, and with nothing else', () => {
		expect(on).toEqual({ push: { tags: ['v*'] } });
	});

	test('checks the version and that the tag is on main, and runs all tests, before it publishes', () => {
		expect(jobs.publish?.needs).toEqual(['test', 'build']);
		expect([jobs.test?.needs, jobs.build?.needs]).toEqual(['check', 'check']);
		expect(commandsOf(jobs.check)).toEqual(['.ci/check-release "$GITHUB_REF_NAME"', expect.stringContaining('main')]);
		expect(commandsOf(jobs.test)).toEqual(['.ci/run']);
	});

	const repository = temporaryFolder();

	test('goes on with a tag on main only', () => {
		const [, command = ''] = commandsOf(jobs.check);
		const env = { ...process.env, HOME: repository };
		const run = (script: string) => spawnSync('bash', ['-ec', script], { cwd: repository, encoding: 'utf8', env });
		const commit = 'git -c user.name=Ann -c user.email=ann@example.com commit -q --allow-empty -m Change';
		run(
			`git init -q -b main && ${commit} && ${commit}; git clone -q . clone; cd clone; git checkout -q -b other; ${commit}`,
		);
		const checkOf = (commitish: string) => run(`cd clone; GITHUB_SHA=$(git rev-parse ${commitish}); ${command}`);

		expect(['origin/main', 'origin/main~1'].map((tag) => checkOf(tag).status)).toEqual([0, 0]);
		expect(checkOf('other')).toMatchObject({ status: 1, stderr: 'The tag is not on main.\n' });
	});

	test('builds the package in a job that has no rights and no secrets', () => {
		expect(commandsOf(jobs.build)).toEqual(['npm ci', 'npm run build', 'npm pack']);
		for (const job of [jobs.check, jobs.test, jobs.build]) {
			expect([job?.permissions, job?.environment]).toEqual([undefined, undefined]);
			expect(JSON.stringify(job)).not.toContain('secrets.');
		}
	});

	test('publishes the packed package and runs nothing of the project, with provenance, in a protected environment', () => {
		const signIn = `npm config set "$(npm config get registry | cut -d ':' -f 2):_authToken" "$NPM_TOKEN"`;
		const publish = 'npm publish ./*.tgz --provenance --access public --ignore-scripts';
		expect(commandsOf(jobs.publish)).toEqual([signIn, publish]);
		expect(JSON.stringify(jobs.publish)).not.toContain('actions/checkout');
		expect(jobs.publish).toMatchObject({ environment: 'npm', permissions: { 'id-token': 'write' } });
		expect(jobs.publish?.permissions).toEqual({ 'id-token': 'write' });
	});
});

describe('the check of a release', () => {
	const project = temporaryFolder();
	beforeAll(() => {
		cpSync(join(PROJECT, '.ci'), join(project, '.ci'), { recursive: true });
		writeFileSync(join(project, 'package.json'), '{ "version": "1.2.3" }');
	});

	function check(tag: string, headings: string[]): { status: number | null; stderr: string } {
		writeFileSync(join(project, 'CHANGELOG.md'), ['# Changelog', ...headings, ''].join('\n'));
		return spawnSync(join(project, '.ci', 'check-release'), [tag], { encoding: 'utf8' });
	}

	test('accepts the tag of the version that package.json and the changelog have', () => {
		expect(check('v1.2.3', ['## 1.2.3', '## 1.2.2'])).toMatchObject({ status: 0, stderr: '' });
	});

	const otherTag = (tag: string) => `The tag is ${tag}, but package.json has version 1.2.3.\n`;

	test.each([
		...['v1.2.30', 'v1.2', '1.2.3', 'v1.2.2'].map((tag) => [tag, '## 1.2.3', otherTag(tag)] as const),
		...['## 1.2.2', '## 1.2.30', 'See ## 1.2.3', '## 1x2x3'].map(
			(heading) => ['v1.2.3', heading, 'CHANGELOG.md has no heading "## 1.2.3".\n'] as const,
		),
	])('refuses the tag %s of the version 1.2.3 with a changelog that has %s', (tag, heading, stderr) => {
		expect(check(tag, [heading, '## 1.2.1'])).toMatchObject({ status: 1, stderr });
	});
});

const programs = temporaryFolder();

test('the tests on real n8n name all the programs they lack in one line, before anything else', () => {
	for (const name of ['bash', 'dirname', 'id']) symlinkSync(programPath(name, name), join(programs, name));
	for (const name of ['make', 'postgres']) writeFileSync(join(programs, name), '', { mode: 0o755 });
	const env = { PATH: programs };
	const { status, stdout, stderr } = spawnSync(join(PROJECT, '.ci', 'test-real'), { encoding: 'utf8', env });
	const lacking = 'python3 g++ redis-server chromium openssl';
	const line = `The PATH lacks ${lacking}. On Debian, install them as root: apt-get install ${lacking}\n`;
	expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: line });
});

describe.each(namesIn('workflows'))('the workflow %s', (name) => {
	test('has read access by default', () => {
		expect(readYaml<Workflow>('workflows', name).permissions).toEqual({ contents: 'read' });
	});

	test('uses each action at a commit, with its version beside it', () => {
		const uses = readFileSync(join(GITHUB, 'workflows', name), 'utf8').match(/uses: .*/g) ?? [];
		expect(uses.filter((line) => !/^uses: [\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
	});
});

const forms = namesIn('ISSUE_TEMPLATE').filter((name) => name !== 'config.yml');

test.each(forms)('the issue form %s has a label for each of its questions, and each only once', (name) => {
	const form = readYaml<IssueForm>('ISSUE_TEMPLATE', name);

	expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) });
	const questions = form.body.filter(({ type }) => type !== 'markdown');
	expect(questions.length).toBeGreaterThan(0);
	const labels = questions.flatMap(({ id, attributes }) => [id, attributes.label]);
	expect(labels).not.toContain(undefined);
	expect(new Set(labels).size).toBe(labels.length);
});

test('the issue forms lead to the security policy, and let others ask without a form', () => {
	const url = manifest.bugs.url.replace(/issues$/, 'security/policy');
	const config = { blank_issues_enabled: true, contact_links: [{ url }] };
	expect(readYaml('ISSUE_TEMPLATE', 'config.yml')).toMatchObject(config);
});
