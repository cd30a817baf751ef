// Runs n8n's own package scanner, an ES module, on a folder: node scan.mjs <folder> <glob>...
import { resolve } from 'node:path';

import { analyzePackage } from '@n8n/scan-community-package/scanner/scanner.mjs';

const [folder, ...patterns] = process.argv.slice(2);
const { passed, message, details } = await analyzePackage(resolve(folder), patterns);
if (!passed) {
	console.log(message, details ?? '');
	process.exitCode = 1;
}
