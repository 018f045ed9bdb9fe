/** Who the users are: lists by filter and by report, and what a user did; numbers of the shop's events. */
import type { IDataObject } from 'n8n-workflow';

import { internalId } from '../../simulator/openapi/userPages.mts';
import { TestWorld } from '../support/world.mts';

const MODEL = '/api/v3/analytics/v1/model';
const DAYS = { dateRange: 'custom', fromDate: '2026-11-01', toDate: '2026-11-07' };
const ALL = { returnAll: true };
const condition = (field: string, values: string, more = {}) => ({
	filterMode: 'conditions',
	filter: { condition: [{ field, function: 'equal', values, ...more }] },
});

describe('Users', () => {
	let t: TestWorld;

	beforeAll(async () => {
		t = await TestWorld.start();
	});
	afterAll(async () => await t.stop());
	beforeEach(() => {
		t.takeRequests();
		t.simulator.faults.clear();
	});

	const run = async (operation: string, form: IDataObject = {}, options = {}) =>
		await t.operation('user', operation, form, { credential: 'key', ...options });
	const shopUsers = () => t.world.shopOf('production').users;
	const ids = (rows: IDataObject[]) => rows.map(({ id }) => id);
	const idsOf = (names: Iterable<string>) =>
		shopUsers()
			.filter(({ id }) => new Set(names).has(id))
			.map(internalId);

	describe('Get Many', () => {
		it('gives all who fit, page after page, with what is known of them', async () => {
			const { rows, error } = await run('getManyUsers', {
				...condition('level', 'bronze'),
				...ALL,
			});
			expect(error).toBeUndefined();
			const wanted = shopUsers().filter(({ properties }) => properties.level === 'bronze');
			expect(wanted.length).toBeGreaterThan(100);
			expect(ids(rows)).toEqual(wanted.map(internalId));
			const requests = t.takeRequests();
			expect(requests.map(({ path }) => path)).toEqual(
				Array.from({ length: Math.ceil(wanted.length / 100) }, () => `${MODEL}/user/list`),
			);
			expect(requests.at(-1)?.body).toMatchObject({
				filter: {
					relation: 'AND',
					conditions: [{ field: 'user.level', function: 'equal', params: ['bronze'] }],
				},
				page_index: requests.length,
				page_size: 100,
				limit: -1,
			});
			const [first] = wanted;
			expect(rows[0]).toMatchObject({
				id: first && internalId(first),
				first_id: `device-${first?.id}`,
				age: first?.properties.age,
				is_member: first?.properties.is_member,
				interests: first?.properties.interests,
				registered_on: first?.properties.registered_on,
			});
		});

		it('gives as many as the limit says, in one request where that is enough', async () => {
			const { rows } = await run('getManyUsers', { limit: 7 });
			expect(ids(rows)).toEqual(shopUsers().slice(0, 7).map(internalId));
			expect(t.takeRequests().map(({ body }) => body)).toMatchObject([
				{ page_index: 1, page_size: 7, limit: 7 },
			]);
			expect((await run('getManyUsers', { limit: 130 })).rows).toHaveLength(130);
		});

		it('gives chosen properties alone, empty where a user has none', async () => {
			const { rows } = await run('getManyUsers', {
				...ALL,
				userProperties: 'chosen',
				chosenProperties: { property: [{ field: 'user.city' }, { field: 'age' }] },
			});
			expect(rows.map(({ city, age }) => [city, age])).toEqual(
				shopUsers().map(({ properties }) => [properties.city, properties.age]),
			);
			expect(rows.some(({ city }) => city === null)).toBe(true);
			expect(Object.keys(rows[0] ?? {})).toEqual([
				...['id', 'first_id', 'second_id', 'distinct_id', 'city', 'age'],
			]);
		});

		it('gives IDs alone', async () => {
			const { rows } = await run('getManyUsers', { limit: 2, userProperties: 'none' });
			expect(rows.map((row) => Object.keys(row).length)).toEqual([4, 4]);
			expect(t.takeRequests()[0]?.body).toMatchObject({ detail: false, profiles: ['user.$id'] });
		});

		it('lists the members of a user group', async () => {
			const form = {
				...ALL,
				filterMode: 'conditions',
				filter: { condition: [{ field: 'user.user_group_over_40', function: 'isTrue' }] },
			};
			const { rows } = await run('getManyUsers', form);
			const members = shopUsers().filter(({ properties }) => Number(properties.age) > 40);
			expect(members.length).toBeGreaterThan(50);
			expect(ids(rows)).toEqual(members.map(internalId));
		});

		it('gives no items where nobody fits', async () => {
			const { rows, error } = await run('getManyUsers', condition('user.city', 'Nowhere'));
			expect([rows, error]).toEqual([[], undefined]);
		});

		it('shows the request without sending it', async () => {
			const { rows } = await run('getManyUsers', { options: { previewRequest: true } });
			expect(rows).toMatchObject([
				{ requests: [{ method: 'POST', path: `${MODEL}/user/list`, body: { page_index: 1 } }] },
			]);
			expect(t.takeRequests()).toEqual([]);
		});

		const page = (users: string[], number: number, total: number) => ({
			body: {
				code: 'SUCCESS',
				data: {
					users: users.map((id) => ({ id, profiles: { phone: '13800000000' } })),
					page: { current_page: number, page_count: 2, total },
				},
			},
		});
		it('lists nobody twice, and says where the pages moved', async () => {
			for (const answer of [page(['1', '2'], 1, 4), page(['2', '3'], 2, 4)])
				t.simulator.faults.add({ path: /user\/list/, times: 1, reaction: { answer } });
			const { rows, run: done } = await run('getManyUsers', ALL);
			const hints = done.data.resultData.runData['Sensors Analytics']?.[0]?.hints ?? [];
			const told = hints.map(({ message }) => message).join();
			expect(ids(rows)).toEqual(['1', '2', '3']);
			expect(told).toMatch(/1 came twice and is listed once; 3 came of 4/);
			expect(told).not.toContain('138');
		});

		it('tells nothing of a user in an error', async () => {
			const answer = page(['1', ''], 1, 2);
			t.simulator.faults.add({ path: /user\/list/, times: 1, reaction: { answer } });
			const { rows, error } = await run('getManyUsers', ALL);
			expect(error?.message).toMatch(/entry 2 of 'users' has no id/);
			expect(JSON.stringify([rows, error?.message, error?.description])).not.toContain('138');
		});

		it.each(['secret', 'user', 'account'])('says that a key is needed (%s)', async (credential) => {
			for (const [operation, form] of [
				['getManyUsers', {}],
				['getBehavior', { user: 'u1', ...DAYS }],
			] as const) {
				const { error } = await run(operation, form, { credential });
				expect(error?.message).toMatch(/Use a credential that signs in by API Key \(OpenAPI\)/);
			}
		});

		it('refuses a filter on what users did', async () => {
			const { error } = await run('getManyUsers', condition('event.PayOrder.city', 'x'));
			expect(error?.message).toMatch(/event\.PayOrder\.city, which is no property of users/);
			expect(t.takeRequests()).toEqual([]);
		});
	});

	describe('Get Behavior', () => {
		const busy = () => {
			const counts = new Map<string, number>();
			for (const { user } of t.events('2026-10-01', '2026-11-07'))
				counts.set(user.id, (counts.get(user.id) ?? 0) + 1);
			return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] as string;
		};
		const of = (id: string) =>
			t.events('2026-10-01', '2026-11-07').filter(({ user }) => user.id === id);
		const form = { ...DAYS, fromDate: '2026-10-01', ...ALL };

		it.each(['distinct', 'internal'])('gives the events in their order, by %s ID', async (kind) => {
			const user = busy();
			const events = of(user);
			expect(events.length).toBeGreaterThan(100);
			const id = kind === 'distinct' ? user : (idsOf([user])[0] as string);
			const { rows, error } = await run('getBehavior', { ...form, user: id, userIdKind: kind });
			expect(error).toBeUndefined();
			expect(rows.map(({ time, event, properties }) => ({ time, event, properties }))).toEqual(
				events.map(({ time, event, properties }) => ({ time: `${time}.000`, event, properties })),
			);
			expect(rows[0]).toMatchObject({ user_id: idsOf([user])[0], distinct_id: user });
		});

		it('gives the newest first, as many as wanted', async () => {
			const user = busy();
			const { rows } = await run('getBehavior', {
				...{ ...form, user, userIdKind: 'distinct', eventOrder: 'newest' },
				...{ returnAll: false, limit: 5 },
			});
			const newest = of(user).slice(-5).reverse();
			expect(rows.map(({ time }) => time)).toEqual(newest.map(({ time }) => `${time}.000`));
		});

		it('does not ask for an ID that has lost digits, nor repeats it', async () => {
			const { error } = await run('getBehavior', { ...form, user: '={{ 8961289991947891759 }}' });
			expect(error?.message).toMatch(/more digits than numbers can hold/);
			expect(error?.message).not.toMatch(/896/);
			expect(t.takeRequests()).toEqual([]);
		});
	});
});
