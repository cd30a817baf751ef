import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const PROJECT = join(__dirname, '../..');

const NOT_OURS = new Set(['node_modules', 'dist', '.cache', '.git', 'coverage']);

/** The project's files, as paths from its folder with '/'. @param folder such a path; all files without it */
export function filesIn(folder = ''): string[] {
	return readdirSync(join(PROJECT, folder), { withFileTypes: true }).flatMap((entry) => {
		if (NOT_OURS.has(entry.name)) return [];
		const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
		return entry.isDirectory() ? filesIn(path) : [path];
	});
}

/** @param path from the project's folder */
export const readText = (path: string): string => readFileSync(join(PROJECT, path), 'utf8');

/** Expects a file to be as it is generated, or writes it in `npm run registry`. @param generate makes it of the present one */
export function expectGenerated(path: string, generate: (text: string) => string): void {
	const file = join(PROJECT, path);
	const present = existsSync(file) ? readText(path) : '';
	const text = generate(present);
	if (!process.env.UPDATE_README) return expect(present).toBe(text);
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, text);
}

/** The page with another text behind a line that marks where it begins. */
export const withRest = (page: string, mark: string, rest: string): string =>
	`${page.slice(0, page.indexOf(mark))}${mark}\n${rest}\n`;
