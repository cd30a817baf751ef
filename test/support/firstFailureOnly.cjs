'use strict';

const { TestEnvironment } = require('jest-environment-node');

/** Skips the rest of a file after a failure. One failure is enough for a mutant, and hundreds take most of its time. */
module.exports = class extends TestEnvironment {
	hasFailed = false;

	handleTestEvent({ name, test }) {
		if (name === 'test_fn_failure' || name === 'hook_failure') this.hasFailed = true;
		if (name === 'test_start' && this.hasFailed) test.mode = 'skip';
	}
};
