import {
	type ExplainedDimension,
	rankedDimensions,
} from '../../../../../../nodes/SensorsAnalytics/insight/verdict';

const dimension = (name: string, values: object[], more: object = {}) =>
	({ name, values, logChance: 0, standsOut: false, ...more }) as ExplainedDimension;
const affects = (rate: number) => ({ effect: 'rate', rate, mix: 0, change: 900 });
const own = (change: number) => ({ effect: 'own', rate: null, mix: null, change });
const order = (...dimensions: ExplainedDimension[]) =>
	rankedDimensions(dimensions).map(({ name }) => name);

it('dimensions with effects on an average are before larger own changes, each kind by size', () => {
	expect(
		order(
			dimension('own', [own(50)], { noParts: 'overlap' }),
			dimension('largest own', [own(90)], { noParts: 'overlap' }),
			dimension('effect', [affects(2)]),
			dimension('largest effect', [affects(3)]),
			dimension('cut', [own(99)], { noParts: 'cut' }),
		),
	).toEqual(['largest effect', 'effect', 'largest own', 'own', 'cut']);
});

it('a value with only an own change is first if it stands out', () => {
	const found = { ...own(50), standsOut: true };
	expect(
		order(
			dimension('effect', [affects(2)]),
			dimension('own', [found], { noParts: 'overlap', standsOut: true }),
		),
	).toEqual(['own', 'effect']);
});
