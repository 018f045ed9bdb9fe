import { ratesOfAll } from '../../../../../nodes/SensorsAnalytics/reports/forModel';
import type { Cell } from '../../../../../nodes/SensorsAnalytics/table/decimal';
import type { Table } from '../../../../../nodes/SensorsAnalytics/table/table';
import { listRows } from '../../../../../nodes/SensorsAnalytics/table/table';

const KEYS = ['date', 'period', 'initial_users', 'users', 'percent'];

function ratesOf(...rows: Cell[][]): unknown {
	const columns = KEYS.map((key) => ({ key }));
	const table = { columns, rows: listRows(rows) } as unknown as Table;
	const clock = { requestedAt: '2026-11-20T09:00:00Z', timeZone: 'UTC' };
	return ratesOfAll(table, { ...clock, unit: 'day' })?.rows;
}

describe('Rates of all starts together', () => {
	it('weigh each start by its users', () => {
		const rows: Cell[][] = [
			['2026-11-01', 1, 10, 1, 10],
			['2026-11-02', 1, 30, 15, 50],
		];
		expect(ratesOf(...rows)).toEqual([[1, 2, 40]]);
	});

	it('hold no period that is not over', () => {
		const rows: Cell[][] = [
			['2026-11-17', 1, 10, 1, 10],
			['2026-11-18', 1, 30, 15, 50],
			['2026-11-19', 1, 30, 15, 50],
		];
		expect(ratesOf(...rows)).toEqual([[1, 2, 40]]);
	});

	it('are missing if a number is unknown, which is not 0', () => {
		expect(
			ratesOf(['2026-11-01', 1, 10, 5, 50], ['2026-11-02', 1, 10, null, null]),
		).toBeUndefined();
	});
});
