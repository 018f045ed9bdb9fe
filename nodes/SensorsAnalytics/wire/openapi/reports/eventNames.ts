import { nameColumns, type NamedParts } from '../../../query/columns';

const LONGEST = 64;
/** Names that any version tells as they were sent, and that no object moves or merges. */
const SAFE = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u;
const NUMBERED = /^m\d+$/i;

/**
 * Names under which measures are asked for, and found in the answer: the keys of their columns,
 * or `m1`, `m2` … for those that might come back as something else.
 */
export function measureNames(query: NamedParts): string[] {
	const keys = nameColumns(query).measures.map(({ key }) => key);
	const isAlone = (key: string) =>
		keys.filter((other) => other.toLowerCase() === key.toLowerCase()).length === 1;
	const isSafe = (key: string) =>
		SAFE.test(key) && !NUMBERED.test(key) && key.length <= LONGEST && isAlone(key);
	return keys.map((key, index) => (isSafe(key) ? key : `m${index + 1}`));
}
