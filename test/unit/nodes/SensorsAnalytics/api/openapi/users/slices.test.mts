import { usersWire } from '../../../../../../../nodes/SensorsAnalytics/api/openapi/users';

const range = { from: '2026-11-01', to: '2026-11-07' };
const level = { of: 'user', name: 'level' } as const;
const wanted = { properties: 'all' as const };
const paging = { profiles: [], detail: true, limit: -1, page_index: 1, page_size: 100 };
const dates = { from_date: range.from, to_date: range.to };

describe('users of a cell', () => {
	const orders = { kind: 'event', event: 'A', aggregator: 'unique', name: 'orders' } as const;
	const report = {
		measures: [{ event_name: 'A', aggregator: 'unique', name: 'orders' }],
		unit: 'HOUR',
		by_fields: ['user.level', 'event.A.price'],
		bucket_params: { 'event.A.price': [10, 20] },
		...dates,
	};
	it("of an event report: a point in time in the report's format, and a value for each group", () => {
		const price = { of: 'event', event: 'A', name: 'price' } as const;
		const groupBy = [{ property: level }, { property: price, buckets: [10, 20] }];
		const query = { measures: [orders], unit: 'hour', groupBy };
		const slice = { date: '2026-11-02 09:00:00', groups: ['gold', '[10, 20)'] };
		expect(usersWire.ofReport.event(query, range, slice, wanted)(2, 50)).toEqual({
			path: '/api/v3/analytics/v1/model/segmentation/users',
			body: {
				...report,
				rollup_date: false,
				slice_date: '2026-11-02 09:00:00',
				slice_by_values: ['gold', '[10, 20)'],
				...paging,
				page_index: 2,
				page_size: 50,
			},
		});
	});

	it('of an event report without a date: the date range', () => {
		const query = { measures: [orders], unit: 'total', groupBy: [] };
		const requests = usersWire.ofReport.event(query, range, { groups: [] }, wanted)(1, 100);
		expect(requests.body).toEqual({
			measures: report.measures,
			unit: 'DAY',
			by_fields: [],
			...dates,
			rollup_date: true,
			...paging,
		});
	});

	const distribution = {
		event: 'A',
		unit: 'week' as const,
		of: 'times' as const,
		buckets: [3, 5],
		groupBy: [],
	};
	const body = {
		event_name: 'A',
		unit: 'WEEK',
		measure_type: 'times',
		result_bucket_params: [1, 3, 5],
		...dates,
	};
	it.each([
		['a date', {}, { date: '2026-11-02', from: 3, to: 5 }, '2026-11-02', 5, {}],
		['no end', {}, { date: '2026-11-02', from: 3 }, '2026-11-02', 2_147_483_647, {}],
		[
			'a group',
			{ groupBy: [level] },
			{ group: 'gold', from: 3, to: 5 },
			'gold',
			5,
			{ by_field: 'user.level' },
		],
	])('of a distribution with %s', (_case, change, slice, value, to, more) => {
		const query = { ...distribution, ...change };
		expect(usersWire.ofReport.distribution(query, range, slice, wanted)(1, 100)).toEqual({
			path: '/api/v3/analytics/v1/model/addiction/users',
			body: {
				...body,
				...more,
				slice_by_value: value,
				slice_freq: 3,
				slice_max_freq: to,
				...paging,
			},
		});
	});

	it('of a funnel: steps count from 0', () => {
		const query = {
			steps: [{ event: 'A' }, { event: 'B' }],
			windowMinutes: 60,
			mayEndLater: false,
			isByDate: false,
			groupBy: [level],
		};
		const slice = { step: 1, isLost: true, group: 'gold' };
		expect(usersWire.ofReport.funnel(query, range, slice, wanted)(1, 100)).toEqual({
			path: '/api/v3/analytics/v1/model/funnel/users',
			body: {
				funnel: { steps: [{ event_name: 'A' }, { event_name: 'B' }], max_convert_time: 60 },
				extend_over_end_date: false,
				unit: 'DAY',
				by_fields: ['user.level'],
				by_field_steps: [-1],
				...dates,
				slice_step: 0,
				slice_wastage_user: true,
				slice_by_values: ['gold'],
				...paging,
			},
		});
	});

	it('of a retention: the period is a text, the group a single one', () => {
		const query = {
			first: { event: 'A' },
			second: { event: 'B' },
			unit: 'week' as const,
			duration: 3,
			isChurn: true,
			mayEndLater: true,
			groupBy: [level],
		};
		const slice = { date: '2026-11-02', period: 0, group: 'gold' };
		const body = {
			first_event: { event_name: 'A' },
			second_event: { event_name: 'B' },
			unit: 'WEEK',
			duration: 3,
			is_wastage: true,
			extend_over_end_date: true,
			...dates,
			slice_interval: '0',
			...paging,
		};
		expect(usersWire.ofReport.retention(query, range, slice, wanted)(1, 100)).toEqual({
			path: '/api/v3/analytics/v1/model/retention/users',
			body: {
				...body,
				by_field: 'user.level',
				slice_date: '2026-11-02',
				slice_by_value: 'gold',
			},
		});
		const all = usersWire.ofReport.retention(
			{ ...query, groupBy: [] },
			range,
			{ period: 0 },
			wanted,
		);
		expect(all(1, 100).body).toEqual(body);
	});

	it("of a session report: a day in the report's format", () => {
		const measures = [{ ...orders, isOfSessions: true as const }];
		const query = { measures, unit: 'day', groupBy: [{ property: level }], session: 'visit' };
		const slice = { date: '2026-11-02', groups: ['gold'] };
		expect(usersWire.ofReport.session(query, range, slice, wanted)(1, 100)).toEqual({
			path: '/api/v3/analytics/v1/model/session/users',
			body: {
				measures: report.measures,
				unit: 'DAY',
				by_fields: ['user.level'],
				session_name: 'visit',
				...dates,
				slice_date: '2026-11-02',
				slice_by_values: ['gold'],
				...paging,
			},
		});
	});

	it.each([
		['a node', 'anywhere' as const, { edge_type: 'ALL' }],
		['the end of paths', 'nowhere' as const, { edge_type: 'WASTAGE' }],
		['a link', { to: 'B' }, { next_slice_element_filters: [{ slice_event_name: 'B' }] }],
	])('of a path: %s; steps count from 1', (_case, went, edge) => {
		const query = {
			...{ source: { event: 'A' }, events: [{ event: 'A' }, { event: 'B' }], isBackward: false },
			...{ steps: 3, eventsPerStep: 10, pauseSeconds: 1200, groupBy: [], rows: 'links' as const },
		};
		const slice = { step: 2, event: 'A', went };
		expect(usersWire.ofReport.path(query, range, slice, wanted)(1, 100)).toEqual({
			path: '/api/v3/analytics/v1/model/user-path/users',
			body: {
				...{ source_type: 'initial_event', source_event: { event_name: 'A' } },
				...{ event_names: ['A', 'B'], col_limit: 3, row_limit: 10, session_interval: 1200 },
				...dates,
				session_level: 2,
				slice_element_filters: [{ slice_event_name: 'A' }],
				...edge,
				...paging,
			},
		});
	});
});
