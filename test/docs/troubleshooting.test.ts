import { filesIn, readText } from '../support/project';

/** What n8n says itself. */
const OF_N8N = ['The polling interval is too short'];

const rows = readText('docs/troubleshooting.md').matchAll(/^\| (.+?) \| .+ \|$/gm);
const messages = [...rows]
	.map(([, message]) => message!)
	.filter((message) => !['Message', ...OF_N8N].includes(message));

/** The source of the package and of the mock service, with '...' for each value. */
const source = ['nodes', 'dev/mock-service']
	.flatMap(filesIn)
	.filter((file) => file.endsWith('.ts'))
	.map(readText)
	.join('\n')
	.replace(/\$\{[^{}]*\}/g, '...');

test.each(messages)('a message that docs/troubleshooting.md explains exists: %s', (message) => {
	const parts = message.split(/ ?\.\.\.,? ?/).filter(Boolean);
	// A message about any field is written once for all of them.
	const missing = parts.filter((part) => !source.includes(part) && !source.includes(part.replace(/"[^"]+"/, '"..."')));

	expect(parts).not.toEqual([]);
	expect(missing).toEqual([]);
});
