import { assertDistinct } from '../../../../../../nodes/SensorsAnalytics/api/rows';

it('assertDistinct: two of one identity are told by their places', () => {
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
		/two rows for the same: number 1 and number 3$/,
	);
	expect(() => assertDistinct([['a'], ['b'], ['b']], 'entries')).toThrow(
		/two entries for the same: number 2 and number 3$/,
	);
});
