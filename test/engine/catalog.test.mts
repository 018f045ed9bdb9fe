/** What a project consists of: pick lists, dashboards, saved reports, user groups. */
import { DateTime } from 'luxon';
import type { IDataObject, IRun } from 'n8n-workflow';

import { EVENTS, USER_PROPERTIES } from '../../simulator/data/shop.mts';
import { TOOL_TYPE } from '../support/engine.mts';
import { sharedWorld } from '../support/world.mts';
import { withoutWaits } from '../support/waits.mts';

beforeAll(() => void withoutWaits());

const RANGE = { dateRange: 'custom', fromDate: '2026-11-02', toDate: '2026-11-03' };

describe('What a project consists of', () => {
	const t = sharedWorld();

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
			// One that the first event lacks has its event.
			expect(values).toEqual(
				expect.arrayContaining([
					...['event.$Anything.city', 'event.$Anything.amount', 'event.$pageview.page'],
				]),
			);
			// Of the first event already, or of neither.
			expect(values.join()).not.toMatch(/event\.\$pageview\.city|product/);
		});

		it.each([
			['getLifetimeValueReport', { startEvent: '$pageview', valueEvent: 'PayOrder' }],
			['getIntervalReport', { intervalFrom: '$pageview', intervalTo: 'PayOrder' }],
			[
				'getManyFromReport',
				{ fromReport: 'retention', firstEvent: '$pageview', secondEvent: 'PayOrder' },
			],
		])('shows the event of a property that the first event lacks: %s', async (operation, form) => {
			const values = (await list('searchProperties', { operation, ...form })).map(
				({ value }) => value,
			);
			expect(values).toEqual(
				expect.arrayContaining(['event.$Anything.page', 'event.PayOrder.amount']),
			);
			expect(values).not.toContain('event.$Anything.amount');
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

		describe('of the values of a property', () => {
			const condition = (field: unknown) => ({ function: 'equal', field });
			const valuesOf = async (field: unknown, options = {}, form = {}) =>
				await list(
					'searchValues',
					{
						filter: { condition: [condition('x'), condition(field)] },
						...form,
					},
					{ path: 'parameters.filter.condition[1].pickedValue', ...options },
				);
			const cities = (name?: string) => {
				// Lists know no workflow: their zone is n8n's own, which is this one unless it is set.
				const today = DateTime.now().setZone('America/New_York').toISODate() as string;
				const from = new Date(Date.parse(today) - 6 * 86_400_000).toISOString().slice(0, 10);
				const counts = new Map<string, number>();
				for (const { properties } of t.events(from, today, name)) {
					const { city } = properties;
					if (typeof city === 'string') counts.set(city, (counts.get(city) ?? 0) + 1);
				}
				return [...counts]
					.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
					.map(([city]) => city);
			};
			const picked = (value: string, cachedResultName = value) => ({
				...{ __rl: true, mode: 'list', value, cachedResultName },
			});

			it('shows the most frequent ones of the last days first', async () => {
				const city = picked('event.PayOrder.city', '城市 (city) · text');
				const choices = await valuesOf(city);
				expect(choices[0]).toEqual({ name: '(None)', value: '' });
				expect(choices.slice(1).map(({ value }) => value)).toEqual(cities('PayOrder'));
				expect((await valuesOf('city')).slice(1).map(({ value }) => value)).toEqual(cities());
			});

			it('sends one request for a search letter by letter', async () => {
				const channel = picked('event.PayOrder.channel');
				expect((await valuesOf(channel, { filter: 'AD' })).map(({ name }) => name)).toEqual([
					'ads',
				]);
				expect(await valuesOf(channel, { filter: 'zz' })).toEqual([]);
				expect(t.takeRequests().map(({ path }) => path)).toEqual(['/api/events/report']);
				await valuesOf(channel, { credential: 'key' });
				expect(t.takeRequests().map(({ path }) => path)).toEqual([
					'/api/v3/analytics/v1/property-meta/property/values',
				]);
			});

			it('comes from a report where the list of the platform is not installed', async () => {
				t.world.openapi.missing.push('/analytics/v1/property-meta');
				const device = picked('event.PayOrder.device');
				const choices = await valuesOf(device, { credential: 'key' });
				t.world.openapi.missing.pop();
				expect(choices.map(({ value }) => value).sort()).toEqual([
					...['', 'computer', 'phone', 'tablet'],
				]);
			});

			it('is of users where the form is', async () => {
				for (const [field, form] of [
					['level', { resource: 'user', operation: 'getManyUsers' }],
					['user.level', {}],
				] as const) {
					const levels = (await valuesOf(field, {}, form)).map(({ value }) => value);
					expect(levels).toEqual(['', 'bronze', 'silver', 'gold']);
				}
			});

			it('is true and false without asking', async () => {
				for (const field of [
					picked('event.PayOrder.coupon', 'coupon · yes or no'),
					'user.user_group_gold_members',
				])
					expect((await valuesOf(field)).map(({ value }) => value)).toEqual(['', 'true', 'false']);
				expect(t.takeRequests()).toEqual([]);
			});

			it('says what it needs, without asking', async () => {
				await expect(valuesOf('')).rejects.toThrow(/Choose 'Property' of the condition first/);
				const expression = { mode: 'name', value: '={{ $json.field }}' };
				await expect(valuesOf(expression)).rejects.toThrow(/'Property' .* is an expression/);
				expect(t.takeRequests()).toEqual([]);
			});

			it('costs no login while the token is valid', async () => {
				await t.report({}, { credential: 'account' });
				t.takeLogins();
				await valuesOf('event.AddToCart.category');
				expect(t.takeLogins()).toBe(0);
			});
		});

		it('explains an empty list without metadata, and typing still works', async () => {
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

		it('has no groups if the installation has no module for them', async () => {
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

		it('shows what empties a field that may be empty, but not to those who search', async () => {
			const form = { measures: { measure: [{ eventName: 'PayOrder' }] } };
			const [none, ...others] = await list('searchPropertiesOrNone', form);
			expect(none).toEqual({ name: '(None)', value: '' });
			expect(others).toEqual(await list('searchProperties', form));
			expect((await list('searchDashboards'))[0]).toEqual({ name: '(All)', value: '' });
			expect(await list('searchDashboards', {}, { filter: 'a' })).not.toContainEqual(
				expect.objectContaining({ value: '' }),
			);
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
			const forbidden = { status: 403, body: { error: 'no permission', code: 'SA-D-24-2' } };
			t.simulator.faults.add({ path: /dashboards\/11/, times: 1, reaction: { answer: forbidden } });
			t.takeRequests();
			const all = await list('searchSavedReports');
			const sent = t.takeRequests().length;
			// Of a kind that can't be run.
			expect(all.map(({ value }) => value)).not.toContain('105');
			expect(all).toContainEqual({
				name: 'Customers: Orders per customer',
				value: '104',
			});
			// One dashboard can't be read, and what is known isn't requested at each letter.
			expect(all.map(({ value }) => value)).not.toContain('101');
			await list('searchSavedReports', {}, { filter: 'customers' });
			expect(sent).toBeGreaterThan(2);
			expect(t.takeRequests()).toHaveLength(1);
		});
	});

	describe.each(['secret', 'key'] as const)('with a %s, the catalog', (credential) => {
		const ask = async (resource: string, operation: string, form: IDataObject = {}) =>
			await t.operation(resource, operation, form, { credential });
		const events = async (form: IDataObject = {}) => await ask('event', 'getManyEvents', form);
		const properties = async (form: IDataObject = {}) =>
			await ask('property', 'getManyProperties', form);
		const values = async (form: IDataObject) => await ask('property', 'getPropertyValues', form);
		const names = (rows: IDataObject[]) => rows.map(({ name }) => name);
		/** The last days up to today, as the service's clocks show them. */
		const recent = (days: number, name?: string) => {
			const today = t.world.serviceTime().slice(0, 10);
			const from = new Date(Date.parse(today) - (days - 1) * 86_400_000);
			return t.events(from.toISOString().slice(0, 10), today, name);
		};
		const resultOf = (run: IRun) =>
			(run.data.resultData.runData['Sensors Analytics']?.[0]?.hints ?? [])
				.map(({ message }) => message)
				.join();

		it('has events, found by either name', async () => {
			const { rows, error } = await events();
			expect(error).toBeUndefined();
			expect(names(rows)).toEqual(['$pageview', 'ViewProduct', 'AddToCart', 'PayOrder', 'SignUp']);
			expect(rows[3]).toMatchObject({
				name: 'PayOrder',
				display_name: '支付订单',
				...(credential === 'key'
					? {
							description: 'An order was paid, by whatever means',
							tags: ['交易'],
							total_count: recent(30, 'PayOrder').length,
						}
					: { description: null, tags: [], total_count: null }),
			});
			for (const search of ['pay orders', '支付', 'PAYORDER', 'order_pay'])
				expect([search, names((await events({ search })).rows)[0]]).toEqual([search, 'PayOrder']);
			expect((await events({ limit: 2 })).rows).toHaveLength(2);
		});

		if (credential === 'key')
			it('has events if the names of tags are refused', async () => {
				const refused = { status: 403, body: { error: 'no permission' } };
				const refuse = (answer: object = refused) => {
					t.simulator.faults.clear();
					t.simulator.faults.add({ path: /events\/tags/, reaction: { answer } });
				};
				refuse();
				const { rows, error, run } = await events();
				expect(error).toBeUndefined();
				expect(rows[3]?.tags).toEqual([expect.stringMatching(/^\d+$/)]);
				expect((await events({ search: '交易' })).error?.message).toMatch(/no permission/);
				const why =
					'because the request for the names of tags failed: Sensors Analytics rejected the request: no permission';
				expect(resultOf(run)).toBe(`'tags' contains IDs, ${why}.`);
				const unseen = `'tags' contains IDs, and the search leaves out their names, ${why}`;
				const paid = await events({ search: 'PayOrder' });
				expect([names(paid.rows)[0], resultOf(paid.run)]).toEqual(['PayOrder', `${unseen}.`]);
				const asked = { type: TOOL_TYPE, credential };
				const model = async (form: IDataObject) =>
					(await t.operation('event', 'getManyEvents', form, asked)).rows[0];
				expect(await model({})).toMatchObject({ notes: [`'tags' contains IDs, ${why}`] });
				expect(await model({ search: 'PayOrder' })).toMatchObject({ notes: [unseen] });
				expect(await model({ search: '交易' })).toMatchObject({
					error: expect.stringContaining('no permission'),
				});
				for (const answer of [
					{ status: 403, body: {} },
					{ status: 500, body: { error: 'broken' } },
					{ body: {} },
				]) {
					refuse(answer);
					const found = await events({ search: 'PayOrder', options: { retries: 0 } });
					expect([answer, found.error, names(found.rows)[0]]).toEqual([
						answer,
						undefined,
						'PayOrder',
					]);
				}
				t.simulator.faults.clear();
			});

		it('shows which events have recent data', async () => {
			const { rows, error } = await events({ options: { recentDays: 3 } });
			expect(error).toBeUndefined();
			expect(rows.map(({ recent_count: count }) => count)).toEqual(
				names(rows).map((name) => recent(3, String(name)).length),
			);
			expect(rows.every(({ has_recent_data: has }) => has === true)).toBe(true);
			const today = t.world.serviceTime().slice(0, 10);
			t.world.shopOf('production').spoil(today);
			const paid = { search: 'PayOrder', options: { recentDays: 1 } };
			expect((await events(paid)).rows).toMatchObject([
				{ recent_count: 0, has_recent_data: false },
			]);
		});

		it('an event that the answer lacks has unknown properties, not none', async () => {
			const body =
				credential === 'key'
					? {
							code: 'SUCCESS',
							data: { event_properties: [{ event_define: { name: 'SignUp' }, properties: [] }] },
						}
					: { SignUp: { event: [] } };
			t.simulator.faults.add({ path: /propert/, reaction: { answer: { body } } });
			const { rows } = await events({ includeProperties: true });
			const of = (event: string) => rows.find(({ name }) => name === event)?.properties;
			expect([of('SignUp'), of('PayOrder')]).toEqual([[], null]);
		});

		it('has the properties of each event, if requested', async () => {
			const form = { search: 'SignUp', includeProperties: true };
			const { rows } = await events(form);
			expect(rows).toHaveLength(1);
			expect(rows[0]?.properties).toContainEqual(
				expect.objectContaining({
					name: 'invited',
					property: 'event.SignUp.invited',
					type: 'boolean',
				}),
			);
			expect((rows[0]?.properties as IDataObject[]).map(({ name }) => name)).not.toContain(
				'amount',
			);
		});

		it('has properties of one event, of several, of all, and of users', async () => {
			const of = async (form: IDataObject) =>
				(await properties({ returnAll: true, ...form })).rows.map(({ property }) => property);
			const one = await of({ propertiesOf: 'events', ofEvents: 'PayOrder' });
			expect(one).toEqual(
				Object.keys(EVENTS.PayOrder ?? {}).map((name) => `event.PayOrder.${name}`),
			);
			const two = await of({ propertiesOf: 'events', ofEvents: 'SignUp, 支付订单' });
			expect(two).toEqual(
				[...new Set([EVENTS.SignUp, EVENTS.PayOrder].flatMap((own) => Object.keys(own ?? {})))].map(
					(name) => `event.$Anything.${name}`,
				),
			);
			const users = Object.keys(USER_PROPERTIES).map((name) => `user.${name}`);
			expect(await of({ propertiesOf: 'users' })).toEqual(users);
			const all = await of({});
			expect(all).toEqual(expect.arrayContaining([...users, 'event.$Anything.page']));
			expect(new Set(all).size).toBe(all.length);
			const { rows } = await properties({ search: '订单金额' });
			expect(rows).toMatchObject([
				{
					name: 'amount',
					type: 'number',
					unit: credential === 'key' ? '元' : null,
					of: 'event',
					event_count: 1,
					events: ['PayOrder'],
				},
			]);
			expect(names((await properties({ search: 'city' })).rows)).toEqual(['city', 'city']);
		});

		it('has the values of a property, the most frequent first', async () => {
			const counted = (list: unknown[]) => {
				const counts = new Map<unknown, number>();
				for (const value of list) counts.set(value, (counts.get(value) ?? 0) + 1);
				return [...counts].sort((a, b) => b[1] - a[1]);
			};
			const { rows, error } = await values({ property: 'event.PayOrder.city' });
			expect(error).toBeUndefined();
			const cities = counted(recent(7, 'PayOrder').map(({ properties: own }) => own.city));
			expect(rows.map(({ count }) => count)).toEqual(cities.map(([, count]) => count));
			expect(new Map(rows.map(({ value, count }) => [value, count]))).toEqual(new Map(cities));
			expect(rows.some(({ value }) => value === null)).toBe(true);

			const options = { valueDays: 2 };
			const any = await values({ property: '城市', options });
			expect(new Map(any.rows.map(({ value, count }) => [value, count]))).toEqual(
				new Map(counted(recent(2).map(({ properties: own }) => own.city))),
			);
			const { users } = t.world.shopOf('production');
			const levels = await values({ property: '会员等级' });
			expect(levels.rows).toEqual(
				counted(users.map(({ properties: own }) => own.level)).map(([value, count]) => ({
					property: 'user.level',
					value,
					count,
				})),
			);
			const two = await values({ property: 'city', ofEvents: 'SignUp, 支付订单' });
			const ofTwo = ['SignUp', 'PayOrder'].flatMap((name) => recent(7, name));
			expect(new Map(two.rows.map(({ value, count }) => [value, count]))).toEqual(
				new Map(counted(ofTwo.map(({ properties: own }) => own.city))),
			);
			const other = await values({ property: 'event.PayOrder.city', ofEvents: 'SignUp' });
			expect(other.error?.message).toBe(
				"'Property' is event.PayOrder.city, but 'Event' is SignUp. Enter only the name of the property, or clear 'Event'",
			);
			const form = { ofEvents: 'SignUp', valueSearch: 'bei' };
			const ofOne = await values({ property: 'city', ...form });
			const ofAny = await values({ property: 'event.$Anything.city', ...form });
			expect(ofAny.rows).toEqual(ofOne.rows);
			expect(ofOne.rows).toMatchObject([
				{
					property: 'event.SignUp.city',
					value: 'Beijing',
					count: recent(7, 'SignUp').filter(({ properties: own }) => own.city === 'Beijing').length,
				},
			]);
		});

		it('names the days of the values in manual executions with default days', async () => {
			const hintOf = async (form: IDataObject, mode: 'manual' | 'cli' = 'manual') =>
				resultOf(
					(await t.operation('property', 'getPropertyValues', form, { credential, mode })).run,
				);
			const today = t.world.serviceTime().slice(0, 10);
			const form = { property: 'event.PayOrder.city' };
			expect(await hintOf(form)).toContain(` to ${today}. To include older values, add`);
			expect(await hintOf(form, 'cli')).toBe('');
			expect(await hintOf({ ...form, options: { valueDays: 7 } })).toBe('');
			expect(await hintOf({ property: 'user.level' })).toBe('');
		});

		it('says what to try if nothing is found', async () => {
			const none = await events({ search: 'refund' });
			expect(none.rows).toEqual([]);
			expect(resultOf(none.run)).toMatch(
				/None of the 5 events match 'refund'\. All names: 页面浏览 \(\$pageview\), 浏览商品 \(ViewProduct\), 加入购物车 \(AddToCart\), 支付订单 \(PayOrder\), 注册 \(SignUp\)/,
			);
			const few = await properties({ search: '订单 refunds' });
			expect(few.rows).toEqual([]);
			expect(resultOf(few.run)).toMatch(
				/None of the 21 properties of all events and of users match '订单 refunds'\. Similar names: 订单金额 \(amount\)/,
			);
			const value = await values({ property: 'user.level', valueSearch: 'platinum' });
			expect(resultOf(value.run)).toMatch(
				/None of the 3 values of user\.level match 'platinum'\. All names: bronze, silver, gold/,
			);
			const hintOn = async (asked: ReturnType<typeof events>) => resultOf((await asked).run);
			const today = t.world.serviceTime().slice(0, 10);
			const city = { property: 'city', valueSearch: 'Lhasa', options: { valueDays: 1 } };
			expect(await hintOn(values({ ...city, ofEvents: 'SignUp, PayOrder' }))).toContain(
				` values of event.$Anything.city of SignUp, PayOrder from ${today} to ${today} match 'Lhasa'`,
			);
			expect(await hintOn(properties({ search: 'amount', ofEvents: 'ViewProduct' }))).toMatch(
				/^None of the \d+ properties of ViewProduct and of users match 'amount'/,
			);
			expect(await hintOn(properties({ search: 'amount', propertiesOf: 'users' }))).toMatch(
				/^None of the \d+ properties of users match 'amount'/,
			);
			const form = { search: 'amount', ofEvents: 'ViewProduct' };
			expect(await hintOn(t.operation('sqlQuery', 'getSqlColumns', form, { credential }))).toMatch(
				/^None of the \d+ columns of ViewProduct and of users match 'amount'/,
			);
		});

		it('says for a model, too, that only some of the values came', async () => {
			if (credential === 'key') return;
			const today = t.world.serviceTime().slice(0, 10);
			const row = { by_values: ['Riga'], values: [[5]] };
			const more = { total_rows: 20_000, truncated: true };
			const answer = { body: { series: [`${today} 00:00:00`], rows: [row], ...more } };
			t.simulator.faults.add({ path: /events\/report/, reaction: { answer } });
			const form = { property: 'event.PayOrder.city', options: { valueDays: 1 } };
			const asked = { type: TOOL_TYPE, credential };
			const ask = async (valueSearch: string) =>
				(await t.operation('property', 'getPropertyValues', { ...form, valueSearch }, asked)).rows;
			const note = 'The property has more values than Sensors Analytics returns at once';
			const what = `1 values of event.PayOrder.city from ${today} to ${today}`;
			expect(await ask('Lhasa')).toMatchObject([
				{ found: 0, advice: `None of the ${what} match 'Lhasa'. All names: Riga. ${note}` },
			]);
			expect(await ask('')).toMatchObject([{ shown: `1 of ${what}`, notes: [note] }]);
			const people = await values({ ...form, valueSearch: 'Lhasa' });
			t.simulator.faults.clear();
			expect(resultOf(people.run)).toContain('All names: Riga.');
			expect(resultOf(people.run)).toContain(`${note}.`);
		});

		it.each([
			[{ ofEvents: 'PayOrders' }, /no event 'PayOrders' .* Did you mean .*支付订单 \(PayOrder\)/],
			[
				{ propertiesOf: 'event' },
				/'Properties Of' can't be 'event'. Use one of: all, events, users/,
			],
		])('refuses what is not there: %j', async (form, words) => {
			expect((await properties(form)).error?.message).toMatch(words);
		});

		it.each([
			[{ property: '={{ "" }}' }, /'Property' is empty/],
			[{ property: 'orderamount' }, /no property 'orderamount'/],
			[{ property: '金额' }, /no property '金额' .* Did you mean 订单金额 \(amount\)/],
			[
				{ property: 'a.b' },
				/The node can only count values of event and user properties\. Enter event\.<event>\.<property> or user\.<property>/,
			],
			[
				{ property: 'city', options: { valueDays: 0 } },
				/'Lookback Period \(Days\)' must be a whole number/,
			],
		])('has no values of %j', async (form, words) => {
			expect((await values(form)).error?.message).toMatch(words);
		});

		it('of values has a list of its own only with a key', async () => {
			const form = { property: 'user.level', options: { valuesFrom: 'list' } };
			const { rows, error } = await values(form);
			if (credential === 'key') {
				expect(rows.map(({ value, count }) => [value, count])).toEqual(
					['bronze', 'silver', 'gold'].map((value) => [value, null]),
				);
			} else
				expect(error?.message).toMatch(
					/The option 'Values From' can't be Predefined List, because only credentials with an API key \(OpenAPI\) have this list\. Set 'Values From' to Report for Recent Days/,
				);
		});
	});

	it('counts the events that an expression returns, and not all for lack of its value', async () => {
		const form = { property: 'city', ofEvents: { mode: 'name', value: '={{ $json.event }}' } };
		const found = async (event?: string | null) =>
			await t.operation('property', 'getPropertyValues', form, { items: [{ event }] });
		for (const none of [undefined, null])
			expect((await found(none)).error?.message).toMatch(
				/^The expression of 'Event' returns nothing\. Return a value, or remove the expression/,
			);
		expect((await found('')).rows.length).toBeGreaterThan(0);
	});

	it('costs no more for many items than for one', async () => {
		const form = { property: 'event.PayOrder.city' };
		const { rows } = await t.operation('property', 'getPropertyValues', form, { items: [{}, {}] });
		expect(rows.length % 2).toBe(0);
		expect(t.takeRequests()).toMatchObject([
			{ path: '/api/events/report', body: { limit: 10_000, by_fields: ['event.PayOrder.city'] } },
		]);
	});

	it('lists dashboards and saved reports', async () => {
		const dashboards = await t.operation('dashboard', 'getManyDashboards');
		expect(dashboards.rows[0]).toEqual({
			id: '11',
			name: 'Shop overview',
			owner: 'admin',
			is_public: true,
			created_at: '2026-02-01T09:00:00+08:00',
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

	it('lists the saved reports without those of a dashboard that can not be read', async () => {
		const forbidden = { status: 403, body: { error: 'no permission', code: 'SA-D-24-2' } };
		const refuse = (path: RegExp) =>
			t.simulator.faults.add({ path, reaction: { answer: forbidden } });
		refuse(/dashboards\/11/);
		const some = await t.operation('savedReport', 'getManySavedReports', { returnAll: true });
		refuse(/dashboards\/\d/);
		const none = await t.operation('savedReport', 'getManySavedReports', { returnAll: true });
		t.simulator.faults.clear();
		expect(some.error).toBeUndefined();
		expect(some.rows.map(({ name }) => name)).toContain('Orders per customer');
		expect(some.rows.map(({ name }) => name)).not.toContain('View to order');
		const [hint] = some.run.data.resultData.runData['Sensors Analytics']?.[0]?.hints ?? [];
		expect(hint?.message).toMatch(/^The list has no reports of 1 of \d dashboards, because/);
		expect(none.error?.message).toMatch(/permission/i);
	});

	it('lists no saved reports of a dashboard that the project does not have', async () => {
		const { error } = await t.operation('savedReport', 'getManySavedReports', { dashboard: '77' });
		expect(error?.message).toMatch(
			/^The project has no dashboard '77' that the account can see\. Choose a dashboard/,
		);
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

		it.each([
			'city',
			// As the list of a saved report has it.
			'event.$Anything.city',
		])('of a funnel is filtered as its form does it, by the first step: %s', async (field) => {
			const filter = {
				filter: { condition: [{ field, function: 'equal', values: 'Beijing' }] },
			};
			const users = ({ rows }: { rows: IDataObject[] }) => rows.map((row) => row.users);
			const saved = users(await runSaved('102', filter));
			const names = ['ViewProduct', 'AddToCart', 'PayOrder'];
			const own = await t.operation('report', 'getFunnelReport', {
				steps: { step: names.map((eventName) => ({ eventName })) },
				...{ window: 1, windowUnit: 'days' },
				...RANGE,
				...filter,
			});
			expect(saved).toEqual(users(own));
			expect(saved).not.toEqual(users(await runSaved('102')));
		});

		it.each([
			[false, -1, false],
			[false, 0, true],
			[true, -1, true],
		])(
			'of a retention says that periods go on if they do: beyond its dates %s, until %i',
			async (isLater, days, goesOn) => {
				const day = DateTime.now().setZone('Asia/Shanghai').plus({ days }).toISODate() as string;
				const event = { event_name: '$pageview' };
				const query = { first_event: event, second_event: event, unit: 'day', duration: 7 };
				const queryJson = JSON.stringify({ ...query, extend_over_end_date: isLater });
				const form = { queryMode: 'json', queryJson, dateRange: 'custom', output: 'table' };
				const dates = { fromDate: day, toDate: day };
				const { rows } = await t.operation('report', 'getRetentionReport', { ...form, ...dates });
				expect(JSON.stringify(rows).includes('start dates is incomplete')).toBe(goesOn);
			},
		);

		it('has its name in a message, alone and with others, unless it has a title', async () => {
			const titleOf = async (form: IDataObject) =>
				(await runSaved('101', { output: 'markdown', ...form })).rows[0]?.title;
			expect(await titleOf({})).toMatch(/^Revenue by city, /);
			expect(await titleOf({ messageTitle: 'Sales' })).toBe('Sales');
			const { rows } = await runSaved('101', { output: 'part' });
			const [part] = rows[0]?.parts as IDataObject[];
			expect(part).toMatchObject({ name: 'Revenue by city' });
			// The name need not say what is counted.
			expect(part?.headline).toMatch(/^(?:订单金额|Revenue|revenue) /);
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
			[
				'104',
				// The two dates are a part of a week.
				[
					...['date', 'bucket', 'bucket_from', 'bucket_to'],
					...['total_users', 'users', 'percent', '_partial'],
				],
			],
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
			['CUSTOM_SQL_MODEL', /'Daily' is of the kind 'custom sql', which the node can't run/],
			['SEGMENTATION_MODEL', /'Daily' has no readable query\. Open the report .+ save it again/],
		])('with a text that is no query says what helps: %s', async (type, words) => {
			const body = { id: 106, name: 'Daily', type, data: 'SELECT 1' };
			const reaction = { answer: { status: 200, body } };
			t.simulator.faults.add({ path: /bookmark\/106/, times: 1, reaction });
			expect((await runSaved('106')).error?.message).toMatch(words);
		});

		it.each([
			[
				'106',
				{},
				/The saved report 'Orders per view' is of the kind 'fancy metric', which the node can't run\. Choose a report of one of these kinds: Event Report, Attribution Report, Distribution Report, Funnel Report, Interval Report, Lifetime Value Report, Path Report, Retention Report, Session Report, User Property Report/,
			],
			['999', {}, /bookmark does not exist/],
			[
				'102',
				{ compareWith: 'lastWeek' },
				/'Compare With' is available only for event and session reports\. Set 'Compare With' to Nothing, or run the report twice/,
			],
			[
				'103',
				{ output: 'summary' },
				/The 'Output' Summary is available only for event and session reports\. Choose Rows or Table/,
			],
			[
				'102',
				{ options: { totals: true } },
				/The option 'Totals' isn't available for a saved report of this kind \(Funnel Report\)\. Remove the option/,
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

		it.each<[string, string, IDataObject]>([
			['userGroup', 'getUserGroup', { userGroup: 'gold_members' }],
			['userGroup', 'getManyUserGroups', {}],
			['event', 'getManyEvents', { includeProperties: true, options: { recentDays: 7 } }],
		])('and lists of more than ten fields are simplified: %s %s', async (resource, name, form) => {
			const raw = await t.operation(resource, name, form);
			expect(Object.keys(raw.rows[0] as IDataObject).length).toBeGreaterThan(10);
			const { rows } = await t.operation(resource, name, { ...form, simplify: true });
			const keys = Object.keys(rows[0] as IDataObject);
			expect(keys.length).toBeLessThanOrEqual(10);
			expect(raw.rows).toMatchObject(rows);
			expect(keys).toContain('name');
			expect(keys).not.toContain('created_at');
		});

		it('that do not exist are an error', async () => {
			const { error } = await t.operation('userGroup', 'getUserGroup', { userGroup: 'nobody' });
			expect(error?.message).toMatch(
				/^The project has no user group 'nobody' that the account can see\. Choose a user group from the list/,
			);
		});
	});
});
