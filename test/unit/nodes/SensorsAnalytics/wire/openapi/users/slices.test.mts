import { users } from '../../../../../../../nodes/SensorsAnalytics/wire/openapi/users';

const range = { from: '2026-11-01', to: '2026-11-07' };
const level = { of: 'user', name: 'level' } as const;
const wanted = { properties: 'all' as const };
const paging = { profiles: [], detail: true, limit: -1, page_index: 1, page_size: 100 };
const dates = { from_date: range.from, to_date: range.to };

describe('users of a cell', () => {
	it('of a funnel: steps count from 0', () => {
		const query = {
			steps: [{ event: 'A' }, { event: 'B' }],
			windowMinutes: 60,
			mayEndLater: false,
			isByDate: false,
			groupBy: [level],
		};
		const slice = { step: 1, isLost: true, group: 'gold' };
		expect(users.ofReport.funnel(query, range, slice, wanted)(1, 100)).toEqual({
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
		expect(users.ofReport.retention(query, range, slice, wanted)(1, 100)).toEqual({
			path: '/api/v3/analytics/v1/model/retention/users',
			body: {
				...body,
				by_field: 'user.level',
				slice_date: '2026-11-02',
				slice_by_value: 'gold',
			},
		});
		const all = users.ofReport.retention({ ...query, groupBy: [] }, range, { period: 0 }, wanted);
		expect(all(1, 100).body).toEqual(body);
	});
});
