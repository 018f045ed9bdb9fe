import { DateTime } from 'luxon';

import type { Cell } from '../../../../../../nodes/SensorsAnalytics/table/decimal';
import { addOffsets } from '../../../../../../nodes/SensorsAnalytics/table/grid';
import { city, date, orders, table } from '../../../../../support/tables.mts';

const time = { ...date, type: 'datetime' } as const;
const timesOf = (rows: Cell[][], zone: string, columns = [time, city, orders]) =>
	addOffsets(table(columns, rows), zone)
		.rows.toArray()
		.map(([first]) => first);
/** What the clocks of a zone show, hour by hour from a moment on, as luxon knows it. */
const hours = (from: string, count: number, zone: string) =>
	Array.from({ length: count }, (_, hour) =>
		DateTime.fromISO(from, { zone }).plus({ hours: hour }),
	);
const resultOf = (moment: DateTime) => moment.toFormat("yyyy-MM-dd'T'HH:mm:ss");
const expected = (moment: DateTime) => moment.toFormat("yyyy-MM-dd'T'HH:mm:ssZZ");

describe('addOffsets', () => {
	it.each([
		['Europe/Berlin', '2026-10-24T22:00:00Z'],
		['America/New_York', '2026-11-01T04:00:00Z'],
		['America/Sao_Paulo', '2018-02-17T22:00:00Z'],
		['Asia/Shanghai', '2026-10-24T22:00:00Z'],
		['Europe/Berlin', '2026-03-28T22:00:00Z'],
	])('names every hour as luxon does, around a change of clocks: %s, %s', (zone, from) => {
		const moments = hours(from, 30, zone);
		const rows = ['A', 'B'].flatMap((name) => moments.map((moment) => [resultOf(moment), name, 1]));
		const names = moments.map(expected);
		expect(timesOf(rows, zone)).toEqual([...names, ...names]);
		// In order of time, with groups next to each other.
		const mixed = moments.flatMap((moment) =>
			['A', 'B'].map((name) => [resultOf(moment), name, 1]),
		);
		expect(timesOf(mixed, zone)).toEqual(names.flatMap((name) => [name, name]));
	});

	it('P6: an hour that occurs once in the answer is the first one', () => {
		const rows = [
			['2026-10-25T02:00:00', 'A', 1],
			['2026-10-25T02:00:00', 'B', 1],
			['2026-10-25T02:00:00', 'B', 2],
		];
		const [summer, winter] = ['2026-10-25T02:00:00+02:00', '2026-10-25T02:00:00+01:00'];
		expect(timesOf(rows, 'Europe/Berlin')).toEqual([summer, summer, winter]);
	});

	it('leaves days, and the table itself, as they are', () => {
		const days = table([date, orders], [['2026-10-25', 1]]);
		expect(addOffsets(days, 'Europe/Berlin')).toBe(days);
		const totals = table([city, orders], [['A', 1]]);
		expect(addOffsets(totals, 'Europe/Berlin')).toBe(totals);
		const rows = [['2026-10-25T02:00:00', 'A', 1]];
		timesOf(rows, 'Europe/Berlin');
		expect(rows).toEqual([['2026-10-25T02:00:00', 'A', 1]]);
		expect(timesOf([[null, 'A', 1]], 'Europe/Berlin')).toEqual([null]);
	});
});
