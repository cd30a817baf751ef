'use strict';

const { existsSync, statfsSync } = require('node:fs');
const { dirname, resolve } = require('node:path');

/** As the oldest n8n that the package supports. */
const OLDEST_NODE = [20, 19];
const GIGABYTE = 1e9;

/** A problem that its message explains in full, so that it is shown without a stack trace. */
class SetupError extends Error {
	name = 'SetupError';
}

/** @throws {SetupError} when `version` (such as '18.20.4') is older than the project needs */
function requireNode(version = process.versions.node) {
	const [major, minor] = version.split('.').map(Number);
	if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
		throw new SetupError(
			`This project needs Node.js ${OLDEST_NODE.join('.')} or newer, but this is Node.js ${version}. Install a newer one from https://nodejs.org and try again.`,
		);
	}
}

/** @throws {SetupError} when the disk that holds (or will hold) `folder` has less than `gigabytes` free */
function requireFreeSpace(folder, gigabytes) {
	let existing = resolve(folder);
	while (!existsSync(existing)) existing = dirname(existing);
	const { bavail, bsize } = statfsSync(existing);
	const free = (bavail * bsize) / GIGABYTE;
	if (free < gigabytes) {
		throw new SetupError(
			`${folder} needs about ${gigabytes} GB of free disk space, but only ${free.toFixed(1)} GB are free. Free some space and try again.`,
		);
	}
}

module.exports = { SetupError, requireNode, requireFreeSpace };
