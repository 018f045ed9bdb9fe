import { atOnce } from '../../../../../../credentials/http/slices';
import { distinctSteps } from '../../../../../../nodes/SensorsAnalytics/api/rows';

const check = (rows: Array<Array<string | null>>, what: string) =>
	atOnce(distinctSteps(rows, what));

it('reports two rows with the same key by their positions', () => {
	expect(() =>
		check(
			[
				['d1', 'A'],
				['d1', null],
				['d1', 'null'],
				['d2', 'A'],
			],
			'rows',
		),
	).not.toThrow();
	expect(() => check([['d1'], ['d2'], ['d1']], 'rows')).toThrow(
		/The report has an unexpected structure: rows 1 and 3 have the same key$/,
	);
	expect(() => check([['a'], ['b'], ['b']], 'entries')).toThrow(
		/The report has an unexpected structure: entries 2 and 3 have the same key$/,
	);
});
