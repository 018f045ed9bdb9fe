import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { ComparisonPreset } from '../dates/comparison';
import type { DateRange } from '../query/query';
import { AS_PASTED, asPasted, assertOrder, dateField, readDate } from './range';
import type { ReadField } from './read';
import { noChoice, textOf } from './read';
import { showWhen } from './show';

const comparisonOptions: INodePropertyOptions[] = [
	{ name: 'Nothing', value: 'none' },
	{
		name: 'Previous Period',
		value: 'previousPeriod',
		description:
			'The same number of days, weeks or months right before; for months, the same days of the month before',
	},
	{ name: 'Same Days Last Week', value: 'lastWeek', description: '7 days earlier' },
	{
		name: 'Same Days Last Month',
		value: 'lastMonth',
		description: 'The same days of the month; 4 weeks earlier by week',
	},
	{
		name: 'Same Days Last Year',
		value: 'lastYear',
		description: 'The same days of the month; 52 weeks earlier by week',
	},
	{ name: 'Custom', value: 'custom' },
];

/** Which dates a comparison means, beside the choice. */
const comparisonNotes: INodeProperties[] = Object.entries({
	previousPeriod:
		"The period of the same length right before: 8 to 14 November with 1 to 7 November, October with September. A week, month, quarter or year to date is compared with the same days of the one before: 'This Month' on 21 November with 1 to 21 October. To see the exact dates, turn on 'Include Meta'.",
	lastWeek: 'Each day with the one 7 days earlier: 8 to 14 November with 1 to 7 November.',
	lastMonth:
		'The same days of the month before: 8 to 14 November with 8 to 14 October; by week 4 weeks earlier.',
	lastYear:
		'The same days of the year before: 8 to 14 November 2026 with those of 2025; by week 52 weeks earlier.',
}).flatMap(([preset, displayName]) =>
	showWhen({ compareWith: [preset] }, [
		{ displayName, name: `${preset}Note`, type: 'notice', default: '' },
	]),
);
const comparisonDetails: INodeProperties[] = showWhen({ compareWith: ['custom'] }, [
	dateField('Compare From', 'compareFromDate', 'First day of the range to compare with'),
	dateField('Compare To', 'compareToDate', 'Last day of the range to compare with; it is included'),
]);

/** What to compare the range with; a pasted query can keep its own. */
export function comparisonFields(isPasted: boolean): INodeProperties[] {
	const first = isPasted ? AS_PASTED : 'none';
	return [
		{
			displayName: 'Compare With',
			name: 'compareWith',
			type: 'options',
			default: first,
			options: [...(isPasted ? [asPasted] : []), ...comparisonOptions],
			description:
				'Adds to every measure the previous value, the difference and the change in percent. Periods pair by the calendar; what has no partner, or is not over yet, has no change.',
		},
		...comparisonNotes,
		...comparisonDetails,
	];
}

/** What a report is to be compared with, before the dates of it are known. */
export type ComparisonChoice =
	| { kind: 'preset'; preset: ComparisonPreset }
	| { kind: 'custom'; range: DateRange }
	| { kind: 'asPasted' };

/**
 * What to compare with, if anything.
 * @throws UserError that names the field
 */
export function readComparison(field: ReadField, timeZone: string): ComparisonChoice | undefined {
	const preset = textOf(field('compareWith'));
	switch (preset) {
		case '':
		case 'none':
			return undefined;
		case AS_PASTED:
			return { kind: 'asPasted' };
		case 'custom': {
			const from = readDate(field('compareFromDate'), 'Compare From', timeZone);
			const to = readDate(field('compareToDate'), 'Compare To', timeZone);
			assertOrder(from, to, 'Compare From', 'Compare To');
			return { kind: 'custom', range: { from, to } };
		}
		case 'previousPeriod':
		case 'lastWeek':
		case 'lastMonth':
		case 'lastYear':
			return { kind: 'preset', preset };
		default:
			throw noChoice(
				preset,
				comparisonOptions.map(({ value }) => String(value)),
				"'Compare With'",
			);
	}
}
