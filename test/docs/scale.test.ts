import measured from '../../dev/bench/queueMode.json';
import { scaleTables } from '../../dev/bench/scale';
import { expectGenerated, withRest } from '../support/project';

const MARK = '<!-- `npm run registry` writes the rest of this page, with what `npm run bench` has measured. -->\n';

test('the page about scale has what was measured, and the tables of the simulation', () => {
	expectGenerated('docs/operators/scale.md', (page) => withRest(page, MARK, scaleTables(measured)));
});
