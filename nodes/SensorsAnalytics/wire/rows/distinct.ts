import { atOnce, type Steps } from '../../../../credentials/http/slices';
import { ROWS_A_STEP } from '../../table/rowSet';
import { type Cell, keyOfGroup } from '../../table/table';
import { UnknownForm } from './unknownForm';

/**
 * Two rows of one identity mean that a date or a group was lost on the way.
 * @param identities what tells rows apart, a list per row
 * @throws UnknownForm
 */
export function assertDistinct(identities: Iterable<readonly Cell[]>, what: string): void {
	atOnce(distinctSteps(identities, what));
}

/** As assertDistinct, so many rows a step. */
export function* distinctSteps(
	identities: Iterable<readonly Cell[]>,
	what: string,
): Steps<undefined> {
	const seen = new Map<string, number>();
	for (const identity of identities) {
		const key = keyOfGroup(identity);
		const place = seen.size + 1;
		if (place % ROWS_A_STEP === 0) yield;
		const before = seen.get(key);
		if (before !== undefined) {
			throw new UnknownForm(`two ${what} for the same: number ${before} and number ${place}`);
		}
		seen.set(key, place);
	}
	return undefined;
}
