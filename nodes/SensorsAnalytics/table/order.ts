import type { Steps } from '../../../credentials/http/slices';
import type { Line } from './lines';
import { mergeSteps } from './rest';
import type { Cell } from './table';
import { compareValues } from './values';

export interface Ordering {
	/** Key of a measure or group; none keeps the order of the service. */
	by?: string;
	isDescending: boolean;
	/** Keep the first so many groups only. */
	top?: number;
	/** Whether the groups that are not kept become one. */
	hasRest?: boolean;
}

/**
 * Groups in the wanted order (O1 to O4 of docs/calendar.md), the first so many of them, and the
 * rest as one group if wanted.
 * @param rankOf what a group goes by; null is last in both directions
 */
export function* orderSteps(
	lines: readonly Line[],
	{ by, isDescending, top, hasRest }: Ordering,
	rankOf: (line: Line) => Cell,
): Steps<readonly Line[]> {
	const ordered = by === undefined ? lines : sorted(lines, isDescending, rankOf);
	if (top === undefined || ordered.length <= top) return ordered;
	const kept = ordered.slice(0, top);
	return hasRest ? [...kept, yield* mergeSteps(ordered.slice(top), kept)] : kept;
}

function sorted(
	lines: readonly Line[],
	isDescending: boolean,
	rankOf: (line: Line) => Cell,
): readonly Line[] {
	const direction = isDescending ? -1 : 1;
	return lines
		.map((line) => ({ line, rank: rankOf(line) }))
		.sort((a, b) => {
			if (a.rank === null || b.rank === null)
				return Number(a.rank === null) - Number(b.rank === null);
			return compareValues(a.rank, b.rank) * direction;
		})
		.map(({ line }) => line);
}
