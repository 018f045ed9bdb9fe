import type { Steps } from '../../../credentials/http/slices';
import type { Cell } from './decimal';
import { addUpCells, type GroupSeries } from './grid';
import { compareValues } from './table';

const NAME = '(other)';

/** Groups as one, their numbers added up; what is unknown of one is unknown of all. A period a step. */
export function* mergeSteps(
	lines: readonly GroupSeries[],
	others: readonly GroupSeries[],
): Steps<GroupSeries> {
	const [first] = lines as [GroupSeries];
	const isShown = new Set(lines.flatMap(({ shown }) => shown));
	const sumAt = (place: number, of: 'now' | 'before') =>
		lines.map((line) => line[of]?.[place]).reduce((a, b) => a && b && sumOf(a, b));
	const sums = function* (of: 'now' | 'before') {
		const found: Array<readonly Cell[] | undefined> = [];
		for (let place = 0; place < first.now.length; place++) {
			found.push(sumAt(place, of));
			yield;
		}
		return found;
	};
	const count = first.group.length;
	const isTaken = (name: string) =>
		others.some(({ group }) => group.every((value) => value === name));
	let name = NAME;
	for (let number = 2; isTaken(name); number++) name = `${NAME} ${number}`;
	const now = yield* sums('now');
	return {
		key: NAME,
		group: Array.from({ length: count }, () => name),
		now: now.map((cells) => cells ?? []),
		...(first.before ? { before: yield* sums('before') } : {}),
		shown: first.now.flatMap((_cells, place) => (isShown.has(place) ? [place] : [])),
	};
}

function sumOf(a: readonly Cell[], b: readonly Cell[]): Cell[] {
	return a.map((value, index) => {
		const other = b[index] ?? null;
		return value === null || other === null ? null : addUpCells([value, other]);
	});
}

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
	lines: readonly GroupSeries[],
	{ by, isDescending, top, hasRest }: Ordering,
	rankOf: (line: GroupSeries) => Cell,
): Steps<readonly GroupSeries[]> {
	const ordered = by === undefined ? lines : sorted(lines, isDescending, rankOf);
	if (top === undefined || ordered.length <= top) return ordered;
	const kept = ordered.slice(0, top);
	return hasRest ? [...kept, yield* mergeSteps(ordered.slice(top), kept)] : kept;
}

function sorted(
	lines: readonly GroupSeries[],
	isDescending: boolean,
	rankOf: (line: GroupSeries) => Cell,
): readonly GroupSeries[] {
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
