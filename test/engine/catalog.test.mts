/** What a project consists of: pick lists, dashboards, saved reports, user groups. */
import type { IDataObject } from 'n8n-workflow';

import { TestWorld } from '../support/world.mts';

const RANGE = { dateRange: 'custom', fromDate: '2026-11-02', toDate: '2026-11-03' };

describe('What a project consists of', () => {
	let t: TestWorld;

	beforeAll(async () => {
		t = await TestWorld.start();
	});
	afterAll(async () => await t.stop());
	beforeEach(() => {
		t.takeRequests();
		t.simulator.faults.clear();
	});

	describe('pick lists', () => {
		const list = async (method: string, parameters: IDataObject = {}, options = {}) =>
			await t.engine.listChoices(method, parameters as never, options);

		it('shows events by display name and name, and finds them by either', async () => {
			const all = await list('searchEvents');
			expect(all).toContainEqual({ name: '支付订单 (PayOrder)', value: 'PayOrder' });
			expect(all[0]).toEqual({ name: 'Any event ($Anything)', value: '$Anything' });
			expect(await list('searchEvents', {}, { filter: '支付' })).toHaveLength(1);
			expect(await list('searchEvents', {}, { filter: 'payorder' })).toHaveLength(1);
		});

		it('shows the properties of the event in the same row', async () => {
			const choices = await list(
				'searchEventProperties',
				{
					measures: {
						measure: [
							{ eventName: '$pageview' },
							{ eventName: { mode: 'list', value: 'PayOrder' } },
						],
					},
				},
				{ path: 'parameters.measures.measure[1].field' },
			);
			expect(choices).toContainEqual({
				name: '订单金额 (amount) · number',
				value: 'event.PayOrder.amount',
			});
			expect(choices.map(({ value }) => value)).not.toContain('event.PayOrder.page');
		});

		it('shows properties of all measured events, of users, and user groups', async () => {
			const one = await list('searchProperties', {
				measures: { measure: [{ eventName: 'PayOrder' }] },
			});
			expect(one.map(({ value }) => value)).toEqual(
				expect.arrayContaining([
					'event.PayOrder.city',
					'user.level',
					'user.user_group_gold_members',
				]),
			);
			const two = await list('searchProperties', {
				operation: 'getFunnelReport',
				steps: { step: [{ eventName: 'PayOrder' }, { eventName: '$pageview' }] },
			});
			const values = two.map(({ value }) => value);
			expect(values).toEqual(
				expect.arrayContaining(['event.$Anything.page', 'event.$Anything.amount']),
			);
			// Of neither event.
			expect(values).not.toContain('event.$Anything.product');
		});

		it('shows properties of the events of every form', async () => {
			const touched = await list('searchProperties', {
				operation: 'getAttributionReport',
				targetEvent: 'PayOrder',
				touchpoints: { touchpoint: [{ eventName: 'PayOrder' }] },
			});
			const values = touched.map(({ value }) => value);
			expect(values).toContain('event.PayOrder.city');
			expect(values).not.toContain('event.PayOrder.page');
		});

		it('shows only what the account may see', async () => {
			await t.saveCredential('viewer', {
				...t.dataOf('account'),
				accountName: 'viewer',
				password: 'viewer-pw-1',
			});
			const names = (await list('searchEvents', {}, { credential: 'viewer' })).map(
				({ value }) => value,
			);
			expect(names).toEqual(['$Anything', '$pageview']);
		});

		it('says why it is empty where there are no metadata, and typing goes on working', async () => {
			t.simulator.faults.add({
				path: /events\/all/,
				reaction: {
					answer: {
						status: 403,
						body: { error: 'The current user lacks permission', code: 'SA-D-24-2' },
					},
				},
			});
			await expect(list('searchEvents')).rejects.toThrow(/lacks permission/);
			const { rows, error } = await t.report({
				measures: { measure: [{ eventName: { mode: 'name', value: 'PayOrder' } }] },
				...RANGE,
			});
			expect(error).toBeUndefined();
			expect(rows).toHaveLength(2);
		});

		it('has no groups where the installation has none', async () => {
			t.simulator.faults.add({
				path: /user_groups/,
				reaction: { answer: { status: 404, body: { error: 'no such operation' } } },
			});
			const values = (await list('searchUserProperties')).map(({ value }) => value);
			expect(values).toContain('user.level');
			expect(values.some((value) => String(value).includes('user_group'))).toBe(false);
		});

		it('costs no login while the token is valid', async () => {
			await t.report({}, { credential: 'account' });
			t.takeLogins();
			await list('searchEvents');
			await list('searchProperties', { measures: { measure: [{ eventName: 'PayOrder' }] } });
			expect(t.takeLogins()).toBe(0);
		});

		it('shows dashboards and the reports in the one that is chosen', async () => {
			expect(await list('searchDashboards')).toContainEqual({ name: 'Shop overview', value: '11' });
			expect(
				await list('searchSavedReports', {
					resource: 'savedReport',
					operation: 'runSavedReport',
					dashboard: { __rl: true, mode: 'list', value: '11' },
				}),
			).toContainEqual({ name: 'Revenue by city', value: '101' });
			expect(await list('searchSavedReports')).toContainEqual({
				name: 'Customers: Orders per customer',
				value: '104',
			});
		});
	});

	it('lists dashboards and saved reports', async () => {
		const dashboards = await t.operation('dashboard', 'getManyDashboards');
		expect(dashboards.rows[0]).toEqual({
			id: '11',
			name: 'Shop overview',
			owner: 'admin',
			is_public: true,
			created_at: '2026-02-01 09:00:00',
		});
		const { rows } = await t.operation('savedReport', 'getManySavedReports', { dashboard: '11' });
		expect(rows.map(({ name, model, can_be_run: can }) => [name, model, can])).toEqual([
			['Revenue by city', 'event', true],
			['View to order', 'funnel', true],
			['Do visitors come back', 'retention', true],
		]);
		expect(rows[0]?.query).not.toHaveProperty('$$render_index');
		const all = await t.operation('savedReport', 'getManySavedReports', {
			returnAll: false,
			limit: 4,
		});
		expect(all.rows).toHaveLength(4);
	});

	describe('a saved report', () => {
		const runSaved = async (id: string, form: IDataObject = {}) =>
			await t.operation('savedReport', 'runSavedReport', { savedReport: id, ...RANGE, ...form });

		it('of events runs with new dates, and a comparison', async () => {
			const { rows, error } = await runSaved('101', {
				compareWith: 'previousPeriod',
				options: { orderBy: 'revenue', topGroups: 2 },
			});
			expect(error).toBeUndefined();
			expect(new Set(rows.map(({ city }) => city)).size).toBe(2);
			const [first] = rows;
			const own = t
				.events(String(first?.date), String(first?.date), 'PayOrder')
				.filter(({ properties }) => properties.city === first?.city);
			expect(first?.revenue).toBeCloseTo(
				own.reduce((sum, { properties }) => sum + Number(properties.amount), 0),
			);
			expect(first).toHaveProperty('revenue_previous');
		});

		it('is fetched once for all items', async () => {
			const { error } = await t.operation(
				'savedReport',
				'runSavedReport',
				{ savedReport: '101', ...RANGE },
				{ items: [{}, {}, {}, {}] },
			);
			expect(error).toBeUndefined();
			const paths = t.takeRequests().map(({ path }) => path);
			expect(paths.filter((path) => path.includes('bookmark'))).toHaveLength(1);
			expect(paths.filter((path) => path.includes('report'))).toHaveLength(4);
		});

		it('runs with the dates that its words mean today', async () => {
			// Saved as 过去 7 天: the seven days up to yesterday.
			const { rows } = await runSaved('101', { dateRange: 'asPasted' });
			const yesterday = t.world.serviceTime().slice(0, 10);
			const days = [...new Set(rows.map(({ date }) => String(date)))].sort();
			expect(days).toHaveLength(7);
			expect(Date.parse(yesterday) - Date.parse(days[6] as string)).toBe(24 * 3600_000);
		});

		it.each([
			['102', ['step', 'event', 'users', 'percent_of_previous', 'percent_of_first']],
			['103', ['date', 'period', 'initial_users', 'users', 'percent']],
			['104', ['date', 'bucket', 'bucket_from', 'bucket_to', 'total_users', 'users', 'percent']],
		])('of another model runs, too: %s', async (id, keys) => {
			const { rows, error } = await runSaved(id);
			expect(error).toBeUndefined();
			expect(Object.keys(rows[0] as object)).toEqual(keys);
			expect(t.takeRequests().at(-1)?.body).toMatchObject({
				from_date: '2026-11-02',
				to_date: '2026-11-03',
			});
		});

		it.each([
			['106', {}, /of the kind '\/fancy_metric\/', which can't be run/],
			['999', {}, /bookmark does not exist/],
			['102', { compareWith: 'lastWeek' }, /'Compare With' is for event and session analyses only/],
			['103', { output: 'summary' }, /Summary is for event and session analyses only/],
			[
				'102',
				{ options: { totals: true } },
				/option 'Totals' is for event and session analyses only/,
			],
		])('that can not be run says why: %s', async (id, form, words) => {
			expect((await runSaved(id, form)).error?.message).toMatch(words);
		});
	});

	describe('user groups', () => {
		it('come with their size and the state of the last computation', async () => {
			const { rows } = await t.operation('userGroup', 'getManyUserGroups', { returnAll: true });
			const { users } = t.world.shopOf('production');
			expect(rows).toHaveLength(3);
			expect(rows[0]).toMatchObject({
				id: '1',
				name: 'gold_members',
				property: 'user.user_group_gold_members',
				status: 'SUCCESS',
				users: users.filter(({ properties }) => properties.level === 'gold').length,
				last_computation: { status: 'SUCCESS' },
			});
			expect(rows[2]).toMatchObject({ status: 'PENDING', users: null, last_computation: null });
		});

		it.each(['gold_members', '1', '黄金会员'])(
			'are found by name, ID or display name: %s',
			async (wanted) => {
				const { rows } = await t.operation('userGroup', 'getUserGroup', { userGroup: wanted });
				expect(rows).toMatchObject([{ name: 'gold_members' }]);
			},
		);

		it('that do not exist are an error', async () => {
			const { error } = await t.operation('userGroup', 'getUserGroup', { userGroup: 'nobody' });
			expect(error?.message).toMatch(/no 'User Group' 'nobody'/);
		});
	});
});
