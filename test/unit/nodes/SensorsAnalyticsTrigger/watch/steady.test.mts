import type { Cell } from '../../../../../nodes/SensorsAnalytics/table/decimal';
import { settledReach } from '../../../../../nodes/SensorsAnalyticsTrigger/periods';
import type { FetchedPeriods } from '../../../../../nodes/SensorsAnalyticsTrigger/numbers';
import { comparedWith } from '../../../../../nodes/SensorsAnalyticsTrigger/watch';
import { lookAt } from '../../../../support/looks.mts';
import { city, date, orders } from '../../../../support/tables.mts';

const RANGE = { from: '2026-11-08', to: '2026-11-10' };
const DAYS = ['2026-11-08', '2026-11-09', '2026-11-10'];
const NOW = new Date('2026-11-11T01:00:00+08:00');
const CLOCK = { unit: 'day', timeZone: 'Asia/Shanghai' } as const;
const rowsOf = (...numbers: number[]): Cell[][] =>
	numbers.flatMap((number, day) => [
		[DAYS[day] as string, 'Riga', number],
		[DAYS[day] as string, 'Tartu', 1],
	]);
const seen = (rows: Cell[][]): FetchedPeriods => ({
	...lookAt([date, city, orders], rows, { range: RANGE }),
	reach: settledReach(NOW, CLOCK, 2, undefined),
});

/** Days that moved from a look to the next one. */
async function moved(first: Cell[][], second: Cell[][]): Promise<string[]> {
	const { looks } = await comparedWith(undefined, DAYS, seen(first));
	const { reach } = (await comparedWith(looks, DAYS, seen(second))).seen;
	expect([...(reach.unseen ?? [])]).toEqual([]);
	return [...(reach.moving ?? [])];
}

describe('T22: if the service does not report when data arrived', () => {
	it('what no previous poll has checked must be seen again', async () => {
		const { seen: first, looks } = await comparedWith(undefined, DAYS, seen(rowsOf(1, 2, 3)));
		expect([...(first.reach.unseen ?? [])]).toEqual(DAYS);
		expect([...(first.reach.moving ?? [])]).toEqual(DAYS);
		expect(Object.keys(looks?.marks ?? {})).toEqual(DAYS);
	});

	it('what is the same in the next poll counts, in whatever order it comes', async () => {
		expect(await moved(rowsOf(1, 2, 3), rowsOf(1, 2, 3).reverse())).toEqual([]);
	});

	it.each([
		['a number that moved', rowsOf(1, 5, 3)],
		['a row that came', [...rowsOf(1, 2, 3), ['2026-11-09', 'Oslo', 1]]],
		['a row that went', rowsOf(1, 2, 3).filter(([day]) => day !== '2026-11-09')],
	])('%s is seen', async (_what, after) => {
		expect(await moved(rowsOf(1, 2, 3), after)).toEqual(['2026-11-09']);
	});

	it('a group without events may have a row or not', async () => {
		const empty: Cell[] = ['2026-11-09', 'Oslo', 0];
		expect(await moved(rowsOf(1, 2, 3), [...rowsOf(1, 2, 3), empty])).toEqual([]);
	});

	it('checks nothing twice if the service reports it', async () => {
		const reported = lookAt([date, city, orders], rowsOf(1, 2, 3), { range: RANGE });
		expect(await comparedWith(undefined, DAYS, reported)).toEqual({ seen: reported });
	});

	it('nothing of a group is remembered, and no two memories have the same marks', async () => {
		const all = await Promise.all(
			[1, 2].map(async () => (await comparedWith(undefined, DAYS, seen(rowsOf(1, 2, 3)))).looks),
		);
		expect(JSON.stringify(all)).not.toMatch(/Riga|Tartu/);
		expect(all[0]?.marks['2026-11-08']).not.toBe(all[1]?.marks['2026-11-08']);
	});

	it('a period settles a number of hours after its end', () => {
		expect(settledReach(NOW, CLOCK, 2, 24)).toMatchObject({
			sure: '2026-11-10T23:00:00',
			givenUpBefore: '2026-11-10T01:00:00',
		});
	});
});
