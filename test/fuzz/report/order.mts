/** The order of groups (O1 to O3 of docs/calendar.md). */
import type { Case, Scalar } from './case.mts';
import type { Keys } from './columns.mts';
import type { Cell } from './expect.mts';
import { isNumber } from './numbers.mts';
import type { Group } from './side.mts';
import type { Value } from './tell.mts';

type Rank = readonly [kind: number, value: number | bigint | string, isBelow: number] | undefined;

const NUMBER = 0;
const TEXT = 1;
const BOOLEAN = 2;

export function orderGroups(
	{ orderBy, isAscending }: Case,
	keys: Keys,
	groups: readonly Group[],
	totals: ReadonlyMap<string, Cell[]>,
): Group[] {
	if (orderBy === undefined) return [...groups];
	const column = keys.measures.flat().indexOf(orderBy);
	const place = keys.groups.indexOf(orderBy);
	const rankOf = ({ key, values }: Group): Rank => {
		if (column < 0) return rankValue(values[place] ?? null);
		const total = totals.get(key)?.[column]?.[0];
		return rankNumber(typeof total === 'symbol' ? null : (total ?? null));
	};
	const direction = isAscending ? 1 : -1;
	return groups
		.map((group) => ({ group, rank: rankOf(group) }))
		.sort((a, b) => {
			if (!a.rank || !b.rank) return Number(!a.rank) - Number(!b.rank);
			return direction * compareRanks(a.rank, b.rank);
		})
		.map(({ group }) => group);
}

/** A number with all its digits; a text is none. */
export function rankNumber(value: Value): Rank {
	if (!isNumber(value)) return undefined;
	return [NUMBER, typeof value === 'string' ? BigInt(value) : value, 0];
}

export function compareRanks(a: Rank, b: Rank): number {
	if (!a || !b) return Number(!a) - Number(!b);
	for (const index of [0, 1, 2] as const) {
		if (a[index] < b[index]) return -1;
		if (a[index] > b[index]) return 1;
	}
	return 0;
}

/** By their values, ascending; null is last, equal ones by their JSON. */
export function compareGroups(a: readonly Scalar[], b: readonly Scalar[]): number {
	for (const [index, value] of a.entries()) {
		const other = b[index] as Scalar;
		if (value === null || other === null) {
			if (value !== other) return value === null ? 1 : -1;
			continue;
		}
		const [one, two] = [rankValue(value) ?? EMPTY, rankValue(other) ?? EMPTY];
		const order = compareRanks(one, two);
		if (order !== 0) return order;
	}
	return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
}

const EMPTY = [TEXT, '', 0] as const;

/** O2 */
function rankValue(value: Scalar): Rank {
	if (value === null || value === '') return undefined;
	if (typeof value === 'number') return [NUMBER, value, 0];
	if (typeof value === 'boolean') return [BOOLEAN, value ? 0 : 1, 0];
	const digits = /^-?\d+(\.\d+)?$/.test(value);
	const bucket = /^(<?)(-?\d+(?:\.\d+)?)(?:~(?:-?\d+(?:\.\d+)?)?)?$/.exec(value);
	const isWhole = digits && !value.includes('.');
	if (digits) return [NUMBER, isWhole ? BigInt(value) : Number(value), 0];
	if (bucket && /[<~]/.test(value)) return [NUMBER, Number(bucket[2]), bucket[1] ? -1 : 0];
	return [TEXT, value, 0];
}
