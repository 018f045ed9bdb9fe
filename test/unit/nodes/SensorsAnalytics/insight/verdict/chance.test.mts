import {
	BY_CHANCE,
	deviationsOfDates,
	logChance,
} from '../../../../../../nodes/SensorsAnalytics/insight/verdict';

describe('The chance of a chi-squared number', () => {
	/** From printed tables of the distribution. */
	it.each([
		[3.841459, 1, 0.05],
		[6.634897, 1, 0.01],
		[5.991465, 2, 0.05],
		[13.815511, 2, 0.001],
		[18.307038, 10, 0.05],
		[67.504807, 50, 0.05],
		[0.003932, 1, 0.95],
		[37.688652, 50, 0.9],
	])('%d with %d degrees of freedom is %d', (statistic, degrees, chance) => {
		expect(Math.exp(logChance(statistic, degrees))).toBeCloseTo(chance, 5);
	});

	it('with two degrees is that of its own formula, however small', () => {
		for (const statistic of [0.1, 2, 40, 3000, 100_000])
			expect(logChance(statistic, 2)).toBeCloseTo(-statistic / 2, 6);
	});

	it('is certain if nothing differs, and if nothing can', () => {
		expect(logChance(0, 3)).toBe(0);
		expect(logChance(5, 0)).toBe(0);
	});
});

it('a sum over dates is beyond chance as often as two deviations are, of however few dates', () => {
	let seed = 11;
	const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
	const normal = () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
	for (const length of [7, 14, 31]) {
		const draw = (mean: number) => Array.from({ length }, () => mean + normal());
		const rate = (mean: number) =>
			Array.from({ length: 4000 }, () => deviationsOfDates(draw(mean)) ?? 0).filter(
				(deviations) => deviations >= BY_CHANCE,
			).length / 4000;
		expect(rate(0)).toBeGreaterThan(0.035);
		expect(rate(0)).toBeLessThan(0.056);
		expect(rate(2)).toBeGreaterThan(0.9);
	}
	expect(deviationsOfDates([1, -1, 1, -1, 1, -1])).toBeUndefined();
	expect(deviationsOfDates(Array<number>(7).fill(0))).toBe(0);
	expect(deviationsOfDates(Array<number>(7).fill(1))).toBe(Infinity);
});
