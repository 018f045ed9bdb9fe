import { legacy } from '../../../../../../nodes/SensorsAnalytics/api/legacy/api';
import { openapi } from '../../../../../../nodes/SensorsAnalytics/api/openapi/api';
import { checkedSteps } from '../../../../../../nodes/SensorsAnalytics/api/api';
import { reportOf } from '../../../../../../nodes/SensorsAnalytics/reports/fetch';
import type { Queries } from '../../../../../../nodes/SensorsAnalytics/query/query';
import { TOTAL } from '../../../../../../nodes/SensorsAnalytics/query/query';
import { atOnce } from '../../../../../../credentials/http/slices';
import { tabular } from '../../../../../support/openapiAnswer.mts';

const RANGE = { from: '2026-11-09', to: '2026-11-15' };
const n = { kind: 'event', event: 'A', aggregator: 'general', name: 'n' } as const;
const event: Queries['event'] = { measures: [n], groupBy: [], unit: TOTAL };
const cohort = { unit: 'day' as const, duration: 1, groupBy: [] };
const users = { isChurn: false, mayEndLater: true };
const retention: Queries['retention'] = {
	...cohort,
	...users,
	first: { event: 'A' },
	second: { event: 'B' },
};
const distribution: Queries['distribution'] = {
	event: 'A',
	of: 'times',
	buckets: [],
	unit: 'day',
	groupBy: [],
};
const funnel: Queries['funnel'] = {
	steps: [{ event: 'A' }, { event: 'B' }],
	windowMinutes: 60,
	isByDate: false,
	mayEndLater: true,
	groupBy: [],
};
const ltv: Queries['ltv'] = { ...cohort, start: { event: 'A' }, value: n };
const interval: Queries['interval'] = {
	first: { event: 'A' },
	second: { event: 'B' },
	unit: 'day',
	quantiles: [],
	groupBy: [],
};

type Model = 'event' | 'session' | 'retention' | 'distribution' | 'funnel' | 'ltv' | 'interval';
/** An answer with a day somewhere. */
type Returned = [what: string, Model, object, (day: string) => unknown];

const series = (day: string) => [`${day} 00:00:00`];
const older: Returned[] = [
	['details', 'event', event, (day) => ({ series: series(day), rows: [{ values: [[5]] }] })],
	[
		'totals',
		'event',
		event,
		(day) => ({
			detail_result: { series: [], rows: [] },
			rollup_result: { series: series(day), rows: [{ values: [[5]] }] },
		}),
	],
	[
		'totals beside days',
		'event',
		{ ...event, unit: 'day' },
		(day) => ({
			detail_result: { series: series('2026-11-09'), rows: [{ values: [[5]] }] },
			rollup_result: { series: series(day), rows: [{ values: [[5]] }] },
		}),
	],
	['rows', 'retention', retention, (day) => retained(day)],
	[
		'one row of the whole range',
		'retention',
		{ ...retention, isWhole: true },
		(day) => retained(day),
	],
	[
		'a row beside that of the whole range',
		'retention',
		{ ...retention, isWhole: true },
		(day) => ({ rows: [...retained(day).rows, { total_people: 5, cells: [{ people: 5 }] }] }),
	],
	[
		'rows',
		'distribution',
		distribution,
		(day) => ({ rows: [{ by_value: day, total_people: 5, cells: [{ people: 5 }] }] }),
	],
	[
		'entries by date',
		'funnel',
		{ ...funnel, isByDate: true },
		(day) => ({ funnel_detail: [{ date: day, steps: [{ people: 5 }, { people: 2 }] }] }),
	],
	[
		'an entry beside that of the whole range',
		'funnel',
		funnel,
		(day) => ({
			funnel_detail: [day, undefined].map((date) => ({
				...(date === undefined ? {} : { date }),
				steps: [{ people: 5 }, { people: 2 }],
			})),
		}),
	],
];
const retained = (day: string) => ({
	rows: [{ by_value: day, total_people: 5, cells: [{ people: 5 }, { people: 2 }] }],
});

const time = (day: string) => `${day} 00:00:00`;
const city = [{ of: 'event', event: 'A', name: 'city' }];
const periods = ['total_user', 'retention_user_date_period_0', 'retention_user_date_period_1'];
const steps = ['total_user', 'convert_user_step_1'];
const newer: Returned[] = [
	['totals', 'event', event, (day) => tabular(['date', 'n'], [[time(day), 5]])],
	[
		'totals',
		'session',
		{ ...event, session: 's' },
		(day) => tabular(['date', 'n'], [[time(day), 5]]),
	],
	[
		'totals beside days',
		'event',
		{ ...event, unit: 'day' },
		(day) => tabular(['date', 'n'], [[time('2026-11-09'), 5]], { rollup_rows: [[time(day), 5]] }),
	],
	['rows', 'retention', retention, (day) => tabular(['date', ...periods], [[time(day), 5, 5, 2]])],
	[
		'groups over the whole range',
		'retention',
		{ ...retention, groupBy: city },
		(day) => tabular(['date', 'event.$Anything.city', ...periods], [[time(day), 'Riga', 5, 5, 2]]),
	],
	[
		'steps of the whole range',
		'funnel',
		funnel,
		(day) => tabular(['date', ...steps], [[time(day), 5, 2]]),
	],
	[
		'rows',
		'ltv',
		ltv,
		(day) => tabular(['date', 'initial_user', 'amount_ltv_0'], [[time(day), 5, 2]]),
	],
	[
		'rows',
		'interval',
		interval,
		(day) =>
			tabular(
				['date', 'cnt', 'people', 'min_time', 'max_time', 'avg_time', 'uniqavg_time'],
				[[time(day), 5, 2, 1, 3, 2, 2]],
			),
	],
	[
		'the one row of the whole range',
		'distribution',
		{ ...distribution, isWhole: true },
		(day) =>
			tabular(
				['by_value', 'total_user', 'bucket_region_0', 'addiction_user_bucket_0'],
				[[time(day), 5, '[1,3)', 5]],
			),
	],
];

describe.each([
	['legacy', legacy, older],
	['openapi', openapi, newer],
] as const)('dates in answers of %s', (_, wire, answers) => {
	const read = (model: Model, query: object, answer: unknown, page?: object) =>
		atOnce(
			checkedSteps(
				reportOf(wire, { model }),
				{ query, ...(page ? { page } : {}) } as never,
				RANGE,
				answer,
				{},
			),
		);

	it.each(answers)(
		'of %s, %s: none before or after the requested ones',
		(_what, model, query, resultOf) => {
			expect(() => read(model, query, resultOf('2026-11-09'))).not.toThrow();
			for (const day of ['2026-11-08', '2026-11-16', '2025-11-09']) {
				expect(() => read(model, query, resultOf(day))).toThrow(
					`it has ${day}, which is not in the requested range from 2026-11-09 to 2026-11-15`,
				);
			}
		},
	);

	it('may start a week or a month earlier, if those are the unit', () => {
		const [, , , resultOf] = answers.find(([, model]) => model === 'retention') as Returned;
		for (const [unit, first, before] of [
			['week', '2026-11-07', '2026-11-02'],
			['month', '2026-11-01', '2026-10-31'],
			['year', '2026-01-01', '2025-12-31'],
		] as const) {
			const query = { ...retention, unit };
			expect(() => read('retention', query, resultOf(first))).not.toThrow();
			expect(() => read('retention', query, resultOf(before))).toThrow(`it has ${before}`);
		}
	});

	it('are the first ones of their week or month', () => {
		const [, , , resultOf] = answers.find(([, model]) => model === 'retention') as Returned;
		for (const [unit, day] of [
			['week', '2026-11-10'],
			['month', '2026-11-14'],
			['year', '2026-11-15'],
		] as const) {
			expect(() => read('retention', { ...retention, unit }, resultOf(day))).toThrow(
				`it has ${day}, which is neither`,
			);
			const { from } = RANGE;
			expect(() => read('retention', { ...retention, unit }, resultOf(from))).not.toThrow();
		}
	});

	it('are those of the unit of a page whose total is requested', () => {
		const [, , , resultOf] = answers.find(([, model]) => model === 'event') as Returned;
		const month = { unit: 'MONTH' };
		expect(() => read('event', event, resultOf('2026-11-01'), month)).not.toThrow();
		expect(() => read('event', event, resultOf('2026-11-01'))).toThrow('it has 2026-11-01');
	});
});

it.each([
	[16, undefined, {}, true],
	[undefined, 16, {}, true],
	[64, 16, {}, false],
	[undefined, undefined, {}, false],
	[16, undefined, { sampling_factor: 64 }, false],
	[undefined, undefined, { sampling_factor: 32 }, true],
])(
	'an answer is a sample if it says so, else if option %p or page %p requests one',
	(samplingFactor, ofPage, answer, isSampled) => {
		const { event: report } = legacy.reports;
		const input = { query: { ...event, unit: 'day' }, page: { sampling_factor: ofPage } };
		const reported = { series: [], rows: [], ...answer };
		const table = atOnce(
			checkedSteps(report as never, input as never, RANGE, reported, { samplingFactor }),
		);
		expect(table.isSampled).toBe(isSampled);
	},
);
