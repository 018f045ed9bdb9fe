/**
 * The usual range through the built package: every bound is computed a second time from the shop's
 * events.
 */
import type { IDataObject } from 'n8n-workflow';

import type { ShopEvent } from '../../simulator/data/shop.mts';
import { groupBy, measures, TestWorld } from '../support/world.mts';
import { withoutWaits } from '../support/waits.mts';
import type { RulesOfUsual } from '../support/usualRange.mts';
import { secondUsual } from '../support/usualRange.mts';

beforeAll(() => void withoutWaits());

const DAY = '2026-08-30';
const DAY_MS = 86_400_000;
const dayOf = (date: string, days: number) =>
	new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
const daysTo = (date: string, count: number) =>
	Array.from({ length: count }, (_, index) => dayOf(date, index + 1 - count));

let t: TestWorld;
beforeEach(async () => {
	t = await TestWorld.start({});
	t.setClock();
});
afterEach(async () => await t.stop());

const VIEWS = measures({ eventName: '$pageview', outputName: 'views' });
const on = (from: string, to = from) => ({ dateRange: 'custom', fromDate: from, toDate: to });
const all = { usualRange: 'all' };

/** Three of four views of a day do not happen. */
function plant(...days: string[]): void {
	const shop = t.world.shopOf('production');
	const own = shop.eventsOf.bind(shop);
	const resultOf = (day: string): readonly ShopEvent[] =>
		days.includes(day)
			? own(day).filter(({ event }, index) => event !== '$pageview' || index % 4 === 0)
			: own(day);
	Object.assign(shop, { eventsOf: resultOf });
	const kind = `planted ${Math.random()}`;
	Object.defineProperty(shop, 'kind', { value: kind, configurable: true });
}

const valueOn = {
	views: (day: string) => t.events(day, day, '$pageview').length,
	visitors: (day: string) =>
		new Set(t.events(day, day, '$pageview').map(({ user }) => user.id)).size,
	seconds: (day: string) =>
		t
			.events(day, day, '$pageview')
			.reduce((sum, { properties }) => sum + Number(properties.$event_duration ?? 0), 0),
};

/** What the documents say of a measure on a day, from the events. */
function expected(
	of: keyof typeof valueOn,
	day: string,
	{ deviations = 3.5, isMarked = () => false }: Partial<RulesOfUsual> = {},
) {
	const isCount = of !== 'seconds';
	const points = daysTo(day, 141).map((start) => ({ start, value: valueOn[of](start) }));
	const how = { unit: 'day', isCount, deviations, isMarked } as const;
	const { range, why } = secondUsual(points, 140, how);
	if (!range) return { why };
	const value = points[140]?.value ?? NaN;
	const [low, high] = isCount
		? [Math.ceil(range.low), Math.floor(range.high)]
		: [range.low, range.high];
	return { value, low, high, isUnusual: value < low || value > high };
}

describe.each(['secret', 'key'] as const)('The usual range with %s', (credential) => {
	const report = async (form: IDataObject) => {
		const { rows, error } = await t.report({ measures: VIEWS, ...form }, { credential });
		if (error) throw new Error(error.message);
		return rows;
	};

	it('is that of the events, in rows: of an ordinary day, and of one that fell', async () => {
		plant(DAY);
		const rows = await report({ ...on(dayOf(DAY, -1), DAY), options: all });
		for (const [index, day] of [dayOf(DAY, -1), DAY].entries()) {
			const { value, low, high, isUnusual } = expected('views', day);
			expect(rows[index]).toEqual({
				date: day,
				views: value,
				views_usual_low: low,
				views_usual_high: high,
				views_is_unusual: isUnusual,
			});
		}
		expect(rows.map((row) => row.views_is_unusual)).toEqual([false, true]);
	});

	it("is that of users, who can't be added up, and of sums; in a Summary, too", async () => {
		plant(DAY);
		const form = {
			measures: measures(
				{ eventName: '$pageview', aggregator: 'unique', outputName: 'visitors' },
				{
					eventName: '$pageview',
					aggregator: 'sum',
					field: '$event_duration',
					outputName: 'seconds',
				},
			),
			...on(DAY),
			options: all,
		};
		for (const output of ['rows', 'summary']) {
			const [row = {}] = await report({ ...form, output });
			for (const measure of ['visitors', 'seconds'] as const) {
				const { value, low, high, isUnusual } = expected(measure, DAY);
				expect(row[measure]).toBeCloseTo(Number(value), 6);
				// Bounds that are no counts have four digits, on their outer side.
				const slack = measure === 'seconds' ? 1e-3 : 0;
				expect(Number(row[`${measure}_usual_low`])).toBeGreaterThanOrEqual(
					Number(low) * (1 - slack),
				);
				expect(Number(row[`${measure}_usual_low`])).toBeLessThanOrEqual(Number(low));
				expect(Number(row[`${measure}_usual_high`])).toBeGreaterThanOrEqual(Number(high));
				expect(Number(row[`${measure}_usual_high`])).toBeLessThanOrEqual(
					Number(high) * (1 + slack),
				);
				expect(row[`${measure}_is_unusual`]).toBe(isUnusual);
			}
		}
	});

	it('takes one more request, which the preview shows, and no request if it is off', async () => {
		const counted = async (form: IDataObject) => {
			t.takeRequests();
			await report(form);
			return t
				.takeRequests()
				.filter(({ path }) => /events\/report$|segmentation\/report$/.test(path)).length;
		};
		expect(await counted(on(DAY))).toBe(1);
		expect(await counted({ ...on(DAY), options: all })).toBe(2);
		expect(await counted({ ...on(DAY), groupBy: groupBy('city'), options: all })).toBe(2);
		t.takeRequests();
		const [preview = {}] = await report({ ...on(DAY), options: { ...all, previewRequest: true } });
		expect(preview.requests).toHaveLength(2);
		expect(JSON.stringify((preview.requests as unknown[])[1])).toContain(dayOf(DAY, -140));
		expect(t.takeRequests()).toEqual([]);
	});

	it('is part of an explanation by form and JSON, without a word about chance', async () => {
		const explain = async (form: IDataObject) => {
			const request = { measures: VIEWS, ...on(DAY), compareWith: 'lastWeek', ...form };
			const run = await t.operation('report', 'explainChange', request, { credential });
			if (run.error) throw new Error(run.error.message);
			return run.items.map(({ json }) => json);
		};
		const dimensions = groupBy('city');
		const query = { measure: '$pageview', range: DAY, dimensions: ['city'], usual_range: true };
		const json = { queryMode: 'definition', queryDefinition: JSON.stringify(query) };
		for (const isPlanted of [false, true]) {
			if (isPlanted) plant(DAY);
			const { low, high, isUnusual } = expected('views', DAY);
			expect(isUnusual).toBe(isPlanted);
			for (const form of [
				{ groupBy: dimensions, options: all },
				{ ...json, options: all },
			]) {
				const [total, value] = await explain(form);
				const reported = { usual_low: low, usual_high: high, is_unusual: isPlanted };
				expect(total).toMatchObject({ ...reported, requests: 5 });
				expect(value).toMatchObject({ usual_low: null, is_unusual: null });
				const words = isPlanted ? 'below the usual range' : 'within the usual range';
				expect(total?.headline).toContain(`; ${words} for a Sunday (${low}–${high}). `);
			}
			const [silent] = await explain({ groupBy: dimensions });
			expect(silent).not.toHaveProperty('usual_low');
		}
		// The Sunday before was equally low, so that chance explains this one.
		plant(dayOf(DAY, -7));
		const [total] = await explain({ groupBy: dimensions, options: all });
		expect(total).toMatchObject({ is_about_same: true, is_unusual: true });
		// Differences between groups may be.
		const [number] = String(total?.headline).split('. ');
		expect(number).not.toMatch(/chance|normal/);
		const preview = { ...all, previewRequest: true };
		const [first] = await explain({ groupBy: dimensions, options: preview });
		expect(first?.requests).toHaveLength(5);
		expect(first?.request_count).toBe('2 for the total, 1 for its usual range, 2 for dimensions');
		const [item] = await explain({ groupBy: dimensions, options: all, output: 'table' });
		expect(item).toMatchObject({ is_unusual: true });
		const [month] = await explain({
			...{ ...on('2026-07-01', '2026-07-31'), compareWith: 'previousPeriod' },
			...{ groupBy: dimensions, options: all },
		});
		expect(month).toMatchObject({ usual_low: null, is_unusual: null });
		expect(month?.notes).toContain(
			'No usual range: it needs hours, days, or weeks, or the total of one day or week',
		);
	});

	it('leaves out holidays, working weekends, sales and days of one’s own', async () => {
		// 22 November 2026 is a Sunday: Mid-Autumn, National Day and Double 11 lie in its history.
		const day = '2026-11-22';
		const marked = (from: string, to = from) =>
			daysTo(to, (Date.parse(to) - Date.parse(from)) / DAY_MS + 1);
		const holidays = [
			...marked('2026-09-20'),
			...marked('2026-09-23', '2026-10-09'),
			...marked('2026-10-10'),
		];
		const cases: Array<[IDataObject, string[]]> = [
			[{ usualRange: 'all' }, []],
			[{ usualRange: 'holidays' }, holidays],
			[{ usualRange: 'holidaysAndSales' }, [...holidays, ...marked('2026-10-14', '2026-11-14')]],
			[
				{ usualRange: 'all', specialDays: '2026-11-15, 2026-10-18 to 2026-11-01' },
				[...marked('2026-11-15'), ...marked('2026-10-18', '2026-11-01')],
			],
		];
		const ranges = new Set<string>();
		for (const [options, days] of cases) {
			const { low, high } = expected('views', day, { isMarked: (one) => days.includes(one) });
			const [row] = await report({ ...on(day), options });
			expect(row).toMatchObject({ views_usual_low: low, views_usual_high: high });
			ranges.add(`${low} ${high}`);
		}
		// Otherwise the four cases would be one.
		expect(ranges.size).toBeGreaterThan(2);
		const [silent] = await report({
			...on('2026-10-01'),
			options: { usualRange: 'holidays', includeMeta: true },
		});
		expect(silent).toMatchObject({ views_usual_low: null, views_is_unusual: null });
		expect(silent?.meta).toMatchObject({
			notes: [expect.stringContaining('No usual range: a holiday')],
		});
	});

	it('is that of the total where there are groups: no key of a row, but a note', async () => {
		plant(DAY);
		const { value, low, high } = expected('views', DAY);
		const note = `views on ${DAY}: ${value}, below its usual range (${low}–${high})`;
		const form = { ...on(DAY), groupBy: groupBy('city') };
		const rows = await report({ ...form, options: { ...all, includeMeta: true } });
		for (const row of rows) expect(Object.keys(row)).toEqual(['date', 'city', 'views', 'meta']);
		expect((rows[0]?.meta as IDataObject).notes).toContain(note);
		// Totals are those of each group, and none is the whole.
		const [first] = await report({
			...form,
			measures: measures(
				{ eventName: '$pageview', outputName: 'views' },
				{ eventName: 'PayOrder', outputName: 'orders' },
			),
			options: { ...all, totals: true, includeMeta: true },
		});
		expect((first?.meta as IDataObject).notes).toContain(note);
	});

	it('is a short note for an agent, requested in JSON', async () => {
		plant(DAY);
		const query = { measures: [{ event: '$pageview', name: 'views' }], range: DAY };
		const run = async (more: IDataObject, output: string) =>
			await report({
				queryMode: 'definition',
				queryDefinition: JSON.stringify({ ...query, ...more }),
				output,
			});
		const { value, low, high } = expected('views', DAY);
		const [answer = {}] = await run({ usual_range: true }, 'agent');
		expect(answer.columns).toEqual(['date', 'views']);
		expect(answer.notes).toEqual([
			`views on ${DAY}: ${value}, below its usual range (${low}–${high})`,
			'Settings and filters of this query: views: Number of Events ($pageview)',
		]);
		const [plain = {}] = await run({}, 'agent');
		expect(plain.notes).toEqual((answer.notes as string[]).slice(1));
	});

	it('judges hours and weeks by their own history', async () => {
		plant(...daysTo(DAY, 7));
		const [week] = await report({ ...on('2026-08-24', DAY), unit: 'week', options: all });
		expect(week).toMatchObject({ date: '2026-08-24', views_is_unusual: true });
		const own = { ...on('2026-08-24', DAY), unit: 'week', options: all, output: 'agent' };
		const [{ notes = [] } = {}] = await report(own);
		expect((notes as string[]).join()).toMatch(/^views in the week of 2026-08-24: \d+, below its/);
		const [total] = await report({
			...on('2026-08-24', DAY),
			unit: 'rollup',
			output: 'summary',
			options: all,
		});
		expect(total).toMatchObject({
			views: week?.views,
			views_usual_low: week?.views_usual_low,
			views_is_unusual: true,
		});
		const [table] = await report({
			...on('2026-08-24', DAY),
			unit: 'total',
			output: 'table',
			options: all,
		});
		expect((table?.totals as IDataObject[])[0]).toMatchObject({ views_is_unusual: true });
		// The number of a week that the range cuts is another one than that of its row.
		const cut = await report({ ...on('2026-08-19', DAY), unit: 'week', options: all });
		expect(cut.map((row) => row.views_usual_low)).toEqual([null, week?.views_usual_low]);
		expect(cut.map((row) => row.views_is_unusual)).toEqual([null, true]);
		const hours = await report({ ...on(DAY), unit: 'hour', options: all });
		expect(hours).toHaveLength(24);
		// Nothing but small hours: silence, with the reason.
		expect(hours[3]).toMatchObject({ views_usual_low: null, views_is_unusual: null });
	});

	it('does not judge hours whose data have not arrived', async () => {
		const judged = async () => {
			const rows = await report({ ...on(DAY), unit: 'hour', options: all });
			return rows.map((row) => row.views_usual_low !== null);
		};
		const known = await judged();
		expect(known.slice(12)).toContain(true);
		const noon = Date.parse(`${DAY}T12:00:00+08:00`);
		t.world.dataLagMinutes = (t.world.clock.now() - noon) / 60_000;
		// Answers of the newer generation don't have this time.
		const isKnown = (hour: number) => hour < 12 || credential === 'key';
		expect(await judged()).toEqual(known.map((one, hour) => one && isKnown(hour)));
		const [day = {}] = await report({ ...on(DAY), options: { ...all, includeMeta: true } });
		if (credential === 'key') return expect(day.views_usual_low).not.toBeNull();
		const none = { views_usual_low: null, views_usual_high: null, views_is_unusual: null };
		expect(day).toMatchObject(none);
		expect(JSON.stringify(day.meta)).toContain(
			`No usual range: not over yet, only partly in the date range, or with data that are still missing (${DAY})`,
		);
		const when = { ...on(DAY), output: 'markdown' };
		const [message] = await report(when);
		expect(JSON.stringify(message)).toContain('No usual range, because the period is incomplete');
		expect(await report({ ...when, messageWhen: 'unusual' })).toEqual([]);
	});

	it('says so of today and of weeks that the dates cut, and follows the last complete date', async () => {
		const today = await report({ dateRange: 'today', options: all });
		expect(today).toMatchObject([{ views_is_unusual: null }]);
		const cut = await report({ ...on(dayOf(DAY, -1), DAY), unit: 'week', options: all });
		expect(cut).toMatchObject([{ views_is_unusual: null }]);
		plant('2026-11-22');
		const last = {
			options: all,
			dateRange: 'last',
			lastCount: 2,
			includeCurrent: true,
			output: 'markdown',
		};
		const [message] = await report({ ...last, messageWhen: 'unusual' });
		expect(JSON.stringify(message)).toContain('below the usual range');
		expect(JSON.stringify(message)).not.toContain('No usual range');
	});
});

describe('A message with the usual range', () => {
	const text = async (form: IDataObject) => {
		const { rows } = await t.report({ measures: VIEWS, output: 'markdown', ...form });
		return rows.map((row) => String(row.markdown).replaceAll('\\', ''));
	};

	it('says in its headline whether the number is usual, in both languages', async () => {
		const { value, low, high } = expected('views', DAY);
		const form = { ...on(DAY), options: all };
		expect((await text(form))[0]).toContain(
			`: ${value}; within the usual range for a Sunday (${low}–${high})`,
		);
		expect((await text({ ...form, messageLanguage: 'zh-CN' }))[0]).toContain(
			` ${value}，在周日的常见范围（${low}–${high}）内`,
		);
		plant(DAY);
		const fallen = expected('views', DAY);
		expect((await text(form))[0]).toContain(
			`: ${fallen.value}; below the usual range for a Sunday (${fallen.low}–${fallen.high})`,
		);
		expect(
			(await text({ ...form, groupBy: groupBy('city'), messageLanguage: 'zh-CN' }))[0],
		).toContain(` ${fallen.value}，低于周日的常见范围（${fallen.low}–${fallen.high}）`);
	});

	it.each([{}, { wholePeriodsOnly: true }])(
		'has no range for the complete week if the date range cuts it, in both languages: %j',
		async (more) => {
			plant(...daysTo(DAY, 7));
			for (const [messageLanguage, said] of [
				['en-US', 'below the usual range for a week'],
				['zh-CN', '低于单周的常见范围'],
			] as const) {
				const form = { unit: 'week', messageLanguage, options: { ...all, ...more } };
				expect((await text({ ...form, ...on('2026-08-24', DAY) }))[0]).toContain(said);
				const [cut = ''] = await text({ ...form, ...on('2026-08-26', DAY) });
				expect(cut).not.toMatch(/the usual range|单周的常见范围/);
			}
		},
	);

	it('is sent only if a number is unusual, if so requested, and the unusual number leads', async () => {
		const form = {
			...on(DAY),
			measures: measures(
				{ eventName: 'SignUp', outputName: 'signups' },
				{ eventName: '$pageview', outputName: 'views' },
			),
			messageWhen: 'unusual',
			options: all,
		};
		expect(await text(form)).toEqual([]);
		const silent = await t.report({ output: 'markdown', ...form });
		const [task] = silent.run.data.resultData.runData['Sensors Analytics'] ?? [];
		const hint =
			"No number of the last complete period is known to be outside its usual range, so the node returns no message ('When to Send').";
		expect(task?.hints?.map(({ message }) => message)).toContain(hint);
		plant(DAY);
		const [reported = ''] = await text(form);
		const headline = reported.split('\n').find((line) => line.startsWith('**')) ?? '';
		expect(headline).toContain('below the usual range for a Sunday');
		expect(headline).toContain('views');
		// The condition asks for the range by itself, and stays silent on marked days.
		expect(await text({ ...form, options: {} })).toHaveLength(1);
		const special = await t.report({ output: 'markdown', ...form, options: { specialDays: DAY } });
		expect(special.rows).toEqual([]);
		const [excluded] = special.run.data.resultData.runData['Sensors Analytics'] ?? [];
		expect(excluded?.hints?.map(({ message }) => message)).toContain(
			"No usual range: a holiday, a sale, a working weekend, or a special day, as set in 'Usual Range' and 'Special Days' (2026-08-30).",
		);
		// A measure that the message doesn't have sends none.
		expect(await text({ ...form, message: { measures: 'signups' } })).toEqual([]);
	});

	it('is sent about a day without any row of its groups, which is unusual', async () => {
		const shop = t.world.shopOf('production');
		const own = shop.eventsOf.bind(shop);
		const resultOf = (day: string) =>
			day === DAY ? own(day).filter(({ event }) => event !== '$pageview') : own(day);
		Object.assign(shop, { eventsOf: resultOf });
		Object.defineProperty(shop, 'kind', { value: 'without views' });
		const form = { ...on(DAY), groupBy: groupBy('city'), messageWhen: 'unusual' };
		const [none = ''] = await text(form);
		expect(none).toContain('**views Sun 30 Aug: 0; below the usual range for a Sunday (');
		// Without a message for no rows, no hint calls the number usual.
		const options = { whenEmpty: 'nothing' };
		const { rows, run } = await t.report({ output: 'markdown', measures: VIEWS, ...form, options });
		expect(rows).toEqual([]);
		const [task] = run.data.resultData.runData['Sensors Analytics'] ?? [];
		const hints = (task?.hints ?? []).map(({ message }) => message).join(' ');
		expect(hints).toMatch(/The report has no rows.*views on 2026-08-30: 0, below its usual range/);
		expect(hints).not.toContain('returns no message');
	});

	it('follows the number of all users, and never a list of groups', async () => {
		plant(DAY);
		const visitors = measures({
			eventName: '$pageview',
			aggregator: 'unique',
			outputName: 'visitors',
		});
		const form = { ...on(DAY), measures: visitors, groupBy: groupBy('city'), options: all };
		const { value, low, high, isUnusual } = expected('visitors', DAY);
		const [reported = ''] = await text({ ...form, message: { layout: 'digest' } });
		const headline = reported.split('\n').find((line) => line.startsWith('**')) ?? '';
		expect(reported.split('\n').filter((line) => line.includes('usual'))).toEqual([headline]);
		expect(headline).toContain(
			`visitors Sun 30 Aug: ${value}; ${isUnusual ? 'below the usual range' : 'usual'} for a Sunday (${low}–${high})`,
		);
	});

	it('describes each measure whose last of several numbers is unusual, whatever measure leads', async () => {
		plant(DAY);
		const [reported = ''] = await text({
			...on(dayOf(DAY, -6), DAY),
			measures: measures(
				{ eventName: 'SignUp', outputName: 'signups' },
				{ eventName: '$pageview', outputName: 'views' },
			),
			message: { measures: 'signups, views' },
			options: all,
		});
		const { value, low, high } = expected('views', DAY);
		expect(reported).toContain(
			`views Sun 30 Aug: ${value}; below the usual range for a Sunday (${low}–${high})`,
		);
	});

	it('says on a marked day that there is no range, and describes the last of several dates if it is unusual', async () => {
		const [marked = ''] = await text({ ...on('2026-10-01'), options: { usualRange: 'holidays' } });
		expect(marked).toContain('No usual range: Thu 1 Oct fell on or near a Chinese public holiday');
		plant(DAY);
		const { value, low, high } = expected('views', DAY);
		const [dates = ''] = await text({ ...on(dayOf(DAY, -6), DAY), options: all });
		expect(dates).toContain(
			`Sun 30 Aug: ${value}; below the usual range for a Sunday (${low}–${high})`,
		);
	});
});

describe.each(['secret', 'key'] as const)('A message without the option, with %s', (credential) => {
	const send = (form: IDataObject) =>
		t.report({ measures: VIEWS, output: 'markdown', ...form }, { credential });
	const textOf = ([row]: IDataObject[]) =>
		(row?.markdown as { text: string }).text ?? row?.markdown;
	const reports = () => t.simulator.requests.filter(({ path }) => /report$/.test(path)).length;

	it.each([
		['one day', on(DAY), true],
		['a total of one week', { ...on('2026-08-17', '2026-08-23'), unit: 'total' }, true],
		['several days', on('2026-08-29', DAY), false],
		['a day that is not over', { dateRange: 'today' }, false],
		['one day, with None', { ...on(DAY), options: { usualRange: 'none' } }, false],
	])('of %s', async (_name, form, hasRange) => {
		const { rows, error } = await send(form);
		expect(error).toBeUndefined();
		expect(/the usual range/.test(textOf(rows))).toBe(hasRange);
		expect(reports()).toBe(hasRange ? 2 : 1);
	});

	it('as rows, none is requested', async () => {
		await send({ ...on(DAY), output: 'rows' });
		expect(reports()).toBe(1);
	});

	it.each([true, false])('of a query as JSON with usual_range: %s', async (hasRange) => {
		const query = { measures: ['$pageview'], range: DAY, usual_range: hasRange };
		await send({ queryMode: 'definition', queryDefinition: JSON.stringify(query) });
		expect(reports()).toBe(hasRange ? 2 : 1);
	});

	it.each([403, 404, 429])('whose second request gets %d, is sent, and says so', async (status) => {
		t.refuseSecondReport(status);
		const run = await send({ ...on(DAY), options: { retries: 0 } });
		expect(run.error).toBeUndefined();
		expect(textOf(run.rows)).toContain(
			'No usual range, because the request for earlier dates failed',
		);
		expect(JSON.stringify(run.run.data)).toContain('the request for the numbers before failed');
	});

	const bodies = () =>
		t
			.takeRequests()
			.flatMap(({ path, body }) => (/report$/.test(path) ? [body as Record<string, unknown>] : []));

	it('repeats its second request once, and does not wait for a server that limits requests', async () => {
		t.refuseSecondReport(503);
		const { rows } = await send({ ...on(DAY), options: { retries: 3 } });
		expect(textOf(rows)).toContain('No usual range, because the request for earlier dates failed');
		expect(reports()).toBe(3);
	});

	it.each([429, 503])('has its usual range after one answer %d', async (status) => {
		const { faults } = t.simulator;
		faults.add({ path: /report$/, times: 1, reaction: { before: () => undefined } });
		faults.add({ path: /report$/, times: 1, reaction: { answer: { status, body: {} } } });
		const { rows } = await send({ ...on(DAY), options: { retries: 3 } });
		expect(textOf(rows)).toMatch(/usual for a|the usual range/);
		expect(reports()).toBe(3);
	});

	it('has the range of a pasted query for one number of all dates, and no limit of its rows', async () => {
		const unit = credential === 'key' ? 'DAY' : 'day';
		const own = { rollup_date: true, detail_and_rollup: true, limit: 1 };
		const query = {
			measures: [{ event_name: '$pageview', aggregator: 'general' }],
			...{ unit, from_date: DAY, to_date: DAY, ...own },
		};
		const options = credential === 'key' ? { rowLimit: 20 } : {};
		const form = { queryMode: 'json', queryJson: JSON.stringify(query), options };
		const { rows } = await send({ ...form, dateRange: 'asPasted', fromDate: '', toDate: '' });
		expect(textOf(rows)).toMatch(/usual for a|the usual range/);
		const [first, history] = bodies();
		expect(first).toMatchObject(credential === 'key' ? { limit: 20 } : own);
		for (const key of Object.keys(own)) expect([undefined, -1]).toContain(history?.[key]);
	});

	it('splits the request for earlier dates as the option says, and sends none for cumulative numbers', async () => {
		await send({ ...on(DAY), options: { sliceDays: 31 } });
		const days = ({ from_date: from, to_date: to }: Record<string, unknown> = {}) =>
			(Date.parse(String(to)) - Date.parse(String(from))) / DAY_MS + 1;
		expect(bodies().map(days)).toEqual([1, 31, 31, 31, 31, 17]);
		for (const aggregator of ['rollup_count', 'uniq_cur_month']) {
			await send({ ...on(DAY), measures: measures({ eventName: '$pageview', aggregator }) });
			expect(bodies()).toHaveLength(1);
		}
	});

	it.each([
		['en-US', "No usual range, because the project's weeks start on another day"],
		['zh-CN', '所选日期并非项目设定的一周，无常见范围'],
	])('of a week that the project does not have, says so (%s)', async (messageLanguage, reason) => {
		const week = { dateRange: 'lastWeek', firstWeekday: 7, unit: 'total' };
		const { rows } = await send({ ...week, messageLanguage });
		expect(textOf(rows)).toContain(reason);
	});

	it('of Explain Change has it, but not where it would exceed the requests', async () => {
		const explain = async (form: IDataObject) => {
			const { rows, error } = await t.operation(
				'report',
				'explainChange',
				{
					...{ measures: VIEWS, ...on(DAY), compareWith: 'lastWeek', output: 'markdown' },
					...form,
				},
				{ credential },
			);
			expect(error).toBeUndefined();
			return textOf(rows);
		};
		expect(await explain({})).toMatch(/the usual range/);
		expect(await explain({ options: { usualRange: 'none' } })).not.toMatch(/usual/);
	});
});

describe('What is not supported', () => {
	it.each([
		[{ options: { specialDays: '31 Dec' } }, "The option 'Special Days' isn't a date: '31 Dec'"],
		[
			{ options: { specialDays: '2026-11-11, 2026-12-12 20:00' } },
			"The option 'Special Days' has a time of day, but dates are complete days: '2026-12-12 20:00'",
		],
		[{ options: { usualRange: 'weekly' } }, "The option 'Usual Range' can't be 'weekly'"],
	])('%j', async (form, message) => {
		const options = { ...all, ...form.options };
		const { error } = await t.report({ measures: VIEWS, ...on(DAY), options });
		expect(error?.message).toContain(message);
	});

	it('of reports without it: the condition is refused, not never true', async () => {
		const { error } = await t.operation('report', 'explainChange', {
			measures: VIEWS,
			...on(DAY),
			compareWith: 'previousPeriod',
			output: 'markdown',
			messageWhen: 'unusual',
		});
		expect(error?.message).toContain(
			"'If the Number Is Unusual' in 'When to Send' is available only for event",
		);
	});

	it.each(['rows', 'markdown'])(
		'without the dates before: nothing is called usual, and the error names the option (%s)',
		async (output) => {
			t.refuseSecondReport(403);
			const { error } = await t.report({ measures: VIEWS, ...on(DAY), output, options: all });
			expect(error?.description).toContain(
				"The request for the dates before the report failed. To get the report without its usual range, set the option 'Usual Range' to None",
			);
		},
	);

	it('of future dates, or without complete ones: no wrong reason', async () => {
		const { rows } = await t.report({
			measures: VIEWS,
			...on('2026-12-24'),
			options: { ...all, includeMeta: true, whenEmpty: 'item' },
		});
		expect(JSON.stringify(rows)).not.toContain('it needs hours');
	});

	it('of dates by month: the rows stay, and a note says why there is no range', async () => {
		const { rows } = await t.report({
			measures: VIEWS,
			...on('2026-07-01', '2026-07-31'),
			unit: 'month',
			options: { ...all, includeMeta: true },
		});
		expect(rows[0]).not.toHaveProperty('views_usual_low');
		expect((rows[0]?.meta as IDataObject).notes).toEqual([
			expect.stringContaining('it needs hours, days, or weeks'),
		]);
	});
});
