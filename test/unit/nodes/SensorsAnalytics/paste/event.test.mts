import { nameColumns } from '../../../../../nodes/SensorsAnalytics/query/columns';
import { readEventReport } from '../../../../../nodes/SensorsAnalytics/paste/event';

const payload = {
	measures: [
		{ event_name: 'PayOrder', aggregator: 'general', name: '' },
		{ expression: 'sum(event.PayOrder.amount)|%2f', events: ['PayOrder'], name: 'Umsatz' },
	],
	unit: 'day',
	from_date: '2026-10-01',
	to_date: '2026-10-07',
	compare_from_date: '2026-09-24',
	compare_to_date: '2026-09-30',
	by_fields: ['event.$Anything.city'],
	filter: { relation: 'and', conditions: [] },
	axis_config: { isNormalize: false, left: [], right: [] },
	rangeText: '过去7天',
	request_id: '1696118400000:123456',
	approx: false,
	sampling_factor: 64,
	bookmarkid: 7,
};

describe('readEventReport', () => {
	it('keeps what the web interface adds, but neither dates nor the ID of the copied request', () => {
		const {
			request_id: _id,
			rangeText: _text,
			from_date: _from,
			to_date: _to,
			compare_from_date: _cf,
			compare_to_date: _ct,
			...kept
		} = payload;
		const pasted = readEventReport(payload);
		expect(pasted.page).toEqual(kept);
		expect(pasted.range).toMatchObject({ from: '2026-10-01', to: '2026-10-07' });
		expect(pasted.comparison).toEqual({ from: '2026-09-24', to: '2026-09-30' });
	});

	it('takes the days of dates with a time', () => {
		const { range: days } = readEventReport({
			...payload,
			from_date: '2026-10-01 00:00:00',
			to_date: '2026-10-02 23:59:59',
		});
		expect(days).toMatchObject({ from: '2026-10-01', to: '2026-10-02' });
	});

	it('names its columns', () => {
		const { groups, measures } = nameColumns(readEventReport(payload).query);
		expect([...groups, ...measures].map(({ key }) => key)).toEqual([
			'city',
			'PayOrder_events',
			'Umsatz',
		]);
	});

	it('sees instants in the time zone', () => {
		const dates = { from_date: '2026-10-31T16:00:00.000Z', to_date: '2026-11-07T15:59:59+00:00' };
		const read = (zone: string) => readEventReport({ ...payload, ...dates }, zone).range;
		expect(read('Asia/Shanghai')).toMatchObject({ from: '2026-11-01', to: '2026-11-07' });
		expect(read('America/New_York')).toMatchObject({ from: '2026-10-31', to: '2026-11-07' });
	});

	it('does without dates', () => {
		const { from_date: _from, ...undated } = payload;
		expect(readEventReport(undated).range).toBeUndefined();
		expect(readEventReport({ ...payload, from_date: 'soon' }).range).toBeUndefined();
	});

	it.each([
		['no measures', { ...payload, measures: [] }, "no 'measures'"],
		[
			'a measure without its event',
			{ ...payload, measures: [{ aggregator: 'general' }] },
			"Measure 1 in the pasted JSON has no 'event_name'",
		],
		[
			'a measure without its aggregator',
			{ ...payload, measures: [{ event_name: 'A' }] },
			"has no 'aggregator'",
		],
		[
			'fields that are no list',
			{ ...payload, by_fields: 'city' },
			"'by_fields' in the pasted JSON is not a list",
		],
	])('refuses: %s', (_case, pasted, message) => {
		expect(() => readEventReport(pasted)).toThrow(message);
	});
});
