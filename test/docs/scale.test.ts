import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import measured from '../../dev/bench/queueMode.json';
import { scaleTables } from '../../dev/bench/scale';

const PAGE = join(__dirname, '../../docs/scale.md');
const MARK =
	'<!-- `npm run registry` writes the rest of this page, with what `npm run bench:queue` has measured. -->\n';

test('the page about scale has the tables of the simulation', () => {
	const page = readFileSync(PAGE, 'utf8');
	const updated = `${page.slice(0, page.indexOf(MARK))}${MARK}\n${scaleTables(measured)}\n`;

	if (process.env.UPDATE_README) writeFileSync(PAGE, updated);
	else expect(page).toBe(updated);
});
