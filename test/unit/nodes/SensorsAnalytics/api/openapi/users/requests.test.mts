import { usersWire } from '../../../../../../../nodes/SensorsAnalytics/api/openapi/users';

const MODEL = '/api/v3/analytics/v1/model';
const isGold = {
	property: { of: 'user', name: 'level' } as const,
	function: 'equal',
	values: ['gold'],
};

describe('lists of users', () => {
	it('are requested by a filter', () => {
		const filter = { join: 'or' as const, conditions: [isGold], groups: [] };
		const wanted = { properties: ['city'], limit: 250, useCache: false, requestId: 'r1' };
		expect(usersWire.list({ filter }, wanted)(2, 100)).toEqual({
			path: `${MODEL}/user/list`,
			body: {
				filter: {
					relation: 'OR',
					conditions: [{ field: 'user.level', function: 'equal', params: ['gold'] }],
				},
				profiles: ['user.city'],
				detail: true,
				use_cache: false,
				request_id: 'r1',
				limit: 250,
				page_index: 2,
				page_size: 100,
			},
		});
	});

	it.each([
		['all' as const, [], true],
		['none' as const, ['user.$id'], false],
	])('with %s properties', (properties, profiles, detail) => {
		const { body } = usersWire.list({}, { properties })(1, 100);
		expect(body).toEqual({ profiles, detail, limit: -1, page_index: 1, page_size: 100 });
	});

	it('contain only what was requested', () => {
		const bodyOf = (wanted: { useCache?: boolean; requestId?: string }) =>
			JSON.parse(
				JSON.stringify(usersWire.list({}, { properties: 'all', ...wanted })(1, 100).body),
			) as object;
		const body = bodyOf({ useCache: true });
		expect(body).toMatchObject({ use_cache: true });
		expect(body).not.toHaveProperty('request_id');
		const named = bodyOf({ requestId: 'r' });
		expect(named).toMatchObject({ request_id: 'r' });
		expect(named).not.toHaveProperty('use_cache');
	});

	it('are requested by a user for his events', () => {
		const range = { from: '2026-11-01', to: '2026-11-02' };
		const query = { user: '-89', isDistinctId: false, range, isNewestFirst: false };
		expect(usersWire.behavior(query, {})(1, 100)).toEqual({
			path: `${MODEL}/user/behavior`,
			body: {
				users: ['-89'],
				distinct_id: false,
				from_date: range.from,
				to_date: range.to,
				sort_by_time_asc: true,
				event_property_allows: [],
				limit: -1,
				page_index: 1,
				page_size: 100,
			},
		});
	});
});
