import type { Cell } from '../../table/table';
import { UnknownForm } from './unknownForm';

/**
 * Two rows of one identity mean that a date or a group was lost on the way.
 * @param identities what tells rows apart, a list per row
 * @throws UnknownForm
 */
export function assertDistinct(identities: Iterable<readonly Cell[]>, what: string): void {
	const seen = new Set<string>();
	for (const identity of identities) {
		const key = JSON.stringify(identity);
		if (seen.has(key)) throw new UnknownForm(`two ${what} for ${key.slice(0, 80)}`);
		seen.add(key);
	}
}
