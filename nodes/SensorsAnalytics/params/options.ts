import type { INodeProperties } from 'n8n-workflow';

import { DEFAULT_LARGEST_REPORT } from '../output/rows';
import type { Computation } from '../query/query';
import { FULL_SAMPLE } from '../query/query';
import type { Ordering } from '../table/order';
import { BOUNDS, within } from './bounds';
import { LONGEST_RANGE, LONGEST_YEARS } from './range';
import type { RawOptions } from './read';
import { readWhole, textOf } from './read';

/** Options of a report, in the order of the alphabet. */
export const reportOptionFields: INodeProperties[] = [
	{
		displayName: 'Approximate',
		name: 'approximate',
		type: 'boolean',
		default: true,
		description: 'Whether to count distinct users approximately, which is quicker',
	},
	{
		displayName: 'Display Names',
		name: 'displayNames',
		type: 'boolean',
		default: true,
		description:
			'Whether columns are called as the project displays events and properties (such as 支付订单), rather than by their names in the query. For messages the entry Names says it.',
	},
	{
		displayName: 'Fill Missing Dates',
		name: 'fillMissingDates',
		type: 'boolean',
		default: true,
		description:
			'Whether every group gets a row for every date of the range that has begun: 0 for counts and sums, empty for averages and extremes',
	},
	{
		displayName: 'Include Meta',
		name: 'includeMeta',
		type: 'boolean',
		default: false,
		description:
			'Whether items hold the dates asked for, the time zone, row counts and times under the key "meta"',
	},
	{
		displayName: 'Largest Report (Rows)',
		name: 'largestReport',
		type: 'number',
		typeOptions: within('largestReport'),
		default: DEFAULT_LARGEST_REPORT,
		description:
			"A report of more rows is refused before it can use up n8n's memory. Output Table may have four times as many; of Rows with a Limit, only those count.",
	},
	{
		displayName: 'Limit of Groups',
		name: 'groupLimit',
		type: 'number',
		typeOptions: within('groupLimit'),
		default: 100,
		description:
			'Most groups that the service returns; what it leaves out is flagged as truncated. With an API Key (OpenAPI) use Limit of Rows.',
	},
	{
		displayName: 'Limit of Rows',
		name: 'rowLimit',
		type: 'number',
		typeOptions: within('rowLimit'),
		default: 10000,
		description:
			'With an API Key (OpenAPI): most rows (dates by groups) that the service returns; as many as it can if not set. What it leaves out is flagged as truncated.',
	},
	{
		displayName: LONGEST_RANGE,
		name: 'longestRange',
		type: 'number',
		typeOptions: within('longestRange'),
		default: LONGEST_YEARS,
		description:
			'Longer ranges of dates are refused before anything is asked for them, also those of the query and those compared with',
	},
	{
		displayName: 'Order By',
		name: 'orderBy',
		type: 'string',
		default: '',
		placeholder: 'e.g. revenue or city',
		description:
			'Key of a measure (its total over the whole range counts) or of a group; groups without a number come last',
	},
	{
		displayName: 'Order Direction',
		name: 'orderDirection',
		type: 'options',
		default: 'descending',
		options: [
			{ name: 'Ascending', value: 'ascending' },
			{ name: 'Descending', value: 'descending' },
		],
	},
	{
		displayName: 'Preview Request',
		name: 'previewRequest',
		type: 'boolean',
		default: false,
		description:
			'Whether to return the request that the form makes, as JSON to copy, without sending it',
	},
	{
		displayName: 'Request ID',
		name: 'requestId',
		type: 'string',
		default: '',
		placeholder: 'e.g. n8n-daily-42',
		description: "ID by which an administrator finds the request in the service's logs",
	},
	{
		displayName: 'Rest in One Row',
		name: 'restInOneRow',
		type: 'boolean',
		default: true,
		description:
			'Whether the groups that Top Groups leaves out become one more, "(other)": for numbers of events and sums, which can be added up',
	},
	{
		displayName: 'Sampling Factor',
		name: 'samplingFactor',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: FULL_SAMPLE },
		default: FULL_SAMPLE,
		description:
			'Of 64 parts of the users, how many to compute from: 64 means all, 16 a quarter. Results from a sample are flagged.',
	},
	{
		displayName: 'Split Range (Days)',
		name: 'sliceDays',
		type: 'number',
		typeOptions: within('sliceDays'),
		default: 31,
		description:
			'Fetch a long range in slices of so many days, 1000 at most, and join them. Not for totals of distinct counts, which can not be added up.',
	},
	{
		displayName: 'Time Zone',
		name: 'timeZone',
		type: 'string',
		default: '',
		placeholder: 'e.g. Asia/Shanghai',
		description:
			"Zone in which dates are meant, best that of your Sensors Analytics; the workflow's if empty",
	},
	{
		displayName: 'Top Groups',
		name: 'topGroups',
		type: 'number',
		typeOptions: within('topGroups'),
		default: 10,
		description: 'Keep only the first so many groups in the chosen order; totals count all groups',
	},
	{
		displayName: 'Totals',
		name: 'totals',
		type: 'boolean',
		default: true,
		description:
			'Whether to ask for exact totals over the whole range; they are in the table, or under meta',
	},
	{
		displayName: 'Use Cache',
		name: 'useCache',
		type: 'boolean',
		default: false,
		description:
			'Whether the service may answer from its cache, which is quicker; switched off, numbers are fresh',
	},
	{
		displayName: 'When There Are No Rows',
		name: 'whenEmpty',
		type: 'options',
		default: 'item',
		options: [
			{ name: 'Return Nothing', value: 'nothing', description: 'The workflow ends here' },
			{ name: 'Return One Item That Says So', value: 'item' },
		],
	},
	{
		displayName: 'Whole Periods Only',
		name: 'wholePeriodsOnly',
		type: 'boolean',
		default: true,
		description:
			'Whether days, weeks or months that are not over yet, or that the range cuts, are left out of rows, totals, order and messages',
	},
];

const MODEL_OPTIONS = [
	'displayNames',
	'includeMeta',
	'largestReport',
	'longestRange',
	'previewRequest',
	'requestId',
	'samplingFactor',
	'timeZone',
	'useCache',
	'whenEmpty',
];

/** Those that the models beside the event report have, too. */
export const modelOptionFields = reportOptionFields.filter(({ name }) =>
	MODEL_OPTIONS.includes(name),
);

/** The option of a report, for operations that have it, too. */
export function optionField(name: string): INodeProperties[] {
	return reportOptionFields.filter((field) => field.name === name);
}

/** What the options of a report say. */
export interface ReportOptions {
	computation: Computation;
	/** Most groups or rows that the service returns: which of them depends on its generation. */
	limits: { groups?: number; rows?: number };
	ordering: Ordering;
	hasTotals: boolean;
	/** Days per request of a range that is fetched in slices. */
	sliceDays?: number;
	isFilled: boolean;
	/** Whether periods that the range cuts, or that are not over, are left out. */
	isWholeOnly: boolean;
	hasMeta: boolean;
	/** Years that a range may have. */
	longestRange: number;
	/** Rows of a report that may be made. */
	largestReport: number;
	/** Whether columns have the names that the project displays. */
	hasDisplayNames: boolean;
	isPreview: boolean;
	hasItemWhenEmpty: boolean;
}

/** @throws UserError that names the option */
export function readReportOptions(options: RawOptions): ReportOptions {
	const yes = (name: string) => (typeof options[name] === 'boolean' ? options[name] : undefined);
	return {
		computation: {
			samplingFactor: wholeNumber(options.samplingFactor, 'Sampling Factor', [1, FULL_SAMPLE]),
			useCache: yes('useCache'),
			isApproximate: yes('approximate'),
			requestId: textOf(options.requestId) || undefined,
		},
		limits: {
			groups: wholeNumber(options.groupLimit, 'Limit of Groups', BOUNDS.groupLimit),
			rows: wholeNumber(options.rowLimit, 'Limit of Rows', BOUNDS.rowLimit),
		},
		ordering: {
			by: textOf(options.orderBy) || undefined,
			isDescending: options.orderDirection !== 'ascending',
			top: wholeNumber(options.topGroups, 'Top Groups', BOUNDS.topGroups),
			hasRest: options.restInOneRow === true,
		},
		hasTotals: options.totals === true,
		sliceDays: wholeNumber(options.sliceDays, 'Split Range (Days)', BOUNDS.sliceDays),
		isFilled: options.fillMissingDates !== false,
		isWholeOnly: options.wholePeriodsOnly === true,
		hasMeta: options.includeMeta === true,
		longestRange: readLongestRange(options),
		largestReport:
			wholeNumber(options.largestReport, 'Largest Report (Rows)', BOUNDS.largestReport) ??
			DEFAULT_LARGEST_REPORT,
		hasDisplayNames: options.displayNames === true,
		isPreview: options.previewRequest === true,
		hasItemWhenEmpty: options.whenEmpty === 'item',
	};
}

/** Years that a range may have. @throws UserError that names the option */
export function readLongestRange({ longestRange }: RawOptions): number {
	return wholeNumber(longestRange, LONGEST_RANGE, BOUNDS.longestRange) ?? LONGEST_YEARS;
}

/** Undefined for an option that is not set. */
function wholeNumber(
	typed: unknown,
	label: string,
	[from, to]: readonly [number, number],
): number | undefined {
	if (typed === undefined || typed === '' || typed === null) return undefined;
	return readWhole(typed, `The option '${label}'`, from, to);
}
