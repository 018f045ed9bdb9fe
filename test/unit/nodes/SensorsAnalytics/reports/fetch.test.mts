import type { IDataObject } from 'n8n-workflow';

import { reports } from '../../../../../nodes/SensorsAnalytics/reports/registry';
import { type Answer, askReport, between } from '../../../../support/askReport.mts';
import { daily } from '../../../../support/daily.mts';
import { tabular } from '../../../../support/openapiAnswer.mts';

const COLUMNS = ['date', 'n', 'event.$Anything.city'];
const DETAILS = [
	['2026-11-02 00:00:00', 3, 'Riga'],
	['2026-11-03 00:00:00', 4, 'Riga'],
	['2026-11-03 00:00:00', 2, 'Tartu'],
];
/** Users of both days, some of them on both. */
const TOTALS = [
	['2026-11-02 00:00:00', 5, 'Riga'],
	['2026-11-02 00:00:00', 2, 'Tartu'],
];
const FORM = {
	...between('2026-11-02', '2026-11-03'),
	measures: { measure: [{ eventName: 'A', aggregator: 'unique', outputName: 'n' }] },
	groupBy: { group: [{ field: 'city' }] },
	output: 'table',
};
const HAS_TOTALS = { ...FORM, options: { totals: true } };

/** @param more of the answer with totals alone */
const older =
	(more: object = {}): Answer =>
	({ rollup }) =>
		rollup ? tabular(COLUMNS, TOTALS, more) : tabular(COLUMNS, DETAILS);

const newer: Answer = () => tabular(COLUMNS, DETAILS, { rollup_rows: TOTALS });

async function ask(form: IDataObject, answer: Answer, mode = 'apiKey') {
	const { rows, bodies } = await askReport(form, answer, { mode });
	const [table] = rows as Array<{ totals: unknown; rows: unknown[]; meta: IDataObject }>;
	return {
		table,
		requests: bodies.map(({ rollup, detail_and_rollup: both }) => ({ rollup, both })),
		ranges: bodies.map(({ from_date: from, to_date: to }) => `${from}/${to}`),
	};
}

describe('totals of a version that returns none with the details', () => {
	const reported = [
		{ city: 'Riga', n: 5 },
		{ city: 'Tartu', n: 2 },
	];

	it('are requested separately, and are the same', async () => {
		const [before, now] = [await ask(HAS_TOTALS, older()), await ask(HAS_TOTALS, newer)];
		expect(before.table).toEqual(now.table);
		expect(before.table?.totals).toEqual(reported);
		expect(before.requests).toEqual([
			{ rollup: false, both: true },
			{ rollup: true, both: undefined },
		]);
		expect(now.requests).toEqual([{ rollup: false, both: true }]);
	});

	it("are requested if groups are ordered by what can't be added up", async () => {
		const options = { orderBy: 'n', topGroups: 1 };
		const { table, requests } = await ask({ ...FORM, options }, older());
		expect(requests).toHaveLength(2);
		expect(table?.totals).toBeNull();
		expect(JSON.stringify(table?.rows)).not.toContain('Tartu');
	});

	it('are not requested if they are not needed, nor twice', async () => {
		expect((await ask(FORM, older())).requests).toEqual([{ rollup: false }]);
		expect((await ask({ ...HAS_TOTALS, unit: 'total' }, older())).requests).toEqual([
			{ rollup: true },
		]);
	});

	it('come for each of two ranges', async () => {
		const form = { ...HAS_TOTALS, compareWith: 'previousPeriod' };
		const before = DETAILS.map(([, ...rest]) => ['2026-11-01 00:00:00', ...rest]).slice(1);
		const answer: Answer = (body) => {
			if (body.from_date === '2026-11-02') return older()(body);
			return tabular(COLUMNS, before);
		};
		expect((await ask(form, answer)).ranges).toEqual([
			'2026-11-02/2026-11-03',
			'2026-11-02/2026-11-03',
			'2026-10-31/2026-11-01',
			'2026-10-31/2026-11-01',
		]);
	});

	it.each([
		['of all groups', []],
		['of one group', TOTALS.slice(1)],
	])('are requested if the details have numbers, but no totals %s', async (_, some) => {
		const lacking: Answer = (body) =>
			body.rollup ? older()(body) : tabular(COLUMNS, DETAILS, { rollup_rows: some });
		const { table, requests } = await ask(HAS_TOTALS, lacking);
		expect(table?.totals).toEqual(reported);
		expect(requests).toHaveLength(2);
	});

	it('are unknown, not 0, if no answer has those of a group', async () => {
		const lacking: Answer = ({ rollup }) =>
			rollup
				? tabular(COLUMNS, TOTALS.slice(1))
				: tabular(COLUMNS, DETAILS, { rollup_rows: TOTALS.slice(1) });
		expect((await ask(HAS_TOTALS, lacking)).table?.totals).toBeNull();
	});

	it('are not requested for a group that only has zeros', async () => {
		const details = [...DETAILS, ['2026-11-03 00:00:00', 0, 'Oulu']];
		const { table, requests } = await ask(HAS_TOTALS, () =>
			tabular(COLUMNS, details, { rollup_rows: TOTALS }),
		);
		expect(table?.totals).toEqual(reported);
		expect(requests).toHaveLength(1);
	});

	it.each([
		['now', '2026-11-02'],
		['in the dates compared with', '2026-10-31'],
	])('of all groups are unknown in a message, not 0, if there are none %s', async (_, from) => {
		const { rows } = await askReport(
			{ ...FORM, output: 'markdown', compareWith: 'previousPeriod' },
			({ by_fields: groups, from_date: first }) => {
				const days = first === '2026-11-02' ? ['02', '03'] : ['31', '01'];
				const series = days.map((day) => `2026-1${day === '31' ? 0 : 1}-${day} 00:00:00`);
				const own = { values: [[30], [40]] };
				if (groups) return { series, rows: [{ ...own, by_values: ['Riga'] }] };
				return { series, rows: first === from ? [] : [own] };
			},
			{ mode: 'apiSecret' },
		);
		const text = JSON.stringify(rows);
		expect(text).toContain('Sensors Analytics returned no number for all groups together');
		expect(text).not.toMatch(/from 0|0\.0 a day/);
	});

	it('are truncated if their answer is', async () => {
		const { table } = await ask(HAS_TOTALS, older({ truncated: true }));
		expect(table?.meta).toMatchObject({ truncated: true });
	});

	it('are of a sample if their answer is', async () => {
		const { table } = await ask(HAS_TOTALS, older({ sampling_factor: 32 }));
		expect(table?.meta).toMatchObject({ sampled: true });
	});

	it('are unknown, and not requested, in the API that may return them', async () => {
		const plain: Answer = () => ({
			series: ['2026-11-02 00:00:00'],
			rows: [{ values: [[3]], by_values: ['Riga'] }],
		});
		const { table, requests } = await ask(HAS_TOTALS, plain, 'apiSecret');
		expect(requests).toHaveLength(1);
		expect(table?.totals).toBeNull();
	});
});

describe('an older answer for the dates compared with', () => {
	const answer =
		(until: string): Answer =>
		({ from_date: from }) => ({
			series: [`${from} 00:00:00`],
			rows: [{ values: [[30]] }],
			data_update_time: from === '2026-11-02' ? '2026-11-04 09:00:00' : until,
		});
	const form = { ...FORM, groupBy: {}, compareWith: 'previousPeriod' };
	const said = 'data only until';
	const sent = async (until: string, output: string) =>
		JSON.stringify(
			(await askReport({ ...form, output }, answer(until), { mode: 'apiSecret' })).rows,
		);

	it.each(['table', 'markdown'])('is mentioned, with its time: %s', async (output) => {
		expect(await sent('2026-10-31 12:00:00', output)).toMatch(
			/omparison period.* has data only until (?:2026-10-31|31 Oct,) 12:00/,
		);
	});

	it('is not mentioned if it has all of them', async () => {
		expect(await sent('2026-11-01 23:00:00', 'table')).not.toContain(said);
		expect(await sent('2026-11-01 23:00:00', 'markdown')).not.toContain(said);
	});
});

describe('data of today, of which hours are over', () => {
	const now = new Date('2026-11-21T14:30:00+08:00');
	const form = {
		...between('2026-11-21', '2026-11-21'),
		...{ unit: 'hour', output: 'table', options: { totals: true }, compareWith: 'custom' },
		...{ compareFromDate: '2026-11-20', compareToDate: '2026-11-20' },
	};
	const hours = Array.from({ length: 15 }, (_, hour) => `${`${hour}`.padStart(2, '0')}:00:00`);
	const answer =
		(time: string): Answer =>
		({ from_date: from, detail_and_rollup: both }) => {
			const detail = {
				series: hours.map((hour) => `${from} ${hour}`),
				rows: [{ values: hours.map((_, hour) => [hour + 1]) }],
				data_update_time: `2026-11-21 ${time}`,
			};
			return both
				? { ...detail, detail_result: detail, rollup_result: { rows: [{ values: [[120]] }] } }
				: detail;
		};

	it.each([
		['14:29:50', []],
		['13:59:20', []],
		['12:20:00', ['2026-11-21T12:00:00+08:00', '2026-11-21T13:00:00+08:00']],
	])('are late only if an hour is over: %s', async (time, late) => {
		const { rows, hints } = await askReport(form, answer(time), { now });
		const [{ rows: found, totals, meta }] = rows as [
			{ rows: unknown[][]; totals: IDataObject[]; meta: IDataObject },
		];
		const open = '2026-11-21T14:00:00+08:00';
		expect([...(meta.partial as string[])].sort()).toEqual([...late, open]);
		const isLate = late.length > 0;
		const lateNotes = hints.filter((hint) => hint.includes('missing data'));
		expect(hints.some((hint) => hint.includes('later data is missing'))).toBe(isLate);
		expect(lateNotes).toEqual(isLate ? ['Dates and totals with missing data have no change.'] : []);
		expect(totals[0]?.n_change).toEqual(isLate ? null : 0);
		const changes = found.map((row) => row[4]);
		expect(changes.indexOf(null)).toBe(isLate ? 12 : 14);
	});

	it.each([
		['day', {}, 'Dates with missing data have no change.'],
		['day', { options: { totals: true } }, 'Dates and totals with missing data have no change.'],
		['total', {}, 'Totals with missing data have no change.'],
		['day', { compareWith: 'none' }, undefined],
	])('have a note on changes that they lose: by %s, %j', async (unit, own, note) => {
		const days = { ...form, ...between('2026-11-18', '2026-11-19'), options: {}, unit };
		const dates = { compareFromDate: '2026-11-11', compareToDate: '2026-11-12' };
		const { hints } = await askReport(
			{ ...days, ...dates, ...own },
			(body) => ({ ...daily()(body), data_update_time: '2026-11-19 09:00:00' }),
			{ now },
		);
		expect(hints.find((hint) => hint.includes('with missing data'))).toBe(note);
	});
});

describe('an answer for other than the requested dates', () => {
	const series = (...days: string[]): Answer => {
		const reported = days.map((day) => `${day} 00:00:00`);
		return () => ({ series: reported, rows: [{ values: days.map(() => [1]) }] });
	};
	const form = { ...between('2026-11-01', '2026-11-03'), unit: 'day' };

	it.each([
		['of the year before', series('2025-11-01', '2025-11-02', '2025-11-03')],
		['with the day before', series('2026-10-31', '2026-11-01')],
		['with the day after', series('2026-11-03', '2026-11-04')],
	])('is refused: %s', async (_, answer) => {
		await expect(askReport(form, answer)).rejects.toThrow(
			/not in the requested range from 2026-11-01 to 2026-11-03/,
		);
	});

	it('is accepted if a week or month starts before the range', async () => {
		const weeks = { ...between('2026-11-01', '2026-11-03'), unit: 'week' };
		expect((await askReport(weeks, series('2026-10-26', '2026-11-02'))).rows).toHaveLength(2);
		const months = { ...between('2026-11-20', '2026-11-20'), unit: 'month' };
		expect((await askReport(months, series('2026-11-01'))).rows).toHaveLength(1);
	});

	it('is looked for in what is compared with, too', async () => {
		const compared = { ...form, compareWith: 'previousPeriod' };
		const same = series('2026-11-01', '2026-11-02', '2026-11-03');
		await expect(askReport(compared, same)).rejects.toThrow(/2026-10-29 to 2026-10-31/);
	});
});

describe('points in time that are not of the unit', () => {
	const series = (...days: string[]): Answer => {
		const reported = days.map((day) => `${day} 00:00:00`);
		return () => ({ series: reported, rows: [{ values: days.map(() => [1]) }] });
	};
	const keyed =
		(...days: string[]): Answer =>
		() =>
			tabular(
				['date', 'n'],
				days.map((day) => [`${day} 00:00:00`, 1]),
			);
	const measures = { measure: [{ eventName: 'A', outputName: 'n' }] };
	const requestedBy = (unit: string, from: string, to: string) => ({
		...between(from, to),
		measures,
		unit,
	});
	const MONTHS = requestedBy('month', '2026-09-01', '2026-10-31');
	const WEEKS = requestedBy('week', '2026-10-27', '2026-11-15');

	it.each<[string, IDataObject, string[], RegExp]>([
		[
			'months by their last day',
			MONTHS,
			['2026-09-30', '2026-10-31'],
			/2026-09-30, which is neither/,
		],
		['days for months', MONTHS, ['2026-09-01', '2026-09-02'], /neither the first day of a month/],
		[
			'a month twice',
			requestedBy('month', '2026-09-15', '2026-10-31'),
			['2026-09-01', '2026-09-15', '2026-10-01'],
			/2026-09-01 and 2026-09-15, which can't both be the first days of different months/,
		],
		[
			'quarters',
			requestedBy('quarter', '2026-01-01', '2026-09-30'),
			['2026-02-01'],
			/of a quarter/,
		],
		['years', requestedBy('year', '2025-01-01', '2026-09-30'), ['2025-12-31'], /of a year/],
		['weeks from Tuesday on', WEEKS, ['2026-10-27', '2026-11-03'], /neither a Monday/],
		['days for weeks', WEEKS, ['2026-11-07', '2026-11-08'], /2026-11-07 and 2026-11-08/],
		['a week twice', WEEKS, ['2026-10-26', '2026-10-27'], /2026-10-26 and 2026-10-27/],
	])('are refused: %s', async (_, form, days, said) => {
		await expect(askReport(form, series(...days))).rejects.toThrow(said);
		await expect(askReport(form, keyed(...days), { mode: 'apiKey' })).rejects.toThrow(said);
	});

	it.each<[string, IDataObject, string[]]>([
		['months by their first day', MONTHS, ['2026-09-01', '2026-10-01']],
		[
			'the first month by the first day of the range',
			requestedBy('month', '2026-09-15', '2026-10-31'),
			['2026-09-15', '2026-10-01'],
		],
		['weeks from Monday on', WEEKS, ['2026-10-26', '2026-11-02', '2026-11-09']],
		['weeks from Sunday on', WEEKS, ['2026-10-25', '2026-11-01', '2026-11-08', '2026-11-15']],
		['weeks from Saturday on, the first one cut', WEEKS, ['2026-10-27', '2026-10-31']],
		['the first week alone', WEEKS, ['2026-10-27']],
	])('are refused: %s', async (_, form, days) => {
		const filled = { ...form, options: { fillMissingDates: false } };
		for (const [answer, mode] of [
			[series(...days), 'apiSecret'],
			[keyed(...days), 'apiKey'],
		] as const) {
			expect((await askReport(filled, answer, { mode })).rows).toHaveLength(days.length);
		}
	});

	it('are refused where two answers have different weeks', async () => {
		const form = {
			...requestedBy('week', '2026-11-02', '2026-11-15'),
			compareWith: 'previousPeriod',
		};
		const answer: Answer = (body) =>
			body.from_date === '2026-11-02'
				? series('2026-11-02', '2026-11-09')(body)
				: series('2026-10-25')(body);
		await expect(askReport(form, answer)).rejects.toThrow(/2026-11-09 and 2026-10-25/);
	});
});

it('an answer on all users without rows is none: the message starts with the groups', async () => {
	const steps = [{ converted_user: 40 }, { converted_user: 20 }];
	const answer: Answer = (body) =>
		'by_field' in (body ?? {})
			? { by_field: 'user.level', funnel_detail: [{ by_value: 'gold', steps }] }
			: { funnel_detail: [] };
	const form = {
		...between('2026-11-01', '2026-11-03'),
		steps: { step: [{ eventName: 'A' }, { eventName: 'B' }] },
		groupByField: 'user.level',
		window: 1,
		windowUnit: 'days',
		output: 'dingtalk',
	};
	const { rows } = await askReport(form, answer, { report: reports.funnel });
	expect(JSON.stringify(rows)).toMatch(/gold 50\.0% \(40 users\)/);
});
