import { formSource } from '../../../../../../nodes/SensorsAnalytics/params/param';
import { eventReport } from '../../../../../../nodes/SensorsAnalytics/reports/event';
import { fieldsOf } from '../../../../../../nodes/SensorsAnalytics/reports/report';
import { sessionReport } from '../../../../../../nodes/SensorsAnalytics/reports/session';

const FORM: { [name: string]: unknown } = {
	session: { __rl: true, mode: 'list', value: 'app_visit' },
	measures: { measure: [{ eventName: 'A', aggregator: 'general' }] },
	groupBy: { group: [{ field: 'city' }] },
	unit: 'week',
};
const read = (more: { [name: string]: unknown } = {}) =>
	sessionReport.read(formSource((name) => ({ ...FORM, ...more })[name] ?? ''));

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

	it('offers numbers of sessions in place of numbers of events', () => {
		const [measures] = fieldsOf(sessionReport).filter(({ name }) => name === 'measures');
		const text = JSON.stringify(measures);
		expect(text).toContain('"Number of Sessions (总次数)"');
		expect(text).toContain('"Sessions per User (人均次数)"');
		expect(text).toContain('"Number of Users (触发用户数)"');
		expect(text).not.toContain('Number of Events');
		const own = JSON.stringify(fieldsOf(eventReport).find(({ name }) => name === 'measures'));
		expect(own).toContain('"Number of Events"');
	});

	it('needs a session', () => {
		expect(() => read({ session: ' ' })).toThrow("'Session' is empty");
		expect(() => read({ measures: {} })).toThrow("'Measures' is empty");
	});
});
