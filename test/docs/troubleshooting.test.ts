import { failureParts, sentenceParts } from '../../nodes/GiftOrderBatch/resources/sentences';
import { EXAMPLE_FAILURES, EXAMPLE_PROBLEMS } from '../support/problems';
import { expectGenerated, filesIn, readText, withRest } from '../support/project';

const PAGE = 'docs/troubleshooting.md';
const MARK = '<!-- `npm run registry` writes the rest of this page. -->\n';

/** What n8n says itself. */
const OF_N8N = ['The polling interval is too short', 'ENOTFOUND or ECONNREFUSED, when n8n tests a credential'];

test('the page about troubleshooting has a sentence for each kind of problem and failure, and what to do', () => {
	const known = EXAMPLE_PROBLEMS.map(sentenceParts);
	const rows = known.flatMap(([wrong, advice]) => (advice ? [`| ${wrong} | ${advice}. |`] : []));
	const others = known.flatMap(([wrong, advice]) => (advice ? [] : [`- ${wrong}`]));
	const tableOf = (lines: string[]) =>
		['| Message, with example values | What to do |', '|---|---|', ...lines].join('\n');
	const failures = EXAMPLE_FAILURES.map(failureParts).map(([wrong, advice]) => `| ${wrong} | ${advice}. |`);
	const rest = [
		tableOf(rows),
		'These messages already say what to correct:',
		others.join('\n'),
		'## Order batches and prices',
		'The input is right, but something else is not. The description of the error says whether anything was sent.',
		tableOf(failures),
	].join('\n\n');
	expectGenerated(PAGE, (page) => withRest(page, MARK, rest));
});

const [written = ''] = readText(PAGE).split(MARK);
const messages = [...written.matchAll(/^\| (.+?) \| .+ \|$/gm)]
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
	const missing = parts.filter((part) => !source.includes(part));

	expect(parts).not.toEqual([]);
	expect(missing).toEqual([]);
});
