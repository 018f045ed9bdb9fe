import { createHash } from 'crypto';
import type { IDataObject, INode, INodeProperties } from 'n8n-workflow';

import { UserError } from 'n8n-workflow';

import { quoted } from '../../credentials/http/redact';
import { ANY_ALARM, pickField } from '../SensorsAnalytics/params/property';
import type { MarkedDays } from '../SensorsAnalytics/insight/usual';
import { assertFewEach } from '../SensorsAnalytics/params/bounds';
import { hasExpression } from '../SensorsAnalytics/params/expression';
import { filterOptions } from '../SensorsAnalytics/params/filter';
import { withoutTop } from '../SensorsAnalytics/params/group';
import { oneMeasureNote } from '../SensorsAnalytics/params/measure';
import { formSource } from '../SensorsAnalytics/params/param';
import { JSON_LABEL, pastedJsonField, queryModeField } from '../SensorsAnalytics/params/queryMode';
import { readTimeZone } from '../SensorsAnalytics/params/range';
import type { ReadField } from '../SensorsAnalytics/params/read';
import {
	noChoice,
	noNumber,
	readOneOf,
	readInteger,
	textOf,
} from '../SensorsAnalytics/params/read';
import { shareFields, showWhen } from '../SensorsAnalytics/params/show';
import {
	readUsual,
	specialDaysField,
	usualDays,
	usualRangeField,
} from '../SensorsAnalytics/params/usual';
import { findAggregator } from '../SensorsAnalytics/query/aggregators';
import { countedBy, isCumulated, restarts } from '../SensorsAnalytics/query/columns';
import { forOtherRows, type PayloadQuery } from '../SensorsAnalytics/paste/payload';
import type { EventQuery, Measure } from '../SensorsAnalytics/query/query';
import { eventReport } from '../SensorsAnalytics/reports/event';
import { readPasted } from '../SensorsAnalytics/reports/registry';
import { fieldsOf } from '../SensorsAnalytics/reports/report';
import { withCommas } from '../SensorsAnalytics/table/decimal';
import type { TriggerCondition } from './condition';
import type { Clock, PeriodUnit } from './periods';
import { SERVICE_ZONE } from './periods';

/** Value of 'Trigger On'. */
export const ALARM_FIRES = 'alarm';

const alarmFields: INodeProperties[] = [
	pickField({
		displayName: 'Alert',
		name: 'alarm',
		list: 'searchAlarms',
		placeholder: 'e.g. 12',
		typed: { displayName: 'By ID', name: 'id' },
		required: true,
		preset: ANY_ALARM,
		description:
			'Alert that is set up in Sensors Analytics. To watch all alerts in the project, choose Any Alert. The list shows the newest alerts first. To load more, scroll down.',
	}),
	{
		displayName:
			'Alerts require a credential with an API Key (OpenAPI). The workflow starts only for alerts that are triggered after you publish the workflow. Sensors Analytics returns only the time at which each alert was last triggered. Set <b>Poll Times</b> so that n8n polls at least as often as Sensors Analytics checks the alert.',
		name: 'alarmNotice',
		type: 'notice',
		default: '',
	},
];

/** Fields that define what is watched (docs/trigger.md, T7). */
const WATCHED_ALARM_FIELDS = ['triggerOn', 'alarm'];

const DEFAULT_CATCH_UP = 31;
/**
 * If the service doesn't report when data arrived, a period's data are considered complete this
 * many hours after its end.
 */
const DEFAULT_SETTLE_HOURS = 2;
/** Maximums of numbers in the form. */
const MOST_CATCH_UP = 1000;
const MOST_HOURS = 720;
const MOST_PERCENT = 1_000_000;
/** Above this, integers lose precision. */
const MOST_THRESHOLD = 9e15;
const ZONE_LABEL = 'Project Time Zone';
const SETTLE_LABEL = 'Settle Time (Hours)';
const LATEST_LABEL = 'Maximum Wait for Data (Hours)';

const ON_A_NUMBER = ['threshold', 'change', 'unusual'];
const ON_PERIODS = ['periodComplete', ...ON_A_NUMBER];
/** Choices of 'Trigger On'. */
const TRIGGERS = [...ON_PERIODS, ALARM_FIRES];
/** Options that don't apply to alerts. */
const OF_PERIODS = { displayOptions: { show: { '/triggerOn': ON_PERIODS } } };
const ON_UNUSUAL = { displayOptions: { show: { '/triggerOn': ['unusual'] } } };

const numbersOf = fieldsOf(eventReport)
	.filter(({ name }) => name !== 'unit' && name !== 'otherUnit')
	.map((field) => (field.name === 'groupBy' ? withoutTop(field) : field));
const withoutGroups = numbersOf.filter(({ name }) => name !== 'groupBy');
const ofOneMeasure = [oneMeasureNote, ...withoutGroups];
const FIELDS_OF: { [triggerOn: string]: INodeProperties[] } = {
	periodComplete: numbersOf,
	threshold: ofOneMeasure,
	change: ofOneMeasure,
	unusual: [oneMeasureNote, ...numbersOf],
};

export const triggerFields: INodeProperties[] = [
	{
		displayName: 'Trigger On',
		name: 'triggerOn',
		type: 'options',
		default: 'periodComplete',
		noDataExpression: true,
		options: [
			{
				name: 'Data Is Complete',
				value: 'periodComplete',
				action: 'When data is complete',
				description:
					'Starts once for every finished day or hour, after all of its data has arrived',
			},
			{
				name: 'Number Crosses a Threshold',
				value: 'threshold',
				action: 'When number crosses threshold',
				description:
					'Starts when the number for a complete day or hour rises above or falls below a threshold',
			},
			{
				name: 'Percentage Change Exceeds a Limit',
				value: 'change',
				action: 'When percentage change exceeds limit',
				description:
					'Starts when the number for a complete day or hour rises or falls by more than the percentage that you set',
			},
			{
				name: 'Number Is Unusual',
				value: 'unusual',
				action: 'When number is unusual',
				description:
					'Starts when the number for a complete day or hour is outside the usual range for that day of the week',
			},
			{
				name: 'Alert Is Triggered',
				value: ALARM_FIRES,
				action: 'When alert is triggered',
				description: 'Starts when an alert in Sensors Analytics is triggered. Requires an API key.',
			},
		],
	},
	...showWhen({ triggerOn: [ALARM_FIRES] }, alarmFields),
	...showWhen({ triggerOn: ON_PERIODS }, [
		{
			displayName: 'Period',
			name: 'period',
			type: 'options',
			default: 'day',
			options: [
				{ name: 'Day', value: 'day' },
				{ name: 'Hour', value: 'hour' },
			],
			description: 'Length of one period. The trigger uses only complete days or hours.',
		},
		{
			displayName: `The workflow first starts for the current day or hour, after its data is complete. To start with the last finished day or hour, add the option 'Start With the Last Finished Period'. With an API Key (OpenAPI), the second poll after '${SETTLE_LABEL}' (${DEFAULT_SETTLE_HOURS} hours by default) starts the workflow. If 'Period' is Day, a poll every 15 minutes is enough (<b>Poll Times</b>). With one poll per day, each day can be reported a day late.`,
			name: 'startNotice',
			type: 'notice',
			default: '',
		},
		queryModeField,
	]),
	...shareFields(
		TRIGGERS.map((triggerOn) => ({
			shownWith: { queryMode: 'fields', triggerOn },
			fields: FIELDS_OF[triggerOn] ?? [],
		})),
	),
	...showWhen({ queryMode: ['json'], triggerOn: ON_PERIODS }, [pastedJsonField]),
	...showWhen({ triggerOn: ['threshold'] }, [
		{
			displayName: 'Start When the Number',
			name: 'side',
			type: 'options',
			default: 'below',
			options: [
				{ name: 'Rises Above the Threshold', value: 'above' },
				{ name: 'Falls Below the Threshold', value: 'below' },
			],
		},
		{
			displayName: 'Threshold',
			name: 'threshold',
			// n8n doesn't mark a missing number as required.
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. 100',
			description: `Starts the workflow once when the number crosses this value, and again only after the number has crossed back. Must be from -${withCommas(MOST_THRESHOLD)} to ${withCommas(MOST_THRESHOLD)}.`,
		},
	]),
	...showWhen({ triggerOn: ['change'] }, [
		{
			displayName: 'Start When the Number',
			name: 'direction',
			type: 'options',
			default: 'either',
			options: [
				{ name: 'Rises or Falls', value: 'either' },
				{ name: 'Rises', value: 'up' },
				{ name: 'Falls', value: 'down' },
			],
		},
		{
			displayName: 'By More Than (Percent)',
			name: 'percent',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: MOST_PERCENT },
			default: 20,
			description: `Starts the workflow once, and again only after the change has fallen below this percentage. If the previous value is 0, any change starts the workflow. The maximum percentage is ${withCommas(MOST_PERCENT)}.`,
		},
		{
			displayName: 'Compared With',
			name: 'comparedWith',
			type: 'options',
			default: 'lastWeek',
			options: [
				{ name: 'Same Time Last Week', value: 'lastWeek' },
				{ name: 'Previous Period', value: 'before' },
			],
		},
	]),
	...showWhen({ triggerOn: ['unusual'] }, [
		{
			displayName: 'Start When the Number',
			name: 'unusualSide',
			type: 'options',
			default: 'either',
			options: [
				{ name: 'Is Unusually High or Low', value: 'either' },
				{ name: 'Is Unusually High', value: 'above' },
				{ name: 'Is Unusually Low', value: 'below' },
			],
			description:
				'Starts the workflow once, and again only after the number has returned to its usual range. Groups are checked separately.',
		},
		{
			displayName:
				"The usual range is computed from up to eight values of the same weekday (and hour) in the past 17 weeks (<b>usual_values</b>). Each item contains a sentence for a chat (<b>text</b>) and the <b>date</b> of the number. To show where the number changed, connect <b>Explain Change</b>, and set 'From Date' and 'To Date' to {{ $json.date }}, and the option 'Time Zone' to the trigger's 'Project Time Zone'. The workflow doesn't start if there is too little history, or on public holidays and shopping festivals in China (options 'Usual Range' and 'Special Days'). To see the usual range, or why there is none, select <b>Fetch Test Event</b>.",
			name: 'unusualNotice',
			type: 'notice',
			default: '',
		},
	]),
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
			...showWhen(OF_PERIODS.displayOptions.show, filterOptions),
			{
				displayName: LATEST_LABEL,
				name: 'completeAfter',
				...OF_PERIODS,
				type: 'number',
				typeOptions: { minValue: 1, maxValue: MOST_HOURS },
				default: 24,
				description: `Number of hours after which a finished day or hour counts as complete, even if its data hasn't arrived. Use this option to detect when tracking has stopped. If not set, the trigger waits until the data arrives. The maximum is ${MOST_HOURS}.`,
			},
			{
				displayName: 'Maximum Periods to Catch Up',
				name: 'catchUp',
				...OF_PERIODS,
				type: 'number',
				typeOptions: { minValue: 1, maxValue: MOST_CATCH_UP },
				default: DEFAULT_CATCH_UP,
				description: `Maximum number of complete days or hours to return after n8n or Sensors Analytics was down. The trigger returns the latest periods. The maximum is ${withCommas(MOST_CATCH_UP)}.`,
			},
			{
				displayName: SETTLE_LABEL,
				name: 'settleHours',
				...OF_PERIODS,
				type: 'number',
				typeOptions: { minValue: 0, maxValue: MOST_HOURS },
				default: DEFAULT_SETTLE_HOURS,
				description: `Number of hours after which a finished day or hour counts as complete if two polls in a row return the same numbers. Only for credentials with an API Key (OpenAPI). If your data arrives late, increase this value. The maximum is ${MOST_HOURS}.`,
			},
			{
				...specialDaysField,
				...ON_UNUSUAL,
			},
			{
				displayName: 'Start With the Last Finished Period',
				name: 'startsWithLast',
				...OF_PERIODS,
				type: 'boolean',
				default: true,
				description:
					'Whether to also start for the last day or hour that ended before you published the workflow',
			},
			{
				displayName: ZONE_LABEL,
				name: 'timeZone',
				type: 'string',
				default: SERVICE_ZONE,
				placeholder: 'e.g. Asia/Shanghai',
				description: 'Time zone of the project in Sensors Analytics, as an IANA name',
			},
			{
				...usualRangeField,
				...ON_UNUSUAL,
				options: usualDays,
				description:
					'Days that count toward the usual range. The workflow never starts for excluded days.',
			},
		],
	},
];

/** Fields that define what is watched (docs/trigger.md, T7). */
export const WATCHED_FIELDS = [
	...new Set(triggerFields.filter(({ type }) => type !== 'notice').map(({ name }) => name)),
].filter((name) => name !== 'options' && name !== 'alarm');

/** Options that change what is reported at present, not what is watched (docs/trigger.md, T7). */
const FREE_OPTIONS = ['catchUp', 'startsWithLast', 'specialDays'];

/** Values of options that mean the same as none. */
const UNCHANGED: IDataObject = {
	filterJoin: 'and',
	settleHours: DEFAULT_SETTLE_HOURS,
	timeZone: SERVICE_ZONE,
	usualRange: usualRangeField.default,
};

/**
 * Returns a short text that changes if the trigger is set to watch something else.
 * @param fields fields of the form, without 'options'
 * @param read returns a field's value
 */
export function countingOf(
	node: INode,
	fields: readonly string[],
	read: (name: string) => unknown,
): string {
	const written = node.parameters as IDataObject;
	// Expressions count as written, because their values may change with every poll.
	const value = (name: string) => (hasExpression(written[name]) ? written[name] : read(name));
	const watched = Object.fromEntries(fields.map((name) => [name, value(name)]));
	const options = { ...(value('options') as IDataObject) };
	for (const name of FREE_OPTIONS) delete options[name];
	for (const [name, same] of Object.entries(UNCHANGED))
		if (options[name] === same) delete options[name];
	const credential = Object.values(node.credentials ?? {})[0]?.id;
	const text = JSON.stringify(canonical({ ...watched, options, credential }) ?? null);
	return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/**
 * Returns a canonical form: keys in order, without empty values, and selected values without their
 * labels.
 */
function canonical(value: unknown): unknown {
	if (Array.isArray(value)) return value.map((entry) => canonical(entry) ?? null);
	if (typeof value !== 'object' || value === null) return value === '' ? undefined : value;
	const object = value as IDataObject;
	if ('__rl' in object) return canonical(object.value);
	const entries = Object.keys(object)
		.sort()
		.map((key) => [key, canonical(object[key])] as const)
		.filter(([, entry]) => entry !== undefined && entry !== null);
	return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

export interface TriggerSettings {
	clock: Clock;
	/** Query without dates. */
	input: PayloadQuery<EventQuery>;
	/** undefined if every complete period starts the workflow. */
	condition?: TriggerCondition;
	/** Maximum number of periods to catch up. */
	catchUp: number;
	startsWithLast: boolean;
	/** Hours after the end of a period, if the service does not report when data arrived. */
	settleHours: number;
	/** Hours after which a period is complete, whatever the service reports. */
	latestAfterHours?: number;
	/** Text that changes when something else is watched. */
	counting: string;
}

/** @throws UserError that names the field by its label */
export function readTriggerSettings(field: ReadField, node: INode): TriggerSettings {
	const options = (field('options') || {}) as IDataObject;
	const unit = readOneOf(field('period'), ['day', 'hour'], "'Period'");
	const timeZone = readTimeZone(options.timeZone, SERVICE_ZONE, ZONE_LABEL);
	const condition = readCondition(field, options, timeZone);
	const input = readQuery((name) => (name === 'unit' ? unit : field(name)), unit, timeZone);
	if (condition && isFromFields(field) && input.query.measures.length > 1) {
		throw new UserError(
			"'Measures' has more than one entry, but 'Trigger On' requires one. Keep only the measure to watch",
		);
	}
	const isOverTime = condition !== undefined && condition.kind !== 'threshold';
	assertOfPeriods(input.query.measures, isFromFields(field) ? 'Measures' : JSON_LABEL, isOverTime);
	const isUnusual = condition?.kind === 'unusual';
	const catchUp = options.catchUp ?? DEFAULT_CATCH_UP;
	return {
		clock: { unit, timeZone },
		input: condition && !isUnusual ? { ...input, query: { ...input.query, groupBy: [] } } : input,
		condition,
		catchUp: readInteger(catchUp, "The option 'Maximum Periods to Catch Up'", 1, MOST_CATCH_UP),
		startsWithLast: options.startsWithLast === true,
		settleHours: readInteger(
			options.settleHours ?? DEFAULT_SETTLE_HOURS,
			`The option '${SETTLE_LABEL}'`,
			0,
			MOST_HOURS,
		),
		latestAfterHours: readLatest(options.completeAfter),
		counting: countingOf(node, WATCHED_FIELDS, field),
	};
}

/**
 * Refuses numbers that depend on the dates of a request, because each poll requests others, and
 * those that restart each month.
 * @param isOverTime whether numbers are compared with earlier ones
 */
function assertOfPeriods(measures: readonly Measure[], label: string, isOverTime: boolean): void {
	const measure = measures.find(isOverTime ? restarts : isCumulated);
	if (measure?.kind !== 'event') return;
	const other = countedBy(measure) === 'users' ? 'unique' : 'general';
	const [own, advised] = [measure.aggregator, other].map(
		(value) => `${findAggregator(value)?.label} (${value})`,
	);
	throw new UserError(
		`'${label}' has the aggregator ${own}, which adds up from the first day of a ${isCumulated(measure) ? 'request. The trigger requests other days with each poll, so a day would have no fixed number' : 'month, so it falls with each new month'}. Choose ${advised}, or another aggregator of single days`,
	);
}

function isFromFields(field: ReadField): boolean {
	return field('queryMode') !== 'json';
}

function readLatest(hours: unknown): number | undefined {
	const text = textOf(hours);
	if (text === '') return undefined;
	return readInteger(text, `The option '${LATEST_LABEL}'`, 1, MOST_HOURS);
}

function readQuery(field: ReadField, unit: PeriodUnit, timeZone: string): PayloadQuery<EventQuery> {
	if (isFromFields(field)) return { query: eventReport.read(formSource(field, timeZone)) };
	const advice = 'The trigger needs the query of an event report';
	const pasted = readPasted(eventReport, field, timeZone, advice);
	assertFewEach(pasted.query);
	return { ...pasted, page: forOtherRows(pasted.page), query: { ...pasted.query, unit } };
}

function readCondition(
	field: ReadField,
	options: IDataObject,
	timeZone: string,
): TriggerCondition | undefined {
	switch (textOf(field('triggerOn'))) {
		case 'periodComplete':
			return undefined;
		case 'threshold':
			return {
				kind: 'threshold',
				side: field('side') === 'above' ? 'above' : 'below',
				limit: readNumber(field('threshold'), 'Threshold', -MOST_THRESHOLD, MOST_THRESHOLD),
			};
		case 'change': {
			const direction = textOf(field('direction'));
			const percent = readNumber(field('percent'), 'By More Than (Percent)', 0, MOST_PERCENT);
			return {
				kind: 'change',
				direction: direction === 'up' || direction === 'down' ? direction : 'either',
				percent,
				comparedWith: field('comparedWith') === 'before' ? 'before' : 'lastWeek',
			};
		}
		case 'unusual':
			return {
				kind: 'unusual',
				side: readOneOf(
					field('unusualSide'),
					['either', 'above', 'below'],
					"'Start When the Number'",
				),
				marks: readUsual(options, timeZone, true) as MarkedDays,
			};
		default:
			throw noChoice(textOf(field('triggerOn')), TRIGGERS, "'Trigger On'");
	}
}

function readNumber(value: unknown, label: string, from: number, to: number): number {
	const text = textOf(value);
	const number = Number(text);
	if (text === '') throw new UserError(`'${label}' is empty. Enter a number such as 100`);
	if (!Number.isFinite(number)) throw noNumber(value, `'${label}'`, '100');
	if (number >= from && number <= to) return number;
	const [least, most] = [from, to].map(withCommas);
	throw new UserError(`'${label}' must be a number from ${least} to ${most}, not ${quoted(text)}`);
}

export interface AlarmSettings {
	/** ID of the alert to watch; default: all alerts. */
	alarmId?: string;
	/** Time zone of the project: IANA name. */
	timeZone: string;
	/** Text that changes when something else is watched. */
	counting: string;
}

/** @throws UserError that names the field by its label */
export function readAlarmSettings(field: ReadField, node: INode): AlarmSettings {
	const options = (field('options') || {}) as IDataObject;
	const alarm = textOf(field('alarm'));
	if (alarm === '') {
		throw new UserError("'Alert' is empty. Choose an alert from the list, or choose Any Alert");
	}
	if (alarm !== ANY_ALARM.value && !/^\d{1,18}$/.test(alarm)) {
		throw new UserError(
			`'Alert' must be the ID of an alert (a whole number), not ${quoted(alarm)}. Choose an alert from the list`,
		);
	}
	return {
		...(alarm === ANY_ALARM.value ? {} : { alarmId: alarm }),
		timeZone: readTimeZone(options.timeZone, SERVICE_ZONE, ZONE_LABEL),
		counting: countingOf(node, WATCHED_ALARM_FIELDS, field),
	};
}
