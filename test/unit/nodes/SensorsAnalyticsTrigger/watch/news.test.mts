import type { TriggerCondition } from '../../../../../nodes/SensorsAnalyticsTrigger/condition';
import type { Remembered } from '../../../../../nodes/SensorsAnalyticsTrigger/memory';
import { findNewPeriods } from '../../../../../nodes/SensorsAnalyticsTrigger/watch';
import { serviceOf, settingsOf } from '../../../../support/looks.mts';

const NOW = new Date('2026-11-11T08:00:00+08:00');
const LAST = '2026-11-10';
const below: TriggerCondition = { kind: 'threshold', side: 'below', limit: 100 };
const orders = {
	'2026-11-07': 120,
	'2026-11-08': 90,
	'2026-11-09': 120,
	'2026-11-10': 80,
};

/** What became known, with the ranges that were asked for. */
async function newsOf(
	known: Remembered,
	{
		condition = undefined as TriggerCondition | undefined,
		reach = '2026-11-11 00:00:00',
		more = {},
		numbers = orders as { [day: string]: number | null },
	} = {},
) {
	const { service, requests } = serviceOf(numbers, reach);
	const found = await findNewPeriods(service, settingsOf(condition, more), NOW, known, LAST);
	return { ...found, requests, reported: found.items.map(({ date }) => date) };
}

describe('news of complete days', () => {
	it.each<[string, string, string, string[], string, string | undefined]>([
		['one', '2026-11-09', '2026-11-11 00:00:00', ['2026-11-10'], '2026-11-10', undefined],
		['none yet', '2026-11-09', '2026-11-10 23:59:59', [], '2026-11-09', '2026-11-10'],
		['T5: none that counts', '2026-11-10', '2026-11-11 00:00:00', [], '2026-11-10', undefined],
		[
			'T8: some',
			'2026-11-07',
			'2026-11-10 00:00:00',
			['2026-11-08', '2026-11-09'],
			'2026-11-09',
			'2026-11-10',
		],
	])('%s', async (_case, lastPeriod, reach, reported, then, missing) => {
		const found = await newsOf({ lastPeriod }, { reach });
		expect(found.reported).toEqual(reported);
		expect(found.now).toEqual({ lastPeriod: then });
		expect(found.missing).toBe(missing);
	});

	it('T8: the latest complete ones, as many as the limit allows', async () => {
		const found = await newsOf(
			{ lastPeriod: '2026-11-01' },
			{ reach: '2026-11-10 00:00:00', more: { catchUp: 2 } },
		);
		expect(found.reported).toEqual(['2026-11-08', '2026-11-09']);
		expect(found.now).toEqual({ lastPeriod: '2026-11-09' });
	});

	it('T29: creates no more days than it reports, however old the last one is', async () => {
		const found = await newsOf({ lastPeriod: '1971-01-01' }, { more: { catchUp: 2 } });
		expect(found.reported).toEqual(['2026-11-09', '2026-11-10']);
		const late = await newsOf({ lastPeriod: '1971-01-01' }, { reach: '1999-01-01 00:00:00' });
		expect(late.reported).toHaveLength(31);
		expect(late.reported.at(-1)).toBe('1998-12-31');
		expect(late.missing).toBe('1999-01-01');
	});

	it('T8: are requested again if the first answer ended too late', async () => {
		const found = await newsOf({ lastPeriod: '2026-11-01' }, { more: { catchUp: 2 } });
		expect(found.requests).toEqual(['2026-11-02..2026-11-10', '2026-11-09..2026-11-10']);
		expect(found.items).toEqual([
			{ date: '2026-11-09', orders: 120 },
			{ date: '2026-11-10', orders: 80 },
		]);
	});
});

describe('news of numbers', () => {
	const seen = { period: '2026-11-09', states: { orders: [] } };

	it('T9: a crossing, and what is remembered of it', async () => {
		const found = await newsOf({ lastPeriod: '2026-11-09', seen }, { condition: below });
		expect(found.items).toMatchObject([{ date: '2026-11-10', value: 80, value_before: 120 }]);
		const states = { orders: ['below'] };
		expect(found.now).toEqual({ lastPeriod: LAST, seen: { period: LAST, states } });
		expect(found.requests).toEqual(['2026-11-09..2026-11-10']);
	});

	it('T9: nothing where the state was on', async () => {
		const on = { period: '2026-11-09', states: { orders: ['below' as const] } };
		const found = await newsOf({ lastPeriod: '2026-11-09', seen: on }, { condition: below });
		expect(found.items).toEqual([]);
		expect(found.now.seen?.period).toBe(LAST);
	});

	it('T13: nothing moves while nothing that counts is complete', async () => {
		const before = { ...seen, period: '2026-11-08' };
		const known = { lastPeriod: '2026-11-09', seen: before };
		const reach = '2026-11-10 12:00:00';
		const found = await newsOf(known, { condition: below, reach });
		expect(found).toMatchObject({ items: [], now: known, missing: LAST });
	});

	it('T6, T14: publishing looks at the days before without a word', async () => {
		const more = { catchUp: 3 };
		const found = await newsOf({ lastPeriod: LAST }, { condition: below, more });
		expect(found.requests).toEqual(['2026-11-07..2026-11-10']);
		expect(found.items).toEqual([]);
		expect(found.now).toEqual({
			lastPeriod: LAST,
			seen: { period: LAST, states: { orders: ['below'] } },
		});
	});

	it('T14: requests a previous day if data are so late that the first answer started after it', async () => {
		const numbers = { '2026-10-31': 80 };
		const late = { condition: below, more: { catchUp: 1 }, numbers, reach: '2026-11-01 00:00:00' };
		const found = await newsOf({ lastPeriod: '2026-10-31' }, late);
		expect(found.requests).toEqual(['2026-11-01..2026-11-10', '2026-10-30..2026-11-10']);
		expect(found.now.seen).toEqual({ period: '2026-10-31', states: { orders: ['below'] } });
		const known = await newsOf(found.now, late);
		expect(known.requests).toEqual(['2026-11-01..2026-11-10']);
	});

	it('T14: sends no further request while the previous day is incomplete', async () => {
		const late = { condition: below, more: { catchUp: 1 }, reach: '2026-10-31 23:00:00' };
		const found = await newsOf({ lastPeriod: '2026-10-31' }, late);
		expect(found.requests).toEqual(['2026-11-01..2026-11-10']);
		expect(found.now).toEqual({ lastPeriod: '2026-10-31' });
	});

	it.each([
		['counts on over days looked at', '2026-11-08', []],
		['counts no more where others were passed over', '2026-11-07', [LAST]],
	])('T14: a state %s', async (_case, lastPeriod, reported) => {
		const before = { period: lastPeriod, states: { orders: ['below' as const] } };
		// The 9th is unknown, and the limit doesn't allow a look at a day before it.
		const numbers = { '2026-11-09': null, '2026-11-10': 80 };
		const details = { condition: below, more: { catchUp: 1 }, numbers };
		const found = await newsOf({ lastPeriod, seen: before }, details);
		expect(found.reported).toEqual(reported);
	});
});
