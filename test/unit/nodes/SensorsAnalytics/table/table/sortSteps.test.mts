import { atOnce } from '../../../../../../credentials/http/slices';
import {
	mapSteps,
	ROWS_A_STEP,
	sortSteps,
} from '../../../../../../nodes/SensorsAnalytics/table/table';
import fc from '../../../../../support/fastCheck.mts';

const byNumber = ([a]: [number, number], [b]: [number, number]) => a - b;

/** Numbers in an order that no list has by itself, each with its place. */
const mixed = (count: number, kinds: number): Array<[number, number]> =>
	Array.from({ length: count }, (_, place) => [(place * 7919) % kinds, place]);

describe('sortSteps', () => {
	it.each([0, 1, ROWS_A_STEP - 1, ROWS_A_STEP, ROWS_A_STEP + 1, 3 * ROWS_A_STEP + 5])(
		'sorts %p entries as toSorted does, equal ones in their order',
		(count) => {
			const list = mixed(count, 17);
			const before = structuredClone(list);
			expect(atOnce(sortSteps(list, byNumber))).toEqual([...list].sort(byNumber));
			expect(list).toEqual(before);
		},
	);

	it('any lists, in several runs', () => {
		fc.assert(
			fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 6 }), (numbers) => {
				const list = mixed(2 * ROWS_A_STEP + 3, 5).map(([number, place]): [number, number] => [
					numbers[place % Math.max(1, numbers.length)] ?? number,
					place,
				]);
				expect(atOnce(sortSteps(list, byNumber))).toEqual([...list].sort(byNumber));
			}),
			{ numRuns: 10 },
		);
	});

	it('compares a limited number of entries per step', () => {
		let [compared, most] = [0, 0];
		const steps = sortSteps(mixed(20 * ROWS_A_STEP, 1e9), (a, b) => {
			compared++;
			return byNumber(a, b);
		});
		for (let step = steps.next(); !step.done; step = steps.next()) {
			most = Math.max(most, compared);
			compared = 0;
		}
		const ofARun = ROWS_A_STEP * Math.ceil(Math.log2(ROWS_A_STEP));
		expect(Math.max(most, compared)).toBeLessThanOrEqual(ofARun);
	});
});

describe('mapSteps', () => {
	it('is map, with the places', () => {
		const list = mixed(2 * ROWS_A_STEP + 1, 7);
		const map = ([number]: [number, number], index: number) => `${number} ${index}`;
		expect(atOnce(mapSteps(list, map))).toEqual(list.map(map));
	});

	it.each([
		[1, ROWS_A_STEP],
		[100, ROWS_A_STEP / 10],
		[1e9, 1],
	])('of entries of %p cells, %p are one step', (cells, entries) => {
		let made = 0;
		const steps = mapSteps(mixed(2 * ROWS_A_STEP, 7), () => made++, cells);
		steps.next();
		expect(made).toBe(entries);
	});
});
