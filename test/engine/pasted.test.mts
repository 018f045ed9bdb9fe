/** What people and models read about parts of pasted queries that no form has. */
import type { IDataObject } from 'n8n-workflow';

import { sharedWorld } from '../support/world.mts';
import { withoutWaits } from '../support/waits.mts';

beforeAll(() => void withoutWaits());

const DATES = { from_date: '2026-11-02', to_date: '2026-11-05' };

describe('A pasted query', () => {
	const t = sharedWorld();

	const run = async (
		operation: string,
		payload: object,
		form: IDataObject,
		credential = 'key',
	): Promise<IDataObject[]> => {
		const pasted = { queryMode: 'json', queryJson: JSON.stringify({ ...DATES, ...payload }) };
		const { rows, error } = await t.operation(
			'report',
			operation,
			{ ...pasted, dateRange: 'asPasted', compareWith: 'none', ...form },
			{ credential },
		);
		expect(error).toBeUndefined();
		return rows;
	};

	const FILTER = {
		relation: 'AND',
		conditions: [{ field: 'event.ViewProduct.city', function: 'equal', params: ['Beijing'] }],
	};
	const PAID = {
		...FILTER,
		conditions: [{ ...FILTER.conditions[0], field: 'event.PayOrder.city' }],
	};
	const RATE = {
		...{ expression: 'count(event.PayOrder)/count(event.AddToCart)', name: 'rate' },
		events: ['PayOrder', 'AddToCart'],
	};
	const NO_SUCH_FILTER = 'Filtered by conditions that are not shown';
	const OTHER = 'Other settings of the query: ';
	const ATTRIBUTION = {
		target_event: { event_name: 'PayOrder', aggregator: 'general' },
		...{ model_type: 'last', lookback_window: { unit: 'DAY', value: 1 }, direct_conversion: true },
		attribution_events: { events: [{ event_name: 'AddToCart' }] },
	};
	const LINKS = {
		event_name: 'AddToCart',
		link_properties: {
			current_event_property: 'event.AddToCart.category',
			target_event_property: 'event.PayOrder.category',
		},
	};
	const ORDERS = { event_name: 'PayOrder', aggregator: 'unique', name: '支付订单人数' };
	const PATHS = {
		...{ source_type: 'initial_event', source_event: { event_name: '$pageview' } },
		...{ event_names: ['$pageview', 'ViewProduct'], col_limit: 3, row_limit: 5 },
		...{ session_interval: 1800, single_event_with_filters: { ViewProduct: FILTER } },
	};

	/** As pages of 2021 to 2025 send it (docs/service.md, "Address"). */
	const CHART = {
		measures: [
			{ ...ORDERS, filter: { conditions: [{ ...PAID.conditions[0], functionsOpen: true }] } },
			{
				...{ name: '转化率', editName: '转化率', isUnSaved: true, format: '%2p' },
				expression: 'uniqcount(event.PayOrder)/uniqcount(event.ViewProduct)|%2p',
				...{ events: ['PayOrder', 'ViewProduct'], expression_filters: [{}, {}] },
				...{ expression_denominator_without_group: false, subjectIdIsUserId: false },
			},
		],
		...{ unit: 'day', by_fields: [], bucket_params: {}, filter: {}, topN: 50 },
		...{ from_date: '2026-11-02 00:00:00', to_date: '2026-11-05 23:59:59' },
		...{ time_zone_mode: '', server_time_zone: '', sub_task_type: 'SEGMENTATION' },
		...{ detail_and_rollup: 'true', include_today: 'true', use_cache: 'true' },
		...{ layer_other_rollup: false, jump_url: '/segmentation/', chartType: 'line' },
		...{ valueTypes: 'number', compareKey: '', rangeText: '4 day', bookmarkid: '38142' },
		fromDash: { id: 3083, type: 'normal', size: 'normal' },
	};

	it('as pages really send it has the same rows with and without a key', async () => {
		const [first, second] = [
			await run('getEventReport', CHART, {}),
			await run('getEventReport', CHART, {}, 'secret'),
		];
		expect(first).toEqual(second);
		// The dates roll.
		expect(first).toHaveLength(4);
		const day = String(first[0]?.date);
		expect(day > '2026-11-05').toBe(true);
		const events = t.events(day, day);
		const usersOf = (name: string) =>
			new Set(events.filter(({ event }) => event === name).map(({ user }) => user.id)).size;
		expect(first[0]?.['转化率']).toBeCloseTo(usersOf('PayOrder') / usersOf('ViewProduct'), 5);
	});

	it.each<[string, string, object, string, string]>([
		[
			"filters of a formula's parts",
			'getEventReport',
			{ unit: 'DAY', measures: [{ ...RATE, expression_filters: [FILTER, null] }] },
			NO_SUCH_FILTER,
			"A filter that the node can't describe",
		],
		[
			'linked properties and their filter',
			'getAttributionReport',
			{ ...ATTRIBUTION, link_events: [{ ...LINKS, filter: FILTER }] },
			`[${NO_SUCH_FILTER}] `,
			"A filter that the node can't describe",
		],
		[
			'linked properties',
			'getAttributionReport',
			{ ...ATTRIBUTION, link_events: [LINKS] },
			`${OTHER}link_events`,
			"Settings of this query that the node can't describe, and that may change what the numbers mean: link_events",
		],
		[
			'sessions instead of events',
			'getEventReport',
			{ unit: 'DAY', measures: [{ ...ORDERS, by_session: true }] },
			`${OTHER}by_session`,
			'mean: by_session',
		],
		[
			'approximate numbers',
			'getEventReport',
			{ unit: 'DAY', measures: [ORDERS], approx: true },
			'≈ Users counted approximately',
			'Numbers of distinct users or values are approximate',
		],
	])('has %s in the message and for models', async (_what, operation, payload, said, note) => {
		const form = { output: 'dingtalk', messageLanguage: 'en-US' };
		const [message] = await run(operation, payload, form);
		// The target's text escapes signs of its markup.
		expect(JSON.stringify(message).replaceAll('\\', '')).toContain(said);
		const [answer] = await run(operation, payload, { output: 'agent' });
		expect(JSON.stringify(answer?.notes)).toContain(note);
		const chinese = await run(operation, payload, { ...form, messageLanguage: 'zh-CN' });
		expect(JSON.stringify(chinese)).toMatch(/已应用筛选条件（未列出）|查询的其他设置：|近似值/);
	});

	it('rejects days of another time zone, because it would not know which of them are over', async () => {
		const query = {
			...{ ...DATES, unit: 'DAY', measures: [ORDERS], time_zone_mode: 'SERVER' },
			server_time_zone: 'UTC+10:00',
		};
		const form = {
			...{ queryMode: 'json', queryJson: JSON.stringify(query) },
			...{ dateRange: 'asPasted', compareWith: 'none' },
		};
		const of = async (timeZone: string) =>
			await t.operation('report', 'getEventReport', { ...form, options: { timeZone } });
		expect((await of('Asia/Shanghai')).error?.message).toMatch(
			/UTC\+10:00.*'server_time_zone'.*'Time Zone' is Asia\/Shanghai \(UTC\+08:00 on 2026-11-06\)/,
		);
		expect((await of('Australia/Brisbane')).error).toBeUndefined();
		// The node's own zone is no other setting of the query.
		const own = { ...query, server_time_zone: 'UTC+08:00' };
		const message = { output: 'markdown', messageLanguage: 'en-US' };
		const { rows } = await t.operation('report', 'getEventReport', {
			...{ ...form, ...message, queryJson: JSON.stringify(own) },
			options: { timeZone: 'Asia/Shanghai' },
		});
		expect(String(rows[0]?.markdown)).toMatch(
			/\n> The total counts each user once · Not compared with an earlier period · Shanghai time$/,
		);
	});

	it('in a fixed offset has its days only while the clocks have it', async () => {
		const of = async (dates: object, form: IDataObject) =>
			await t.operation('report', 'getEventReport', {
				queryMode: 'json',
				queryJson: JSON.stringify({
					...{ ...dates, unit: 'DAY', measures: [ORDERS], time_zone_mode: 'SERVER' },
					server_time_zone: 'UTC-04:00',
				}),
				...{ dateRange: 'asPasted', compareWith: 'none', ...form },
				options: { timeZone: 'America/New_York' },
			});
		const summer = { from_date: '2026-07-01', to_date: '2026-07-07' };
		expect((await of(summer, {})).error).toBeUndefined();
		const OTHER_OFFSET = /UTC-04:00.*'Time Zone' is America\/New_York \(UTC-05:00 on 2026-/;
		for (const [dates, form] of [
			[DATES, {}],
			[summer, { dateRange: 'yesterday' }],
			[{ from_date: '2026-10-25', to_date: '2026-11-01' }, {}],
			[{ ...summer, compare_from_date: '2026-01-01', compare_to_date: '2026-01-07' }, {}],
		] as Array<[object, IDataObject]>) {
			const own = 'compare_from_date' in dates ? { compareWith: 'asPasted' } : {};
			expect((await of(dates, { ...form, ...own })).error?.message).toMatch(OTHER_OFFSET);
		}
	});

	it('in a fixed offset has no usual range of days with another one', async () => {
		const of = async (options: object) =>
			await t.operation('report', 'getEventReport', {
				queryMode: 'json',
				queryJson: JSON.stringify({
					...{ from_date: '2026-11-20', to_date: '2026-11-20', unit: 'DAY', measures: [ORDERS] },
					...{ time_zone_mode: 'SERVER', server_time_zone: 'UTC-05:00' },
				}),
				...{ dateRange: 'asPasted', compareWith: 'none', output: 'slack' },
				...{ messageLanguage: 'en-US', options: { timeZone: 'America/New_York', ...options } },
			});
		const { rows, error } = await of({});
		expect(error).toBeUndefined();
		expect(JSON.stringify(rows)).not.toMatch(/usual/i);
		expect((await of({ usualRange: 'all' })).error?.message).toMatch(
			/\(UTC-04:00 on 2026-.*the option 'Usual Range' to None\. If 'When to Send'/,
		);
	});

	it('of a formula whose format has a key of its own has percentages', async () => {
		const measure = { ...RATE, format: '%1p' };
		const form = { output: 'markdown', messageLanguage: 'en-US' };
		for (const credential of ['key', 'secret']) {
			const [message] = await run(
				'getEventReport',
				{ unit: 'day', measures: [measure] },
				form,
				credential,
			);
			expect(String(message?.markdown)).toMatch(/\d\.\d%/);
		}
	});

	describe('of a funnel', () => {
		const STEPS = [{ event_name: 'ViewProduct' }, { event_name: 'PayOrder' }];
		const funnel = { steps: STEPS, max_convert_time: 1440 };
		const of = async (payload: object, form: IDataObject, credential = 'secret') =>
			await t.operation(
				'report',
				'getFunnelReport',
				{
					...{ queryMode: 'json', queryJson: JSON.stringify({ ...DATES, ...payload }) },
					...{ dateRange: 'asPasted', ...form },
				},
				{ credential },
			);

		it('by week is refused, because its rows would count as days', async () => {
			const byDate = { splitByDate: true };
			const weekly = { funnel, unit: 'week', state: 'trends' };
			for (const credential of ['secret', 'key'])
				expect((await of(weekly, byDate, credential)).error?.message).toBe(
					"'unit' of the pasted or saved query is 'week', but funnels support only days. Set 'unit' to day, or save the report by day in Sensors Analytics",
				);
			expect((await of({ funnel, unit: 'week' }, {})).error).toBeUndefined();
			const raw = await of(weekly, { ...byDate, output: 'raw' });
			expect(raw.error).toBeUndefined();
		});

		it('without its window says so, and nothing about one', async () => {
			const body = JSON.stringify({
				funnel_detail: [
					{
						steps: [
							{ event_name: 'ViewProduct', converted_user: 9 },
							{ event_name: 'PayOrder', converted_user: 3 },
						],
					},
				],
			});
			t.simulator.faults.add({
				path: /api\/funnel/,
				reaction: { answer: { status: 200, body } },
			});
			const unknown = { funnel_id: 7, extend_over_end_date: true };
			const { rows, error } = await of(unknown, {});
			expect(error).toBeUndefined();
			expect(rows.map(({ _partial: isPartial }) => isPartial)).toEqual([undefined, true]);
			const answer = JSON.stringify((await of(unknown, { output: 'agent' })).rows);
			expect(answer).toContain("doesn't contain the window period");
			expect(answer).not.toMatch(/0 days|can still convert|can't describe/);
			const language = { messageLanguage: 'en-US' };
			for (const own of [unknown, { funnel_id: 7 }]) {
				const message = await of(own, { output: 'markdown', ...language });
				const text = String(message.rows[0]?.markdown);
				expect(text).toContain("The conversion window is unknown: the query doesn't contain it");
				expect(text).not.toMatch(/days|not shown|started/);
				expect(text.includes('so far')).toBe(own === unknown);
			}
			t.simulator.faults.clear();
			const complete = { splitByDate: true, options: { wholePeriodsOnly: true } };
			expect((await of(unknown, complete)).error?.message).toMatch(
				/^The query doesn't contain the window period of the funnel, so the option 'Complete Periods Only'/,
			);
		});
	});

	it('names the filter of an event on paths only once', async () => {
		const form = { output: 'dingtalk', messageLanguage: 'en-US' };
		const [message] = await run('getPathReport', PATHS, form);
		expect(JSON.stringify(message)).toMatch(/only events where \S+ is Beijing/);
		expect(JSON.stringify(message)).not.toContain(NO_SUCH_FILTER);
		const [answer] = await run('getPathReport', PATHS, { output: 'agent' });
		expect(JSON.stringify(answer?.notes)).not.toContain("can't describe");
	});

	describe('on entries of a funnel instead of users', () => {
		const step = (event: string) => ({ event_name: event });
		const payload = {
			funnel: { steps: [step('ViewProduct'), step('PayOrder')], max_convert_time: 1440 },
			...{ unit: 'DAY', calculation_caliber: 'count' },
		};

		it.each([
			[
				'en-US',
				/\d of [\d,]+ entries\)/,
				'A user can enter the funnel several times, and each entry counts',
				'Entries',
			],
			['zh-CN', /[\d,]+ 人次中 [\d,]+ 人次完成/, '按人次统计，同一用户可多次进入漏斗', '人次'],
		])('says so in a message (%s)', async (messageLanguage, headline, limit, heading) => {
			const texts = await Promise.all(
				['digest', 'people'].map(async (layout) =>
					JSON.stringify(
						await run('getFunnelReport', payload, {
							...{ output: 'markdown', messageLanguage, message: { layout } },
						}),
					),
				),
			);
			expect(texts[0]).toMatch(headline);
			expect(texts[0]).toContain(limit);
			// A digest has no table of two steps.
			for (const text of texts.slice(1)) expect(text).toContain(heading);
			for (const text of texts) {
				expect(text).not.toMatch(/\d users|Users|名用户|calculation.{0,2}caliber/);
			}
		});

		it('says so in rows and to models', async () => {
			const [row] = await run('getFunnelReport', payload, { output: 'rows' });
			expect(row).toHaveProperty('entries');
			expect(row).not.toHaveProperty('users');
			const [answer] = await run('getFunnelReport', payload, { output: 'agent' });
			expect(answer?.columns).toContain('entries');
			expect(answer?.units).toMatchObject({ entries: 'entries' });
			expect(JSON.stringify(answer?.notes)).toContain('entries, not users');
		});
	});

	const ENGLISH = { output: 'markdown', messageLanguage: 'en-US' };
	const both = async (operation: string, payload: object): Promise<string[]> => {
		const read = async (form: IDataObject) =>
			JSON.stringify(await run(operation, payload, form)).replaceAll('\\', '');
		return [await read(ENGLISH), await read({ output: 'agent' })];
	};

	it('with a time zone of its own has no other one', async () => {
		const payload = {
			...{ unit: 'DAY', measures: [{ ...ORDERS, aggregator: 'general' }] },
			...{ time_zone_mode: 'CUSTOMER', server_time_zone: 'UTC+10:00' },
		};
		const [message, answer] = await both('getEventReport', payload);
		for (const text of [message, answer]) {
			expect(text).toContain('server_time_zone: UTC+10:00');
			expect(text).not.toContain('Shanghai');
		}
	});

	it('with a measure of any name has its event', async () => {
		const measures = [{ event_name: 'PayOrder', aggregator: 'general', name: 'Revenue' }];
		const [message, answer] = await both('getEventReport', { unit: 'DAY', measures });
		expect(message).toContain('Event: 支付订单');
		expect(answer).toContain('Revenue: Number of Events (PayOrder)');
	});

	it.each([
		['event.PayOrder', '[Only “支付订单” events where 城市 is Beijing]'],
		['event.ViewProduct', '[Only “浏览商品” events where 城市 is Beijing]'],
		['event.$Anything', '[Only where 城市 is Beijing]'],
		['user', '[Only users whose 城市 is Beijing]'],
		[
			'event.ViewProduct, event.PayOrder',
			'[Only where 城市 of “浏览商品” is Beijing and 城市 of “支付订单” is Beijing]',
		],
		[
			'event.PayOrder, user',
			'[Only where 城市 of “支付订单” is Beijing and 城市 of the user is Beijing]',
		],
	])(
		'with a filter of a funnel names the events whose properties it is of: %s',
		async (of, said) => {
			const [condition] = FILTER.conditions;
			const conditions = of.split(', ').map((own) => ({ ...condition, field: `${own}.city` }));
			const steps = ['ViewProduct', 'PayOrder'].map((name) => ({ event_name: name }));
			const payload = {
				...{ funnel: { steps, max_convert_time: 1440 }, unit: 'DAY' },
				filter: { relation: 'AND', conditions },
			};
			const [message] = await both('getFunnelReport', payload);
			expect(message).toContain(said);
		},
	);

	it('of users has no event', async () => {
		const measures = [{ aggregator: 'avg', field: 'user.age' }];
		const [message] = await both('getUserPropertyReport', { measures });
		expect(message).toContain(
			'> Source: the user table · Not compared with an earlier period · Shanghai time"',
		);
	});

	it('of sessions has their definition', async () => {
		const payload = {
			...{ session_name: 'app_visit', unit: 'DAY', split_by_day: true },
			measures: [{ event_name: 'PayOrder', aggregator: 'general', name: 'x' }],
		};
		const [message] = await both('getSessionReport', payload);
		expect(message).toContain('Session definition: “一次访问”, sessions end at midnight · ');
		const chinese = await run('getSessionReport', payload, {
			...{ output: 'markdown', messageLanguage: 'zh-CN' },
		});
		expect(JSON.stringify(chinese)).toContain('Session 规则：“一次访问”（按天切分）');
	});

	it('calls only users of a retention returning', async () => {
		const target_event = { ...ATTRIBUTION.target_event, filter: PAID };
		const [message, answer] = await both('getAttributionReport', { ...ATTRIBUTION, target_event });
		expect(message).toMatch(/\[支付订单: only events where \S+ is Beijing\]/);
		expect(answer).toContain('Target, in conversions: Number of Events (PayOrder)');
		for (const text of [message, answer]) expect(text).not.toContain('Return');
	});

	it.each([true, false])(
		'says that intervals are cut unless they may end later (%s)',
		async (extend_over_end_date) => {
			const payload = {
				first_event: { event_name: 'ViewProduct' },
				second_event: { event_name: 'PayOrder', filter: { ...FILTER, conditions: [] } },
				...{ unit: 'DAY', quantiles: [50], by_event: 'first', extend_over_end_date },
			};
			const [message, answer] = await both('getIntervalReport', payload);
			expect(/are not counted, so/.test(message ?? '')).toBe(!extend_over_end_date);
			expect(/counts only if it ends by/.test(answer ?? '')).toBe(!extend_over_end_date);
			expect(answer).toContain('End: PayOrder');
		},
	);

	const AMOUNT = { event_name: 'PayOrder', aggregator: 'sum', field: 'event.PayOrder.amount' };
	const COUNTED = { event_name: 'PayOrder', unit: 'WEEK', result_bucket_params: ['2', '3'] };

	it.each<[string, string, object, string[]]>([
		[
			'days in buckets',
			'getDistributionReport',
			{ ...COUNTED, measure_type: 'period' },
			[
				'Event: PayOrder; Unit: week; Buckets: days on which a user did the event, not times',
				'bucket_to: 1–3 is on 1 or 2 days',
			],
		],
		[
			'a sum in buckets',
			'getDistributionReport',
			{ ...COUNTED, measure_type: 'times', measure: AMOUNT },
			['Buckets: Sum of a Property (amount of PayOrder), per user', 'below bucket_to'],
		],
		[
			'a sum, its model, and its window',
			'getAttributionReport',
			{ ...ATTRIBUTION, target_event: AMOUNT, model_type: 'position' },
			[
				'Target, in conversions: Sum of a Property (amount of PayOrder)',
				'Attribution model: position; Attribution window: 1 day',
			],
		],
		[
			'the value of users',
			'getLifetimeValueReport',
			{
				...{ start_sign: { start_event: 'SignUp' }, unit: 'DAY', duration: 2 },
				measures: [{ ...AMOUNT, aggregator: 'LTV_AVG' }],
			},
			[
				'Start: SignUp',
				'value_per_user: Sum of a Property per User (amount of PayOrder); Unit: day',
			],
		],
		[
			'the end of paths, and the filter of this event',
			'getPathReport',
			{
				...{ ...PATHS, source_type: 'termination_event', event_names: ['ViewProduct', 'PayOrder'] },
				source_event: { event_name: 'PayOrder', filter: PAID },
			},
			[
				'End of all paths: PayOrder; Events on paths: ViewProduct, PayOrder; Each step has its 5',
				'A path ends after a pause of 30 minutes; End: only events where city is Beijing',
			],
		],
		[
			'sessions',
			'getSessionReport',
			{
				...{ session_name: 'app_visit', unit: 'DAY', split_by_day: true },
				measures: [{ event_name: 'PayOrder', aggregator: 'general', name: 'x' }],
			},
			['x: Number of Sessions (PayOrder); Session: app_visit; Sessions end at midnight'],
		],
		[
			'the unit of periods, and the end of returns',
			'getRetentionReport',
			{
				...{ first_event: { event_name: '$pageview' }, second_event: { event_name: 'PayOrder' } },
				...{ unit: 'WEEK', duration: 1 },
			},
			["Return: PayOrder; Unit: week; Returns count only until the range's last day"],
		],
	])('has %s in the answer for models', async (_what, operation, payload, notes) => {
		const [answer] = await run(operation, payload, { output: 'agent' });
		for (const note of notes) expect((answer?.notes as string[]).join('\n')).toContain(note);
	});

	it('from a sample has its share', async () => {
		const payload = { unit: 'DAY', measures: [ORDERS], sampling_factor: 16 };
		const [message] = await both('getEventReport', payload);
		expect(message).toContain('From a sample of 25% of the users');
	});

	describe('on users who did not return', () => {
		const payload = {
			...{ first_event: { event_name: '$pageview' }, second_event: { event_name: 'PayOrder' } },
			...{ unit: 'DAY', duration: 2, is_wastage: true },
		};

		it.each(['key', 'secret'])('says so in rows and to models (%s)', async (credential) => {
			const query = credential === 'key' ? payload : { ...payload, unit: 'day' };
			const rowsOf = async (output: string) =>
				await run('getRetentionReport', query, { output }, credential);
			const [row] = await rowsOf('rows');
			expect(Object.keys(row ?? {})).toEqual([
				...['date', 'period', 'initial_users', 'churned_users', 'churned_percent'],
			]);
			const [answer] = await rowsOf('agent');
			expect(answer?.columns).toEqual(Object.keys(row ?? {}));
			expect(answer?.units).toMatchObject({ churned_users: 'users', churned_percent: '%' });
			expect(answer?.all_starts).toMatchObject({
				columns: ['period', 'starts', 'churned_percent'],
			});
		});
	});
});
