import { withUsual } from '../../../../../nodes/SensorsAnalytics/reports/usual';
import type { ReportPlan } from '../../../../../nodes/SensorsAnalytics/reports/plan';
import { measure, tableOf } from '../../../../support/digests.mts';

it('notes no usual range of a number that is missing', () => {
	const range = { low: 90, high: 110, median: 100, values: 8 };
	const history = { unit: 'day', isImplied: false } as ReportPlan['history'];
	const notesOn = (value: number | null) => {
		const side = value === null ? {} : { side: 'within' as const };
		const numbers = [{ key: 'mean', start: '2026-11-22', value, range, ...side }];
		return withUsual(
			tableOf([measure('mean')], [[value]]),
			{ history },
			{ unit: 'day', numbers },
			false,
		).notes;
	};
	expect(notesOn(100)).toMatchObject([{ kind: 'usual', value: 100 }]);
	expect(notesOn(null)).toEqual([]);
});
