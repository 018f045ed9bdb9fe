import {
	readPastedRange,
	readSavedRange,
} from '../../../../../../nodes/SensorsAnalytics/paste/payload';
import { nameColumns } from '../../../../../../nodes/SensorsAnalytics/query/columns';
import { eventReport } from '../../../../../../nodes/SensorsAnalytics/reports/event';

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

describe('the payload of an event report', () => {
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
		const pasted = eventReport.payload.read(payload);
		expect(pasted.page).toEqual(kept);
		expect(pasted.range).toMatchObject({ from: '2026-10-01', to: '2026-10-07' });
		expect(pasted.comparison).toEqual({ from: '2026-09-24', to: '2026-09-30' });
	});

	it('takes the days of dates with a time', () => {
		const { range: days } = eventReport.payload.read({
			...payload,
			from_date: '2026-10-01 00:00:00',
			to_date: '2026-10-02 23:59:59',
		});
		expect(days).toMatchObject({ from: '2026-10-01', to: '2026-10-02' });
	});

	it('names its columns', () => {
		const { groups, measures } = nameColumns(eventReport.payload.read(payload).query);
		expect([...groups, ...measures].map(({ key }) => key)).toEqual([
			'city',
			'PayOrder_events',
			'Umsatz',
		]);
	});

	it('sees instants in the time zone', () => {
		const dates = { from_date: '2026-10-31T16:00:00.000Z', to_date: '2026-11-07T15:59:59+00:00' };
		const read = (zone: string) => eventReport.payload.read({ ...payload, ...dates }, zone).range;
		expect(read('Asia/Shanghai')).toMatchObject({ from: '2026-11-01', to: '2026-11-07' });
		expect(read('America/New_York')).toMatchObject({ from: '2026-10-31', to: '2026-11-07' });
	});

	it.each([
		['2026-10-31T16:00:00Z', 'Asia/Shanghai', '2026-11-01'],
		['2026-10-31 16:00:00Z', 'Asia/Shanghai', '2026-11-01'],
		['2026-10-31T23:30:00.000+0800', 'UTC', '2026-10-31'],
		['2026-10-31 23:30', 'America/New_York', '2026-10-31'],
		['2026-10-31', 'America/New_York', '2026-10-31'],
		['2026-02-29', 'UTC', undefined],
		['2026-13-01', 'UTC', undefined],
		['on 2026-10-31', 'UTC', undefined],
		['2026-10-31 later', 'UTC', undefined],
		['1793404800000', 'UTC', undefined],
		[1793404800000, 'UTC', undefined],
	])('reads the day %s in %s as %s', (reported, zone, day) => {
		const range = readPastedRange(reported, reported, zone);
		expect(range && [range.from, range.to]).toEqual(day && [day, day]);
		expect(range?.isWithinDay === true).toBe(reported === '2026-10-31 23:30');
		expect(readPastedRange(reported, '2026-12-31', zone)?.from).toBe(day);
		expect(readPastedRange('2026-01-01', reported, zone)?.to).toBe(day);
	});

	it('keeps the words with the dates, and whether they include today', () => {
		const dates = { from_date: '2026-10-01', to_date: '2026-10-07' };
		const range = { from: '2026-10-01', to: '2026-10-07' };
		const read = (more: object) => readSavedRange({ ...dates, ...more }, 'UTC');
		expect(read({ rangeText: '过去 7 天' })).toEqual({
			...range,
			words: '过去 7 天',
			includesToday: false,
		});
		expect(read({ rangeText: '过去 7 天', include_today: true })).toMatchObject({
			includesToday: true,
		});
		for (const rangeText of [undefined, '', 7, null]) expect(read({ rangeText })).toEqual(range);
		expect(readSavedRange({ rangeText: '昨日' }, 'UTC')).toBeUndefined();
	});

	it('knows what each measure computes with, and the unit', () => {
		const measures = [
			{ event_name: 'PayOrder', aggregator: 'SUM', field: 'event.PayOrder.amount' },
			{ event_name: 'PayOrder', aggregator: 'general', field: '' },
		];
		const { query } = eventReport.payload.read({ ...payload, measures });
		expect(query.measures).toMatchObject([
			{ kind: 'event', property: { name: 'amount' } },
			{ kind: 'event', property: undefined },
		]);
		expect(query.unit).toBe('day');
		expect(eventReport.payload.read({ ...payload, unit: 'DAY' }).query.unit).toBe('day');
		expect(eventReport.payload.read({ ...payload, unit: 7 }).query.unit).toBe('');
		for (const measure of [null, 'x', 7]) {
			expect(() => eventReport.payload.read({ ...payload, measures: [measure] })).toThrow(
				/Measure 1 in the pasted JSON has no 'event_name'/,
			);
		}
	});

	it('drops the key under which the web page compares', () => {
		expect(eventReport.payload.read({ ...payload, compareKey: 'x' }).page).not.toHaveProperty(
			'compareKey',
		);
	});

	it('does without dates', () => {
		const { from_date: _from, ...undated } = payload;
		expect(eventReport.payload.read(undated).range).toBeUndefined();
		expect(eventReport.payload.read({ ...payload, from_date: 'soon' }).range).toBeUndefined();
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
		expect(() => eventReport.payload.read(pasted)).toThrow(message);
	});
});
