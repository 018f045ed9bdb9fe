import { settledReach } from '../../../../nodes/SensorsAnalyticsTrigger/completeness';
import type { Look } from '../../../../nodes/SensorsAnalyticsTrigger/look';
import { seenTwice } from '../../../../nodes/SensorsAnalyticsTrigger/steady';
import type { Cell } from '../../../../nodes/SensorsAnalytics/table/table';
import { lookAt } from '../../../support/looks.mts';
import { city, date, orders } from '../../../support/tables.mts';

const RANGE = { from: '2026-11-08', to: '2026-11-10' };
const DAYS = ['2026-11-08', '2026-11-09', '2026-11-10'];
const NOW = new Date('2026-11-11T01:00:00+08:00');
const CLOCK = { unit: 'day', timeZone: 'Asia/Shanghai' } as const;
const rowsOf = (...numbers: number[]): Cell[][] =>
	numbers.flatMap((number, day) => [
		[DAYS[day] as string, 'Riga', number],
		[DAYS[day] as string, 'Tartu', 1],
	]);
const seen = (rows: Cell[][]): Look => ({
	...lookAt([date, city, orders], rows, { range: RANGE }),
	reach: settledReach(NOW, CLOCK, 2, undefined),
});

async function ask(first: Look, second: Look) {
	const pauses: number[] = [];
	const { reach } = await seenTwice(
		DAYS,
		first,
		async () => await Promise.resolve(second),
		async (ms) => void (await Promise.resolve(pauses.push(ms))),
	);
	return { moving: [...(reach.moving ?? [])], pauses };
}

describe('T22: where the service does not tell when data arrived', () => {
	it('what is the same half a minute later counts, in whatever order it comes', async () => {
		const { moving, pauses } = await ask(seen(rowsOf(1, 2, 3)), seen(rowsOf(1, 2, 3).reverse()));
		expect(moving).toEqual([]);
		expect(pauses).toEqual([30_000]);
	});

	it.each([
		['a number that moved', rowsOf(1, 5, 3)],
		['a row that came', [...rowsOf(1, 2, 3), ['2026-11-09', 'Oslo', 1]]],
		['a row that went', rowsOf(1, 2, 3).filter(([day]) => day !== '2026-11-09')],
	])('%s is seen', async (_what, after) => {
		const { moving } = await ask(seen(rowsOf(1, 2, 3)), seen(after));
		expect(moving).toEqual(['2026-11-09']);
	});

	it('nothing is asked twice where the service tells', async () => {
		const told = lookAt([date, city, orders], rowsOf(1, 2, 3), { range: RANGE });
		const { moving, pauses } = await ask(told, seen(rowsOf(9, 9, 9)));
		expect([moving, pauses]).toEqual([[], []]);
	});

	it('a period settles so many hours after its end', () => {
		expect(settledReach(NOW, CLOCK, 2, 24)).toMatchObject({
			sure: '2026-11-10T23:00:00',
			givenUpBefore: '2026-11-10T01:00:00',
		});
	});
});
