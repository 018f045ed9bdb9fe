import { type INode, NodeApiError } from 'n8n-workflow';

import type { ServiceRequest } from '../../../../../../credentials/http/request';
import { legacy } from '../../../../../../nodes/SensorsAnalytics/api/legacy/api';
import type { Catalog } from '../../../../../../nodes/SensorsAnalytics/catalog/catalog';
import { Explaining } from '../../../../../../nodes/SensorsAnalytics/reports/explain/fetch';
import {
	type ExplainQuestion,
	quantityOf,
} from '../../../../../../nodes/SensorsAnalytics/reports/explain/question';
import { REFUSED } from '../../../../../../nodes/SensorsAnalytics/transport/errors';
import type { GroupBy, Measure } from '../../../../../../nodes/SensorsAnalytics/query/query';

const ORDERS: Measure = { kind: 'event', event: 'A', aggregator: 'general' };
const city: GroupBy = { property: { of: 'event', event: 'A', name: 'city' } };

const usual = async () => await Promise.resolve(undefined);

const questionOf = (more: Partial<ExplainQuestion> = {}): ExplainQuestion => ({
	measure: ORDERS,
	quantity: quantityOf(more.measure ?? ORDERS),
	event: 'A',
	dimensions: [city],
	range: { from: '2026-11-08', to: '2026-11-08' },
	comparison: { from: '2026-11-01', to: '2026-11-01' },
	mostRequests: 30,
	drillsDown: false,
	hasUsual: false,
	isUsualImplied: false,
	timeZone: 'Asia/Shanghai',
	now: new Date('2026-11-09T09:00:00+08:00'),
	today: '2026-11-09',
	...more,
});

interface Returned {
	groups: { [value: string]: number };
	truncated?: boolean;
	data_update_time?: string;
	/** Of its answers by groups. */
	ofGroups?: string;
}
/** A service that returns groups of a day, and their sum as the total. */
function askOf(now: Returned, before: Returned, totals?: number[][]) {
	return async ({ body = {} }: ServiceRequest) => {
		const {
			by_fields: fields,
			from_date: from,
			measures,
		} = body as { by_fields?: unknown; from_date: string; measures: unknown[] };
		const reported = from === '2026-11-08' ? now : before;
		const all = Object.values(reported.groups).reduce((sum, one) => sum + one, 0);
		const own = totals?.[from === '2026-11-08' ? 0 : 1] ?? measures.map(() => all);
		const rows = fields
			? Object.entries(reported.groups).map(([value, count]) => ({
					by_values: [value],
					values: [measures.map(() => count)],
				}))
			: [{ by_values: [], values: [own] }];
		return await Promise.resolve({
			detail_result: { series: [], rows: [] },
			rollup_result: { series: [`${from} 00:00:00`], rows },
			truncated: fields ? reported.truncated : false,
			data_update_time: (fields && reported.ofGroups) ?? reported.data_update_time,
		});
	};
}

const explain = async (
	now: Returned,
	before: Returned,
	more: Partial<ExplainQuestion> = {},
	totals?: number[][],
) =>
	await new Explaining(questionOf(more), {
		ask: askOf(now, before, totals),
		wire: legacy,
		how: {},
	}).explain(async () => await Promise.reject<Catalog>(new Error('no lists')), usual);

/** The event's properties, of which the node chooses; those of a refused name fail. */
const choose = async (
	now: Returned,
	before: Returned,
	isRefused = (_name: string) => false,
	context?: { isOfRequest: boolean; isOfOne: boolean },
) => {
	const ask = askOf(now, before);
	const catalog = {
		propertiesByEvent: async () =>
			await Promise.resolve([
				{ properties: ['city', 'os'].map((name) => ({ name, displayName: name, kind: 'text' })) },
			]),
	} as unknown as Catalog;
	const refusing = async (request: ServiceRequest) => {
		const { by_fields: fields } = request.body as { by_fields?: string[] };
		if (!isRefused(String(fields?.[0]))) return await ask(request);
		const fault = { message: `${REFUSED}broken field` };
		const httpCode = context ? '403' : '400';
		const error = new NodeApiError({ name: 'node' } as INode, fault, { ...fault, httpCode });
		Object.assign(error.context, context);
		throw error;
	};
	const service = { ask: refusing, wire: legacy, how: {} };
	return await new Explaining(questionOf({ dimensions: [] }), service).explain(
		async () => await Promise.resolve(catalog),
		usual,
	);
};

it('breaks down no value that is as before', async () => {
	const before = { groups: { a: 800, b: 800, c: 800, d: 800, e: 800 } };
	const now = { groups: { a: 240, b: 240, c: 240, d: 800, e: 800 } };
	const channel: GroupBy = { property: { of: 'event', event: 'A', name: 'channel' } };
	const { dimensions, inside } = await explain(now, before, {
		dimensions: [city, channel],
		drillsDown: true,
	});
	const found = dimensions[0]?.values.filter(({ standsOut }) => standsOut);
	expect(found?.map(({ value }) => value)).toEqual(['d', 'e']);
	expect(inside?.value).toBe('a');
});

const ratioOf = (expression: string): Measure => ({
	kind: 'formula',
	expression,
	events: ['A', 'B'],
	name: 'r',
});

describe('Of the properties that the node chooses', () => {
	it.each([
		['nothing is left', { groups: {} }, { groups: { a: 40, b: 24 } }],
		['one value is left', { groups: { a: 40 } }, { groups: { a: 40, b: 24 } }],
		['there was nothing', { groups: { a: 40, b: 24 } }, { groups: {} }],
	])('those with values in one of the periods remain: %s', async (_name, now, before) => {
		const { dimensions } = await choose(now, before);
		expect(dimensions.map(({ name, values }) => [name, values.length])).toEqual([['city', 2]]);
	});

	it('none is needed if nothing has changed, because nothing happened', async () => {
		const { overall, dimensions } = await choose({ groups: {} }, { groups: {} });
		expect([overall.now, overall.before, dimensions]).toEqual([0, 0, []]);
		await expect(choose({ groups: { a: 5 } }, { groups: { a: 4 } })).rejects.toThrow(
			'No property was found',
		);
	});

	it('one that the service refuses is skipped', async () => {
		const of = { groups: { a: 40, b: 24 } };
		const { dimensions, skipped } = await choose(of, of, (name) => name.endsWith('city'));
		expect(dimensions.map(({ name }) => name)).toEqual(['os']);
		expect(skipped).toEqual([{ name: 'city', why: 'refused' }]);
	});

	it.each([true, false])('one that may not be read is skipped: %p', async (isOfOne) => {
		const of = { groups: { a: 40, b: 24 } };
		const isCity = (name: string) => name.endsWith('city');
		const chosen = choose(of, of, isCity, { isOfRequest: true, isOfOne });
		if (isOfOne) expect((await chosen).skipped).toMatchObject([{ name: 'city' }]);
		else await expect(chosen).rejects.toThrow(REFUSED);
	});
});

describe('An explanation', () => {
	it.each([
		['2026-11-01 12:00:00', '2026-11-01 12:00'],
		['2026-11-01 23:00:00', undefined],
	])('knows that data of the comparison dates are missing: until %s', async (until, late) => {
		const now = { groups: { Riga: 30 }, data_update_time: '2026-11-09 09:00:00' };
		const before = { groups: { Riga: 40 }, data_update_time: until };
		expect((await explain(now, before)).lateBefore).toBe(late);
	});

	it('has the data time of the dimension that has the fewest data', async () => {
		const all = { groups: { Riga: 30 }, data_update_time: '2026-11-09 09:00:00' };
		const late = { ...all, ofGroups: '2026-11-08 20:00:00' };
		expect((await explain(late, all)).dataUpdatedAt).toBe('2026-11-08 20:00:00');
		const lateThen = { ...all, ofGroups: '2026-11-01 12:00:00' };
		expect((await explain(all, lateThen)).lateBefore).toBe('2026-11-01 12:00');
		expect((await explain(all, all)).dataUpdatedAt).toBe('2026-11-09 09:00:00');
	});

	it.each([
		['one of those that fell, not one that stood still', [240, 240, 240, 800, 800], 'A'],
		['one of those that rose', [800, 1600, 1600, 1600, 1600], 'B'],
		['the one that stands out', [240, 800, 800, 800, 800], 'A'],
		['the larger of two that stand out', [1600, 200, 800, 800, 800], 'A'],
	])('breaks down what explains most of the change: %s', async (_name, now, value) => {
		const groupsOf = (numbers: number[]) => ({
			groups: Object.fromEntries(numbers.map((one, index) => ['ABCDE'.charAt(index), one])),
		});
		const channel: GroupBy = { property: { of: 'event', event: 'A', name: 'channel' } };
		const more = { dimensions: [city, channel], drillsDown: true };
		const { inside } = await explain(groupsOf(now), groupsOf(now.map(() => 800)), more);
		expect(inside?.value).toBe(value);
	});

	it('is not made of totals of other dates', async () => {
		const ask = askOf({ groups: { a: 90 } }, { groups: { a: 80 } });
		const service = { wire: legacy, how: {} };
		const foreign = async ({ body, ...rest }: ServiceRequest) =>
			await ask({ ...rest, body: { ...(body as object), from_date: '2025-11-08' } });
		const explaining = new Explaining(questionOf(), { ...service, ask: foreign });
		await expect(
			explaining.explain(async () => await Promise.reject<Catalog>(new Error('no lists')), usual),
		).rejects.toThrow('it has 2025-11-08, which is not in the requested range');
	});

	it('is not made of a total without a number', async () => {
		const empty = [null, null, null] as unknown as number[];
		const all = [10, 10, 5];
		for (const [totals, day] of [
			[[empty, all], '2026-11-08'],
			[[all, empty], '2026-11-01'],
		] as const) {
			const explained = explain({ groups: { a: 10 } }, { groups: { a: 10 } }, {}, [...totals]);
			await expect(explained).rejects.toThrow(`no number for 'A_events' from ${day} to ${day}`);
		}
	});

	it('has 0 for a group that is missing in a complete answer', async () => {
		const { dimensions } = await explain({ groups: { a: 90, b: 10 } }, { groups: { a: 80 } });
		expect(dimensions[0]?.values).toContainEqual(
			expect.objectContaining({ value: 'b', now: 10, before: 0, change: 10, changePercent: null }),
		);
	});

	it('has nothing for a group that a cut answer leaves out, never 0', async () => {
		const { dimensions } = await explain(
			{ groups: { a: 90, b: 10 } },
			{ groups: { a: 80 }, truncated: true },
		);
		expect(dimensions[0]?.noParts).toBe('cut');
		expect(dimensions[0]?.standsOut).toBe(false);
		expect(dimensions[0]?.values).toContainEqual(
			expect.objectContaining({ value: 'b', now: 10, before: null, change: null }),
		);
		expect(dimensions[0]?.values.every(({ shareOfChange }) => shareOfChange === null)).toBe(true);
	});

	it("has no shares if the groups don't add up to the total", async () => {
		const { dimensions, overall: whole } = await explain(
			{ groups: { a: 90, b: 10 } },
			{ groups: { a: 80, b: 10 } },
			{},
			[
				[95, 95, 50],
				[90, 90, 50],
			],
		);
		expect(whole.change).toBe(5);
		expect(dimensions[0]?.noParts).toBe('overlap');
		expect(dimensions[0]?.values[0]).toMatchObject({ value: 'a', change: 10, shareOfChange: null });
	});

	it('judges estimates from a sample less strictly than counts', async () => {
		const [now, before] = [
			{ a: 640, b: 384, c: 256 },
			{ a: 320, b: 448, c: 256 },
		];
		const explained = async (samplingFactor: number) =>
			await new Explaining(questionOf(), {
				ask: askOf({ groups: now }, { groups: before }),
				wire: legacy,
				how: { samplingFactor },
			}).explain(async () => await Promise.reject<Catalog>(new Error('no lists')), usual);
		const all = await explained(64);
		expect([all.isAboutSame, all.dimensions[0]?.standsOut]).toEqual([false, true]);
		const few = await explained(1);
		expect([few.isAboutSame, few.dimensions[0]?.standsOut]).toEqual([true, false]);
	});

	it.each([
		['2026-11-09', '2026-11-01', '2026-11-02', true],
		// Other days of the week, and of other lengths; days in both are refused before.
		['2026-11-09', '2026-11-03', '2026-11-04', null],
		['2026-11-09', '2026-11-01', '2026-11-03', null],
		['2026-11-14', '2026-11-01', '2026-11-07', true],
	])('judges chance only between days alike: 8 Nov to %s, %s to %s', async (to, from, end, is) => {
		const how = { range: { from: '2026-11-08', to }, comparison: { from, to: end } };
		const { isAboutSame } = await new Explaining(questionOf(how), {
			ask: askOf({ groups: { a: 100 } }, { groups: { a: 101 } }),
			wire: legacy,
			how: {},
		}).explain(async () => await Promise.reject<Catalog>(new Error('no lists')), usual);
		expect(isAboutSame).toBe(is);
	});

	it('takes 2,000 groups of an answer, and refuses more', async () => {
		const groups = (count: number) =>
			Object.fromEntries(Array.from({ length: count }, (_, index) => [`v${index}`, 1]));
		const { dimensions } = await explain({ groups: groups(2000) }, { groups: { v1: 1 } });
		expect(dimensions).toHaveLength(1);
		await expect(explain({ groups: groups(2001) }, { groups: { v1: 1 } })).rejects.toThrow(
			'returned 2001 groups instead of the requested 1000. Choose a dimension with fewer values',
		);
	});

	it('refuses buckets that the service chose differently', async () => {
		const reported = explain(
			{ groups: { '0~10': 5, '10~20': 5 } },
			{ groups: { '0~15': 5, '15~30': 5 } },
		);
		await expect(reported).rejects.toThrow("Enter its limits in 'Buckets (Numbers Only)'");
		const { dimensions } = await explain(
			{ groups: { '2026-11-01': 5, '2026-11-02': 5 } },
			{ groups: { '2026-11-01': 5 } },
		);
		expect(dimensions).toHaveLength(1);
	});

	it('takes texts that look like a range of numbers, also inside of another value', async () => {
		const listed = { name: 'city', displayName: 'city', kind: 'text' };
		const catalog = {
			eventProperties: async () => await Promise.resolve([listed]),
		} as unknown as Catalog;
		const ask = askOf({ groups: { '18-24': 900, '<18': 20 } }, { groups: { '18-24': 500 } });
		const other: GroupBy = { property: { of: 'event', event: 'A', name: 'os' } };
		const explaining = (dimensions: GroupBy[]) =>
			new Explaining(questionOf({ dimensions, drillsDown: true }), {
				...{ ask, wire: legacy, how: {} },
			}).explain(async () => await Promise.resolve(catalog), usual);
		expect((await explaining([city])).dimensions[0]?.values).toHaveLength(2);
		await expect(explaining([other])).rejects.toThrow('Enter its limits');
	});

	it('drills down into a text that looks like a range of numbers', async () => {
		const listed = ['city', 'os'].map((name) => ({ name, displayName: name, kind: 'text' }));
		const catalog = {
			eventProperties: async () => await Promise.resolve(listed),
		} as unknown as Catalog;
		const os: GroupBy = { property: { of: 'event', event: 'A', name: 'os' } };
		const ask = askOf(
			{ groups: { '18-24': 900, '25-34': 500 } },
			{ groups: { '18-24': 300, '25-34': 500 } },
		);
		const question = questionOf({ dimensions: [city, os], drillsDown: true });
		const { inside } = await new Explaining(question, { ask, wire: legacy, how: {} }).explain(
			async () => await Promise.resolve(catalog),
			usual,
		);
		expect(inside?.value).toBe('18-24');
	});

	it('checks a ratio with a format by the number itself', async () => {
		const measure = ratioOf('count(event.A)/count(event.B)|%d');
		const sent: unknown[] = [];
		const ask = askOf({ groups: {} }, { groups: {} }, [
			[47, 100, 50, 15, 100, 40, 47 / 15],
			[50, 100, 50, 20, 100, 40, 2.5],
		]);
		await new Explaining(questionOf({ measure, dimensions: [] }), {
			ask: async (request) => {
				sent.push(request.body);
				return await ask(request);
			},
			wire: legacy,
			how: {},
		})
			.explain(async () => await Promise.reject<Catalog>(new Error('no lists')), usual)
			.catch(() => undefined);
		expect(JSON.stringify(sent[0])).toContain('count(event.A)/count(event.B)"');
		expect(JSON.stringify(sent[0])).not.toContain('|');
	});

	it('refuses a ratio whose parts are not those of the service', async () => {
		const measure = ratioOf('count(event.A)/count(event.B)');
		const reported = explain({ groups: {} }, { groups: {} }, { measure }, [
			[50, 100, 50, 20, 100, 40, 0.7],
			[50, 100, 50, 20, 100, 40, 0.5],
		]);
		await expect(reported).rejects.toThrow(
			"The parts of 'r' come to 0.5, but Sensors Analytics returns 0.7",
		);
	});

	it('refuses a ratio of nothing', async () => {
		const measure = ratioOf('count(event.A)/count(event.B)');
		const none = [0, 0, 0, 0, 0, 0, 0];
		const reported = explain({ groups: {} }, { groups: {} }, { measure }, [none, none]);
		await expect(reported).rejects.toThrow("'r' has no value from 2026-11-08 to 2026-11-08");
	});
});
