import { readText } from '../support/project';

const entries = readText('docs/questions.md')
	.split(/^### /m)
	.slice(1)
	.map((entry): [string, string] => {
		const [question = '', ...answer] = entry.replace(/^## .+$/gm, '').split('\n');
		return [question, answer.join(' ').trim()];
	});

test.each(entries)('the question "%s" is answered in three sentences with a link', (question, answer) => {
	const sentences = answer
		.replace(/`[^`]*`/g, 'code')
		.split(/[.!?](?:\s|$)/)
		.filter(Boolean);

	expect(question).toMatch(/^[A-Z].+\?$/);
	expect(sentences.length).toBeLessThanOrEqual(3);
	expect(answer).toMatch(/\]\([^)]+\)/);
});
