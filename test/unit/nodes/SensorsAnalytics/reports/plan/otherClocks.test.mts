import { otherClocksNote } from '../../../../../../nodes/SensorsAnalytics/reports/plan';
import { askReport } from '../../../../../support/askReport.mts';
import { daily } from '../../../../../support/daily.mts';

const NOW = new Date('2026-11-19T01:00:00Z'); // 09:00 in Shanghai, the evening before in New York

describe('data that end later than now', () => {
	it.each([
		['America/New_York', '2026-11-19 09:00', '2026-11-18 20:00'],
		['UTC', '2026-11-19 09:00', '2026-11-19 01:00'],
		['Asia/Kathmandu', '2026-11-19 09:00', '2026-11-19 06:45'],
	])('show that the clocks of %s are not the project’s', (timeZone, until, here) => {
		expect(otherClocksNote({ now: NOW, timeZone }, until)).toBe(
			`Sensors Analytics has data until ${until}, but it is only ${here} in the time zone ${timeZone}. If the project uses another time zone, set the option 'Time Zone': dates such as yesterday can be other days there`,
		);
	});

	it.each([
		['Asia/Shanghai', '2026-11-19 09:00'],
		// Of clocks that differ a little, and of a slow answer.
		['Asia/Shanghai', '2026-11-19 09:44'],
		['Asia/Tokyo', '2026-11-19 09:00'],
		['America/New_York', undefined],
	])('show nothing in %s until %s', (timeZone, until) => {
		expect(otherClocksNote({ now: NOW, timeZone }, until)).toBeUndefined();
	});

	it('are a hint of the report', async () => {
		const service = daily();
		const answer = (body: Parameters<typeof service>[0]) => ({
			...service(body),
			data_update_time: '2026-11-19 09:00:00.000',
		});
		const form = { dateRange: 'yesterday' };
		const [there, here] = await Promise.all([
			askReport(form, answer, { now: NOW, zone: 'America/New_York' }),
			askReport(form, answer, { now: NOW, zone: 'Asia/Shanghai' }),
		]);
		expect(there.hints).toEqual([expect.stringContaining("set the option 'Time Zone'")]);
		expect(here.hints).toEqual([]);
	});
});
