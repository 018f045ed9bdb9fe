import { meaningsOf, ruleOfFunnel } from '../../../../../nodes/SensorsAnalytics/reports/meanings';
import type { Queries } from '../../../../../nodes/SensorsAnalytics/query/query';

it('a note on paths names ten events, so that it leaves room for the rows', () => {
	const eventsOf = (count: number) => {
		const events = Array.from({ length: count }, (_, at) => ({ event: `E${at}` }));
		const query = { events } as unknown as Queries['path'];
		return meaningsOf('path', query, { named: (name) => name, labels: [] });
	};
	expect(eventsOf(10)).toEqual(['Events on paths: E0, E1, E2, E3, E4, E5, E6, E7, E8, E9']);
	expect(eventsOf(200)).toEqual([
		'Events on paths: E0, E1, E2, E3, E4, E5, E6, E7, E8, E9 and 190 more',
	]);
});

it.each([
	['2026-11-22', '2026-11-23 12:00', 'after 2026-11-19 have less time'],
	['2026-11-22', '2026-11-21 20:00', 'after 2026-11-17 have less time'],
	['2026-11-23', '2026-11-23 12:00', 'after 2026-11-19 have less time'],
	['2026-11-22', '2026-11-12 20:00', 'Nobody in this date range has the full time'],
])('a note on a funnel until %s knows that data end at %s', (to, dataUntil, words) => {
	const query = { windowMinutes: 3 * 1440, mayEndLater: false } as unknown as Queries['funnel'];
	const clock = { requestedAt: '2026-11-23T04:00:00Z', timeZone: 'Asia/Shanghai', dataUntil };
	expect(ruleOfFunnel(query, { from: '2026-11-10', to }, clock)).toContain(words);
});
