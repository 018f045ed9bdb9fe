import { DateTime } from 'luxon';

import {
	addDays,
	addMonths,
	daysBetween,
	startOfWeek,
	type Weekday,
} from '../../nodes/SensorsAnalytics/dates/calendar';
import { comparisonRange, moveRange } from '../../nodes/SensorsAnalytics/dates/comparison';
import { expectedPoints, sliceRange } from '../../nodes/SensorsAnalytics/dates/points';
import {
	calendarRange,
	type CalendarPreset,
	rollingRange,
} from '../../nodes/SensorsAnalytics/dates/presets';
import { dateInZone, isTimeZone, withOffset } from '../../nodes/SensorsAnalytics/dates/zone';
import { readComparison, readRange, readTimeZone } from '../../nodes/SensorsAnalytics/form/range';

/** Compares quietly: these tests make hundreds of thousands of comparisons. */
class Differences {
	private readonly found: unknown[] = [];

	note(what: unknown, got: unknown, meant: unknown): void {
		if (JSON.stringify(got) !== JSON.stringify(meant)) this.found.push({ what, got, meant });
	}

	expectNone(): void {
		expect(this.found.slice(0, 5)).toEqual([]);
	}
}

// Luxon is the judge: another library, not the code's own arithmetic.
const day = (date: string) => DateTime.fromISO(date, { zone: 'utc' });
const iso = (date: DateTime) => date.toISODate() as string;
const range = (from: DateTime, to: DateTime) => ({ from: iso(from), to: iso(to) });
const weekStart = (date: DateTime, first: Weekday) =>
	date.minus({ days: (date.weekday - first + 7) % 7 });

/** Every day of ten years, leap days and year ends among them. */
const DAYS = Array.from({ length: 3653 }, (_, index) =>
	iso(day('2020-01-01').plus({ days: index })),
);

const MEANT: Record<
	CalendarPreset,
	(today: DateTime, first: Weekday) => { from: string; to: string }
> = {
	today: (today) => range(today, today),
	yesterday: (today) => range(today.minus({ days: 1 }), today.minus({ days: 1 })),
	thisWeek: (today, first) => range(weekStart(today, first), today),
	lastWeek: (today, first) =>
		range(weekStart(today, first).minus({ weeks: 1 }), weekStart(today, first).minus({ days: 1 })),
	thisMonth: (today) => range(today.startOf('month'), today),
	lastMonth: (today) =>
		range(today.startOf('month').minus({ months: 1 }), today.startOf('month').minus({ days: 1 })),
	thisQuarter: (today) => range(today.startOf('quarter'), today),
	lastQuarter: (today) =>
		range(
			today.startOf('quarter').minus({ quarters: 1 }),
			today.startOf('quarter').minus({ days: 1 }),
		),
	thisYear: (today) => range(today.startOf('year'), today),
	lastYear: (today) =>
		range(today.startOf('year').minus({ years: 1 }), today.startOf('year').minus({ days: 1 })),
};

describe('presets on every day of ten years', () => {
	it.each(Object.keys(MEANT) as CalendarPreset[])('%s', (preset) => {
		const differences = new Differences();
		for (const today of DAYS) {
			for (const first of [1, 6, 7] as Weekday[]) {
				differences.note(
					[today, first],
					calendarRange(preset, today, first),
					MEANT[preset](day(today), first),
				);
			}
		}
		differences.expectNone();
	});

	it.each([
		[7, 'days', false],
		[7, 'days', true],
		[1, 'days', false],
		[30, 'days', false],
		[4, 'weeks', false],
		[4, 'weeks', true],
		[1, 'weeks', true],
		[3, 'months', false],
		[3, 'months', true],
		[12, 'months', false],
	] as const)('the last %s %s (current one included: %s)', (count, unit, hasCurrent) => {
		const differences = new Differences();
		for (const today of DAYS) {
			const start = {
				days: day(today),
				weeks: weekStart(day(today), 1),
				months: day(today).startOf('month'),
			}[unit];
			const meant = hasCurrent
				? range(start.minus({ [unit]: count - 1 }), day(today))
				: range(start.minus({ [unit]: count }), start.minus({ days: 1 }));
			const got = rollingRange(count, unit, hasCurrent, today, 1);
			differences.note(today, got, meant);
			if (unit === 'days') differences.note(today, daysBetween(got.from, got.to) + 1, count);
		}
		differences.expectNone();
	});

	it.each(['previousPeriod', 'lastWeek', 'lastMonth', 'lastYear'] as const)(
		'compared with %s',
		(preset) => {
			const differences = new Differences();
			for (const from of DAYS) {
				const to = addDays(from, 6);
				const meant = {
					previousPeriod: range(day(from).minus({ days: 7 }), day(from).minus({ days: 1 })),
					lastWeek: range(day(from).minus({ weeks: 1 }), day(to).minus({ weeks: 1 })),
					lastMonth: range(day(from).minus({ months: 1 }), day(to).minus({ months: 1 })),
					lastYear: range(day(from).minus({ years: 1 }), day(to).minus({ years: 1 })),
				}[preset];
				differences.note(from, comparisonRange(preset, { from, to }), meant);
			}
			differences.expectNone();
		},
	);

	it('adds months, and finds starts of weeks', () => {
		const differences = new Differences();
		for (const date of DAYS) {
			for (const months of [-25, -12, -1, 0, 1, 13]) {
				differences.note([date, months], addMonths(date, months), iso(day(date).plus({ months })));
			}
			for (const first of [1, 2, 3, 4, 5, 6, 7] as Weekday[]) {
				differences.note([date, first], startOfWeek(date, first), iso(weekStart(day(date), first)));
			}
		}
		differences.expectNone();
	});
});

describe('all IANA zones, at all changes of clocks of ten years', () => {
	const zones = Intl.supportedValuesOf('timeZone');
	const START = Date.parse('2020-01-01T00:00:00Z');
	const END = Date.parse('2030-01-01T00:00:00Z');
	const STEP = 20 * 86_400_000;

	/** Moments at which the zone's offset changes, found by halving. */
	function changesOf(zone: string): number[] {
		const offset = (ms: number) => DateTime.fromMillis(ms, { zone }).offset;
		const changes: number[] = [];
		for (let at = START; at < END; at += STEP) {
			if (offset(at) === offset(at + STEP)) continue;
			let [low, high] = [at, at + STEP];
			while (high - low > 60_000) {
				const middle = Math.floor((low + high) / 120_000) * 60_000;
				if (offset(middle) === offset(low)) low = middle;
				else high = middle;
			}
			changes.push(high);
		}
		return changes;
	}

	it('dates and offsets are those of the judge', () => {
		const differences = new Differences();
		let changes = 0;
		for (const zone of zones) {
			for (const change of [START, ...changesOf(zone)]) {
				changes++;
				for (const minutes of [-1500, -61, -1, 0, 1, 59, 61, 1500]) {
					const moment = change + minutes * 60_000;
					differences.note(
						[zone, moment],
						dateInZone(new Date(moment), zone),
						DateTime.fromMillis(moment, { zone }).toISODate(),
					);
				}
				const date = DateTime.fromMillis(change, { zone }).toISODate() as string;
				const shown = new Set<string>();
				for (let half = -60; half <= 60; half++) {
					const at = DateTime.fromMillis(
						Math.floor(change / 1_800_000) * 1_800_000 + half * 1_800_000,
						{ zone },
					);
					const local = at.toFormat("yyyy-MM-dd'T'HH:mm:ss");
					// Of a time that is shown twice, the first one counts.
					if (at.toISODate() !== date || shown.has(local)) continue;
					shown.add(local);
					differences.note(zone, withOffset(local, zone), at.toFormat("yyyy-MM-dd'T'HH:mm:ssZZ"));
				}
				const hours = [...shown].filter((local) => local.endsWith(':00:00'));
				if (hours.length >= 22)
					differences.note(
						zone,
						expectedPoints('hour', { from: date, to: date }, zone),
						[...hours].sort(),
					);
			}
		}
		differences.expectNone();
		expect(zones.length).toBeGreaterThan(400);
		expect(changes).toBeGreaterThan(2000);
	}, 120_000);

	it.each([
		['Asia/Shanghai', '2026-11-18T15:59:59Z', '2026-11-18'],
		['Asia/Shanghai', '2026-11-18T16:00:00Z', '2026-11-19'],
		['Pacific/Kiritimati', '2026-12-31T10:00:00Z', '2027-01-01'],
		['America/New_York', '2027-01-01T04:59:59Z', '2026-12-31'],
	])('today in %s at %s is %s', (zone, moment, date) => {
		expect(dateInZone(new Date(moment), zone)).toBe(date);
	});

	it('knows what a zone is', () => {
		expect(isTimeZone('Asia/Shanghai')).toBe(true);
		expect(isTimeZone('Moon/Sea')).toBe(false);
	});
});

describe('points and slices', () => {
	it.each([
		['day', '2026-02-27', '2026-03-02', ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02']],
		['week', '2026-11-01', '2026-11-09', ['2026-10-26', '2026-11-02', '2026-11-09']],
		['month', '2026-11-15', '2027-01-15', ['2026-11-01', '2026-12-01', '2027-01-01']],
		['fortnight', '2026-11-01', '2026-11-09', undefined],
	])('by %s', (unit, from, to, points) => {
		expect(expectedPoints(unit, { from, to }, 'UTC')).toEqual(points);
	});

	it.each(['day', 'hour', 'week', 'month'])(
		'slices by %s join to the whole range, at its boundaries',
		(unit) => {
			for (const days of [1, 5, 7, 31, 400]) {
				for (const from of ['2026-01-01', '2026-02-27', '2026-11-08']) {
					const to = addDays(from, 100);
					const slices = sliceRange({ from, to }, days, unit);
					expect(slices[0]?.from).toBe(from);
					expect(slices.at(-1)?.to).toBe(to);
					slices.slice(1).forEach((slice, index) => {
						expect(slice.from).toBe(addDays(slices[index]?.to as string, 1));
						if (unit === 'week') expect(day(slice.from).weekday).toBe(1);
						if (unit === 'month') expect(day(slice.from).day).toBe(1);
					});
					const points = slices.flatMap((slice) => expectedPoints(unit, slice, 'UTC') ?? []);
					expect(points).toEqual(expectedPoints(unit, { from, to }, 'UTC'));
				}
			}
		},
	);

	it('a range that moves takes its comparison along', () => {
		const [old, compared] = [
			{ from: '2026-10-01', to: '2026-10-07' },
			{ from: '2026-09-24', to: '2026-09-30' },
		];
		expect(moveRange(compared, old, { from: '2026-11-01', to: '2026-11-02' })).toEqual({
			from: '2026-10-25',
			to: '2026-10-26',
		});
		expect(moveRange({ from: '2025-10-01', to: '2025-10-31' }, old, old)).toEqual({
			from: '2025-10-01',
			to: '2025-10-31',
		});
	});
});

describe('the form of dates', () => {
	const now = new Date('2026-11-18T20:00:00Z'); // 04:00 on Thursday the 19th in Shanghai
	const read = (
		form: Record<string, unknown>,
		zone = 'Asia/Shanghai',
		pasted?: { from: string; to: string },
	) => readRange((name) => form[name] ?? '', zone, now, pasted);

	it.each<[Record<string, unknown>, string, string]>([
		[{ dateRange: 'yesterday' }, '2026-11-18', '2026-11-18'],
		[{ dateRange: 'last', lastCount: 7, lastUnit: 'days' }, '2026-11-12', '2026-11-18'],
		[
			{ dateRange: 'last', lastCount: 7, lastUnit: 'days', includeCurrent: true },
			'2026-11-13',
			'2026-11-19',
		],
		[{ dateRange: 'lastWeek', firstWeekday: 7 }, '2026-11-08', '2026-11-14'],
		[{ dateRange: 'since', sinceDate: '2026-11-01' }, '2026-11-01', '2026-11-19'],
		[
			{ dateRange: 'custom', fromDate: '2026-11-01', toDate: DateTime.fromISO('2026-11-02') },
			'2026-11-01',
			'2026-11-02',
		],
	])('%j', (form, from, to) => {
		expect(read(form)).toEqual({ from, to });
	});

	it('depends on the zone', () => {
		expect(read({ dateRange: 'today' }, 'America/New_York')).toEqual({
			from: '2026-11-18',
			to: '2026-11-18',
		});
	});

	it('can be that of a pasted query', () => {
		expect(
			read({ dateRange: 'asPasted' }, 'UTC', { from: '2026-01-01', to: '2026-01-02' }),
		).toEqual({ from: '2026-01-01', to: '2026-01-02' });
		expect(() => read({ dateRange: 'asPasted' })).toThrow("no valid 'from_date' and 'to_date'");
	});

	it.each<[Record<string, unknown>, string]>([
		[{ dateRange: 'custom', fromDate: '', toDate: '2026-11-02' }, "'From Date' is empty"],
		[
			{ dateRange: 'custom', fromDate: '2026-11-03', toDate: '2026-11-02' },
			"'From Date' (2026-11-03) is after 'To Date' (2026-11-02)",
		],
		[
			{ dateRange: 'since', sinceDate: '2027-01-01' },
			"'Since' (2027-01-01) is after 'today' (2026-11-19)",
		],
		[
			{ dateRange: 'last', lastCount: 0, lastUnit: 'days' },
			"'Number' of 'Date Range' must be a whole number from 1",
		],
		[
			{ dateRange: 'last', lastCount: 1, lastUnit: 'moons' },
			"'Of' must be days, weeks or months, not 'moons'",
		],
		[{ dateRange: 'someday' }, "'Date Range' is unknown: 'someday'"],
	])('refuses %j', (form, message) => {
		expect(() => read(form)).toThrow(message);
	});

	it('comparison and zone', () => {
		const compare = (form: Record<string, unknown>) =>
			readComparison((name) => form[name] ?? '', 'UTC', { from: '2026-11-01', to: '2026-11-07' });
		expect(compare({})).toBeUndefined();
		expect(compare({ compareWith: 'previousPeriod' })).toEqual({
			from: '2026-10-25',
			to: '2026-10-31',
		});
		expect(
			compare({
				compareWith: 'custom',
				compareFromDate: '2026-01-01',
				compareToDate: '2026-01-07',
			}),
		).toEqual({ from: '2026-01-01', to: '2026-01-07' });
		expect(() =>
			compare({
				compareWith: 'custom',
				compareFromDate: '2026-01-08',
				compareToDate: '2026-01-07',
			}),
		).toThrow("'Compare From' (2026-01-08) is after 'Compare To'");
		expect(() => compare({ compareWith: 'mood' })).toThrow("'Compare With' is unknown: 'mood'");
		expect(readTimeZone('', 'UTC')).toBe('UTC');
		expect(() => readTimeZone('Moon/Sea', 'UTC')).toThrow("'Time Zone' is unknown: 'Moon/Sea'");
	});
});
