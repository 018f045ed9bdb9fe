import { writeNotes } from '../../../../../../nodes/SensorsAnalytics/output/meta';
import type { Note } from '../../../../../../nodes/SensorsAnalytics/table/table';

const NO_SUCH_VALUE = {
	kind: 'noSuchValue',
	property: 'event.A.city',
	missing: ['上海', 'x'],
	known: ['Shanghai', 'Beijing'],
	more: 3,
} as const;

describe('notes as sentences', () => {
	it('of values that a property does not have the first ones are named', () => {
		const note = { ...NO_SUCH_VALUE, moreMissing: 995 };
		const [english] = writeNotes([note]);
		expect(english).toContain("'x' (and 995 more) isn't a value of");
	});

	it.each<[Note, string]>([
		[
			{ kind: 'noPartner', periods: ['2026-03-29', '2026-03-30', '2026-03-31'] },
			'Dates without a counterpart in the comparison period: 2026-03-29 to 2026-03-31',
		],
		[
			{ kind: 'notShown', periods: ['2026-01-29', '2026-01-31'] },
			'Dates of the comparison period without a counterpart: 2026-01-29, 2026-01-31',
		],
		[{ kind: 'daysDiffer', days: 5, daysBefore: 10 }, 'Totals compare 5 days with 10 days'],
		[{ kind: 'noCompletePeriod', unit: 'week' }, 'The date range contains no complete week'],
		[
			{ kind: 'hoursNotTotalled' },
			"Totals of measures that can't be added up are unknown (null), because they would include the incomplete hour",
		],
		[
			{
				...NO_SUCH_VALUE,
				range: { from: '2026-11-02', to: '2026-11-08' },
			},
			"'上海' or 'x' isn't a value of event.A.city from 2026-11-02 to 2026-11-08. Existing values: Shanghai, Beijing and 3 more. For all values, use Property → Get Values",
		],
		[
			{ ...NO_SUCH_VALUE, missing: ['x'], more: 0 },
			"'x' isn't a value of event.A.city. Existing values: Shanghai, Beijing",
		],
		[
			{ ...NO_SUCH_VALUE, property: 'event.$Anything.$os', missing: ['x'], more: 0 },
			"'x' isn't a value of $os. Existing values: Shanghai, Beijing",
		],
		[
			{ ...NO_SUCH_VALUE, missing: ['Beijing, Shanghai'], more: 0 },
			`'Beijing, Shanghai' isn't a value of event.A.city. Existing values: Shanghai, Beijing. Text with commas counts as one value. For several values, return a list from an expression, for example {{ ["Beijing", "Shanghai"] }}`,
		],
	])('%j', (note, sentence) => {
		expect(writeNotes([note])).toEqual([sentence]);
	});

	it('names the first of many periods', () => {
		const periods = [1, 3, 5, 7, 9]
			.flatMap((day) => [`2026-11-0${day}`])
			.concat('2026-11-11', '2026-11-13', '2026-11-15');
		expect(writeNotes([{ kind: 'partial', periods }])[0]).toMatch(/2026-11-11, 2 more$/);
	});

	it('names a measure as people do', () => {
		const range = { low: 24, high: 71, median: 40, values: 8 };
		const number = { key: 'PayOrder_events', date: '2026-11-26', start: '2026-11-26', value: 32 };
		const note = { kind: 'usual', unit: 'day', ...number, side: 'within', range } as const;
		expect(writeNotes([note], 'en', () => '支付订单')).toEqual([
			'支付订单 on 2026-11-26: 32, within its usual range (24–71)',
		]);
	});

	it('speaks Chinese', () => {
		expect(
			writeNotes([{ kind: 'noPartner', periods: ['2026-03-29', '2026-03-30'] }], 'zh'),
		).toEqual(['以下日期在对比期中无对应日期：2026-03-29 至 2026-03-30']);
		expect(writeNotes(undefined)).toEqual([]);
	});
});
