/** Explain Change in shops with stories, by form and by JSON, by both generations of the API. */
import type { IDataObject } from 'n8n-workflow';

import { formsThatTake } from '../../nodes/SensorsAnalytics/output/message/forms';
import type { ShopEvent } from '../../simulator/data/shop.mts';
import { callTool } from '../agents/tools.mts';
import { groupBy, measures, TestWorld } from '../support/world.mts';
import { withoutWaits } from '../support/waits.mts';

beforeAll(() => void withoutWaits());

const NOW = ['2026-11-09', '2026-11-15'];
const DAYS = {
	dateRange: 'custom',
	fromDate: NOW[0],
	toDate: NOW[1],
	compareWith: 'previousPeriod',
};
/** Words that would claim a cause. */
const CAUSES =
	/because|due to|drove|driven|thanks to|caus(?:e|ed) by|导致|因为|受.*影响|拉动|来自于|原因/i;

let world: TestWorld;
beforeEach(async () => {
	world = await TestWorld.start({});
	world.setClock();
});
afterEach(async () => await world.stop());

/** Puts another story in place of what happened in the week that is explained. */
function tell(story: (event: ShopEvent, index: number) => ShopEvent[]): void {
	const shop = world.world.shopOf('production');
	const own = shop.eventsOf.bind(shop);
	// Each request asks for the days again.
	const days = new Map<string, readonly ShopEvent[]>();
	const resultOf = (day: string) => {
		if (day < (NOW[0] as string) || day > (NOW[1] as string)) return own(day);
		const events = days.get(day) ?? own(day).flatMap((event, index) => story(event, index));
		days.set(day, events);
		return events;
	};
	Object.assign(shop, { eventsOf: resultOf });
	Object.defineProperty(shop, 'kind', { value: `story ${Math.random()}` });
}

/** Nine of ten of what is meant do not happen. */
const without =
	(is: (event: ShopEvent) => boolean) =>
	(event: ShopEvent, index: number): ShopEvent[] =>
		is(event) && index % 10 !== 0 ? [] : [event];

const isOrder = ({ event }: ShopEvent) => event === 'PayOrder';
const isView = ({ event }: ShopEvent) => event === '$pageview';

async function explain(form: IDataObject, credential: 'secret' | 'key' = 'secret') {
	const run = await world.operation(
		'report',
		'explainChange',
		{ measures: measures({ eventName: '$pageview' }), ...DAYS, ...form },
		{ credential },
	);
	if (run.error) throw new Error(run.error.message);
	return run.items.map(({ json }) => json);
}

const json = (query: IDataObject) => ({
	queryMode: 'definition',
	queryDefinition: JSON.stringify({
		range: `${NOW[0]}..${NOW[1]}`,
		compare: 'previous_period',
		...query,
	}),
});
const sumOf = (rows: IDataObject[], key: string) =>
	rows.reduce((sum, row) => sum + Number(row[key]), 0);

describe.each(['secret', 'key'] as const)('Explained with %s', (credential) => {
	it('a city that fell: by form, by JSON, the dimensions picked or chosen', async () => {
		tell(without((event) => isView(event) && event.properties.city === 'Shanghai'));
		const forms = [
			{ groupBy: groupBy('channel', 'city') },
			{},
			json({ measure: '$pageview', dimensions: ['channel', 'city'] }),
			json({ measure: '$pageview' }),
		];
		for (const form of forms) {
			const [total, ...rows] = await explain(form, credential);
			expect(total).toMatchObject({
				dimension: '(total)',
				value: '(total)',
				kind: 'total',
				compared_from: '2026-11-02',
				compared_to: '2026-11-08',
			});
			expect(rows[0]).toMatchObject({
				dimension: 'city',
				value: 'Shanghai',
				effect: 'amount',
				is_concentrated: true,
			});
			expect(total?.headline).toContain('is mainly in city = Shanghai');
			expect(total?.headline).not.toMatch(CAUSES);
			for (const dimension of ['city', 'channel'])
				expect(
					sumOf(
						rows.filter((row) => row.dimension === dimension),
						'change',
					),
				).toBe(total?.change);
		}
	});

	it('rows with the same keys, what an analyst looks for first', async () => {
		const ratio = {
			aggregator: 'formula',
			expression: 'count(event.PayOrder)/count(event.$pageview)',
		};
		for (const form of [
			{ looksInside: true },
			{ measures: measures({ eventName: '$pageview', aggregator: 'unique' }) },
			{ measures: measures(ratio) },
		]) {
			const rows = await explain({ ...form, groupBy: groupBy('city', 'channel') }, credential);
			const [keys = []] = rows.map((row) => Object.keys(row));
			expect(keys.slice(0, 6).join(' ')).toBe('dimension value now before change change_percent');
			for (const row of rows) expect(Object.keys(row)).toEqual(keys);
			for (const key of keys.slice(2)) {
				// Nobody asked whether a ratio is about the same.
				const isEmpty = rows.every((row) => row[key] === null);
				expect([key, isEmpty]).toEqual([key, isEmpty && key === 'is_about_same']);
			}
		}
	});

	it.each([
		['en-US', '城市 of the event', '城市 of the user'],
		['zh-CN', '事件的城市', '用户的城市'],
	])('two dimensions of one name are named apart (%s)', async (messageLanguage, event, user) => {
		const form = { groupBy: groupBy('city', 'user.city'), options: { usualRange: 'none' } };
		const [message] = await explain({ ...form, output: 'markdown', messageLanguage });
		const text = JSON.stringify(message);
		expect(text).toContain(event);
		expect(text).toContain(user);
		const [total] = await explain({ ...form, output: 'agent' });
		expect(total?.searched).toEqual(['event.$pageview.city', 'user.city']);
	});

	it.each([
		['city', 'Shanghai', 5],
		['channel', 'ads', 4],
	])('sales, of which some events did not happen: %s = %s', async (property, value, times) => {
		tell((event, index) =>
			isOrder(event) && event.properties[property] === value && index % times > 0 ? [] : [event],
		);
		const sales = measures({ eventName: 'PayOrder', aggregator: 'sum', field: 'amount' });
		const form = { measures: sales, groupBy: groupBy('channel', 'city', 'device') };
		const [total, first] = await explain(form, credential);
		expect(first).toMatchObject({ dimension: property, value, stands_out: true });
		// Two for the sizes of amounts.
		expect(total?.requests).toBe(2 + 2 + 6);
		const parts = await explain({ ...form, output: 'markdown', messageLanguage: 'en-US' });
		expect(String(parts[0]?.markdown)).not.toContain('by chance');
	});

	it('a system on one device: inside the value with the strongest evidence', async () => {
		tell(
			without(
				(event) =>
					isView(event) && event.properties.$os === 'iOS' && event.properties.device === 'phone',
			),
		);
		const rows = await explain(
			{ groupBy: groupBy('channel', 'device', '$os'), looksInside: true },
			credential,
		);
		const [total, first] = rows;
		const inside = rows.filter((row) => row.inside !== null && row.kind === 'value');
		const found = [first, inside[0]].map(
			(row) => `${String(row?.dimension)} ${String(row?.value)}`,
		);
		expect(found.sort()).toEqual(['$os iOS', 'device phone']);
		expect(total?.requests).toBe(2 + 6 + 4);
		expect(total?.headline).toMatch(
			/Inside (\$os = iOS|device = phone), (\$os = iOS|device = phone) stands out: [\d,]+, down [\d,]+ \(−[\d.]+%\)$/,
		);
		expect(total?.headline).not.toContain('also');

		const [outer] = await explain({ groupBy: groupBy('channel', 'device', '$os') }, credential);
		expect(outer?.headline).toMatch(
			/mainly in (\$os = iOS|device = phone): .* (\$os = iOS|device = phone) also stands out: [\d,]+, down [\d,]+ \(−[\d.]+%\); the two can overlap$/,
		);
	});

	it('users: each group its own change, and no share', async () => {
		tell(without((event) => isView(event) && event.properties.city === 'Beijing'));
		const form = {
			measures: measures({ eventName: '$pageview', aggregator: 'unique' }),
			groupBy: groupBy('city'),
		};
		const [total, ...rows] = await explain(form, credential);
		expect(rows[0]).toMatchObject({
			value: 'Beijing',
			effect: 'own',
		});
		expect(rows.some((row) => 'share_of_change' in row || 'expected' in row)).toBe(false);
		expect(total?.notes).toContainEqual(expect.stringContaining('several groups'));
		expect(total?.headline).not.toMatch(CAUSES);
	});

	it('a mix: pages of ads are seen for a moment, and there are more of them', async () => {
		tell((event, index) => {
			if (!isView(event)) return [event];
			const isAds = event.properties.channel === 'ads';
			// Every page is seen a tenth longer.
			const seconds = (isAds ? 10 : 100) * 1.1;
			const own = { ...event, properties: { ...event.properties, $event_duration: seconds } };
			return isAds ? Array.from({ length: 4 }, () => own) : index >= 0 ? [own] : [];
		});
		const shop = world.world.shopOf('production');
		const resultOf = shop.eventsOf.bind(shop);
		Object.assign(shop, {
			eventsOf: (day: string) =>
				day >= (NOW[0] as string)
					? resultOf(day)
					: resultOf(day).map((event) =>
							isView(event)
								? {
										...event,
										properties: {
											...event.properties,
											$event_duration: event.properties.channel === 'ads' ? 10 : 100,
										},
									}
								: event,
						),
		});
		const form = {
			measures: measures({ eventName: '$pageview', aggregator: 'avg', field: '$event_duration' }),
			groupBy: groupBy('channel'),
		};
		const [total, ...rows] = await explain(form, credential);
		expect(total?.headline).toMatch(
			/No value of channel fell; the mix changed: ads went from .+ events with “\$event_duration”$/,
		);
		expect(total?.headline).not.toMatch(CAUSES);
		const both = rows.flatMap((row) => [Number(row.rate_effect), Number(row.mix_effect)]);
		expect(both.reduce((sum, effect) => sum + effect, 0)).toBeCloseTo(Number(total?.change), 9);
		expect(sumOf(rows, 'rate_effect')).toBeGreaterThan(0);
		expect(sumOf(rows, 'mix_effect')).toBeLessThan(0);
	});

	it('nothing at all: no place is named', async () => {
		const [total, ...rows] = await explain({}, credential);
		expect(rows.filter((row) => row.stands_out)).toEqual([]);
		const [, named = ''] =
			/Largest (?:change|rise|fall)s?: (.+)$/.exec(String(total?.headline)) ?? [];
		const sizesIn = (text: unknown) =>
			[...String(text).matchAll(/ [+−](\d+)/g)].map(([, size]) => Number(size));
		// The largest of a dimension is first, and the dimensions are sorted by it.
		const ofEach = named.split('; ').map(sizesIn);
		const sizes = ofEach.map(([most = 0]) => most);
		for (const some of [sizes, ...ofEach]) expect(some).toEqual([...some].sort((a, b) => b - a));
		// The table of a message has what the sentence names: each dimension by itself, by size.
		const [message] = await explain({ output: 'markdown', messageLanguage: 'en-US' }, credential);
		const table = String(message?.markdown).split('|\n').slice(2);
		const lines = table.filter((line) => sizesIn(line).length > 0);
		const dimensions = lines.map((line) => line.split(' = ')[0]);
		const changes = lines.map((line) => sizesIn(line.split('|').at(-1))[0] ?? 0);
		const starts = dimensions.filter((name, index) => name !== dimensions[index - 1]);
		expect(starts).toHaveLength(new Set(dimensions).size);
		expect(starts.length).toBeGreaterThan(1);
		const isSorted = (index: number) =>
			dimensions[index] !== dimensions[index - 1] ||
			(changes[index] ?? 0) <= (changes[index - 1] ?? 0);
		expect(changes.map((_change, index) => isSorted(index))).not.toContain(false);
		expect(changes[0]).toEqual(sizes[0]);
	});
});

describe('Explain Change', () => {
	it('returns messages in both languages that claim no cause', async () => {
		tell(without((event) => isView(event) && event.properties.city === 'Shanghai'));
		for (const messageLanguage of ['en-US', 'zh-CN']) {
			for (const output of formsThatTake('combine')) {
				const [item] = await explain({
					output,
					messageLanguage,
					groupBy: groupBy('city', 'channel'),
				});
				const text = JSON.stringify(item);
				expect(text).toContain(messageLanguage === 'zh-CN' ? '变化主要集中在' : 'is mainly in');
				expect(text).not.toMatch(CAUSES);
			}
		}
	});

	it('says that a change of a count is normal, but not of an amount: one large order is enough for it', async () => {
		const amount = { eventName: 'PayOrder', aggregator: 'sum', field: 'event.PayOrder.amount' };
		for (const [measure, isSaid] of [
			[{ eventName: 'PayOrder' }, true],
			[amount, false],
		] as const) {
			const [total] = await explain({ measures: measures(measure), groupBy: groupBy('city') });
			expect(total?.is_about_same).toBe(isSaid ? true : null);
			// What it is compared with stays in the sentence: a day like last week's can be unusual.
			const reported = / from [\d,]+ for 2–8 Nov, within normal variation\. /;
			expect(reported.test(String(total?.headline))).toBe(isSaid);
		}
		const chinese = { output: 'markdown', messageLanguage: 'zh-CN', groupBy: groupBy('city') };
		const orders = { ...chinese, measures: measures({ eventName: 'PayOrder' }) };
		const [message] = await explain({ ...orders, options: { usualRange: 'none' } });
		expect(message?.text).toMatch(/较11月2–8日的 \d+ 次(增加|减少) \d+ 次，属正常波动/);
		// Special days have no usual range, and the verdict on chance all the same.
		const [marked] = await explain(orders);
		expect(marked?.text).toMatch(
			/次，属正常波动.*无常见范围 · .*对比期（11月2–8日）全程均处于双11大促期间，可能影响对比/,
		);
	});

	it('has the usual range in a message of each layout', async () => {
		const day = { fromDate: '2026-11-19', toDate: '2026-11-19', compareWith: 'lastWeek' };
		const form = { ...day, groupBy: groupBy('city'), output: 'markdown' };
		const measure = { measures: measures({ eventName: 'PayOrder' }) };
		const texts = [];
		for (const layout of ['digest', 'people', 'rows'])
			texts.push((await explain({ ...form, ...measure, message: { layout } }))[0]?.text);
		expect(texts[0]).toContain('within the usual range for a Thursday');
		expect(texts.slice(1)).toEqual([texts[0], texts[0]]);
	});

	it('names special days whatever the length of its dates, and as the options say', async () => {
		const form = {
			...{ measures: measures({ eventName: 'PayOrder' }), groupBy: groupBy('city') },
			...{ output: 'markdown', toDate: '2026-11-22' },
		};
		const textWith = async (options: IDataObject) =>
			String((await explain({ ...form, options }))[0]?.text);
		expect(await textWith({})).toMatch(/9–1\d Nov.+ Double 11 shopping season/);
		expect(await textWith({ specialDays: '2026-11-21' })).toMatch(/ and Sat 21 Nov, /);
		expect(await textWith({ usualRange: 'none' })).not.toMatch(/Double 11/);
	});

	it('says names, yes and no as people do, in Chinese without stray spaces', async () => {
		const form = {
			measures: measures({ eventName: 'PayOrder' }),
			output: 'markdown',
			groupBy: groupBy('channel', '$os', 'coupon', 'category'),
		};
		const [chinese] = await explain({ ...form, messageLanguage: 'zh-CN' });
		const text = String(chinese?.text);
		expect(text).toMatch(
			/(?:变化较大|[增减][加少]较多)的分组：.*个别分组出现这样的变化可能只是偶然.*已对比维度：使用优惠券、操作系统、渠道、商品类别/s,
		);
		expect(text).not.toMatch(/\$os|coupon|true|false|\p{Script=Han} \p{Script=Han}/u);
		expect(String(chinese?.markdown)).toMatch(/\| 使用优惠券“是” \| \d+ \|/);
		const [english] = await explain({ ...form, messageLanguage: 'en-US' });
		expect(String(english?.markdown)).toMatch(/\| \S+ = yes \| \d+ \|/);
	});

	it('says it above the table, too, and why a value has nothing that is expected', async () => {
		const form = { measures: measures({ eventName: 'PayOrder' }), groupBy: groupBy('coupon') };
		const run = await world.operation('report', 'explainChange', { ...form, ...DAYS });
		const [total, ...rows] = run.items.map(({ json }) => json);
		const [task] = run.run.data.resultData.runData['Sensors Analytics'] ?? [];
		expect(task?.hints?.map(({ message }) => message)).toContain(`${String(total?.headline)}.`);
		expect(rows.find(({ value }) => value === false)?.expected).toBeNull();
		expect(total?.notes).toContain(
			"No 'expected' for coupon false: the other values made up less than half of the total before, or their sign changed",
		);
	});

	it("writes amounts in the project's currency, as messages of event reports do", async () => {
		const form = {
			measures: measures({ eventName: 'PayOrder', aggregator: 'sum', field: 'amount' }),
			groupBy: groupBy('city'),
			output: 'markdown',
		};
		const [message] = await explain(form, 'key');
		expect(message?.markdown).toMatch(/9–15 Nov: ¥[\d,]+\.\d\d, (?:up|down) ¥[\d,]+\.\d\d \(/);
		expect(message?.markdown).toMatch(
			/\| ¥[\d,]+\.\d\d \| ¥[\d,]+\.\d\d \| [+−]¥[\d,]+\.\d\d(?: \([+−][\d.]+%\))? \|/,
		);
		// An event report of the older API knows no units either.
		const [older] = await explain(form, 'secret');
		expect(older?.markdown).not.toContain('¥');
	});

	it('names no place inside a value if nothing stands out', async () => {
		tell(without((event) => isView(event) && event.properties.city === 'Shanghai'));
		const form = { groupBy: groupBy('city', 'device'), looksInside: true };
		const [total] = await explain(form);
		expect(total?.headline).toMatch(/\. Inside city = Shanghai, no value stands out$/);
		const [chinese] = await explain({ ...form, output: 'markdown', messageLanguage: 'zh-CN' });
		expect(chinese?.markdown).toContain('城市 Shanghai 内部无特别突出的变化');
	});

	it('looks at the same properties for all measures of the same days', async () => {
		const amount = { eventName: 'PayOrder', aggregator: 'sum', field: 'event.PayOrder.amount' };
		// Nine of ten orders from no channel: of the amount almost nothing lacks one.
		tell((event) => {
			const isSmall = isOrder(event) && Number(event.user.id.replace(/\D/g, '')) % 5 < 2;
			const properties = isSmall
				? { ...event.properties, channel: null, amount: 0.01 }
				: event.properties;
			return [{ ...event, properties }];
		});
		for (const measure of [{ eventName: 'PayOrder' }, amount]) {
			const [total] = await explain({ measures: measures(measure) });
			expect(total?.notes).toContainEqual(
				expect.stringContaining('channel (fewer than 90 % of the events have a value)'),
			);
		}
	});

	it('a number that fell to 0, in the properties that it had before', async () => {
		tell((event) => (isView(event) ? [] : [event]));
		const [gone] = await explain({ output: 'agent' });
		expect(gone).toMatchObject({ now: 0, searched: expect.arrayContaining(['city', '$os']) });
	});

	it('a number of which one system is left, in the systems of before', async () => {
		tell((event) => (event.properties.$os === 'iOS' ? [event] : []));
		const [left] = await explain({ output: 'agent' });
		expect(left?.searched).toContain('$os');
		expect(left?.headline).toContain('$os = iOS changed differently from the others: ');
	});

	it('a number that is 0 in both periods needs no property', async () => {
		const nobody = { condition: [{ field: 'user.city', function: 'equal', values: 'Atlantis' }] };
		const [item] = await explain({ output: 'agent', filter: nobody });
		expect(item?.headline).toContain('There is no change to explain');
	});

	it('names values that exist in neither period, for people who try it and for models', async () => {
		const condition = [{ field: 'event.PayOrder.city', function: 'equal', values: 'Peking' }];
		const form = {
			...DAYS,
			measures: measures({ eventName: 'PayOrder' }),
			groupBy: groupBy('channel'),
			filter: { condition },
		};
		const found =
			/^'Peking' isn't a value of event\.PayOrder\.city from 2026-11-02 to 2026-11-15\. Existing values: .*Beijing/;
		const run = async (mode: 'manual' | 'trigger') =>
			await world.operation('report', 'explainChange', form, { credential: 'secret', mode });
		expect((await run('manual')).rows[0]?.notes).toEqual([expect.stringMatching(found)]);
		expect((await run('trigger')).rows[0]?.notes).toEqual([]);
		// A query as JSON comes from a model or an expression, so its values may be wrong later.
		const query = { measure: 'PayOrder', dimensions: ['channel'], filter: { city: 'Peking' } };
		const json = {
			queryMode: 'definition',
			queryDefinition: JSON.stringify({ ...query, range: `${NOW[0]}..${NOW[1]}` }),
		};
		const how = { credential: 'secret', mode: 'trigger' } as const;
		const { rows } = await world.operation('report', 'explainChange', json, how);
		expect(rows[0]?.notes).toEqual([expect.stringMatching(found)]);
		const noteFor = async (filter: IDataObject) => {
			const query = { measure: 'PayOrder', range: `${NOW[0]}..${NOW[1]}`, dimensions: ['channel'] };
			const call = { tool: 'Explain change', args: { query: { ...query, filter } } };
			const [item] = JSON.parse(await callTool(world, call, 'secret')) as IDataObject[];
			return (item?.notes as string[]).filter((note) => note.includes('Existing values'));
		};
		expect(await noteFor({ city: ['Peking', 'Shanghai'] })).toEqual([expect.stringMatching(found)]);
		expect(await noteFor({ city: 'Shanghai' })).toEqual([]);
		// It existed before: that is the change.
		tell((event) => (event.properties.city === 'Shanghai' ? [] : [event]));
		expect(await noteFor({ city: ['Beijing', 'Shanghai'] })).toEqual([]);
	});

	it('says which dates are not counted, in rows and messages', async () => {
		world.setClock(new Date('2026-11-23T12:00:00+08:00'));
		const form = {
			dateRange: 'custom',
			fromDate: '2026-11-20',
			toDate: '2026-11-23',
			compareWith: 'lastWeek',
			groupBy: groupBy('city'),
		};
		const [total] = await explain(form);
		expect(total).toMatchObject({ to: '2026-11-22', compared_to: '2026-11-15' });
		expect(total?.notes).toContain(
			'Leaves out 2026-11-23 (not over yet), and its comparison period, 2026-11-16',
		);
		const [message] = await explain({ ...form, output: 'markdown' });
		expect(message?.text).toMatch(
			/Excludes .+ \\?\(not over yet\\?\) and .+, the day it would be compared with/,
		);
	});

	it('says that the project may be in another time zone, as reports do', async () => {
		const hintsIn = async (timeZone: string) => {
			const { run } = await world.operation(
				'report',
				'explainChange',
				{ measures: measures({ eventName: '$pageview' }), ...DAYS, options: { timeZone } },
				{ credential: 'secret' },
			);
			const [own] = run.data.resultData.runData['Sensors Analytics'] ?? [];
			return (own?.hints ?? []).map(({ message }) => message).join('\n');
		};
		expect(await hintsIn('America/New_York')).toContain("set the option 'Time Zone'");
		expect(await hintsIn('Asia/Shanghai')).not.toContain('Time Zone');
	});

	it('names the time zone in which no day is over', async () => {
		const options = { timeZone: 'America/New_York' };
		await expect(
			explain({ dateRange: 'custom', fromDate: '2026-11-23', toDate: '2026-11-23', options }),
		).rejects.toThrow(
			"is over yet in the time zone America/New_York, so there is no change to explain. Choose an earlier 'Date Range', or set the option 'Time Zone'",
		);
	});

	it('compares with no dates that are not over', async () => {
		const today = { compareFromDate: '2026-11-23', compareToDate: '2026-11-23' };
		const day = { dateRange: 'custom', fromDate: '2026-11-16', toDate: '2026-11-16' };
		await expect(explain({ ...day, compareWith: 'custom', ...today })).rejects.toThrow(
			"2026-11-16 can't be compared with 2026-11-23, which isn't over yet. Choose another 'Compare With'",
		);
		const query = { measure: '$pageview', range: '2026-11-16', compare: '2026-11-23..2026-11-23' };
		await expect(
			explain({ queryMode: 'definition', queryDefinition: JSON.stringify(query) }),
		).rejects.toThrow(/ isn't over yet\. Choose another 'compare'/);
	});

	it('says how many days months have that are compared, in rows and messages', async () => {
		const months = { dateRange: 'lastMonth', compareWith: 'previousPeriod' };
		const [total] = await explain({ ...months, groupBy: groupBy('city') });
		expect(total?.notes).toContain('Compares 31 days with 30 days');
		const [message] = await explain({ ...months, groupBy: groupBy('city'), output: 'markdown' });
		expect(message?.text).toContain('31 days vs. 30 days');
	});

	it('is one short item for an agent, cut at its characters', async () => {
		const [item] = await explain({ output: 'agent', mostCharacters: 2500 });
		expect(JSON.stringify(item).length).toBeLessThanOrEqual(2500);
		expect(item?.notes).toContainEqual(expect.stringContaining('not why'));
		expect(item?.shown).toMatch(/^\d+ of \d+ rows$/);
		// It has no such column, and no note on it.
		expect(JSON.stringify(item)).not.toMatch(/expected/);
		const [cut] = await explain({ output: 'agent', mostCharacters: 1900 });
		const shown = (cut?.rows as string[][]).map(([dimension]) => dimension);
		const unseen = (cut?.searched as string[]).filter((name) => !shown.includes(name));
		expect(unseen.length).toBeGreaterThan(0);
		expect(cut?.notes).toContainEqual(expect.stringContaining(`no row of ${unseen.join(', ')}`));
		const [bare] = await explain({ output: 'agent', mostCharacters: 600 });
		expect(bare).not.toHaveProperty('rows');
		expect(bare?.headline).toBe(item?.headline);
	});

	it('sends no more requests than it says, and shows them before', async () => {
		world.takeRequests();
		const dimensions = groupBy('city', 'channel', 'device');
		const [preview] = await explain({
			groupBy: dimensions,
			looksInside: true,
			options: { previewRequest: true },
		});
		expect(world.takeRequests()).toEqual([]);
		expect(preview?.requests).toHaveLength(8);
		expect(preview?.most_requests).toBe(30);
		expect(preview?.request_count).toBe(
			'2 for the total, 6 for dimensions, 4 inside the largest value',
		);
		const [chosen] = await explain({ options: { previewRequest: true } });
		expect(chosen?.request_count).toMatch(
			/^2 for the total, up to 12 for dimensions, and 1 or 2 for/,
		);
		const few = { groupBy: dimensions, looksInside: true, mostRequests: 11 };
		await expect(explain(few)).rejects.toThrow(
			"3 dimensions take 12 requests, more than 'Maximum Requests' (11)",
		);
		expect(world.takeRequests()).toEqual([]);
		const [total] = await explain({ mostRequests: 8 });
		const reports = world.takeRequests().filter(({ path }) => path.endsWith('/events/report'));
		expect(reports.length).toBe(total?.requests);
		expect(reports.length).toBeLessThanOrEqual(8);
	});

	it('a short filter of all numbers leads the headline in every output, and the scope has no second one', async () => {
		const query = { measure: '$pageview', dimensions: ['city'], filter: { channel: 'organic' } };
		const forms = json(query);
		const [rows] = await explain(forms);
		expect(rows?.headline).toMatch(/^\[Only events where channel is organic\] /);
		const [compact] = await explain({ ...forms, output: 'agent' });
		expect(JSON.stringify(compact)).toContain('[Only events where channel is organic] ');
		const message = { message: { names: 'query' } };
		const [ding] = await explain({ ...forms, ...message, output: 'dingtalk' });
		const { title, text } = ding?.markdown as IDataObject;
		expect(title).toMatch(/^\[Only events where channel is organic\] /);
		expect(String(text).match(/Only events where/g)).toHaveLength(1);
		const chinese = { ...forms, output: 'markdown', messageLanguage: 'zh-CN' };
		expect((await explain(chinese))[0]?.markdown).toContain('**【仅统计');
	});

	it('a message that has the number in an event report, too, only says where it changed', async () => {
		const day = { dateRange: 'custom', fromDate: NOW[0], toDate: NOW[1] };
		const compared = { ...day, unit: 'total', compareWith: 'previousPeriod' };
		const first = await world.report({
			measures: measures({ eventName: 'PayOrder' }),
			...compared,
			output: 'part',
		});
		const { rows } = await world.operation(
			'report',
			'explainChange',
			{
				measures: measures({ eventName: 'PayOrder' }),
				...DAYS,
				groupBy: groupBy('city'),
				output: 'markdown',
				messageCombine: 'listed',
			},
			{ items: first.rows },
		);
		const text = String(rows[0]?.markdown).replaceAll('\\', '');
		expect(text).toMatch(/, 9–15 Nov\*\*: \d+, /);
		expect(text.match(/, 9–15 Nov\*\*: /g)).toHaveLength(1);
	});

	it.each([
		[
			'a median',
			{ eventName: 'PayOrder', aggregator: 'quantile50', field: 'amount' },
			'Median of a Property) has no parts',
		],
		[
			'a maximum',
			{ eventName: 'PayOrder', aggregator: 'max', field: 'amount' },
			'has no parts that add up',
		],
		[
			'days beyond its own',
			{ eventName: 'PayOrder', aggregator: 'uniq_last_day_7' },
			'counts days outside the date range',
		],
		[
			'a product',
			{
				aggregator: 'formula',
				expression: 'count(event.PayOrder)*count(event.$pageview)',
			},
			'neither a sum nor one sum divided by another',
		],
	])('refuses %s with the reason, before anything is sent', async (_name, measure, reason) => {
		world.takeRequests();
		await expect(explain({ measures: measures(measure) })).rejects.toThrow(reason);
		expect(world.takeRequests()).toEqual([]);
	});

	it('an average per user has effects of users first, and then own changes of events', async () => {
		const measure = { event: 'PayOrder', aggregate: 'sum_per_user', property: 'amount' };
		for (const dimensions of [
			['channel', 'user.level'],
			['user.level', 'channel'],
		]) {
			const form = json({ measure, dimensions });
			const [total, ...rows] = await explain(form);
			const kinds = rows.map(({ dimension, effect }) => `${dimension} ${effect === 'own'}`);
			expect([...new Set(kinds)]).toEqual(['level false', 'channel true']);
			expect(total?.headline).toMatch(
				/\. Largest effects? on the overall number: level = [^.]*(?:\.\d[^.]*)*\. Largest own changes? by channel: (?:channel = |\(channel not set\) )/,
			);
			const [item] = await explain({ ...form, output: 'agent' });
			expect((item?.rows as string[][]).map(([name]) => name)).toEqual(
				rows.map(({ dimension }) => dimension),
			);
		}
	});

	it('a formula that divides is rate and mix', async () => {
		tell(without((event) => isOrder(event) && event.properties.city === 'Beijing'));
		const form = {
			measures: measures({
				aggregator: 'formula',
				expression: 'count(event.PayOrder)/count(event.$pageview)|%2p',
				outputName: 'pay_rate',
			}),
			groupBy: groupBy('city'),
		};
		const [total, ...rows] = await explain(form);
		expect(rows[0]).toMatchObject({ value: 'Beijing', effect: 'rate' });
		expect(total?.headline).toMatch(
			/^pay_rate 9–15 Nov: [\d.]+%, down [\d.]+ points from [\d.]+% for 2–8 Nov/,
		);
	});
});

describe('The words of an explained number', () => {
	const signUps = { eventName: 'SignUp' };

	it('are an error where the event lacks the property, as in a report', async () => {
		const refused = async (form: IDataObject) => {
			const given = { measures: measures(signUps), ...DAYS, ...form };
			return (await world.operation('report', 'explainChange', given, { mode: 'manual' })).error
				?.message;
		};
		const coupon = { field: 'event.PayOrder.coupon', function: 'isTrue' };
		expect(await refused({ filter: { condition: [coupon] } })).toMatch(
			/^'Filter': SignUp has no property 'coupon'/,
		);
		expect(await refused({ groupBy: groupBy('event.ViewProduct.product') })).toMatch(
			/^'Dimensions': SignUp has no property 'product'/,
		);
		expect(await refused({ groupBy: groupBy('city') })).toBeUndefined();
	});

	it('name what it counts, and its filters', async () => {
		const sum = { eventName: 'PayOrder', aggregator: 'sum', field: 'amount' };
		const filter = { condition: [{ field: 'city', function: 'equal', values: 'Beijing' }] };
		const shared = { filter, groupBy: groupBy('channel') };
		const named = measures({ ...sum, outputName: 'revenue' });
		const [item] = await explain({ ...shared, measures: named, output: 'agent' });
		expect(item?.notes).toContainEqual(
			expect.stringMatching(
				/^Settings and filters of this query: revenue: Sum of a Property \(amount of PayOrder\); .*Beijing/,
			),
		);
		const [message] = await explain({ ...shared, measures: measures(sum), output: 'markdown' });
		expect(message?.markdown).toContain('Event: 支付订单');
	});
});
