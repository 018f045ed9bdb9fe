import type { Cell } from '../../../../../../nodes/SensorsAnalytics/table/decimal';
import { compareValues } from '../../../../../../nodes/SensorsAnalytics/table/table';

/** O2: numbers, digits and buckets by their first number, then texts, then true, then false. */
const ASCENDING: Cell[][] = [
	[-3, '-3'],
	['<2', '(-∞, 2)'],
	[2, '2', '2.0', '2~5', '[2, 5)', '[2.0,+∞)'],
	[3.5],
	['5~10.5'],
	['<10', '<=10', '≤10', '(-∞, 10)'],
	[10, '10', '10~20', '>10', '>=10', '10+'],
	['1'.repeat(40)],
	[Infinity],
	[''],
	// As long a text of digits is a name, and no number.
	['1'.repeat(41)],
	['12%'],
	['2026-11-01'],
	['Beijing'],
	['a'],
	[true],
	[false],
];

describe('O2: the order of the values of a group', () => {
	it('is one order for all kinds, whatever is compared', () => {
		ASCENDING.forEach((values, place) => {
			ASCENDING.forEach((others, otherPlace) => {
				for (const a of values)
					for (const b of others)
						expect([a, b, Math.sign(compareValues(a, b))]).toEqual([
							a,
							b,
							Math.sign(place - otherPlace),
						]);
			});
		});
	});
});
