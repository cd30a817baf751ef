import { readText } from '../support/project';

const matches = (file: string, pattern: RegExp) =>
	[...readText(`test/browser/${file}`).matchAll(pattern)].map(([, title]) => title);

test('the script of the film has the titles of the film, in their order', () => {
	const titles = matches('firstRun.test.ts', /film\.title\('([^']+)'\)/g);

	expect(titles.length).toBeGreaterThan(5);
	expect(matches('film.md', /^## (.+)$/gm)).toEqual(titles);
});
