import { type Grid, type GridGroup } from './grid';
import type { Cell } from './table';

/** What a period is compared with: see dates/pairing.ts. */
export interface Partner {
	partner?: number;
	mayChange: boolean;
}

/** A group with its numbers, and those that they are compared with. */
export interface Line {
	key: string;
	group: readonly Cell[];
	now: ReadonlyArray<readonly Cell[]>;
	/** At the same places; undefined where there is no partner. */
	before?: ReadonlyArray<readonly Cell[] | undefined>;
	/** Places of the periods that have a row, in their order. */
	shown: readonly number[];
}

/** A report that is compared with nothing. */
export function plainLines({ groups }: Grid, shown: readonly number[]): Line[] {
	return groups.map(({ key, group, cells }) => ({ key, group, now: cells, shown }));
}

/**
 * Groups of either range, with their numbers in both (R3 of docs/calendar.md).
 * @param shown places of the periods that may have a row
 * @param isFilled whether every group has a row for all of these
 */
export function compareGrids(
	now: Grid,
	before: Grid,
	pairs: readonly Partner[],
	shown: readonly number[],
	isFilled: boolean,
): Line[] {
	const then = new Map(before.groups.map((group) => [group.key, group]));
	const current = new Set(now.groups.map(({ key }) => key));
	const rowsOf = (isNow: boolean, isThen: boolean) =>
		shown.filter((place) => {
			const { partner } = pairs[place] as Partner;
			const isToldThen = partner !== undefined && before.isTold[partner] === true;
			return isFilled || (isNow && now.isTold[place]) || (isThen && isToldThen);
		});
	const [both, onlyNow, onlyThen] = [rowsOf(true, true), rowsOf(true, false), rowsOf(false, true)];
	const partnersOf = (group: GridGroup | undefined) =>
		pairs.map(({ partner }) =>
			partner === undefined ? undefined : (group?.cells[partner] ?? before.missing(partner)),
		);
	return [
		...now.groups.map(({ key, group, cells }) => ({
			key,
			group,
			now: cells,
			before: partnersOf(then.get(key)),
			shown: then.has(key) ? both : onlyNow,
		})),
		...before.groups
			.filter(({ key }) => !current.has(key))
			.map((group) => ({
				key: group.key,
				group: group.group,
				now: pairs.map((_pair, place) => now.missing(place)),
				before: partnersOf(group),
				shown: onlyThen,
			})),
	];
}
