import { atOnce } from '../../../../../credentials/http/slices';
import type { Cell } from '../../../../../nodes/SensorsAnalytics/table/decimal';
import { numberSteps } from '../../../../../nodes/SensorsAnalyticsTrigger/numbers';
import { lookAt } from '../../../../support/looks.mts';
import { date, mean, orders } from '../../../../support/tables.mts';

const days = { unit: 'day', timeZone: 'Asia/Shanghai' } as const;
const berlin = { unit: 'hour', timeZone: 'Europe/Berlin' } as const;
const range = { from: '2026-11-09', to: '2026-11-11' };

const numbersOf = (...given: Parameters<typeof numberSteps>) => atOnce(numberSteps(...given));

describe('the numbers of a report', () => {
	it.each<[string, string, Cell[][], string, number | null]>([
		['a number', 'orders', [['2026-11-10', 7, 2.5]], '2026-11-10', 7],
		['another measure', 'mean', [['2026-11-10', 7, 2.5]], '2026-11-10', 2.5],
		['none', 'mean', [['2026-11-10', 0, null]], '2026-11-10', null],
		['a day left out, of a count', 'orders', [['2026-11-10', 7, 2.5]], '2026-11-09', 0],
		['a day left out, of an average', 'mean', [['2026-11-10', 7, 2.5]], '2026-11-09', null],
		['no row at all', 'orders', [], '2026-11-10', 0],
		['a day that was not asked for', 'orders', [['2026-11-10', 7, 2.5]], '2026-11-08', null],
		['points that are not ours', 'orders', [['2026-11-30', 7, 2.5]], '2026-11-10', null],
		['a measure that there is not', 'clicks', [['2026-11-10', 7, 2.5]], '2026-11-10', null],
	])('%s', (_case, measure, rows, period, expected) => {
		const numbers = numbersOf(days, lookAt([date, orders, mean], rows, { range }));
		expect(numbers.measures).toEqual(['orders', 'mean']);
		expect(numbers.at(measure, period)).toBe(expected);
	});

	it('T1: an hour with two rows has no number', () => {
		const rows: Cell[][] = [
			['2026-10-25T01:00:00', 1],
			['2026-10-25T02:00:00', 2],
			['2026-10-25T02:00:00', 3],
		];
		const at = { range: { from: '2026-10-25', to: '2026-10-25' } };
		const numbers = numbersOf(berlin, lookAt([date, orders], rows, at));
		expect(numbers.at('orders', '2026-10-25T01:00:00')).toBe(1);
		expect(numbers.at('orders', '2026-10-25T02:00:00')).toBeNull();
		expect(numbers.at('orders', '2026-10-25T03:00:00')).toBe(0);
	});

	it("T20: a text can't be compared", () => {
		const numbers = numbersOf(days, lookAt([date, orders], [['2026-11-10', '12%']], { range }));
		expect(() => numbers.at('orders', '2026-11-10')).toThrow(
			"The value of measure 'orders' at 2026-11-10 is text: '12%'",
		);
		const hostile = `<b>${'x'.repeat(10_000)}\u202e\n`;
		const odd = numbersOf(days, lookAt([date, orders], [['2026-11-10', hostile]], { range }));
		expect(() => odd.at('orders', '2026-11-10')).toThrow(
			/The value of measure 'orders' at 2026-11-10 is text: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…'$/,
		);
	});
});
