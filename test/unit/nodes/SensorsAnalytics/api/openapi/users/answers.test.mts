import { usersWire } from '../../../../../../../nodes/SensorsAnalytics/api/openapi/users';

const answer = (data: object) => ({ code: 'SUCCESS', data });

describe('a page of users', () => {
	it('has their IDs as text and their properties as they came', () => {
		const { entries, ...rest } = usersWire.readUsers(
			answer({
				users: [
					{
						id: '-8961289991947891759',
						first_id: '7tpE',
						second_id: '',
						distinct_id: '',
						column_names: ['$id', 'user.age'],
						profiles: {
							$id: '-8961289991947891759',
							'user.age': 41.5,
							vip: true,
							since: '2024-01-01',
						},
					},
					{ id: 12 },
				],
				page: { current_page: 0, page_count: 3, total: '250' },
			}),
		);
		expect(entries).toEqual([
			{
				id: '-8961289991947891759',
				firstId: '7tpE',
				properties: { $id: '-8961289991947891759', age: 41.5, vip: true, since: '2024-01-01' },
			},
			{ id: '12', properties: {} },
		]);
		expect(rest).toEqual({ pageCount: 3, total: 250 });
	});

	it('may be empty, and say nothing of others', () => {
		expect(usersWire.readUsers(answer({}))).toEqual({ entries: [] });
	});

	it.each([
		[
			'no id',
			{ users: [{ id: '1' }, { profiles: { phone: '138' } }] },
			/entry 2 of 'users' has no id/,
		],
		['an id that has lost digits', { users: [{ id: Number('8961289991947891759') }] }, /has no id/],
		[
			'no object',
			{ users: ['138'] },
			/The report has an unexpected structure: entry 1 of 'users' isn't an object/,
		],
		[
			'no list',
			{ users: { phone: '138' } },
			/The report has an unexpected structure: 'users' isn't a list/,
		],
	])('is not understood with %s, which repeats nothing', (_case, data, words) => {
		const reading = () => usersWire.readUsers(answer(data));
		expect(reading).toThrow(words);
		expect(reading).not.toThrow(/138/);
	});
});

describe('a page of events', () => {
	it('has times, names and properties', () => {
		const event = {
			event: 'PayOrder',
			time: '2026-11-01 10:00:00.904',
			properties: { amount: 1.5 },
		};
		const more = { event_cname: '支付', user_id: '-89', distinct_id: 7, profiles: { age: 3 } };
		expect(
			usersWire.readEvents(answer({ events: [{ ...event, ...more }, event] })).entries,
		).toEqual([
			{
				...event,
				displayName: '支付',
				userId: '-89',
				distinctId: '7',
				profile: { age: 3 },
			},
			{ ...event, profile: {} },
		]);
	});

	it('is not understood without a time', () => {
		expect(() => usersWire.readEvents(answer({ events: [{ event: 'A' }] }))).toThrow(
			/entry 1 of 'events' has no time or no name/,
		);
	});
});
