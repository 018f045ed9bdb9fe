import { readComparison } from '../../../../../nodes/SensorsAnalytics/params/comparison';

it('what a report is compared with', () => {
	const compare = (form: Record<string, unknown>) =>
		readComparison((name) => form[name] ?? '', 'UTC');
	expect(compare({})).toBeUndefined();
	expect(compare({ compareWith: 'previousPeriod' })).toEqual({
		kind: 'preset',
		preset: 'previousPeriod',
	});
	expect(compare({ compareWith: 'asPasted' })).toEqual({ kind: 'asPasted' });
	expect(
		compare({
			compareWith: 'custom',
			compareFromDate: '2026-01-01',
			compareToDate: '2026-01-07',
		}),
	).toEqual({ kind: 'custom', range: { from: '2026-01-01', to: '2026-01-07' } });
	expect(() =>
		compare({
			compareWith: 'custom',
			compareFromDate: '2026-01-08',
			compareToDate: '2026-01-07',
		}),
	).toThrow("'Comparison Start Date' (2026-01-08) is after 'Comparison End Date'");
	expect(() => compare({ compareWith: 'mood' })).toThrow(
		"'Compare With' can't be 'mood'. Use one of: none, previousPeriod",
	);
});
