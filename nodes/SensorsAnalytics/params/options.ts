import { type INodeProperties, UserError } from 'n8n-workflow';

import { quoted } from '../../../credentials/http/redact';
import type { MarkedDays } from '../insight/usual';
import { DEFAULT_LARGEST_REPORT } from '../output/message/forms';
import { type Computation, FULL_SAMPLE } from '../query/query';
import type { Ordering } from '../table/grid';
import { DEFAULT_SETTINGS, MAX_AT_ONCE, type ServiceSettings } from '../transport/settings';
import { BOUNDS, boundsOf } from './bounds';
import { filterOptions } from './filter';
import { TOP_GROUPS, TOP_GROUPS_TEXT } from './group';
import { limitField } from './list';
import { LONGEST_RANGE, LONGEST_YEARS } from './range';
import { type RawOptions, readInteger, textOf } from './read';
import { readUsual, specialDaysField, usualRangeField } from './usual';

export const reportOptionFields: INodeProperties[] = [
	...filterOptions,
	{
		displayName: 'Approximate',
		name: 'approximate',
		type: 'boolean',
		default: true,
		description: 'Whether to count distinct users approximately, which is faster',
	},
	{
		displayName: 'Display Names',
		name: 'displayNames',
		type: 'boolean',
		default: true,
		description:
			"Whether to use the display names of events and properties as column names, instead of the names in the query. For messages, set 'Names' instead.",
	},
	{
		displayName: 'Fill Missing Dates',
		name: 'fillMissingDates',
		type: 'boolean',
		default: true,
		description:
			'Whether to return a row for every group and every period that has started. In added rows, counts and sums are 0, and averages, minimums, and maximums are empty. Messages always do.',
	},
	{
		displayName: 'Include Metadata',
		name: 'includeMeta',
		type: 'boolean',
		default: true,
		description:
			'Whether to add a field "meta" to each item, with the exact dates, the time zone, row counts, and the times of the request and of the latest data',
	},
	{
		displayName: 'Maximum Report Rows',
		name: 'largestReport',
		type: 'number',
		typeOptions: boundsOf('largestReport'),
		default: DEFAULT_LARGEST_REPORT,
		description:
			"To protect n8n's memory, the node stops if the report has more rows than this. The 'Table' output, answers for agents, and messages allow four times as many, up to 1,000,000. For the 'Rows' output with a 'Limit', only the returned rows count toward this maximum.",
	},
	{ ...limitField, displayOptions: { show: { '/output': ['rows', 'wide'] } } },
	{
		displayName: 'Group Limit',
		name: 'groupLimit',
		type: 'number',
		typeOptions: boundsOf('groupLimit'),
		default: 100,
		description:
			"Maximum number of groups that Sensors Analytics returns. The node flags truncated results. With an API key, use 'Row Limit'.",
	},
	{
		displayName: 'Row Limit',
		name: 'rowLimit',
		type: 'number',
		typeOptions: boundsOf('rowLimit'),
		default: 10000,
		description:
			'Maximum number of rows (dates × groups) that Sensors Analytics returns with an API key. If not set, Sensors Analytics returns the maximum. The node flags truncated results.',
	},
	{
		displayName: LONGEST_RANGE,
		name: 'longestRange',
		type: 'number',
		typeOptions: boundsOf('longestRange'),
		default: LONGEST_YEARS,
		description:
			'Maximum length of date ranges, including comparison periods and the dates of a query. The node rejects longer ranges without sending a request.',
	},
	{
		displayName: 'Order By',
		name: 'orderBy',
		type: 'string',
		default: '',
		placeholder: 'e.g. revenue or city',
		description:
			'Output name of a measure or group. If you enter a measure, the node orders groups by their totals over the date range. Groups without a value come last.',
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
		default: true,
		description: 'Whether to return the request as JSON, without sending it',
	},
	{
		displayName: 'Request ID',
		name: 'requestId',
		type: 'string',
		default: '',
		placeholder: 'e.g. n8n-daily-42',
		description: 'ID that identifies the request in the logs of Sensors Analytics',
	},
	{
		displayName: 'Combine Remaining Groups',
		name: 'restInOneRow',
		type: 'boolean',
		default: true,
		description:
			"Whether to add the groups outside 'Top Groups' as one group named (other). Works for measures that can be added up, such as event counts and sums.",
	},
	{
		displayName: 'Sampling Factor',
		name: 'samplingFactor',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: FULL_SAMPLE },
		default: FULL_SAMPLE,
		description:
			'Share of users to include in the computation, in 64ths: 64 means all users, and 16 means a quarter. The node flags sampled results.',
	},
	specialDaysField,
	{
		displayName: 'Split Range (Days)',
		name: 'sliceDays',
		type: 'number',
		typeOptions: boundsOf('sliceDays'),
		default: 31,
		description:
			'Number of days per request. Splits long date ranges and combines the results. Not available for totals of distinct counts.',
	},
	{
		displayName: 'Time Zone',
		name: 'timeZone',
		type: 'string',
		default: '',
		placeholder: 'e.g. Asia/Shanghai',
		description:
			"Time zone of the dates. Use the time zone of your Sensors Analytics project. If empty, the node uses the workflow's time zone.",
	},
	{
		displayName: TOP_GROUPS,
		name: 'topGroups',
		type: 'number',
		typeOptions: boundsOf('topGroups'),
		default: 10,
		// In that query mode, the rows of 'Group By' have it.
		displayOptions: { hide: { '/queryMode': ['fields'] } },
		description: TOP_GROUPS_TEXT,
	},
	{
		displayName: 'Totals',
		name: 'totals',
		type: 'boolean',
		default: true,
		description:
			'Whether to return exact totals over the date range, in the table or in the field "meta"',
	},
	{
		displayName: 'Use Cache',
		name: 'useCache',
		type: 'boolean',
		default: true,
		description:
			'Whether Sensors Analytics may return cached results, which is faster. For the latest data, turn this off.',
	},
	usualRangeField,
	{
		displayName: 'When There Are No Rows',
		name: 'whenEmpty',
		type: 'options',
		displayOptions: { hide: { '/output': ['raw'] } },
		default: 'item',
		options: [
			{ name: 'Return Nothing', value: 'nothing', description: 'The workflow ends here' },
			{ name: 'Return One Item With a Message', value: 'item' },
		],
		description:
			'What to return if the report has no rows. If this option is not set, row outputs return nothing, and other outputs say that there is no data.',
	},
	{
		displayName: 'Complete Periods Only',
		name: 'wholePeriodsOnly',
		type: 'boolean',
		default: true,
		description:
			'Whether to exclude incomplete periods (not finished, or only partly in the date range) from rows, totals, sorting, and messages',
	},
];

const MODEL_OPTIONS = [
	'filterJoin',
	'filterJson',
	'displayNames',
	'includeMeta',
	'largestReport',
	'limit',
	'longestRange',
	'previewRequest',
	'requestId',
	'samplingFactor',
	'timeZone',
	'useCache',
	'whenEmpty',
];

/** Options that the models other than the event report also have. */
const modelOptionFields = reportOptionFields.filter(({ name }) => MODEL_OPTIONS.includes(name));

/** The same, and the option that leaves out incomplete rows. */
const followedOptionFields = reportOptionFields.filter(({ name }) =>
	[...MODEL_OPTIONS, 'wholePeriodsOnly'].includes(name),
);

export function optionFieldsOf(report: {
	isSeries: boolean;
	hasCompletePeriods?: boolean;
}): INodeProperties[] {
	if (report.isSeries) return reportOptionFields;
	return report.hasCompletePeriods ? followedOptionFields : modelOptionFields;
}

export function optionField(name: string): INodeProperties[] {
	return reportOptionFields.filter((field) => field.name === name);
}

export interface ReportOptions {
	computation: Computation;
	/** Maximum number of groups or rows from the service, depending on its generation. */
	limits: { groups?: number; rows?: number };
	/** Maximum number of items to return, if not all. */
	limit?: number;
	ordering: Ordering;
	hasTotals: boolean;
	/** Days per request if the range is fetched in chunks. */
	sliceDays?: number;
	isFilled: boolean;
	/** Whether incomplete periods are left out. */
	isCompleteOnly: boolean;
	/** Days that the usual range leaves out; undefined without a usual range. */
	usual?: MarkedDays;
	hasMeta: boolean;
	longestRange: number;
	largestReport: number;
	/** Whether columns have the project's display names. */
	hasDisplayNames: boolean;
	isPreview: boolean;
	whenEmpty?: 'item' | 'nothing';
}

/**
 * @param timeZone IANA name, for moments among the special days
 * @param hasUsual whether the usual range is required, regardless of the options
 */
export function readReportOptions(
	options: RawOptions,
	timeZone: string,
	hasUsual = false,
): ReportOptions {
	return {
		computation: {
			samplingFactor: integer(options.samplingFactor, 'Sampling Factor', [1, FULL_SAMPLE]),
			useCache: options.useCache as boolean | undefined,
			isApproximate: options.approximate as boolean | undefined,
			requestId: textOf(options.requestId) || undefined,
		},
		limits: {
			groups: integer(options.groupLimit, 'Group Limit', BOUNDS.groupLimit),
			rows: integer(options.rowLimit, 'Row Limit', BOUNDS.rowLimit),
		},
		limit: integer(options.limit, 'Limit', BOUNDS.limit),
		ordering: {
			by: textOf(options.orderBy) || undefined,
			isDescending: options.orderDirection !== 'ascending',
			top: integer(options.topGroups, TOP_GROUPS, BOUNDS.topGroups),
			hasRest: options.restInOneRow === true,
		},
		hasTotals: options.totals === true,
		sliceDays: integer(options.sliceDays, 'Split Range (Days)', BOUNDS.sliceDays),
		isFilled: options.fillMissingDates !== false,
		isCompleteOnly: options.wholePeriodsOnly === true,
		usual: readUsual(options, timeZone, hasUsual),
		hasMeta: options.includeMeta === true,
		longestRange: readLongestRange(options),
		largestReport:
			integer(options.largestReport, 'Maximum Report Rows', BOUNDS.largestReport) ??
			DEFAULT_LARGEST_REPORT,
		hasDisplayNames: options.displayNames === true,
		isPreview: options.previewRequest === true,
		whenEmpty: (['item', 'nothing'] as const).find((way) => way === options.whenEmpty),
	};
}

export function readLongestRange({ longestRange }: RawOptions): number {
	return integer(longestRange, LONGEST_RANGE, BOUNDS.longestRange) ?? LONGEST_YEARS;
}

function integer(
	typed: unknown,
	label: string,
	[from, to]: readonly [number, number],
): number | undefined {
	if (typed === undefined || typed === '' || typed === null) return undefined;
	return readInteger(typed, `The option '${label}'`, from, to);
}

const MS_PER_SECOND = 1000;
const MAX_RETRIES = 10;
const { itemsAtOnce, requestsPerSecond, retries, timeoutMs } = DEFAULT_SETTINGS;
const timeoutSeconds = timeoutMs / MS_PER_SECOND;

export const KEEP_INPUT = 'keepInputFields';

const keepInputField: INodeProperties = {
	displayName: 'Keep Input Fields',
	name: KEEP_INPUT,
	type: 'boolean',
	default: true,
	description:
		"Whether to add the fields of the input item to each output item. If both have a field with the same name, the node's value takes precedence.",
};

/** Options of all operations: which input fields stay, and how requests are sent. */
export const settingsFields: INodeProperties[] = [
	keepInputField,
	{
		displayName: 'Concurrent Items',
		name: 'itemsAtOnce',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MAX_AT_ONCE },
		default: itemsAtOnce,
		description:
			'Number of input items to process at the same time, from 1 to 10. The output keeps the order of the items.',
	},
	{
		displayName: 'Requests per Second',
		name: 'requestsPerSecond',
		type: 'number',
		typeOptions: boundsOf('requestsPerSecond'),
		default: requestsPerSecond,
		description:
			"Maximum number of requests to start per second. 0 means no limit. The vendor recommends 3 or fewer. With an API key, all runs of this n8n process share this limit. A run with a lower limit doesn't delay other runs.",
	},
	{
		displayName: 'Retries',
		name: 'retries',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: MAX_RETRIES },
		default: retries,
		description:
			'How many times to repeat a request after a temporary fault, such as a rate limit, a lost connection, or a timeout. The wait between attempts grows from 0.5 to 30 seconds.',
	},
	{
		displayName: 'Timeout (Seconds)',
		name: 'timeout',
		type: 'number',
		typeOptions: boundsOf('timeout'),
		default: timeoutSeconds,
		description: 'How long to wait for the response to one request',
	},
];

export function readSettings(options: { [name: string]: unknown }): ServiceSettings {
	const number = (name: string, label: string, byDefault: number, from: number, to: number) => {
		const value = options[name];
		if (value === undefined || value === '') return byDefault;
		const text = textOf(value);
		const parsed = text === '' ? NaN : Number(text);
		if (Number.isFinite(parsed) && parsed >= from && parsed <= to) return parsed;
		throw new UserError(
			`The option '${label}' must be a number from ${from} to ${to}, not ${quoted(value)}`,
		);
	};
	const perSecond = number(
		'requestsPerSecond',
		'Requests per Second',
		requestsPerSecond,
		...BOUNDS.requestsPerSecond,
	);
	return {
		itemsAtOnce: Math.floor(number('itemsAtOnce', 'Concurrent Items', itemsAtOnce, 1, MAX_AT_ONCE)),
		requestsPerSecond: perSecond,
		keyRequestsPerSecond: perSecond,
		retries: Math.floor(number('retries', 'Retries', retries, 0, MAX_RETRIES)),
		timeoutMs:
			number('timeout', 'Timeout (Seconds)', timeoutSeconds, ...BOUNDS.timeout) * MS_PER_SECOND,
	};
}
