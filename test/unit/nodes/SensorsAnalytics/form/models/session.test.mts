import { readSessionQuery } from '../../../../../../nodes/SensorsAnalytics/form/models/session';

const FORM: { [name: string]: unknown } = {
	session: { __rl: true, mode: 'list', value: 'app_visit' },
	measures: { measure: [{ eventName: 'A', aggregator: 'general' }] },
	groupBy: { group: [{ field: 'city' }] },
	unit: 'week',
};
const read = (more: { [name: string]: unknown } = {}) =>
	readSessionQuery((name) => ({ ...FORM, ...more })[name] ?? '');

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

	it('needs a session', () => {
		expect(() => read({ session: ' ' })).toThrow("'Session' is empty");
		expect(() => read({ measures: {} })).toThrow("'Measures' is empty");
	});
});
