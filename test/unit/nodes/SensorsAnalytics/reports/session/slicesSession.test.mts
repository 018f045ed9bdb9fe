import { readSessionSlice } from '../../../../../../nodes/SensorsAnalytics/reports/session';

const form = (values: Record<string, unknown>) => (name: string) => values[name] ?? '';
const ZONE = 'Asia/Shanghai';

describe('a date of a session report', () => {
	const query = (unit: string) => ({
		measures: [{ kind: 'event', event: 'A', aggregator: 'unique', isOfSessions: true } as const],
		...{ unit, groupBy: [], session: 'visit' },
	});
	const read = (sliceDate: string, unit: string) =>
		readSessionSlice(form({ sliceDate }), query(unit), ZONE);

	it("is a day in the report's format; hours have their time", () => {
		expect(read('2026-11-02', 'day')).toEqual({ date: '2026-11-02', groups: [] });
		expect(read('2026-11-02T09:00:00+08:00', 'hour').date).toBe('2026-11-02 09:00:00');
		expect(read('2026-11-02T00:00:00+08:00', 'hour').date).toBe('2026-11-02 00:00:00');
	});

	it.each(['day', 'total'])('has to be there: %s', (unit) => {
		expect(() => read('', unit)).toThrow(
			/^'Date' is empty, but users of sessions are available only by date\. Enter the 'date' of a report row, with a 'Unit' other than None/,
		);
	});
});
