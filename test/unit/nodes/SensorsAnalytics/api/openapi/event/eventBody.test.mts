import { eventWire } from '../../../../../../../nodes/SensorsAnalytics/api/openapi/event';
import type { EventQuery } from '../../../../../../../nodes/SensorsAnalytics/query/query';
import { reports } from '../../../../../../../nodes/SensorsAnalytics/reports/registry';

const range = { from: '2026-11-01', to: '2026-11-07' };
const amount = { of: 'event', event: 'PayOrder', name: 'amount' } as const;
const QUERY: EventQuery = {
	measures: [{ kind: 'event', event: 'PayOrder', aggregator: 'general' }],
	groupBy: [],
	unit: 'day',
};
const bodyOf = (change: Partial<EventQuery>, how = {}) =>
	eventWire.request({ query: { ...QUERY, ...change } }, range, how).body;
const pageOf = (payload: object) =>
	eventWire.request(
		reports.event.payload.read(
			{
				measures: [{ event_name: 'A', aggregator: 'SUM', field: 'event.A.x' }],
				...payload,
			} as never,
			'Australia/Brisbane',
		),
		range,
		{},
	).body as { [key: string]: unknown; measures: object[] };

describe('an event report', () => {
	it('is requested in the words of this generation', () => {
		expect(eventWire.request({ query: QUERY }, range, {})).toEqual({
			path: '/api/v3/analytics/v1/model/segmentation/report',
			body: {
				measures: [{ event_name: 'PayOrder', aggregator: 'general', name: 'PayOrder_events' }],
				unit: 'DAY',
				by_fields: [],
				rollup: false,
				from_date: '2026-11-01',
				to_date: '2026-11-07',
				limit: -1,
			},
		});
	});

	it('names measures so that their columns are found again', () => {
		const named = (name: string) =>
			({ kind: 'event', event: 'A', aggregator: 'SUM', property: amount, name }) as const;
		const names = [
			'收入',
			'a b',
			'10',
			'm2',
			'n',
			'N',
			'x'.repeat(65),
			'date',
			'收入',
			'__proto__',
		];
		const { measures } = bodyOf({ measures: names.map(named) }) as { measures: object[] };
		expect(measures.map((measure) => (measure as { name: string }).name)).toEqual([
			...['收入', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7', 'date_2', '收入_2', '__proto__'],
		]);
		expect(measures[0]).toEqual({
			event_name: 'A',
			aggregator: 'sum',
			field: 'event.PayOrder.amount',
			name: '收入',
		});
		const unknown = { ...named('n'), aggregator: 'BOUNCE_rate' };
		expect(bodyOf({ measures: [unknown] })).toMatchObject({
			measures: [{ aggregator: 'BOUNCE_rate' }],
		});
	});

	it('requests totals with the details, or totals alone', () => {
		expect(bodyOf({}, { hasTotals: true })).toMatchObject({
			rollup: false,
			detail_and_rollup: true,
		});
		const total = bodyOf({ unit: 'total' }, { hasTotals: true });
		expect(total).toMatchObject({ rollup: true, unit: 'DAY' });
		expect(total).not.toHaveProperty('detail_and_rollup');
	});

	it('has limits of buckets, filters, and how to compute', () => {
		const isSet = { property: amount, function: 'isSet', values: [] };
		const filter = { join: 'and', conditions: [isSet], groups: [] } as const;
		const written = {
			relation: 'AND',
			conditions: [{ field: 'event.PayOrder.amount', function: 'isSet', params: [] }],
		};
		const formula = { kind: 'formula', expression: 'count(event.A)|%2f', events: ['A'] } as const;
		const query = {
			measures: [{ ...formula, filter }],
			groupBy: [{ property: amount, buckets: [10, 20.5] }],
			filter,
			unit: 'quarter',
		};
		const how = { isApproximate: true, samplingFactor: 32 };
		expect(bodyOf(query as never, how)).toMatchObject({
			measures: [
				{ expression: 'count(event.A)|%2f', events: ['A'], name: 'formula', filter: written },
			],
			by_fields: ['event.PayOrder.amount'],
			bucket_params: { 'event.PayOrder.amount': [10, 20.5] },
			filter: written,
			unit: 'QUARTER',
			approx: true,
			sampling_factor: 32,
		});
	});
});

describe("a payload of the web page's event report", () => {
	it('is sent with what only the page knows', () => {
		const isTrue = { field: 'user.a', function: 'isTrue', params: [] };
		const body = pageOf({
			measures: [
				{
					expression: 'sum(event.A.x)/count(event.B)',
					events: ['A', 'B'],
					format: '%2p',
					name: 'share',
					type: 'custom',
					expression_filters: [null, { relation: 'or', conditions: [isTrue] }],
					expression_denominator_without_group: true,
				},
			],
			unit: 'week',
			time_zone_mode: 'SERVER',
			server_time_zone: 'UTC+10:00',
			by_fields: [],
			bucket_params: {},
			detail_and_rollup: true,
			axis_config: { left: [] },
			chartsType: 'line',
		});
		expect(body).toEqual({
			measures: [
				{
					expression: 'sum(event.A.x)/count(event.B)|%2p',
					events: ['A', 'B'],
					name: 'share',
					expression_filters: [null, { relation: 'OR', conditions: [isTrue] }],
					expression_denominator_without_group: true,
				},
			],
			unit: 'WEEK',
			by_fields: [],
			time_zone_mode: 'SERVER',
			server_time_zone: 'UTC+10:00',
			rollup: false,
			from_date: '2026-11-01',
			to_date: '2026-11-07',
			limit: -1,
		});
	});

	it('keeps boundaries that the page has for dates, and groups of dates', () => {
		const field = 'user.registered';
		const own = (limits: unknown) =>
			pageOf({ unit: 'day', by_fields: [field], bucket_params: { [field]: limits } });
		for (const limits of ['MONTH', ['MONTH'], { unit: 'MONTH' }])
			expect(own(limits).bucket_params).toEqual({ [field]: limits });
		expect(own(['1', '2']).bucket_params).toEqual({ [field]: [1, 2] });
		expect(own([])).not.toHaveProperty('bucket_params');
		const { by_fields: fields } = pageOf({ unit: 'day', by_fields: ['event.A.$time', field] });
		expect(fields).toEqual(['event.A.$time', field]);
	});

	it('has exact totals if the form wants exact numbers', () => {
		const page = { measures: [], approx: true, approx_total: true };
		const of = (own: object) =>
			eventWire.request({ query: QUERY, page: own as never }, range, { isApproximate: false }).body;
		expect(of(page)).toMatchObject({ approx: false, approx_total: false });
		expect(of({})).not.toHaveProperty('approx_total');
	});

	it.each<[string, object, string]>([
		['no unit', {}, "has no 'unit'"],
		['a filter of users', { unit: 'day', user_filter: { conditions: [1] } }, "'user_filter'"],
		[
			'an unknown key of a measure',
			{ unit: 'day', measures: [{ event_name: 'A', aggregator: 'unique', weight: 2 }] },
			"The key 'weight' of measure 1",
		],
		[
			'an unknown key in the filter of a measure',
			{
				unit: 'day',
				measures: [
					{ event_name: 'A', aggregator: 'unique', filter: { conditions: [], sequence: [1] } },
				],
			},
			"The key 'sequence' of 'filter' of measure 1",
		],
		[
			'limits of a field by another name',
			{ unit: 'day', by_fields: ['event.A.x'], bucket_params: { 'event.$Anything.x': [1] } },
			"'bucket_params' of the pasted or saved query has boundaries for event.$Anything.x, which isn't in 'by_fields'. Use the same name in both, or remove the boundaries",
		],
		[
			'two formats',
			{ unit: 'day', measures: [{ expression: 'count(event.A)|%d', format: '%2p', name: 'n' }] },
			"The 'format' of measure 1",
		],
		['what is not neutral', { unit: 'day', filter: { relation: 'xor' } }, "'relation'"],
	])('is refused: %s', (_, payload, what) => {
		expect(() => pageOf(payload)).toThrow(what);
	});

	it.each(['null', ''])('has the format of its expression if its own is %j', (format) => {
		const expression = 'count(event.A)|%2p';
		const payload = { unit: 'day', measures: [{ expression, format, name: 'n' }] };
		expect(() => pageOf(payload)).not.toThrow();
	});
});
