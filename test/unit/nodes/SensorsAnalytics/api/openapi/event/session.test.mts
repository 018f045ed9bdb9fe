import { sessionWire } from '../../../../../../../nodes/SensorsAnalytics/api/openapi/event';
import type { SessionQuery } from '../../../../../../../nodes/SensorsAnalytics/query/query';
import { measuresOfSessions } from '../../../../../../../nodes/SensorsAnalytics/query/query';
import { reports } from '../../../../../../../nodes/SensorsAnalytics/reports/registry';
import { tabular } from '../../../../../../support/openapiAnswer.mts';
import { tableOf } from '../../../../../../support/tableOf.mts';

const RANGE = { from: '2026-11-01', to: '2026-11-07' };
const QUERY: SessionQuery = {
	session: 's_main',
	isSplitByDay: true,
	measures: measuresOfSessions([
		{ kind: 'event', event: '$MPShow', aggregator: 'general' },
		{ kind: 'event', event: '$MPShow', aggregator: 'average' },
	]),
	groupBy: [{ property: { of: 'event', event: '$MPShow', name: '$referrer' } }],
	unit: 'day',
};

describe('a session report', () => {
	it('is requested like an event report with a session, and without totals in addition to details', () => {
		const how = { hasTotals: true, isApproximate: false };
		expect(sessionWire.request({ query: QUERY }, RANGE, how)).toEqual({
			path: '/api/v3/analytics/v1/model/session/report',
			body: {
				session_name: 's_main',
				split_by_day: true,
				measures: [
					{ event_name: '$MPShow', aggregator: 'general', name: '$MPShow_times' },
					{ event_name: '$MPShow', aggregator: 'average', name: '$MPShow_times_per_user' },
				],
				unit: 'DAY',
				by_fields: ['event.$MPShow.$referrer'],
				rollup: false,
				approx: false,
				from_date: '2026-11-01',
				to_date: '2026-11-07',
				limit: -1,
			},
		});
		const total = sessionWire.request({ query: { ...QUERY, unit: 'total' } }, RANGE, how);
		expect(total.body).toMatchObject({ unit: 'DAY', rollup: true });
	});

	it('is read as an event report is; numbers of days can not be added up', () => {
		const columns = [
			'date',
			'$MPShow_times_per_user',
			'$MPShow_times',
			'event.$Anything.$referrer',
		];
		const rows = [
			['2026-11-02 00:00:00', '1.5', 3, 'a'],
			['2026-11-01 00:00:00', 2, 144, 'a'],
			['2026-11-01 00:00:00', 2, 150, '$layer_total_reserved_word'],
		];
		const table = tableOf(sessionWire, tabular(columns, rows), QUERY);
		expect(table.columns.map(({ key }) => key)).toEqual([
			...['date', '$referrer', '$MPShow_times', '$MPShow_times_per_user'],
		]);
		expect(table.columns.map(({ canAddUp }) => canAddUp === true)).toEqual([
			...[false, false, false, false],
		]);
		expect(table.columns[2]?.whenEmpty).toBe(0);
		expect(table.rows.toArray()).toEqual([
			['2026-11-01', 'a', 144, 2],
			['2026-11-02', 'a', 3, 1.5],
		]);
	});

	const payload = {
		session_name: 's_main',
		measures: [{ event_name: '$MPShow', aggregator: 'general', name: 'shown' }],
		unit: 'day',
		by_fields: [],
	};
	const body = (more: object = {}) =>
		sessionWire.request(reports.session.payload.read({ ...payload, ...more }), RANGE, {}).body;

	it("is read from the page's payload, which may leave midnight to the service", () => {
		expect(body()).toMatchObject({ session_name: 's_main', measures: [{ name: 'shown' }] });
		expect(body()).not.toHaveProperty('split_by_day');
		expect(body({ split_by_day: 'true' })).toMatchObject({ split_by_day: true });
		expect(reports.session.payload.read(payload).query.measures[0]).toHaveProperty(
			'isOfSessions',
			true,
		);
	});

	it.each([
		[{ session_name: '' }, "'session_name' is missing in the pasted JSON"],
		[{ measures: [] }, 'Copy the request payload of the call to session/report'],
		[{ arith_rollup: true }, "The key 'arith_rollup'"],
		[{ odd: 1 }, "The key 'odd'"],
	])('refuses %j', (more, said) => {
		expect(() => body(more)).toThrow(said);
	});
});
