const { createHash } = require('node:crypto');

/**
 * Whether a mutant is one of a sample that is the same each time, and spread over all files.
 * @param of one out of so many; none means all
 */
exports.isInSample = function isInSample({ mutatorName, replacement = '', location }, of) {
	if (of === undefined) return true;
	const { line, column } = location.start;
	const text = `${mutatorName} ${column - line} ${replacement}`;
	return createHash('sha256').update(text).digest().readUInt32BE() % of === 0;
};
