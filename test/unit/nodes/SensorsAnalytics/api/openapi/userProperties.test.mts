import { userPropertiesWire } from '../../../../../../nodes/SensorsAnalytics/api/openapi/userProperties';
import type { UserPropertiesQuery } from '../../../../../../nodes/SensorsAnalytics/query/query';
import { measureOfUsers } from '../../../../../../nodes/SensorsAnalytics/query/query';
import { reports } from '../../../../../../nodes/SensorsAnalytics/reports/registry';
import { tabular } from '../../../../../support/openapiAnswer.mts';
import { tableOf } from '../../../../../support/tableOf.mts';

const [type, year] = ['vehicle_type', 'vehicle_year'].map((name) => ({ of: 'user', name })) as [
	{ of: 'user'; name: string },
	{ of: 'user'; name: string },
];
const QUERY: UserPropertiesQuery = { measures: [measureOfUsers('count')], groupBy: [type] };
const COLUMNS = ['user.vehicle_year', 'user.vehicle_type', 'value'];
const read = (rows: unknown[][], columns = COLUMNS, groupBy = [type, year]) =>
	tableOf(userPropertiesWire, tabular(columns, rows), { ...QUERY, groupBy });

describe('users by their properties', () => {
	it('are requested without dates', () => {
		expect(userPropertiesWire.request({ query: QUERY }, undefined, {})).toEqual({
			path: '/api/v3/analytics/v1/model/user-analytics/report',
			body: {
				measures: [{ aggregator: 'count', field: '' }],
				by_fields: ['user.vehicle_type'],
				limit: -1,
			},
		});
		const measures = [measureOfUsers('AVG', { of: 'user', name: 'age' })];
		expect(
			userPropertiesWire.request({ query: { ...QUERY, measures } }, undefined, {}).body,
		).toMatchObject({ measures: [{ aggregator: 'avg', field: 'user.age' }] });
	});

	it('have one number', () => {
		const query = { ...QUERY, measures: [...QUERY.measures, ...QUERY.measures] };
		expect(() => userPropertiesWire.request({ query }, undefined, {})).toThrow('not 2');
	});

	it("have what only the page's payload has", () => {
		const payload = { measures: [{ aggregator: 'count', field: '' }], by_fields: ['user.a'] };
		const page = (more: object) =>
			userPropertiesWire.request(
				reports.userProperties.payload.read({ ...payload, ...more } as never, 'UTC'),
				undefined,
				{},
			).body;
		expect(page({ bucket_params: { 'user.a': [1] }, time_zone_mode: 'SERVER' })).toEqual({
			measures: [{ aggregator: 'count', field: '' }],
			by_fields: ['user.a'],
			bucket_params: { 'user.a': [1] },
			limit: -1,
		});
		expect(page({ measures: [{ expression: 'max(user.age)', name: 'x' }] })).toMatchObject({
			measures: [{ expression: 'max(user.age)' }],
		});
		expect(() => page({ x_axis_field: 'user.b' })).toThrow("'x_axis_field'");
		const filtered = { aggregator: 'count', field: '', filter: { conditions: [1] } };
		expect(() => page({ measures: [filtered] })).toThrow("'filter' of a measure");
		expect(() =>
			page({ filter: { conditions: [{ field: 'user.a', function: 'isSet', odd: 1 }] } }),
		).toThrow("'odd'");
		expect(() => page({ filter: { relation: 'xor', conditions: [1] } })).toThrow("'relation'");
	});

	it('are read by name, the largest group first, totals left out', () => {
		const table = read([
			[3, 'sports', '1287.0'],
			[3, 'van', 2000],
			[null, 'van', null],
			['$layer_total_reserved_word', 'van', 2000],
		]);
		expect(table.columns.map(({ key }) => key)).toEqual(['vehicle_type', 'vehicle_year', 'users']);
		expect(table.rows.toArray()).toEqual([
			['van', 3, 2000],
			['sports', 3, 1287],
			['van', null, null],
		]);
		expect(table.points).toEqual([]);
		expect(read([], ['value']).rows).toHaveLength(0);
	});

	it.each<[string, unknown[][], string[], string]>([
		[
			'one group twice',
			[
				[3, 'a', 1],
				[3, 'a', 2],
			],
			COLUMNS,
			'The report has an unexpected structure: rows 1 and 2 have the same key',
		],
		['users below 0', [[3, 'a', -1]], COLUMNS, 'it has users below 0'],
		[
			'no number',
			[[3, 'a']],
			COLUMNS.slice(0, 2),
			"The report has an unexpected structure: the column 'value' is missing",
		],
		['a lost group', [['a', 1]], COLUMNS.slice(1), 'no column for user.vehicle_year'],
		[
			'another group',
			[[3, 'a', 1, 'b']],
			[...COLUMNS, 'user.b'],
			"The report has an unexpected structure: column 4 isn't a requested group",
		],
	])('are of unknown form: %s', (_, rows, columns, what) => {
		expect(() => read(rows, columns)).toThrow(what);
	});
});
