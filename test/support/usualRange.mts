const DAY_MS = 86_400_000;
const isoDay = (date: Date) => date.toISOString().slice(0, 10);

export interface PointOfUsual {
	start: string;
	value: number | null;
}

export interface RulesOfUsual {
	unit: 'hour' | 'day' | 'week';
	isCount: boolean;
	deviations: number;
	isMarked: (day: string) => boolean;
}

interface SecondUsual {
	why?: string;
	range?: { low: number; high: number; median: number; values: number };
}

const moments = new Map<string, number>();
/** The first moment of its day; kept, for the same points are looked at again and again. */
function moment(start: string): number {
	const known = moments.get(start) ?? Date.parse(`${start.slice(0, 10)}T00:00:00Z`);
	moments.set(start, known);
	return known;
}

/** What is marked of a report, by the units and the first moments of its points. */
const marks = new WeakMap<RulesOfUsual['isMarked'], Map<string, boolean>>();

/** The rules of docs/usual-range.md, written down a second time: slow, without levels. */
export function secondUsual(
	points: readonly PointOfUsual[],
	at: number,
	how: RulesOfUsual,
	/** Also if the point itself is marked. */
	isAlways = false,
): SecondUsual {
	const { unit, isCount, isMarked } = how;
	const known = marks.get(isMarked) ?? new Map<string, boolean>();
	marks.set(isMarked, known);
	const marked = ({ start }: PointOfUsual) => {
		// A week has more days than the day that it starts on.
		const key = `${unit} ${start}`;
		const is =
			known.get(key) ??
			Array.from({ length: unit === 'week' ? 7 : 1 }, (_, day) =>
				isoDay(new Date(moment(start) + day * DAY_MS)),
			).some(isMarked);
		known.set(key, is);
		return is;
	};
	const point = points[at] as PointOfUsual;
	if (marked(point) && !isAlways) return { why: 'marked' };
	const firstThere = points.findIndex(({ value }) => value !== null && value !== 0);
	const before = points
		.slice(firstThere < 0 ? at : Math.min(firstThere, at), at)
		.filter((one) => unit !== 'hour' || one.start.slice(11) === point.start.slice(11))
		.filter(({ value }) => value !== null)
		.filter(
			(one) => moment(point.start) - moment(one.start) <= (unit === 'week' ? 364 : 119) * DAY_MS,
		);
	const history = before.filter((one) => !marked(one));
	const weekday = ({ start }: PointOfUsual) =>
		unit === 'week' ? 0 : (moment(start) / DAY_MS + 4) % 7;
	const [most, least, all] = unit === 'week' ? [16, 8, 8] : [8, 6, 35];
	const listOf = (day: number) =>
		history
			.filter((one) => weekday(one) === day)
			.slice(-most)
			.map(({ value }) => value as number);
	const median = (list: readonly number[]) => {
		const sorted = [...list].sort((a, b) => a - b);
		const half = Math.floor((sorted.length - 1) / 2);
		return ((sorted[half] as number) + (sorted[sorted.length - 1 - half] as number)) / 2;
	};
	const own = listOf(weekday(point));
	if (own.length < least || history.length < all) {
		const alike = before.filter((one) => weekday(one) === weekday(point));
		const wereEnough = alike.length >= least && before.length >= all;
		return { why: wereEnough ? 'markedBefore' : 'history' };
	}
	const m = median(own);
	if (isCount ? m < 20 : m <= 0) return { why: 'small' };
	const errors = [0, 1, 2, 3, 4, 5, 6].flatMap((day) => {
		const list = listOf(day);
		const middle = list.length > 0 ? median(list) : 0;
		return middle > 0 ? list.map((value) => Math.abs(value / middle - 1)) : [];
	});
	const s = Math.max(1.4826 * median(errors), 0.03, isCount ? 1 / Math.sqrt(m) : 0);
	const k = unit === 'hour' && how.deviations < 5 ? 5 : how.deviations;
	if (k * s >= 1) return { why: 'varies' };
	// Of floating point, only the digits that arithmetic leaves right.
	const [low, high] = [1 - k * s, 1 + k * s].map((part) => Number((m * part).toPrecision(14)));
	return { range: { low: low as number, high: high as number, median: m, values: own.length } };
}
