import { attributionWire } from '../../../../../../nodes/SensorsAnalytics/api/openapi/attribution';
import type { AttributionQuery } from '../../../../../../nodes/SensorsAnalytics/query/query';
import { reports } from '../../../../../../nodes/SensorsAnalytics/reports/registry';
import { tabular } from '../../../../../support/openapiAnswer.mts';
import { tableOf } from '../../../../../support/tableOf.mts';

const RANGE = { from: '2026-11-01', to: '2026-11-07' };
const QUERY: AttributionQuery = {
	target: { kind: 'event', event: 'PayOrder', aggregator: 'general' },
	touchpoints: [{ event: 'AdClick' }, { event: 'PushOpen' }],
	rule: 'last',
	lookback: { value: 7, unit: 'day' },
	hasDirect: false,
	groupBy: [],
};
const NUMBERS = [
	...['click_times', 'converted_number', 'converted_user_number', 'goal_conversion'],
	'conversion_value_rate',
];
const COLUMNS = ['event_name', ...NUMBERS];
const city = { of: 'event', event: '$Anything', name: 'city' } as const;
const read = (rows: unknown[][], query: Partial<AttributionQuery> = {}, more = {}) =>
	tableOf(
		attributionWire,
		tabular(
			query.groupBy ? ['event_name', 'event.$Anything.city', ...NUMBERS] : COLUMNS,
			rows,
			more,
		),
		{ ...QUERY, ...query },
	);

describe('attribution', () => {
	it('is requested as its document shows: the events in an object', () => {
		expect(attributionWire.request({ query: QUERY }, RANGE, {})).toEqual({
			path: '/api/v3/analytics/v1/model/attribution/report',
			body: {
				target_event: { event_name: 'PayOrder', aggregator: 'general' },
				attribution_events: { events: [{ event_name: 'AdClick' }, { event_name: 'PushOpen' }] },
				model_type: 'last',
				lookback_window: { unit: 'DAY', value: 7 },
				direct_conversion: false,
				from_date: '2026-11-01',
				to_date: '2026-11-07',
				limit: -1,
			},
		});
	});

	it('has groups in addition to the events, conditions of events, and a measure of a property', () => {
		const filter = {
			join: 'and' as const,
			conditions: [{ property: city, function: 'equal', values: ['Riga'] }],
			groups: [],
		};
		const written = {
			relation: 'AND',
			conditions: [{ field: 'event.$Anything.city', function: 'equal', params: ['Riga'] }],
		};
		const property = { of: 'event', event: 'PayOrder', name: 'amount' } as const;
		const query: AttributionQuery = {
			...QUERY,
			target: { kind: 'event', event: 'PayOrder', aggregator: 'SUM', property, filter },
			touchpoints: [{ event: 'AdClick', filter }],
			groupBy: [city],
			filter,
		};
		expect(attributionWire.request({ query }, RANGE, {}).body).toMatchObject({
			target_event: { aggregator: 'sum', field: 'event.PayOrder.amount', filter: written },
			attribution_events: {
				events: [{ event_name: 'AdClick', filter: written }],
				by_fields: ['event.$Anything.city'],
			},
			filter: written,
		});
	});

	it("refuses one event as two touchpoints, which answers can't distinguish", () => {
		const query = { ...QUERY, touchpoints: [{ event: 'A' }, { event: 'A' }] };
		expect(() => attributionWire.request({ query }, RANGE, {})).toThrow(
			"The touchpoint A occurs twice, which the response can't distinguish. Keep one, or run the report once for each",
		);
	});

	it("sends what only the page's payload has, and refuses what it does not know", () => {
		const payload = {
			target_event: { event_name: 'PayOrder', aggregator: 'general', name: 'x' },
			attribution_events: { events: [{ event_name: 'AdClick', link_events: [{ a: 1 }] }] },
			model_type: 'last',
			lookback_window: { unit: 'DAY', value: 7 },
			time_zone_mode: 'SERVER',
		};
		const body = (more: object) =>
			attributionWire.request(
				reports.attribution.payload.read({ ...payload, ...more }, 'UTC'),
				RANGE,
				{},
			).body;
		expect(body({})).toMatchObject({
			time_zone_mode: 'SERVER',
			attribution_events: { events: [{ event_name: 'AdClick', link_events: [{ a: 1 }] }] },
		});
		const filter = { relation: 'and', conditions: [{ field: 'user.a', function: 'isSet' }] };
		expect(body({ attribution_events: { ...payload.attribution_events, filter } })).toMatchObject({
			attribution_events: { filter: { relation: 'AND', conditions: [{ params: [] }] } },
		});
		expect(() => body({ odd: 1 })).toThrow("The key 'odd' of the pasted or saved query");
		expect(() => body({ attribution_events: { ...payload.attribution_events, odd: 1 } })).toThrow(
			"The key 'odd' of 'attribution_events'",
		);
		expect(() => body({ target_event: { ...payload.target_event, odd: 1 } })).toThrow(
			"The key 'odd' of 'target_event'",
		);
		expect(() => body({ model_type: '' })).toThrow("'model_type' is missing");
	});

	it('is read with shares computed from the rows, the largest first', () => {
		const table = read([
			['PushOpen', 51, 18, 16, 21, 2.05],
			['AdClick', '1,200', 90, 80, '63.0', 0.0615],
			['$ALL', 1, 1, 1, 84, 1],
		]);
		expect(table.columns.map(({ key }) => key)).toEqual([
			...['event', 'touches', 'converting_touches', 'converted_users', 'conversions', 'percent'],
		]);
		expect(table.rows.toArray()).toEqual([
			['AdClick', 1200, 90, 80, 63, 75],
			['PushOpen', 51, 18, 16, 21, 25],
		]);
		expect(table.drawn).toBe('conversions');
	});

	it('has a row without an event for conversions without a touchpoint, if requested', () => {
		const rows = [
			['AdClick', 10, 5, 5, 15, 0],
			[null, null, null, 5, 5, 0],
		];
		expect(read(rows, { hasDirect: true }).rows.toArray()).toEqual([
			['AdClick', 10, 5, 5, 15, 75],
			[null, null, null, 5, 5, 25],
		]);
		expect(() => read(rows)).toThrow('row 2 contains an event that was not requested');
	});

	it('has a row per group and touchpoint, those of a group together', () => {
		const table = read(
			[
				['AdClick', 'Riga', 1, 1, 1, 1, 0],
				['AdClick', 'Tartu', 1, 1, 1, 5, 0],
				['PushOpen', 'Riga', 1, 1, 1, 2, 0],
				['AdClick', '$layer_total_reserved_word', 2, 2, 2, 6, 0],
			],
			{ groupBy: [city] },
		);
		expect(table.columns.map(({ key }) => key).slice(0, 2)).toEqual(['city', 'event']);
		expect(
			table.rows.toArray().map(([group, event, , , , , percent]) => [group, event, percent]),
		).toEqual([
			['Tartu', 'AdClick', 62.5],
			['Riga', 'PushOpen', 25],
			['Riga', 'AdClick', 12.5],
		]);
	});

	it('has touchpoints with equal conversions in the order of their names, because rows come in no order', () => {
		const rows = [
			[null, null, null, 1, 5, 0],
			['PushOpen', 1, 1, 1, 5, 0],
			['AdClick', 1, 1, 1, 5, 0],
		];
		for (const reported of [rows, [...rows].reverse()]) {
			const events = read(reported, { hasDirect: true }).rows.toArray();
			expect(events.map(([event]) => event)).toEqual(['AdClick', 'PushOpen', null]);
		}
	});

	it("has no shares if it is truncated, or can't be added up", () => {
		const row = ['AdClick', 10, 5, 5, 15, 2];
		const share = (...given: Parameters<typeof read>) => read(...given).rows.toArray()[0]?.[5];
		expect(share([row])).toBe(100);
		const sums = [
			['AdClick', 10, 5, 5, 0, 2],
			['PushOpen', 10, 5, 5, -4, 2],
		];
		expect(share(sums)).toBe(0);
		expect(share([row], {}, { truncated: true })).toBeNull();
		expect(share([row], { target: { ...QUERY.target, aggregator: 'avg' } })).toBeNull();
	});

	it.each([
		[
			'an event that nobody asked for',
			[['Other', 1, 1, 1, 1, 1]],
			'The report has an unexpected structure: row 1 contains an event that was not requested',
		],
		['no credit', [['AdClick', 1, 1, 1, null, 1]], "row 1 has no 'goal_conversion'"],
		['no clicks', [['AdClick', null, 1, 1, 1, 1]], "row 1 has no 'click_times'"],
		['users below 0', [['AdClick', 1, 1, -1, 1, 1]], 'is below 0'],
		[
			'one touchpoint twice',
			[
				['AdClick', 1, 1, 1, 1, 1],
				['AdClick', 1, 1, 1, 2, 1],
			],
			'The report has an unexpected structure: rows 1 and 2 have the same key',
		],
	])('is of unknown form: %s', (_what, rows, said) => {
		expect(() => read(rows)).toThrow(said);
	});

	it('is of unknown form without a column of events', () => {
		expect(() => tableOf(attributionWire, tabular(NUMBERS, [[1, 1, 1, 1, 1]]), QUERY)).toThrow(
			"the column 'event_name' is missing",
		);
	});
});
