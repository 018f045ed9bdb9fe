import { pathReport } from '../../../../../../nodes/SensorsAnalytics/reports/path';

const VIEWS = {
	conditions: [{ field: 'event.view.page', function: 'isSet', params: [] }],
};
const PAYLOAD = {
	source_type: 'termination_event',
	source_event: { event_name: 'pay', filter: {} },
	event_names: ['view', 'pay'],
	col_limit: '4',
	row_limit: 6,
	from_date: '2026-11-01',
	to_date: '2026-11-02',
};
const read = (more: object = {}) => pathReport.payload.read({ ...PAYLOAD, ...more });

describe('the payload of a path report', () => {
	it('is read into the neutral query, of which links are the rows', () => {
		expect(read({ session_interval: 600, by_fields: ['event.view.page'] })).toMatchObject({
			query: {
				source: { event: 'pay' },
				isBackward: true,
				events: [{ event: 'view' }, { event: 'pay' }],
				steps: 4,
				eventsPerStep: 6,
				pauseSeconds: 600,
				rows: 'links',
				groupBy: [{ of: 'event', event: 'view', name: 'page' }],
			},
			range: { from: '2026-11-01', to: '2026-11-02' },
			unread: undefined,
		});
		expect(read().query.pauseSeconds).toBeUndefined();
	});

	it('has conditions of its events under either name', () => {
		for (const key of ['single_event_with_filters', 'single_event_with_filter']) {
			const { events } = read({ [key]: { view: VIEWS } }).query;
			expect(events[0]?.filter?.conditions).toHaveLength(1);
			expect(events[1]).toEqual({ event: 'pay' });
		}
	});

	it.each([
		[{ source_type: 'event' }, "'source_type' in the pasted JSON"],
		[{ event_names: undefined }, "'event_names' is empty in the pasted JSON"],
		[{ row_limit: 'many' }, "'row_limit' in the pasted JSON isn't a number"],
	])('that can not be brought into that form says why: %j', (more, said) => {
		expect(read(more).unread?.message).toContain(said);
	});
});
