import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { listRows } from '../../../../../../nodes/SensorsAnalytics/table/table';
import { orders } from '../../../../../support/tables.mts';

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
		collectGarbage();
		const before = process.memoryUsage().heapUsed;
		const rows = rowsWith(columns, ROWS);
		collectGarbage();
		bytes = (process.memoryUsage().heapUsed - before) / rows.length;
	});
	return bytes;
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
