import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { atOnce } from '../../../../../../credentials/http/slices';
import { blockRows, listRows } from '../../../../../../nodes/SensorsAnalytics/table/table';
import { city, date, orders } from '../../../../../support/tables.mts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const ROWS = 30_000;
const [NARROW, WIDE] = [2, 24];

/** Returns the bytes of a row if the first report of a process has `first` columns. */
async function bytesAfter(first: number, columns: number): Promise<number> {
	let bytes = 0;
	await jest.isolateModulesAsync(async () => {
		const { toRows } = await import('../../../../../../nodes/SensorsAnalytics/output/rows');
		const rowsWith = (count: number, length: number) =>
			toRows({
				columns: Array.from({ length: count }, (_, at) => ({ ...orders, key: `m${at}` })),
				rows: listRows(Array<number[]>(length).fill(Array<number>(count).fill(1))),
			});
		rowsWith(first, 20);
		bytes = bytesOfEach(() => rowsWith(columns, ROWS));
	});
	return bytes;
}

/** Returns the median of some measurements: what earlier tests left may be freed during one. */
function bytesOfEach(make: () => unknown[]): number {
	const all = Array.from({ length: 5 }, () => {
		collectGarbage();
		const before = process.memoryUsage().heapUsed;
		const made = make();
		collectGarbage();
		return (process.memoryUsage().heapUsed - before) / made.length;
	});
	return all.sort((a, b) => a - b)[2] ?? NaN;
}

it.each([
	[WIDE, NARROW],
	[NARROW, WIDE],
])(
	'after a report with %d columns, rows with %d take no more memory than without it',
	async (first, columns) => {
		const usual = await bytesAfter(columns, columns);
		expect(await bytesAfter(first, columns)).toBeLessThan(usual * 1.5);
	},
);

it.each([48, 49, 60])('a row with %d columns takes what its numbers take', async (columns) => {
	expect((await bytesAfter(columns, columns)) / columns).toBeLessThan(20);
});

it('a row for each date with a key for each group takes what its numbers take', async () => {
	const { wideSteps } = await import('../../../../../../nodes/SensorsAnalytics/output/rows');
	const points = Array.from({ length: 20_000 }, (_, day) => `day ${day}`);
	const groups = Array.from({ length: 12 }, (_, at) => ({
		group: [`group ${at}`],
		values: Array<number[]>(points.length).fill([1]),
	}));
	const table = {
		columns: [date, city, orders],
		rows: blockRows({ points, groups }),
		points,
		isTruncated: false,
	};
	table.rows.toArray();
	const bytes = bytesOfEach(() => atOnce(wideSteps(table, { _sampled: true }, [])));
	expect(bytes / groups.length).toBeLessThan(40);
});
