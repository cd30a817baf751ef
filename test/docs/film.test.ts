import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const BROWSER = join(__dirname, '../browser');

const matches = (file: string, pattern: RegExp) =>
	[...readFileSync(join(BROWSER, file), 'utf8').matchAll(pattern)].map(([, title]) => title);

test('the script of the film has the titles of the film, in their order', () => {
	const titles = matches('firstRun.test.ts', /film\.title\('([^']+)'\)/g);

	expect(titles.length).toBeGreaterThan(5);
	expect(matches('film.md', /^## (.+)$/gm)).toEqual(titles);
});
