import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { AS_PASTED } from './range';
import { showWhen } from './showWhen';

const asPasted: INodePropertyOptions = { name: 'As in the Query', value: AS_PASTED };
const rangeOptions: INodePropertyOptions[] = [
	{ name: 'Yesterday', value: 'yesterday' },
	{ name: 'Today', value: 'today', description: 'Today so far' },
	{ name: 'Last…', value: 'last', description: 'The last N days, weeks or months' },
	{ name: 'This Week', value: 'thisWeek', description: 'Up to today' },
	{ name: 'Last Week', value: 'lastWeek' },
	{ name: 'This Month', value: 'thisMonth', description: 'Up to today' },
	{ name: 'Last Month', value: 'lastMonth' },
	{ name: 'This Quarter', value: 'thisQuarter', description: 'Up to today' },
	{ name: 'Last Quarter', value: 'lastQuarter' },
	{ name: 'This Year', value: 'thisYear', description: 'Up to today' },
	{ name: 'Last Year', value: 'lastYear' },
	{ name: 'Since…', value: 'since', description: 'From a date up to today' },
	{ name: 'Custom', value: 'custom', description: 'From one date to another' },
];
const comparisonOptions: INodePropertyOptions[] = [
	{ name: 'Nothing', value: 'none' },
	{
		name: 'Previous Period',
		value: 'previousPeriod',
		description: 'As long, right before; by month and day October with September',
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

function dateField(displayName: string, name: string, description: string): INodeProperties {
	return {
		displayName,
		name,
		type: 'dateTime',
		typeOptions: { dateOnly: true },
		default: '',
		required: true,
		placeholder: 'e.g. 2026-11-19',
		description,
	};
}

const firstWeekday: INodeProperties = {
	displayName: 'First Day of the Week',
	name: 'firstWeekday',
	type: 'options',
	default: 1,
	options: [
		{ name: 'Monday', value: 1 },
		{ name: 'Saturday', value: 6 },
		{ name: 'Sunday', value: 7 },
	],
};

const details: INodeProperties[] = [
	...showWhen({ dateRange: ['last'] }, [
		{
			displayName: 'Number',
			name: 'lastCount',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 7,
			description: 'How many days, weeks or months: 7 days are 7 days',
		},
		{
			displayName: 'Of',
			name: 'lastUnit',
			type: 'options',
			default: 'days',
			options: [
				{ name: 'Days', value: 'days' },
				{ name: 'Weeks', value: 'weeks' },
				{ name: 'Months', value: 'months' },
			],
		},
	]),
	...Object.entries({ days: 'Today', weeks: 'This Week', months: 'This Month' }).flatMap(
		([unit, current]) =>
			showWhen({ dateRange: ['last'], lastUnit: [unit] }, [
				{
					displayName: `Include ${current}`,
					name: 'includeCurrent',
					type: 'boolean',
					default: false,
					description: `Whether ${current.toLowerCase()}, which is not over yet, is one of them`,
				},
			]),
	),
	...showWhen({ dateRange: ['since'] }, [
		dateField('Since', 'sinceDate', 'First day of the range; it ends today'),
	]),
	...showWhen({ dateRange: ['custom'] }, [
		dateField(
			'From Date',
			'fromDate',
			'First day of the range, e.g. 2026-11-01; dates, ISO times and Luxon values from expressions are taken',
		),
		dateField('To Date', 'toDate', 'Last day of the range, e.g. 2026-11-07; it is included'),
	]),
	...showWhen({ dateRange: ['thisWeek', 'lastWeek'] }, [firstWeekday]),
	...showWhen({ dateRange: ['last'], lastUnit: ['weeks'] }, [firstWeekday]),
];
/** Which dates a comparison means, beside the choice. */
const comparisonNotes: INodeProperties[] = Object.entries({
	previousPeriod:
		'As long, right before: 8 to 14 November with 1 to 7 November, October with September; by week as many weeks earlier. The option Include Meta tells the dates.',
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

/** Dates for one way to give the query; a pasted one can keep its own. */
export function rangeOnlyFields(isPasted: boolean): INodeProperties[] {
	const first = isPasted ? AS_PASTED : 'yesterday';
	return [
		{
			displayName: 'Date Range',
			name: 'dateRange',
			type: 'options',
			// n8n asks for each date behind an expression, also for those that it does not show.
			noDataExpression: true,
			default: first,
			options: [...(isPasted ? [asPasted] : []), ...rangeOptions],
			description:
				'Follows the calendar in the time zone of the workflow, or in the one set in the options',
		},
		...details,
	];
}

/** The same, and what to compare with. */
export function rangeFields(isPasted: boolean): INodeProperties[] {
	const first = isPasted ? AS_PASTED : 'none';
	return [
		...rangeOnlyFields(isPasted),
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
