/** Several reports in one message: nodes in a row, or one node behind several items. */
import type { IDataObject } from 'n8n-workflow';

import { groupBy, measures, TestWorld } from '../support/world.mts';
import { withoutWaits } from '../support/waits.mts';

beforeAll(() => void withoutWaits());

const dates = { dateRange: 'custom', fromDate: '2026-11-02', toDate: '2026-11-08' };
const together = {
	messageCombine: 'listed',
	message: { combinedTitle: 'Last week', names: 'query' },
};

describe('Several reports in one message', () => {
	let t: TestWorld;

	beforeAll(async () => {
		t = await TestWorld.start();
		t.setClock();
	});
	afterAll(async () => await t.stop());

	const orders = (more: IDataObject) => ({
		measures: measures({ eventName: 'PayOrder', outputName: 'orders' }),
		...dates,
		...more,
	});
	const funnel = (more: IDataObject) => ({
		queryMode: 'fields',
		steps: { step: [{ eventName: 'ViewProduct' }, { eventName: 'PayOrder' }] },
		window: 1,
		windowUnit: 'days',
		...dates,
		...more,
	});
	const linesOf = ({ markdown }: IDataObject = {}) =>
		String(markdown).replaceAll('\\', '').split('\n').filter(Boolean);
	const count = () => t.events('2026-11-02', '2026-11-08', 'PayOrder').length;

	it('nodes in a row: the last one has the headlines of all', async () => {
		const first = await t.report(orders({ output: 'part', messageTitle: 'Shop' }));
		expect(first.rows).toHaveLength(1);
		const form = funnel({ output: 'markdown', ...together });
		const { rows } = await t.operation('report', 'getFunnelReport', form, { items: first.rows });
		expect(rows).toHaveLength(1);
		const [title, one, two, scope, ...more] = linesOf(rows[0]);
		expect(title).toBe('## Last week');
		expect(one).toBe(`- **Shop**: orders 2–8 Nov: ${count()}`);
		expect(two).toMatch(
			/^- \*\*Funnel: ViewProduct → PayOrder, 2–8 Nov\*\*: [\d.]+% converted \(\d+ of \d+ users\)\. 1-day conversion window[^·]+$/m,
		);
		expect(scope).toBe('> Not compared with an earlier period · Shanghai time');
		expect(more).toEqual([]);
	});

	it('a report by group has its groups in the line, and an explanation only its places', async () => {
		const compared = { compareWith: 'previousPeriod', output: 'part' };
		const named = [{ outputName: 'orders' }, { outputName: 'buyers', aggregator: 'unique' }];
		const counts = measures(...named.map((own) => ({ eventName: 'PayOrder', ...own })));
		const first = await t.report(orders({ ...compared, unit: 'total', measures: counts }));
		const explained = { ...orders(compared), groupBy: groupBy('city') };
		const { rows: both } = await t.operation('report', 'explainChange', explained, {
			items: first.rows,
		});
		const steps = ['ViewProduct', 'PayOrder'];
		const query = {
			steps,
			group_by: ['user.level'],
			within: '1 day',
			range: '2026-11-02..2026-11-08',
		};
		const form = { queryMode: 'definition', queryDefinition: JSON.stringify(query), ...together };
		const { rows } = await t.operation(
			'report',
			'getFunnelReport',
			{ ...form, output: 'markdown' },
			{ items: both },
		);
		const [, one, two] = linesOf(rows[0]);
		expect(one).toMatch(
			/^- \*\*Orders, 2–8 Nov\*\*: \d+, (up|down).+\. (Largest (changes|rises?|falls?)|The change is mainly in).+\. buyers: \d+/,
		);
		expect(two).toMatch(
			/; by level: .*(bronze|silver|gold) [\d.]+%.*; the differences could be due to chance/,
		);
	});

	it('one node after several items: a line for each, in their order or by change', async () => {
		const form = orders({
			measures: measures({ eventName: '={{ $json.event }}', outputName: '={{ $json.event }}' }),
			compareWith: 'previousPeriod',
			output: 'markdown',
			...together,
		});
		const items = [{ event: 'PayOrder' }, { event: 'AddToCart' }, { event: 'SignUp' }];
		const { rows } = await t.report(form, { items });
		expect(rows).toHaveLength(1);
		const listed = linesOf(rows[0]);
		const nameOf = (line: string) => /^- \*\*(.+), .+\*\*: /.exec(line)?.[1];
		expect(listed.slice(1, 4).map(nameOf)).toEqual(['PayOrder', 'AddToCart', 'SignUp']);
		const spaced = { ...form, output: '={{ "markdown" }} ', messageCombine: '={{ "listed" }} ' };
		expect((await t.report(spaced, { items })).rows).toEqual(rows);
		const changed = await t.report({ ...form, messageCombine: 'unusual' }, { items });
		const sizes = items.map(({ event }) => {
			const now = t.events('2026-11-02', '2026-11-08', event).length;
			const before = t.events('2026-10-26', '2026-11-01', event).length;
			return { event, size: Math.abs(now - before) / before };
		});
		expect(linesOf(changed.rows[0]).slice(1, 4).map(nameOf)).toEqual(
			sizes.sort((a, b) => b.size - a.size).map(({ event }) => event),
		);
	});

	it('a combined report, a part, and a chart have their sentences, whatever the layout', async () => {
		const average = { eventName: 'PayOrder', aggregator: 'avg', field: 'amount' };
		const counted = { eventName: 'PayOrder' };
		const inLayout = async (form: object, layout: string) => {
			const typed = { ...together, ...form, message: { ...together.message, layout } };
			const { rows } = await t.report(orders({ ...typed, groupBy: groupBy('city') }));
			return JSON.stringify(rows[0]);
		};
		const compared = { measures: measures(counted, average), compareWith: 'previousPeriod' };
		const forms = [
			{ measures: measures(average), output: 'markdown' },
			{ ...compared, output: 'part' },
			{ ...compared, output: 'chart' },
		];
		for (const form of forms) {
			const digest = await inLayout(form, 'digest');
			expect(digest).toMatch(/avg.amount.* 391\.18/);
			expect(await inLayout(form, 'people')).toBe(digest);
			expect(await inLayout(form, 'rows')).toBe(digest);
		}
	});

	it('parts that come in are in the message, whatever is chosen in Combine', async () => {
		const first = await t.report(orders({ output: 'part' }));
		const form = funnel({ output: 'markdown', message: { names: 'query' } });
		const { rows } = await t.operation('report', 'getFunnelReport', form, { items: first.rows });
		expect(rows).toHaveLength(1);
		const [, one, two] = linesOf(rows[0]);
		expect(one).toMatch(/^- \*\*Orders, 2–8 Nov\*\*: /);
		expect(two).toMatch(/^- \*\*Funnel: ViewProduct → PayOrder, 2–8 Nov\*\*: /);
	});

	it('has the language of the first part', async () => {
		const own = { message: {}, messageLanguage: 'en-US' };
		const first = await t.report(orders({ ...own, output: 'part' }));
		const form = funnel({ ...own, output: 'markdown', messageLanguage: 'project' });
		const { rows } = await t.operation('report', 'getFunnelReport', form, { items: first.rows });
		expect(linesOf(rows[0])[2]).toContain('converted');
		const alone = await t.operation('report', 'getFunnelReport', form);
		expect(linesOf(alone.rows[0])[1]).toContain('总转化率');
	});

	it('a report that fails is named first, and no other one is lost', async () => {
		const form = orders({
			measures: measures({ eventName: '={{ $json.event }}', outputName: 'n' }),
			messageTitle: '={{ $json.event }}',
			output: 'slack',
			...together,
		});
		const items = [{ event: 'PayOrder' }, { event: '' }, { event: 'SignUp' }];
		const { rows } = await t.report(form, { items, onError: 'continueRegularOutput' });
		expect(rows).toHaveLength(1);
		const [, sentences] = rows[0]?.blocks as Array<{
			elements: Array<{ elements: Array<{ text: string }> }>;
		}>;
		expect(sentences?.elements[0]?.elements.map(({ text }) => text).join('')).toMatch(
			/^• ❗.+: couldn't be loaded \(“.*Event.*”\)\n• PayOrder: n .+\n• SignUp: n /,
		);
		const alone = await t.report(form, { items });
		expect(alone.error).toBeDefined();
	});

	it('reports that fail alike are a line each, named by their place', async () => {
		const broken = orders({ measures: measures({ eventName: '={{ $json.none }}' }) });
		const items = [{ error: 'no' }, { error: '' }, { error: 'no' }];
		const { rows } = await t.report(
			{ ...broken, output: 'dingtalk', ...together },
			{
				items,
				onError: 'continueRegularOutput',
			},
		);
		const { text } = rows[0]?.markdown as { text: string };
		expect(text.match(/(?<=❗)[^*]+/g)).toEqual([
			'1/3',
			'Sensors Analytics (1/3)',
			'Sensors Analytics (2/3)',
			'3/3',
			'Sensors Analytics (3/3)',
		]);
	});

	it('contains the failure of a previous node, too', async () => {
		const broken = funnel({ steps: { step: [] }, output: 'part', messageTitle: 'Funnel' });
		const first = await t.operation('report', 'getFunnelReport', broken, {
			onError: 'continueRegularOutput',
		});
		const { rows } = await t.report(orders({ output: 'dingtalk', ...together }), {
			items: first.rows,
		});
		const [item] = rows;
		const { text } = item?.markdown as { text: string };
		expect(text).toMatch(/\*\*❗Funnel\*\*: couldn't be loaded /);
		expect(text).toMatch(/\*\*Orders, 2–8 Nov\*\*: /);
	});

	it('is sent only if the number changed, and says why if it is not', async () => {
		const hints = ({ run }: Awaited<ReturnType<typeof t.report>>) =>
			run.data.resultData.runData['Sensors Analytics']?.[0]?.hints?.map(({ message }) => message);
		const form = orders({
			compareWith: 'previousPeriod',
			output: 'markdown',
			message: { names: 'query' },
			messageWhen: 'change',
		});
		expect((await t.report({ ...form, messageChange: 0 })).rows).toHaveLength(1);
		const silent = await t.report({ ...form, messageChange: 1000 });
		expect(silent.rows).toEqual([]);
		expect(hints(silent)?.join()).toMatch(
			/changed by [+-][\d.]+%, which is less than 1000%, .* \('When to Send'\)/,
		);
		const nothing = await t.report({ ...form, compareWith: 'none' });
		expect(nothing.error?.message).toMatch(
			/'If the Number Changed by at Least…' in 'When to Send' requires a comparison.*'Compare With'/,
		);
		const { error } = await t.operation(
			'report',
			'getFunnelReport',
			funnel({ output: 'markdown', messageWhen: 'change' }),
		);
		expect(error?.message).toMatch(/requires a comparison. Only event and session reports can/);
	});

	it('from 0 to anything is a change', async () => {
		const shop = t.world.shopOf('production');
		const own = shop.eventsOf.bind(shop);
		const without = (day: string) =>
			day < '2026-11-02' ? own(day).filter(({ event }) => event !== 'PayOrder') : own(day);
		Object.assign(shop, { eventsOf: without });
		const form = orders({
			compareWith: 'previousPeriod',
			output: 'markdown',
			messageWhen: 'change',
			messageChange: 1000,
		});
		const { rows } = await t.report(form);
		Object.assign(shop, { eventsOf: own });
		expect(rows).toHaveLength(1);
	});

	it('is sent if the report has data, also only before', async () => {
		const shop = t.world.shopOf('production');
		const own = shop.eventsOf.bind(shop);
		const sent = async (isLeftOut: (day: string) => boolean, more: IDataObject = {}) => {
			const without = (day: string) =>
				own(day).filter(({ event }) => event !== 'PayOrder' || !isLeftOut(day));
			Object.assign(shop, { eventsOf: without });
			const form = { output: 'markdown', messageWhen: 'data', ...more };
			const { rows, error } = await t.report(orders(form));
			Object.assign(shop, { eventsOf: own });
			expect(error).toBeUndefined();
			return rows.length;
		};
		const compared = { compareWith: 'previousPeriod' };
		const average = measures({ eventName: 'PayOrder', aggregator: 'avg', field: 'amount' });
		expect(await sent(() => false)).toBe(1);
		expect(await sent((day) => day >= '2026-11-02', compared)).toBe(1);
		for (const more of [{}, compared, { measures: average }, { groupBy: groupBy('city') }])
			expect(await sent(() => true, more)).toBe(0);
	});

	it('a part that is not sent lets the next node run, which sends its own', async () => {
		const held = orders({
			compareWith: 'previousPeriod',
			output: 'part',
			messageWhen: 'change',
			messageChange: 10_000,
		});
		const first = await t.report(held);
		expect(first.rows).toEqual([{ parts: [], text: '' }]);
		const { rows } = await t.report(orders({ output: 'markdown' }), { items: first.rows });
		expect(rows).toHaveLength(1);
		// Nothing of either is due.
		const last = { ...held, output: 'markdown', ...together };
		expect((await t.report(last, { items: first.rows })).rows).toEqual([]);
	});

	it('means are of all dates, also where missing ones are not filled', async () => {
		const shop = t.world.shopOf('production');
		const own = shop.eventsOf.bind(shop);
		const few = (day: string) =>
			own(day).filter(({ event }) => event !== 'PayOrder' || day === '2026-11-04');
		Object.assign(shop, { eventsOf: few });
		const form = orders({
			measures: measures({ eventName: 'PayOrder', aggregator: 'unique', outputName: 'users' }),
			output: 'markdown',
		});
		const lines = async (options: IDataObject) =>
			linesOf((await t.report({ ...form, options }, { credential: 'key' })).rows[0]);
		// The service can't return totals of a split range.
		const filled = await lines({ sliceDays: 3 });
		const sparse = await lines({ sliceDays: 3, fillMissingDates: false });
		Object.assign(shop, { eventsOf: own });
		expect(filled[1]).toMatch(/a day on average/);
		expect(sparse).toEqual(filled);
	});

	it('says so if there are no rows, and contains duplicate parts once', async () => {
		const first = await t.report(orders({ output: 'part' }));
		const [part] = first.rows as [IDataObject];
		const form = orders({
			measures: measures({ eventName: 'PayOrder', outputName: 'orders' }),
			filter: {
				condition: [{ field: 'event.PayOrder.city', function: 'equal', values: 'Nowhere' }],
			},
			groupBy: { group: [{ field: 'event.PayOrder.city' }] },
			output: 'markdown',
			...together,
		});
		const { rows } = await t.report(form, { items: [part, part] });
		const lines = linesOf(rows[0]);
		expect(lines).toHaveLength(4);
		expect(lines[2]).toMatch(/No rows/);
	});
});
