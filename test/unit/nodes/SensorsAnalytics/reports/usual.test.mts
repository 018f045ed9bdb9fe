import { withUsual } from '../../../../../nodes/SensorsAnalytics/reports/usual';
import type { ReportPlan } from '../../../../../nodes/SensorsAnalytics/reports/plan';
import { writeNotes } from '../../../../../nodes/SensorsAnalytics/output/meta';
import { date, measure, tableOf } from '../../../../support/digests.mts';

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

it('counts the unusual numbers that no note names', () => {
	const range = { low: 90, high: 110, median: 100, values: 8 };
	const days = Array.from({ length: 10 }, (_, n) => `2026-11-${String(n + 10)}`);
	const numbers = days.map((date) => {
		const [value, side] = date === '2026-11-12' ? [100, 'within' as const] : [50, 'below' as const];
		return { key: 'mean', date, start: date, value, range, side };
	});
	const notesOf = (of: typeof numbers, language: string) =>
		writeNotes(
			withUsual(
				tableOf([date, measure('mean')], []),
				{ history: { unit: 'day', isImplied: false } as ReportPlan['history'] },
				{ unit: 'day', numbers: of },
				false,
			).notes,
			language,
		);
	expect(notesOf(numbers, 'model').at(-1)).toBe('3 more numbers are unusual (not listed)');
	expect(notesOf(numbers.slice(2), 'en').at(-1)).toBe('1 more number is unusual (not listed)');
	expect(notesOf(numbers, 'zh').at(-1)).toBe('另有 3 个数值异常，未逐一列出');
	expect(notesOf(numbers.slice(4), 'en').at(-1)).toMatch(/^mean on 2026-11-19: 50, below/);
});
