import { filesIn, readText } from '../support/project';

const NODES = 'nodes/GiftOrderBatch/';

test('every source of the package has a test of its name, or test/README.md says by what it is tested', () => {
	const tests = filesIn('test').map((file) => file.replace(/(\.newest)?\.test\.ts$/, ''));
	const [, table = ''] = /\n\| Source \| Tested by \|\n([^]*?)\n\n/.exec(readText('test/README.md')) ?? [];
	const named = [...table.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
	const sources = [...filesIn(NODES.slice(0, -1)), ...filesIn('credentials')]
		.filter((file) => file.endsWith('.ts'))
		.map((file) => file.replace(NODES, '').replace(/\.ts$/, ''));

	const isNamed = (source: string) =>
		named.some((name) => (name.endsWith('/') ? source.startsWith(name) : source === name));
	const hasTest = (source: string) => ['unit', 'engine'].some((project) => tests.includes(`test/${project}/${source}`));
	expect(sources.filter((source) => !hasTest(source) && !isNamed(source))).toEqual([]);
	expect(named.filter((name) => !sources.some((source) => source.startsWith(name)))).toEqual([]);
});
