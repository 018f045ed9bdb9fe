import type { TriggerSettings } from '../../../../../nodes/SensorsAnalyticsTrigger/fields';
import type { Service } from '../../../../../nodes/SensorsAnalytics/transport/service';
import type { TriggerCondition } from '../../../../../nodes/SensorsAnalyticsTrigger/condition';
import { findNewPeriods, watchPeriods } from '../../../../../nodes/SensorsAnalyticsTrigger/watch';
import { serviceOf, settingsOf, withSecret } from '../../../../support/looks.mts';

const BELOW: TriggerCondition = { kind: 'threshold', side: 'below', limit: 100 };
const UNUSUAL: TriggerCondition = {
	kind: 'unusual',
	side: 'either',
	marks: { hasHolidays: false, hasSales: false, own: [] },
};
type Answer = { [key: string]: unknown };

/** A service whose answers are changed. */
function changed(
	orders: Parameters<typeof serviceOf>[0],
	change: (answer: Answer, from: string) => Answer,
) {
	const { service } = serviceOf(orders, '2026-12-03 00:00:00');
	const call = service.call.bind(service) as unknown as (
		item: number,
		request: { body: { from_date: string } },
	) => Promise<Answer>;
	return withSecret({
		usageOf: async () => ({ leftOut: new Set() }),
		call: async (item: number, request: { body: { from_date: string } }) =>
			change(await call(item, request), request.body.from_date),
	});
}

describe('T35: the text of an incomplete number', () => {
	const textOf = async (times: Answer) => {
		const service = changed({ '2026-11-10': 120, '2026-11-11': 90 }, (answer) => ({
			...answer,
			data_update_time: undefined,
			...times,
		}));
		const settings = settingsOf(BELOW, { latestAfterHours: 4 });
		const known = { lastPeriod: '2026-11-10' };
		const now = new Date('2026-11-12T05:00:00+08:00');
		const { items } = await findNewPeriods(service, settings, now, known, '2026-11-11');
		return items.map(({ text, _incomplete }) => [text, _incomplete]);
	};

	it.each<[string, Answer, RegExp]>([
		[
			'the earlier time, if the later one is after it',
			{
				data_update_time: '2026-11-12 04:50:00',
				data_sufficient_update_time: '2026-11-11 22:00:00',
			},
			/^orders Wed 11 Nov \(data until .*22:00\): 90/,
		],
		['the later time', { data_update_time: '2026-11-11 23:00:00' }, /data until .*23:00\): 90/],
		['no time', {}, /^\[Incomplete data\] orders Wed 11 Nov: 90/],
		['a time of 1970', { data_update_time: '1970-01-01 08:00:00' }, /^\[Incomplete data\] orders/],
	])('has %s', async (_what, times, expected) => {
		expect(await textOf(times)).toEqual([[expect.stringMatching(expected), true]]);
	});
});

describe('T32: a history that is only a part', () => {
	const orders = Object.fromEntries(
		Array.from({ length: 337 }, (_, n) => [
			new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10),
			n === 335 ? 40 : 100 + ((n * 7) % 9),
		]),
	);
	let histories = 0;
	const itemsOf = async (change: (answer: Answer, isHistory: boolean) => Answer) => {
		const service = changed(orders, (answer, from) => change(answer, from < '2026-11-15'));
		const settings = settingsOf(UNUSUAL, { catchUp: 3, counting: `history ${++histories}` });
		const now = new Date('2026-12-03T08:00:00+08:00');
		const known = { lastPeriod: '2026-12-01' };
		return (await findNewPeriods(service, settings, now, known, '2026-12-02')).items;
	};

	it.each([{ sampling_factor: 4 }, { truncated: true }])('judges nothing: %j', async (part) => {
		expect(await itemsOf((answer) => answer)).toHaveLength(1);
		expect(await itemsOf((answer) => ({ ...answer, ...part }))).toHaveLength(1);
		expect(
			await itemsOf((answer, isHistory) => (isHistory ? { ...answer, ...part } : answer)),
		).toEqual([]);
	});
});

it('T33: a history larger than the bound is kept', async () => {
	const requests: string[] = [];
	let reach = '';
	const hours = (from: string, to: string) => {
		const all: string[] = [];
		for (let at = Date.parse(from); at < Date.parse(to) + 86_400_000; at += 3_600_000)
			all.push(new Date(at).toISOString().slice(0, 19).replace('T', ' '));
		return all;
	};
	const service = withSecret({
		usageOf: async () => ({ leftOut: new Set() }),
		call: async (_: number, { body }: { body: { from_date: string; to_date: string } }) => {
			requests.push(body.from_date);
			const series = hours(body.from_date, body.to_date);
			const rows = Array.from({ length: 62 }, (_group, at) => ({
				by_values: [`c${at}`],
				values: series.map(() => [100]),
			}));
			return { series, by_fields: ['event.PayOrder.city'], rows, data_update_time: reach };
		},
	});
	const property = { of: 'event', event: 'PayOrder', name: 'city' } as const;
	const base = settingsOf(UNUSUAL);
	const settings: TriggerSettings = {
		...base,
		clock: { unit: 'hour', timeZone: 'Asia/Shanghai' },
		catchUp: 1,
		input: { query: { ...base.input.query, unit: 'hour', groupBy: [{ property }] } },
	};
	let known: Parameters<typeof findNewPeriods>[3] = { lastPeriod: '2026-12-02T09:00:00' };
	for (const hour of [11, 12]) {
		reach = `2026-12-02 ${hour}:00:00`;
		const now = new Date(`2026-12-02T${hour}:05:00+08:00`);
		const found = await findNewPeriods(
			service,
			settings,
			now,
			known,
			`2026-12-02T${hour - 1}:00:00`,
		);
		known = found.now;
	}
	expect(requests.filter((from) => from < '2026-11-01')).toHaveLength(1);
});

describe('T18: with an API Key', () => {
	const asksAt = async (hour: string, more: Partial<TriggerSettings> = {}) => {
		const service = {
			connectionOf: async () => ({ mode: 'apiKey' }),
			call: async () => await Promise.reject(new Error('asked')),
		} as unknown as Service;
		const settings = settingsOf(undefined, more);
		const now = new Date(`2026-11-11T${hour}:00+08:00`);
		const memory = { counting: 'a', lastPeriod: '2026-11-09' };
		return await watchPeriods(service, settings, now)
			.question(memory)?.()
			.then(
				(found) => {
					expect(found).toEqual({ items: [], memory: { ...memory, askAgainAt: undefined } });
					return false;
				},
				() => true,
			);
	};

	it.each<[string, boolean, Partial<TriggerSettings>]>([
		['01:59', false, {}],
		['02:00', true, {}],
		['01:00', true, { latestAfterHours: 1 }],
		['00:01', true, { condition: BELOW }],
		['00:01', true, { counting: 'b' }],
	])('at %s, a request: %p', async (hour, isAsked, more) => {
		expect(await asksAt(hour, more)).toBe(isAsked);
	});
});
