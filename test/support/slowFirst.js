'use strict';

const { default: Sequencer } = require('@jest/test-sequencer');

/** Those that start programs, or run hundreds of executions, in few lines. */
const isSlow = ({ path }) => /[\\/]test[\\/]package[\\/]|manyCreations/.test(path);

/**
 * Without the times of an earlier run, jest begins with the largest files. Small ones that take long would come last, and the
 * other processors would wait for them.
 */
module.exports = class extends Sequencer {
	sort(tests) {
		const sorted = super.sort(tests);
		return [...sorted.filter(isSlow), ...sorted.filter((test) => !isSlow(test))];
	}
};
