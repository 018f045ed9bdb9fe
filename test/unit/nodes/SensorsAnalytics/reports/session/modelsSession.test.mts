import { aggregatorChoices } from '../../../../../../nodes/SensorsAnalytics/params/measure';
import { formSource } from '../../../../../../nodes/SensorsAnalytics/params/param';
import { fieldsOf } from '../../../../../../nodes/SensorsAnalytics/reports/report';
import { sessionReport } from '../../../../../../nodes/SensorsAnalytics/reports/session';

const FORM: { [name: string]: unknown } = {
	session: { __rl: true, mode: 'list', value: 'app_visit' },
	measures: { measure: [{ eventName: 'A', aggregator: 'general' }] },
	groupBy: { group: [{ field: 'city' }] },
	unit: 'week',
};
const read = (more: { [name: string]: unknown } = {}) =>
	sessionReport.read(formSource((name) => ({ ...FORM, ...more })[name] ?? '', 'Asia/Shanghai'));

describe('the form of a session report', () => {
	it('is that of an event report, with a session', () => {
		expect(read()).toEqual({
			session: 'app_visit',
			isSplitByDay: false,
			measures: [{ kind: 'event', event: 'A', aggregator: 'general', isOfSessions: true }],
			groupBy: [{ property: { of: 'event', event: 'A', name: 'city' } }],
			unit: 'week',
		});
		expect(read({ splitByDay: true }).isSplitByDay).toBe(true);
	});

	it('offers numbers of sessions instead of numbers of events', () => {
		const [measures] = fieldsOf(sessionReport).filter(({ name }) => name === 'measures');
		const text = JSON.stringify(measures);
		expect(text).toContain('"cachedResultName":"Number of Sessions"');
		expect(text).toContain('"searchListMethod":"searchSessionAggregators"');
		const offered = (isOfSessions: boolean) =>
			aggregatorChoices(isOfSessions).map(({ name }) => name);
		expect(offered(true)).toEqual(
			expect.arrayContaining(['Number of Sessions', 'Number of Users', 'Sessions per User']),
		);
		expect(offered(true)).not.toContain('Number of Events');
		expect(offered(false)).toContain('Number of Events');
	});

	it('needs a session', () => {
		expect(() => read({ session: ' ' })).toThrow("'Session' is empty");
		expect(() => read({ measures: {} })).toThrow("'Measures' is empty");
	});
});
