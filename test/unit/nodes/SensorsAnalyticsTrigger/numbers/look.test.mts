import { fetchPeriods } from '../../../../../nodes/SensorsAnalyticsTrigger/numbers';
import { settingsOf, withSecret } from '../../../../support/looks.mts';

const NOW = new Date('2026-11-11T08:00:00+08:00');
const ANSWER = {
	series: ['2026-11-10 00:00:00'],
	rows: [{ values: [[7]] }],
	data_update_time: '2026-11-11 07:00:00.000',
	data_sufficient_update_time: '2026-11-11 06:00:00.000',
};

/** A fetchPeriods at an answer, and what was asked for. */
async function lookOf(answer: unknown, span: [string, string], more = {}) {
	const requests: unknown[] = [];
	const call = (...parameters: unknown[]) => {
		requests.push(...parameters);
		return Promise.resolve(answer);
	};
	const service = withSecret({ call });
	return {
		seen: await fetchPeriods(service, settingsOf(undefined, more), NOW, span),
		requests,
	};
}

describe('a fetchPeriods', () => {
	it('requests fresh numbers of the days', async () => {
		const { seen, requests } = await lookOf(ANSWER, ['2026-11-08T22:00:00', '2026-11-10T03:00:00']);
		expect(requests).toEqual([
			0,
			{
				path: '/api/events/report',
				body: {
					unit: 'day',
					measures: [{ aggregator: 'general', event_name: 'PayOrder', name: 'orders' }],
					from_date: '2026-11-08',
					to_date: '2026-11-10',
					use_cache: false,
				},
			},
		]);
		expect(seen.range).toEqual({ from: '2026-11-08', to: '2026-11-10' });
	});

	it('returns the numbers and when the data end', async () => {
		const { seen } = await lookOf(ANSWER, ['2026-11-10', '2026-11-10']);
		expect(seen.table.rows.toArray()).toEqual([['2026-11-10', 7]]);
		expect(seen.reach).toMatchObject({
			sure: '2026-11-11T06:00:00',
			farthest: '2026-11-11T07:00:00',
			nowLocal: '2026-11-11T08:00:00',
		});
	});

	it('T3: knows what is given up', async () => {
		const { seen } = await lookOf(ANSWER, ['2026-11-10', '2026-11-10'], { latestAfterHours: 24 });
		expect(seen.reach.givenUpBefore).toBe('2026-11-10T08:00:00');
	});

	it('T1: refuses an hour that occurs twice, if the clocks show it once', async () => {
		const hour = (time: string) => ({
			...ANSWER,
			series: [time, time],
			rows: [{ values: [[7], [8]] }],
		});
		const clock = { unit: 'hour', timeZone: 'Europe/Berlin' } as const;
		const request = { query: { ...settingsOf(undefined).input.query, unit: 'hour' } };
		const of = async (time: string) =>
			await lookOf(hour(time), ['2026-10-24T02:00:00', '2026-10-25T02:00:00'], {
				clock,
				input: request,
			});
		await expect(of('2026-10-24 02:00:00')).rejects.toThrow(
			/The report has an unexpected structure: 2026-10-24 02:00:00 occurs more often in the response than in the time zone Europe\/Berlin\. If the project uses another time zone, set the option 'Time Zone'/,
		);
		expect((await of('2026-10-25 02:00:00')).seen.table.rows).toHaveLength(2);
	});

	it.each<[string, unknown, RegExp, RegExp]>([
		[
			'T4: no update times',
			{ ...ANSWER, data_update_time: null, data_sufficient_update_time: null },
			/doesn't contain the time of the last data update/,
			/Maximum Wait for Data/,
		],
		[
			'a day that was not asked for',
			{ ...ANSWER, series: ['2025-11-10 00:00:00'] },
			/it has 2025-11-10, which is not in the requested range from 2026-11-10 to 2026-11-10/,
			/run the same report in the Sensors Analytics node/,
		],
		// 'Output' is a field of the other node.
		[
			'an unknown form',
			{ series: [] },
			/unexpected structure: 'rows' is missing/,
			/run the same report in the Sensors Analytics node/,
		],
	])('fails: %s', async (_case, answer, message, description) => {
		const failing = lookOf(answer, ['2026-11-10', '2026-11-10']);
		await expect(failing).rejects.toMatchObject({
			message: expect.stringMatching(message) as string,
			description: expect.stringMatching(description) as string,
		});
	});
});
