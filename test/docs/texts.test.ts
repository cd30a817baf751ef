import * as ts from 'typescript';

import { expectGenerated, filesIn, readText } from '../support/project';

const PAGE = 'test/docs/texts.md';

const HEAD = `# Texts

Every text of the package that users can see, as it is in the code. The code fills in what is in braces.
\`npm run texts\` writes this page. Read what it changes as a user would.
`;

/** The words of columns, which \`docs/columns.md\` lists. */
const WORD_LISTS = /recipients\/(?:column(?:Names|Meaning)|systemShapes|normalizeLists|flatten|personName)\.ts$/;

/** What people read has a space between its words, unless it is a label. Expressions of n8n are code. */
const isText = (text: string) => /\p{L}{2,}\P{L}* \S/u.test(text.replace(/\{[^}]*\}/g, '')) && !text.startsWith('={{');

const LABELS = ['displayName', 'name', 'placeholder', 'action'];

/** Functions that make a field take its label first. */
const isLabel = (node: ts.StringLiteralLike) =>
	(ts.isPropertyAssignment(node.parent)
		? LABELS.includes(node.parent.name.getText())
		: ts.isCallExpression(node.parent) &&
			node.parent.arguments[0] === node &&
			/(?:Field|Property|Locator)$/.test(node.parent.expression.getText())) && /^\p{Lu}\p{Ll}/u.test(node.text);

/** A template with the code of its expressions in braces. */
const templateText = ({ head, templateSpans }: ts.TemplateExpression) =>
	head.text + templateSpans.map(({ expression, literal }) => `{${expression.getText()}}${literal.text}`).join('');

function textsOf(path: string): string[] {
	const texts = new Set<string>();
	const visit = (node: ts.Node): void => {
		if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
		if (ts.isCallExpression(node) && node.expression.getText() === 'splitWords') return;
		const isLiteral = ts.isStringLiteralLike(node);
		const text = ts.isTemplateExpression(node) ? templateText(node) : isLiteral ? node.text : '';
		if (isText(text) || (isLiteral && isLabel(node))) texts.add(text.replace(/\s+/g, ' ').trim());
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile(path, readText(path), ts.ScriptTarget.Latest, true));
	return [...texts];
}

test('test/docs/texts.md has every text of the package that a user can meet', () => {
	const sources = [...filesIn('nodes'), ...filesIn('credentials')].filter(
		(path) => path.endsWith('.ts') && !WORD_LISTS.test(path),
	);
	const sections = sources.flatMap((path) => {
		const texts = textsOf(path).map((text) => `    ${text}\n`);
		return texts.length > 0 ? [`\n## ${path}\n\n${texts.join('')}`] : [];
	});
	expectGenerated(PAGE, () => HEAD + sections.join(''));
});
