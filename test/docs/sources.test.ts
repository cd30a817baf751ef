import { filesIn, readText } from '../support/project';

const [, table = ''] = readText('test/README.md').split('These sources have no test of the same name:');
/** What the table names: sources, and folders of sources. */
const listed = [...table.matchAll(/^\| (`.*`) \|/gm)].flatMap(([, cell]) =>
	[...cell!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!),
);

const files = filesIn();
const sources = files
	.flatMap((file) => /^(?:nodes\/GiftOrderBatch\/)?(.+)\.ts$/.exec(file)?.[1] ?? [])
	.filter((name) => files.includes(`nodes/GiftOrderBatch/${name}.ts`) || name.startsWith('credentials/'));

const hasTest = (name: string) =>
	['unit', 'engine'].some((project) =>
		['test', 'newest.test'].some((end) => files.includes(`test/${project}/${name}.${end}.ts`)),
	);
const isNamedBy = (one: string) => (name: string) => (one.endsWith('/') ? name.startsWith(one) : name === one);
const isListed = (name: string) => listed.some((one) => isNamedBy(one)(name));

test('every source has a test of the same name, or is in the table of test/README.md', () => {
	expect(sources.length).toBeGreaterThan(90);
	expect(sources.filter((name) => !hasTest(name) && !isListed(name))).toEqual([]);
});

test('the table has nothing but sources without a test of the same name, and folders', () => {
	expect(listed.filter((one) => !sources.some(isNamedBy(one)) || hasTest(one))).toEqual([]);
});
