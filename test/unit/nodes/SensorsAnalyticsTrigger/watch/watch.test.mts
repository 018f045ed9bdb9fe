import type {
	ComparedCondition,
	State,
} from '../../../../../nodes/SensorsAnalyticsTrigger/condition';
import type { States } from '../../../../../nodes/SensorsAnalyticsTrigger/memory';
import type { Numbers } from '../../../../../nodes/SensorsAnalyticsTrigger/numbers';
import { periodsUpTo } from '../../../../../nodes/SensorsAnalyticsTrigger/periods';
import { basePeriodOf, follow, observe } from '../../../../../nodes/SensorsAnalyticsTrigger/watch';

const days = { unit: 'day', timeZone: 'Asia/Shanghai' } as const;
const berlin = { unit: 'hour', timeZone: 'Europe/Berlin' } as const;
const below: ComparedCondition = { kind: 'threshold', side: 'below', limit: 100 };
const change = (comparedWith: 'before' | 'lastWeek'): ComparedCondition => ({
	kind: 'change',
	direction: 'either',
	percent: 20,
	comparedWith,
});

/** Numbers of the days up to 10 November. */
function numbers(reported: { [measure: string]: Array<number | null> }): Numbers {
	const at = (measure: string, period: string) => {
		const list = reported[measure] ?? [];
		return list[periodsUpTo(days, '2026-11-10', list.length).indexOf(period)] ?? null;
	};
	const flags = { isSampled: false, isTruncated: false };
	return { measures: Object.keys(reported), at, groups: new Map(), size: 0, flags };
}

const seenBy = (condition: ComparedCondition, reported: Numbers) => (period: string) =>
	observe(days, condition, reported, period);

describe('T12: a number is compared with', () => {
	it.each<[string, Parameters<typeof basePeriodOf>, string]>([
		['the day before', [days, change('before'), '2026-03-01'], '2026-02-28'],
		['last week', [days, change('lastWeek'), '2026-03-01'], '2026-02-22'],
		['the day before, beside a threshold', [days, below, '2026-03-01'], '2026-02-28'],
		[
			'the hour before, where one was skipped',
			[berlin, change('before'), '2026-03-29T03:00:00'],
			'2026-03-29T01:00:00',
		],
	])('%s', (_case, given, expected) => {
		expect(basePeriodOf(...given)).toBe(expected);
	});
});

describe('the numbers of a day', () => {
	it('are seen with their comparison, each measure separately', () => {
		const seen = observe(days, below, numbers({ a: [110, 90], b: [90, 110] }), '2026-11-10');
		const periods = { period: '2026-11-10', basePeriod: '2026-11-09' };
		expect(seen).toEqual([
			{ measure: 'a', value: 90, base: 110, states: ['below'], ...periods },
			{ measure: 'b', value: 110, base: 90, states: [], ...periods },
		]);
	});
});

describe('going through days', () => {
	it.each<
		[string, Array<number | null>, ComparedCondition, State[] | undefined, number[], State[]]
	>([
		['T9: once while it stays', [120, 90, 80, 110, 95], below, [], [90, 95], ['below']],
		['T9: not where it was before', [90, 80, 110], below, ['below'], [], []],
		['T9: a turn', [100, 200, 100, 40], change('before'), undefined, [200, 100], ['down']],
		['T10: no number changes nothing', [9, null, null, 8], below, undefined, [9], ['below']],
	])('%s', async (_case, list, condition, before, values, after) => {
		const reported = numbers({ a: list });
		const periods = periodsUpTo(days, '2026-11-10', list.length);
		const states: States = before ? { a: before } : {};
		const { beginnings, states: then } = await follow(seenBy(condition, reported), periods, states);
		expect(beginnings.map(({ value }) => value)).toEqual(values);
		expect(then).toEqual({ a: after });
	});

	it('accepts measures with the names of inherited keys', async () => {
		const reported = numbers({ constructor: [110, 90] });
		const { beginnings } = await follow(seenBy(below, reported), ['2026-11-09', '2026-11-10'], {});
		expect(beginnings.map(({ value }) => value)).toEqual([90]);
	});

	it('keeps measures separate, and their values unchanged', async () => {
		const before = { a: ['below' as const] };
		const reported = numbers({ a: [90, 110], b: [110, 90] });
		const periods = ['2026-11-09', '2026-11-10'];
		const { beginnings, states } = await follow(seenBy(below, reported), periods, before);
		expect(beginnings.map(({ measure, period }) => [measure, period])).toEqual([
			['b', '2026-11-10'],
		]);
		expect(states).toEqual({ a: [], b: ['below'] });
		expect(before).toEqual({ a: ['below'] });
	});

	it('ends with the poll', async () => {
		const observed: string[] = [];
		const ends = new AbortController();
		const observeAt = (period: string) => {
			if (observed.push(period) === 2) ends.abort();
			return [];
		};
		const periods = ['2026-11-08', '2026-11-09', '2026-11-10'];
		await expect(follow(observeAt, periods, {}, ends.signal)).rejects.toThrow('abort');
		expect(observed).toEqual(periods.slice(0, 2));
	});
});
