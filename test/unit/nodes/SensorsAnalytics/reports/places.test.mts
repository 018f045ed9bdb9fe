import { TypedNames } from '../../../../../nodes/SensorsAnalytics/params/names';
import {
	type Filter,
	fromExpression,
	propertiesOfFilter,
	type Queries,
	type ReportModelName,
	toExpression,
} from '../../../../../nodes/SensorsAnalytics/query/query';
import { type EventPlaces, withFilter } from '../../../../../nodes/SensorsAnalytics/reports/places';
import { reports } from '../../../../../nodes/SensorsAnalytics/reports/registry';
import { type PageReport, readJson } from '../../../../../nodes/SensorsAnalytics/reports/report';

const now = { today: '2026-11-21', timeZone: 'UTC', firstWeekday: 1 as const };
const [A, B] = ['A', 'B'].map((name) => ({ event_name: name })) as [object, object];
const PAGES = {
	attribution: {
		target_event: { ...A, aggregator: 'general' },
		attribution_events: { events: [B] },
		...{ model_type: 'last', lookback_window: { value: 7, unit: 'day' } },
	},
	funnel: { funnel_define: { steps: [A, B, B], max_convert_time: 60 } },
	interval: { first_event: A, second_event: B, quantiles: [50] },
	ltv: {
		...{ start_sign: { start_event: 'A' }, duration: 7 },
		measures: [{ ...B, aggregator: 'average' }],
	},
	path: {
		...{ source_type: 'initial_event', source_event: A, event_names: ['A', 'B'] },
		...{ col_limit: 5, row_limit: 10 },
	},
	retention: { first_event: A, second_event: B, duration: 7 },
};
const DEFINED = {
	attribution: { target: 'A', touchpoints: ['B'] },
	funnel: { steps: ['A', 'B', 'B'] },
	interval: { first: 'A', second: 'B' },
	ltv: { start: 'A', value: { event: 'B', aggregate: 'count' } },
	path: { event: 'A', events: ['B'] },
	retention: { first: 'A', returning: 'B' },
};
type Placed = keyof typeof PAGES;

/** Returns the fields of all filters by their place. */
function filtersIn(value: unknown, place = ''): Array<[string, string]> {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]: [string, unknown]) =>
		key === 'filter' && inner !== undefined
			? [
					[
						place,
						propertiesOfFilter(inner as Filter)
							.map(toExpression)
							.join(),
					] as [string, string],
				]
			: filtersIn(inner, `${place}/${key}`),
	);
}

const readSaved = (name: Placed, field: string, own: { filter?: object } = {}) => {
	const report = reports[name] as unknown as PageReport;
	const condition = { property: fromExpression(field), function: 'equal', values: ['x'] };
	return withFilter(
		report.payload.read({ ...PAGES[name], ...own }),
		{ join: 'and', conditions: [condition], groups: [] },
		report.restricts as EventPlaces<Queries[ReportModelName]>,
	);
};

describe('a condition on a property of an event', () => {
	it.each<[Placed, string, Array<[string, string]>]>([
		['attribution', 'event.B.x', [['/touchpoints/0', 'event.B.x']]],
		['attribution', 'event.$Anything.x', [['', 'event.$Anything.x']]],
		['funnel', 'event.B.x', [['/steps/1', 'event.B.x']]],
		['funnel', 'event.$Anything.x', [['', 'event.A.x']]],
		['interval', 'event.B.x', [['/second', 'event.B.x']]],
		['interval', 'event.$Anything.x', [['', 'event.$Anything.x']]],
		['ltv', 'event.B.x', [['/value', 'event.B.x']]],
		['ltv', 'event.$Anything.x', [['/start', 'event.A.x']]],
		['path', 'event.B.x', [['/events/1', 'event.B.x']]],
		[
			...(['path', 'event.A.x'] as const),
			[
				['/source', 'event.A.x'],
				['/events/0', 'event.A.x'],
			],
		],
		['retention', 'event.B.x', [['/second', 'event.B.x']]],
		['retention', 'event.$Anything.x', [['/first', 'event.A.x']]],
		['retention', 'user.x', [['', 'user.x']]],
	])('restricts the same in a saved %s as in one of the form: %s', (name, field, filters) => {
		expect(filtersIn(readSaved(name, field).query)).toEqual(filters);
		const json = { ...DEFINED[name], filter: { [field]: 'x' }, range: 'yesterday' };
		const report = reports[name] as unknown as PageReport;
		const { query } = readJson(report, json, { names: new TypedNames(), now });
		expect(filtersIn(query)).toEqual(filters);
	});

	it.each([
		['funnel', 'event.B.x', { funnel_define: { steps: [A, { ...B, filter: {} }, B] } }],
		['retention', 'event.B.x', { second_event: { ...B, filter: {} } }],
		['retention', 'event.A.x', { first_event: { ...A, filter: {} } }],
	] as const)('is in the page that is sent unchanged: %s, %s', (name, field, sent) => {
		const written = { relation: 'and', conditions: [{ field, function: 'equal', params: ['x'] }] };
		const filled = JSON.parse(JSON.stringify(sent), (key, value: object) =>
			key === 'filter' ? written : value,
		) as object;
		const { page } = readSaved(name, field);
		expect(page).toMatchObject(filled);
		expect(page).not.toHaveProperty('filter');
	});

	const ofUsers = (value: string) => ({
		relation: 'and',
		conditions: [{ field: 'user.x', function: 'equal', params: [value] }],
	});

	it.each<[string, { filter?: ReturnType<typeof ofUsers> }, object]>([
		['its own key', {}, { user_filter: ofUsers('x') }],
		['the key of the saved one', { filter: ofUsers('y') }, { user_filter: undefined }],
	])('a filter of users has in a saved retention %s', (_key, own, sent) => {
		const { page } = readSaved('retention', 'user.x', own);
		const conditions = [...(own.filter?.conditions ?? []), ...ofUsers('x').conditions];
		expect({ ...page, user_filter: page?.user_filter }).toMatchObject(sent);
		expect(page?.filter ?? page?.user_filter).toEqual({ ...ofUsers('x'), conditions });
	});

	it('conditions of a group that must all be met are separated as those outside of it are', () => {
		const on = (field: string) => ({
			...{ property: fromExpression(field), function: 'isSet', values: [] },
		});
		const all = (fields: string[]) => ({
			join: 'and' as const,
			conditions: fields.map(on),
			groups: [],
		});
		const grouped = { ...all(['user.z']), groups: [all(['event.A.x', 'user.y'])] };
		const apart = all(['user.z', 'event.A.x', 'user.y']);
		const placed = (filter: Filter) => {
			const report = reports.retention as unknown as PageReport;
			const places = report.restricts as EventPlaces<Queries[ReportModelName]>;
			return withFilter(report.payload.read(PAGES.retention), filter, places);
		};
		expect(placed(grouped)).toEqual(placed(apart));
		expect(filtersIn(placed(grouped).query)).toEqual([
			['/first', 'event.A.x'],
			['', 'user.z,user.y'],
		]);
	});

	it.each(['funnel', 'interval', 'ltv', 'retention'] as const)(
		'groups by the first event if it is of any: %s',
		(name) => {
			const json = { ...DEFINED[name], group_by: 'event.$Anything.x', range: 'yesterday' };
			const report = reports[name] as unknown as PageReport;
			const { query } = readJson(report, json, { names: new TypedNames(), now });
			expect(query.groupBy).toEqual([fromExpression('event.A.x')]);
		},
	);
});
