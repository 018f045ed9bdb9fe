import { pathWire } from '../../../../../../../nodes/SensorsAnalytics/api/openapi/path';
import type { PathQuery } from '../../../../../../../nodes/SensorsAnalytics/query/query';
import { reports } from '../../../../../../../nodes/SensorsAnalytics/reports/registry';
import { tableOf } from '../../../../../../support/tableOf.mts';

const RANGE = { from: '2026-07-01', to: '2026-07-03' };
const FILTER = {
	join: 'and' as const,
	conditions: [
		{
			property: { of: 'event' as const, event: 'submit', name: 'kind' },
			function: 'equal',
			values: ['express'],
		},
	],
	groups: [],
};
const QUERY: PathQuery = {
	source: { event: '$AppStart' },
	isBackward: false,
	events: [{ event: '$AppStart' }, { event: 'submit', filter: FILTER }],
	steps: 3,
	eventsPerStep: 5,
	pauseSeconds: 1800,
	rows: 'links',
	groupBy: [],
};

describe('a path report', () => {
	it('is requested as its document shows, without a limit of rows', () => {
		expect(pathWire.request({ query: QUERY }, RANGE, { samplingFactor: 32 })).toEqual({
			path: '/api/v3/analytics/v1/model/path/analytics/report',
			body: {
				source_type: 'initial_event',
				source_event: { event_name: '$AppStart' },
				event_names: ['$AppStart', 'submit'],
				single_event_with_filters: {
					submit: {
						relation: 'AND',
						conditions: [{ field: 'event.submit.kind', function: 'equal', params: ['express'] }],
					},
				},
				col_limit: 3,
				row_limit: 5,
				session_interval: 1800,
				from_date: '2026-07-01',
				to_date: '2026-07-03',
				sampling_factor: 32,
			},
		});
		const back = { ...QUERY, isBackward: true, pauseSeconds: undefined };
		const { body } = pathWire.request({ query: back }, RANGE, {});
		expect(body).toMatchObject({ source_type: 'termination_event' });
		expect(body).not.toHaveProperty('session_interval');
	});

	const payload = {
		source_type: 'termination_event',
		source_event: { event_name: 'pay' },
		event_names: ['view', 'pay'],
		by_fields: ['event.view.page'],
		col_limit: '4',
		row_limit: 6,
		user_filter: { relation: 'and', conditions: [{ field: 'user.a', function: 'isTrue' }] },
		single_event_with_filter: {
			view: { conditions: [{ field: 'event.view.page', function: 'isSet' }] },
		},
	};
	const body = (more: object = {}) =>
		pathWire.request(reports.path.payload.read({ ...payload, ...more }), RANGE, {}).body;

	it("is read from the page's payload, conditions of events by either name", () => {
		expect(body()).toMatchObject({
			source_type: 'termination_event',
			col_limit: 4,
			by_fields: ['event.view.page'],
			user_filter: { relation: 'AND' },
			single_event_with_filters: {
				view: { conditions: [{ field: 'event.view.page', function: 'isSet', params: [] }] },
			},
		});
		expect(body()).not.toHaveProperty('single_event_with_filter');
		expect(
			body({ filter: { conditions: [{ field: 'user.a', function: 'isSet' }] } }),
		).toHaveProperty('filter.conditions.0.field', 'user.a');
	});

	it.each([
		[{ source_type: 'event' }, "'source_type' in the pasted JSON must be initial_event or"],
		[{ source_event: {} }, "'source_event' in the pasted JSON has no 'event_name'"],
		[{ event_names: [] }, "'event_names' is empty"],
		[{ event_names: ['a', 'a'] }, 'The event a occurs twice in the paths. Keep one of the two'],
		[{ col_limit: undefined }, "'col_limit' in the pasted JSON isn't a number"],
		[{ time_zone_mode: 'SERVER' }, "The key 'time_zone_mode'"],
		[
			{ single_event_with_filters: { view: { conditions: [], odd: 1 } } },
			"The key 'odd' of 'single_event_with_filters'",
		],
	])('refuses %j', (more, said) => {
		expect(() => body(more)).toThrow(said);
	});
});

describe('the nodes of paths', () => {
	const node = (id: string, event?: string) => ({
		id,
		...(event === undefined ? { is_aggregate: true } : { event_name: event }),
		times: id.startsWith('0') ? 4 : 1,
	});
	const link = (source: string, target: string, isEnd = false) => ({
		...{ source, target, times: 1 },
		...(isEnd ? { is_wastage: true } : {}),
	});
	const answer = {
		nodes: [[node('0_a', 'a')], [node('1_a', 'a'), node('1_b', 'a'), node('1_x')]],
		links: [[link('0_a', '1_a'), link('0_a', '1_b'), link('0_a', '1_x'), link('0_a', '1_w', true)]],
	};
	const namesIn = (query: Partial<PathQuery> = {}, told: object = answer) => {
		const requests = { ...QUERY, source: { event: 'a' }, events: [{ event: 'a' }], ...query };
		const table = tableOf(pathWire, { code: 'SUCCESS', data: told }, requests);
		const at = table.columns.findIndex(({ key }) => ['source', 'id'].includes(key));
		return table.rows.toArray().map((row) => row.slice(at));
	};

	it('have names from their steps, from 1, and events, all different', () => {
		expect(namesIn()).toEqual([
			...[
				['1. a', '2. a'],
				['1. a', '2. a [1_b]'],
				['1. a', '2. (several)'],
				['1. a', '2. (end)'],
			],
		]);
		expect(namesIn({ rows: 'nodes' })).toEqual([
			...[['1. a'], ['2. a'], ['2. a [1_b]'], ['2. (several)']],
		]);
		expect(namesIn({ rows: 'both' })).toContainEqual(['2. (several)', null]);
	});

	it('have names in the order of time if paths lead to an event', () => {
		const back = {
			nodes: answer.nodes,
			links: [[link('1_a', '0_a'), link('1_w', '0_a', true)]],
		};
		expect(namesIn({ isBackward: true }, back)).toEqual([
			...[
				['2. a', '1. a'],
				['2. (start)', '1. a'],
			],
		]);
	});
});
