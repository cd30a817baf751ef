import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Where a program is that the tests need beside Node.js.
 * @param debianPackage the package that it comes with on Debian and its relatives
 * @param folders where to look beside the PATH
 * @throws Error that says how to install it
 */
export function programPath(name: string, debianPackage: string, folders: string[] = []): string {
	const found = [...(process.env.PATH ?? '').split(delimiter), ...folders]
		.map((folder) => join(folder, name))
		.find(isExecutable);
	if (found) return found;
	throw new Error(`The tests need ${name}, which is not in the PATH. On Debian: apt-get install ${debianPackage}`);
}

function isExecutable(file: string): boolean {
	try {
		accessSync(file, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}
