import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import type { CodexData } from 'n8n-workflow';

import manifest from '../../package.json';
import { filesIn, PROJECT, readText } from '../support/project';
import { temporaryFolder } from '../support/temporaryFolder';

const MAX_PACKED_BYTES = 130 * 1024;

/** https://docs.n8n.io/connect/create-nodes/build-your-node/reference/codex-files#node-categories, without AI. */
const CATEGORIES = [
	...['Analytics', 'Communication', 'Data & Storage', 'Development', 'Finance & Accounting', 'Marketing & Content'],
	...['Miscellaneous', 'Productivity', 'Sales', 'Utility'],
];

const folder = temporaryFolder();
const unpacked = join(folder, 'package');
let tarball: string;

beforeAll(() => {
	const args = ['pack', '--ignore-scripts', '--pack-destination', folder];
	execFileSync('npm', args, { cwd: PROJECT, stdio: 'pipe', shell: process.platform === 'win32' });
	tarball = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) as string);
	execFileSync('tar', ['xzf', tarball, '-C', folder]);
});

const files = () =>
	(readdirSync(unpacked, { recursive: true }) as string[]).filter((name) => statSync(join(unpacked, name)).isFile());

const packed = (path: string) => readFileSync(join(unpacked, path), 'utf8');

/** What a program of n8n prints about code; empty when it has nothing to object to. */
function objectionsOf(program: string, args: string[], cwd = PROJECT): string {
	// The rules behave otherwise where NODE_ENV is "test", as it is here.
	const env = { ...process.env, NODE_ENV: 'production' };
	const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { cwd, encoding: 'utf8', env });
	return status === 0 ? '' : stdout + stderr;
}

const scan = (scanned: string, ...patterns: string[]) =>
	objectionsOf(join(__dirname, 'scan.mjs'), [scanned, ...patterns]);

/** What n8n's linter says about the nodes and credentials in its strict mode, which takes its own configuration only. */
function lint(): string {
	const linted = join(folder, 'linted');
	for (const name of ['package.json', 'tsconfig.json', 'eslint.config.mjs', 'nodes', 'credentials']) {
		cpSync(join(PROJECT, name), join(linted, name), { recursive: true });
	}
	symlinkSync(join(PROJECT, 'node_modules'), join(linted, 'node_modules'), 'junction');
	return objectionsOf(join('node_modules', '@n8n', 'node-cli', 'bin', 'n8n-node.mjs'), ['lint'], linted);
}

describe('the package', () => {
	test('holds the built files, the readme and the licences, and nothing else', () => {
		const others = files().filter(
			(name) => !/^dist\/(nodes|credentials|shared)\/.*(\.(js|svg|node\.json)|\/__schema__\/.*\.json)$/.test(name),
		);
		expect(others.sort()).toEqual(['LICENSE.md', 'README.md', 'dist/LICENSES.txt', 'package.json']);
	});

	test('holds the licence of the package whose code is built into it', () => {
		const licence = readText('node_modules/zod/LICENSE');
		const zod = `zod ${manifest.devDependencies.zod}\n\n${licence}`;
		expect(packed('dist/LICENSES.txt')).toBe(zod);
	});

	test('holds every node and credential that it promises to n8n, with an icon and a codex file for each node', () => {
		const { nodes, credentials } = manifest.n8n;
		const codexFiles = nodes.map((node) => node.replace(/\.js$/, '.json'));
		const icons = ['', '.dark'].map((theme) => `dist/nodes/GiftOrderBatch/giftOrderBatch${theme}.svg`);
		expect(files()).toEqual(expect.arrayContaining([...nodes, ...credentials, ...codexFiles, ...icons]));
	});

	/** The rule `valid-node-categories` of n8n's linter, which its published version does not have yet. */
	test.each(manifest.n8n.nodes)('lists %s in categories that n8n has for community nodes', (node) => {
		const { categories } = JSON.parse(packed(node.replace(/\.js$/, '.json'))) as CodexData;
		expect(categories?.length).toBeGreaterThan(0);
		expect(categories?.filter((category) => !CATEGORIES.includes(category))).toEqual([]);
	});

	test('needs nothing at run time but n8n-workflow and the crypto module of Node.js', () => {
		const required = files()
			.filter((name) => name.endsWith('.js'))
			.flatMap((name) => [...packed(name).matchAll(/\brequire\("([^"]+)"\)/g)])
			.map(([, name]) => name as string);
		expect([...new Set(required)].filter((name) => !name.startsWith('.')).sort()).toEqual(['crypto', 'n8n-workflow']);
	});

	test('holds its own code as it was written, and marks what is bundled from packages', () => {
		const [own, zod] = ['nodes', 'zod'].map((name) => packed(`dist/shared/${name}.js`));
		expect(own).toMatch(/^function splitName\(value, isFamilyFirst = !1\) \{$/m);
		expect(own).not.toMatch(/node_modules|\b(?:id|name|text)2\b/);
		expect(own!.length / own!.split('\n').length).toBeLessThan(80);
		expect(zod).toMatch(/^\/\/ A part of zod, minified, under the license in LICENSES\.txt\n/);
	});

	test('holds all of zod that its own code uses', () => {
		const sources = filesIn('nodes').filter((file) => file.endsWith('.ts'));
		const uses = sources.flatMap((file) => [...readText(file).matchAll(/\bz\.([a-z]\w*|NEVER)(?=[(.<]|;|,|\))/g)]);
		const zod = jest.requireActual<object>(join(unpacked, 'dist', 'shared', 'zod.js'));
		const lacking = uses.map(([, name]) => name!).filter((name) => !(name in zod) && !['infer', 'core'].includes(name));
		expect(lacking).toEqual([]);
	});

	test(`weighs at most ${MAX_PACKED_BYTES / 1000} kB`, () => {
		expect(statSync(tarball).size).toBeLessThanOrEqual(MAX_PACKED_BYTES);
	});

	test("passes n8n's linter in strict mode", () => {
		expect(manifest.n8n.strict).toBe(true);
		expect(lint()).toBe('');
	});

	test("passes n8n's package scanner with its source", () => {
		expect(scan(PROJECT, 'package.json', '{nodes,credentials}/**/*.{js,ts,json}')).toBe('');
	});

	test("passes n8n's package scanner with what is published", () => {
		expect(scan(unpacked, '**/*.js', '**/*.ts', '**/*.json')).toBe('');
	});
});
