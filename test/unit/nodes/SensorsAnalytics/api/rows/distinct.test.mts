import { assertDistinct } from '../../../../../../nodes/SensorsAnalytics/api/rows';

it('assertDistinct: reports two rows with the same key by their positions', () => {
	expect(() =>
		assertDistinct(
			[
				['d1', 'A'],
				['d1', null],
				['d1', 'null'],
				['d2', 'A'],
			],
			'rows',
		),
	).not.toThrow();
	expect(() => assertDistinct([['d1'], ['d2'], ['d1']], 'rows')).toThrow(
		/The report has an unexpected structure: rows 1 and 3 have the same key$/,
	);
	expect(() => assertDistinct([['a'], ['b'], ['b']], 'entries')).toThrow(
		/The report has an unexpected structure: entries 2 and 3 have the same key$/,
	);
});
