/** Verdicts on changes, and names of dates, that depend on what a number counts. */
import type { IDataObject } from 'n8n-workflow';

import { measures, sharedWorld } from '../support/world.mts';
import { withoutWaits } from '../support/waits.mts';

const t = sharedWorld({ hasClock: true });

beforeAll(() => void withoutWaits());

const on = (fromDate: string, toDate = fromDate) => ({ dateRange: 'custom', fromDate, toDate });
const read = async (own: IDataObject, operation = 'getEventReport') => {
	const form = { output: 'markdown', compareWith: 'previousPeriod', ...own };
	const { rows, error } = await t.operation('report', operation, form, { credential: 'secret' });
	expect(error).toBeUndefined();
	return String(rows[0]?.markdown ?? '');
};
const event = { eventName: 'PayOrder' };
const cumulated = measures({ ...event, aggregator: 'rollup_count' });
const distinct = measures({ ...event, aggregator: 'uniqCount', field: 'amount' });
const countIn = (from: string, to: string) => t.events(from, to, 'PayOrder').length;
const written = (number: number) => number.toLocaleString('en-US');

it('cumulative numbers name all dates that they count, now and before', async () => {
	const week = { ...on('2026-11-16', '2026-11-22'), measures: cumulated };
	const text = await read(week);
	const [now, before] = [countIn('2026-11-16', '2026-11-22'), countIn('2026-11-09', '2026-11-15')];
	expect(text).toContain(`16–22 Nov: ${now}, `);
	expect(text).toMatch(new RegExp(`from ${before}\\D+9–15 Nov`));
	expect(text.split('|')[0]).not.toContain('Sun 22 Nov');
	expect(text).not.toContain('Covers only');
	const zh = await read({ ...week, messageLanguage: 'zh-CN' });
	expect(zh).toMatch(/11月16–22日.*较11月9–15日/);
});

it('numbers of the last 7 days by hour name the hour', async () => {
	const form = { ...on('2026-11-20'), unit: 'hour', compareWith: 'none' };
	const rolling = measures({ ...event, aggregator: 'count_last_day_7' });
	expect(await read({ ...form, measures: rolling })).toMatch(/last 7 days 20 Nov 23:00–00:00: /);
});

/** Of the exact means: those that the message has are rounded. */
const percentOf = (now: number, before: number) =>
	`${Math.abs((now / before - 1) * 100).toFixed(1)}%`;

it('ranges of different lengths have no verdict, and the scope has the numbers of a day', async () => {
	const [now, before] = [countIn('2026-09-01', '2026-09-30'), countIn('2026-08-01', '2026-08-31')];
	for (const unit of ['day', 'month']) {
		const text = await read({ ...on('2026-09-01', '2026-09-30'), unit, measures: measures(event) });
		expect(text).not.toMatch(/(?:within|beyond) normal variation/);
		const [a, b] = [(now / 30).toFixed(1), (before / 31).toFixed(1)];
		expect(text).toContain(
			`30 days vs. 31 days: ${a} a day, down ${percentOf(now / 30, before / 31)} from ${b}`,
		);
		expect(text).toContain(`: ${written(now)}, `);
	}
	const explain = { ...on('2026-09-01', '2026-09-30'), measures: measures(event) };
	const groupBy = { group: [{ field: 'city' }] };
	expect(await read({ ...explain, groupBy }, 'explainChange')).not.toMatch(/: .*, within normal/);
});

it('chosen dates of another length are compared as well, except for users', async () => {
	const [now, before] = [countIn('2026-11-01', '2026-11-10'), countIn('2026-10-25', '2026-10-31')];
	const custom = {
		...{ ...on('2026-11-01', '2026-11-10'), compareWith: 'custom' },
		...{ compareFromDate: '2026-10-25', compareToDate: '2026-10-31' },
	};
	for (const unit of ['day', 'total']) {
		const own = measures(event, { ...event, aggregator: 'unique' });
		const text = await read({ ...custom, unit, measures: own });
		expect(text).toContain(`: ${now}, up ${now - before} `);
		const [a, b] = [(now / 10).toFixed(1), (before / 7).toFixed(1)];
		expect(text).toContain(
			`10 days vs. 7 days: ${a} a day, up ${percentOf(now / 10, before / 7)} from ${b}`,
		);
		expect(text).toMatch(/users(?:: | \| )\d+(?: \||$)/m);
	}
});

it.each([
	['general', undefined],
	['general', 'city'],
	['unique', undefined],
	['unique', 'city'],
])('dates that are in both ranges leave no verdict: %s by %s', async (aggregator, field) => {
	const text = await read({
		...{ ...on('2026-10-26', '2026-11-22'), compareWith: 'lastWeek' },
		measures: measures({ ...event, aggregator }),
		...(field === undefined ? {} : { groupBy: { group: [{ field }] } }),
	});
	expect(text).toContain('The two date ranges overlap');
	expect(text).toMatch(/26 Oct–22 Nov: [\d,]+, (up|down) \d+/);
	expect(text).not.toMatch(/(?:within|beyond) normal variation/);
});

it('numbers of distinct values have no verdict of counts', async () => {
	const one = { ...on('2026-11-21'), measures: distinct, options: { usualRange: 'none' } };
	const text = await read(one);
	expect(text).toMatch(/(up|down) \d+/);
	expect(text).not.toMatch(/(?:within|beyond) normal variation/);
	expect(
		await read({ ...one, groupBy: { group: [{ field: 'channel' }] } }, 'explainChange'),
	).not.toContain('within normal variation');
});

it('is sent at exactly the change of the limit', async () => {
	const sums: { [day: string]: number } = { '2026-11-21': 12.6, '2026-11-22': 18.9 };
	const shop = t.world.shopOf('production');
	const real = shop.eventsOf.bind(shop);
	const planted = jest.spyOn(shop, 'eventsOf').mockImplementation((day) => {
		const [first] = real(day).filter((one) => one.event === 'PayOrder');
		if (!first) return [];
		return [{ ...first, properties: { ...first.properties, amount: sums[day] ?? 1 } }];
	});
	Object.defineProperty(shop, 'kind', { value: 'verdicts', configurable: true });
	const amount = measures({ ...event, aggregator: 'sum', field: 'amount' });
	const form = { ...on('2026-11-22'), measures: amount, messageWhen: 'change', messageChange: 50 };
	expect(await read({ ...form, options: { usualRange: 'none' } })).toContain('(+50.0%)');
	planted.mockRestore();
});

it('largest changes of groups without a verdict are said to have none, if the whole has one', async () => {
	const amounts = measures({ ...event, aggregator: 'sum', field: 'amount' });
	const byCity = { measures: amounts, groupBy: { group: [{ field: 'city' }] } };
	const of = async (from: string, to: string) => await read({ ...byCity, ...on(from, to) });
	const week = await of('2026-11-12', '2026-11-18');
	expect(week).toMatch(/, within normal variation\*\*\s+- Largest changes?: /);
	expect(week).toContain(
		'Only the overall number was checked for anything unusual, not the groups',
	);
	const zh = await read({ ...byCity, ...on('2026-11-12', '2026-11-18'), messageLanguage: 'zh-CN' });
	expect(zh).toContain('以上判断仅针对整体，未判断各组的变化是否正常');
});

it.each(['day', 'total'])(
	'groups are not called the only unchecked ones if the whole has no verdict, being the same: %s',
	async (unit) => {
		const values = measures({ ...event, aggregator: 'uniqCount', field: 'category' });
		const groups = { groupBy: { group: [{ field: 'city' }] } };
		const week = on('2026-11-16', '2026-11-22');
		const text = await read({ measures: values, ...groups, ...week, unit });
		expect(text).toContain(': 4, the same as for 9–15 Nov');
		expect(text).not.toContain('Only the overall number was checked');
		expect(text).toMatch(/The change in .+ was not checked against normal variation/);
	},
);
