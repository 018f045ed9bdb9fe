/** Numbers that no chart can hold: infinite ones, tiny ones, far too many. */
import type { Cell } from '../../nodes/SensorsAnalytics/table/decimal.ts';
import { FORMS, messageOf, reportTable } from '../support/reportTable.mts';
import { type Attack, heldUnless } from './attack.mts';

const POINTS = 780_000;

/** Messages with charts of these numbers, one a day. */
function drawn(name: string, numbers: number[]): Attack {
	return {
		name,
		run: async () => {
			const rows = numbers.map((value, day): Cell[] => [
				new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10),
				value,
			]);
			const table = reportTable(['date', 'orders'], rows);
			const got = FORMS.map((form) => {
				const text = JSON.stringify(messageOf(form, table));
				return /NaN|Infinity/.test(text) && `${form} has what is no number`;
			});
			return await Promise.resolve(heldUnless(...got));
		},
	};
}

export const attacks: Attack[] = [
	drawn('1e999', [JSON.parse('1e999') as number, 1]),
	drawn('-1e999', [-Infinity, 1, 2]),
	drawn('the largest numbers there are', [1.7e308, -1.7e308]),
	drawn('the smallest numbers there are', [5e-324, 0]),
	{
		name: `${POINTS} points in time`,
		seconds: 60,
		megabytes: 900,
		run: async () => {
			const rows = Array.from({ length: POINTS }, (_, hour): Cell[] => [
				new Date(Date.UTC(1950, 0, 1, hour)).toISOString().slice(0, 19),
				hour,
			]);
			const table = reportTable(['date', 'orders'], rows);
			const sizes = (['html', 'slack'] as const).map(
				(form) => JSON.stringify(messageOf(form, table)).length,
			);
			return await Promise.resolve(
				heldUnless(Math.max(...sizes) > 1e6 && `messages of ${sizes.join()}`),
			);
		},
	},
];
