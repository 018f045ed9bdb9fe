/** What is usual of a number, by docs/usual-range.md alone. */
import { type PointOfUsual, type RulesOfUsual, secondUsual } from '../../support/usualRange.mts';

export interface UsualOfNumber {
	low: number;
	high: number;
	median: number;
	values: number;
	side?: 'above' | 'below' | 'within';
}

/** Of the last of the points; undefined where nothing is said. */
export function usualOf(points: PointOfUsual[], how: RulesOfUsual): UsualOfNumber | undefined {
	const last = points.length - 1;
	const own = plainly(points, last, how);
	const isDay = how.unit === 'day';
	if (!own?.side || own.side === 'within' || !isDay) return own;
	// A new level: all days on this side, of which five are not marked.
	let days = 0;
	for (let at = last - 1; at >= 0; at--) {
		if (plainly(points, at, how, true)?.side !== own.side) break;
		if (how.isMarked((points[at] as PointOfUsual).start)) continue;
		days++;
	}
	return days >= 5 ? undefined : own;
}

function plainly(
	points: PointOfUsual[],
	at: number,
	how: RulesOfUsual,
	isAlways = false,
): UsualOfNumber | undefined {
	const { range } = secondUsual(points, at, how, isAlways);
	if (!range) return undefined;
	const [low, high] = how.isCount
		? [Math.ceil(range.low), Math.floor(range.high)]
		: [withDigits(range.low, Math.floor), withDigits(range.high, Math.ceil)];
	const value = points[at]?.value ?? null;
	if (value === null) return { ...range, low, high };
	return { ...range, low, high, side: value < low ? 'below' : value > high ? 'above' : 'within' };
}

/** Four digits. */
function withDigits(bound: number, round: (value: number) => number): number {
	const power = 3 - Math.floor(Math.log10(bound));
	const scaled = power < 0 ? bound / 10 ** -power : bound * 10 ** power;
	return Number(`${round(scaled)}e${-power}`);
}
