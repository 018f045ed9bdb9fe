import { meaningsOf } from '../../../../../nodes/SensorsAnalytics/reports/meanings';
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
