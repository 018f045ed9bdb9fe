import { fromExpression } from '../../../../../../../nodes/SensorsAnalytics/query/query';
import { read, written } from '../../../../../../support/modelAnswer.mts';

describe('the body of a retention', () => {
	it('of a retention', () => {
		expect(
			written('retention', {
				first: { event: 'A' },
				second: { event: 'B' },
				unit: 'week',
				duration: 4,
				isChurn: true,
				mayEndLater: true,
				groupBy: [],
			}),
		).toEqual({
			first_event: { event_name: 'A' },
			second_event: { event_name: 'B' },
			unit: 'week',
			duration: 4,
			is_wastage: true,
			extend_over_end_date: true,
		});
	});

	it.each([
		['user.x', 'user_filter'],
		['event.C.x', 'filter'],
	])('has a condition on %s in %s', (field, key) => {
		const condition = { property: fromExpression(field), function: 'isSet', values: [] };
		const body = written('retention', {
			first: { event: 'A' },
			second: { event: 'B' },
			...{ unit: 'day', duration: 1, isChurn: false, mayEndLater: true, groupBy: [] },
			filter: { join: 'and', conditions: [condition], groups: [] },
		});
		const filters = Object.entries(body ?? {}).filter(([name]) => name.endsWith('filter'));
		expect(filters).toMatchObject([[key, { conditions: [{ field }] }]]);
	});
});

it('a retention has what is about users alone in a key of its own, also next to a mixed group', () => {
	const on = (field: string) => ({
		...{ property: fromExpression(field), function: 'isSet', values: [] },
	});
	const mixed = { join: 'or' as const, conditions: [on('event.A.x'), on('user.x')], groups: [] };
	const body = written('retention', {
		first: { event: 'A' },
		second: { event: 'B' },
		...{ unit: 'day', duration: 1, isChurn: false, mayEndLater: true, groupBy: [] },
		filter: { join: 'and', conditions: [on('user.level'), on('event.A.y')], groups: [mixed] },
	});
	expect(body).toMatchObject({
		user_filter: { conditions: [{ field: 'user.level' }] },
		filter: {
			relation: 'and',
			conditions: [{ field: 'event.A.y' }],
			filters: [{ relation: 'or', conditions: [{ field: 'event.A.x' }, { field: 'user.x' }] }],
		},
	});
	expect(body).not.toHaveProperty('user_filter.filters');
});

describe('answers of a retention', () => {
	// As in docs/service.md, "Retention".
	const triangle = {
		by_field: '',
		has_first_day: true,
		rows: [
			{
				by_value: '2024-01-01',
				total_people: 510,
				cells: [
					{ people: 480, percent: 94.12 },
					{ people: 61, percent: 11.96 },
				],
			},
			{ by_value: '2024-01-02', total_people: 498, cells: [{ people: 470, percent: 94.38 }] },
		],
		data_update_time: '2024-01-03 09:14:02.000',
		truncated: true,
	};

	it('of a retention: a triangle', () => {
		const result = read('retention', triangle);
		expect(result?.keys).toEqual(['date', 'period', 'initial_users', 'users', 'percent']);
		expect(result?.rows).toEqual([
			['2024-01-01', 0, 510, 480, 94.12],
			['2024-01-01', 1, 510, 61, 11.96],
			['2024-01-02', 0, 498, 470, 94.38],
		]);
		expect(result?.table).toMatchObject({
			isTruncated: true,
			isSampled: undefined,
			dataUpdatedAt: '2024-01-03 09:14:02.000',
		});
	});

	it('of a retention without its first day, by a group, percents missing', () => {
		const row = { by_value: null, total_people: 4, cells: [{ people: 1 }] };
		const result = read(
			'retention',
			{ has_first_day: false, rows: [row], sampling_factor: 32 },
			{ by_field: 'user.city' },
		);
		expect(result?.keys[0]).toBe('city');
		expect(result?.rows).toEqual([[null, 1, 4, 1, 25]]);
		expect(result?.table.isSampled).toBe(true);
	});
});
