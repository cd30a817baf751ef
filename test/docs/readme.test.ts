import manifest from '../../package.json';
import { readText } from '../support/project';

const MAX_WORDS = 1100;

const readme = readText('README.md');

/** The text of a section, without its heading. */
const section = (heading: string) => readme.split(/^## /m).find((one) => one.startsWith(`${heading}\n`)) ?? '';

/** The words that are read: no tables, no addresses, no marks. */
const words = readme
	.replace(/^\|.*$/gm, '')
	.replace(/\]\([^)]*\)/g, ']')
	.split(/\s+/)
	.filter((word) => /\p{L}|\d/u.test(word));

test('the README says in its second sentence whether it runs on n8n Cloud', () => {
	const [, first = ''] = readme.split('\n\n');
	const [, second] = first.replace(/\s+/g, ' ').split(/(?<=[a-z)]\.) /);

	expect(second).toMatch(/^It runs on self-hosted n8n .* n8n Cloud/);
});

test('the README goes from what users need to what developers need', () => {
	expect([...readme.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual([
		...['Install', 'Credentials', 'First gifts', 'Examples', 'Operations', 'Triggers', 'Safety', 'Support'],
		...['Try it without an account', 'More documentation'],
	]);
});

test('the README has no more words than are read in some minutes', () => {
	expect(words.length).toBeGreaterThan(MAX_WORDS / 2);
	expect(words.length).toBeLessThanOrEqual(MAX_WORDS);
});

test('the README begins with the clone of this repository, and names the command of CI for tests', () => {
	const commands = section('Try it without an account').match(/(?<=^ {4}).+$/gm);

	const repository = manifest.repository.url.replace('git+', '');
	expect(commands).toEqual([`git clone ${repository}`, `cd ${manifest.name}`, 'npm start']);
	expect(section('Try it without an account')).toContain('`npm cit`');
	expect(readText('.ci/run')).toContain("'npm cit'");
});

test('npm finds the package by the service that most users have', () => {
	expect(manifest.description).toContain('Goody');
	expect(manifest.keywords).toContain('goody');
});
