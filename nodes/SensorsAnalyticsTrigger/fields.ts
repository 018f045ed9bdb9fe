import type { INodeProperties } from 'n8n-workflow';

import { queryFields } from '../SensorsAnalytics/form/eventQuery';
import { withOneMeasure } from '../SensorsAnalytics/form/oneMeasure';
import { pastedJsonField } from '../SensorsAnalytics/form/pastedJson';
import { queryModeField } from '../SensorsAnalytics/form/queryMode';
import { showWhen } from '../SensorsAnalytics/form/showWhen';
import { ALARM_FIRES, alarmFields } from './alarms/fields';
import { SERVICE_ZONE } from './zone';

export const DEFAULT_CATCH_UP = 31;
/** Hours behind the end of a period after which its data are taken to have arrived, where nothing tells. */
export const DEFAULT_SETTLE_HOURS = 2;
/** Largest numbers of the form. */
export const MOST_CATCH_UP = 1000;
export const MOST_HOURS = 720;
export const MOST_PERCENT = 1_000_000;
/** Beyond it, whole numbers are not told apart any more. */
export const MOST_THRESHOLD = 9e15;
export const SETTLE_LABEL = 'Settle Time (Hours)';
export const LATEST_LABEL = 'Complete After at the Latest (Hours)';

const ON_A_NUMBER = ['threshold', 'change'];
const ON_PERIODS = ['periodComplete', ...ON_A_NUMBER];
/** What 'Trigger On' can be. */
export const TRIGGERS = [...ON_PERIODS, ALARM_FIRES];
/** Options that say nothing of alarms. */
const OF_PERIODS = { displayOptions: { show: { '/triggerOn': ON_PERIODS } } };

const numbersOf = queryFields.filter(({ name }) => name !== 'unit' && name !== 'otherUnit');
const withoutGroups = numbersOf.filter(({ name }) => name !== 'groupBy');
const ofOneMeasure = withOneMeasure(
	withoutGroups,
	'The number to watch: an event and how to count it',
);

export const triggerFields: INodeProperties[] = [
	{
		displayName: 'Trigger On',
		name: 'triggerOn',
		type: 'options',
		default: 'periodComplete',
		noDataExpression: true,
		options: [
			{
				name: 'Numbers Are Complete',
				value: 'periodComplete',
				action: 'When the numbers of a day or hour are complete',
				description: 'Once for every finished day or hour, when its data have all arrived',
			},
			{
				name: 'Number Crosses a Threshold',
				value: 'threshold',
				action: 'When a number gets above or below a threshold',
				description: 'When a number of a complete day or hour gets above or below a limit',
			},
			{
				name: 'Number Changes by a Percentage',
				value: 'change',
				action: 'When a number changes by more than a percentage',
				description:
					'When a number of a complete day or hour rises or falls by more than a percentage',
			},
			{
				name: 'Alarm Fires',
				value: ALARM_FIRES,
				action: 'When an alarm fires',
				description: 'When an alarm that is set up in Sensors Analytics fires. Needs an API key.',
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
			description: 'Whole days or hours only, never the one that is under way',
		},
		{
			displayName: `The first day or hour that starts the workflow is the one under way when you publish it, as soon as its data are complete: today, not yesterday. To start with yesterday, add the option 'Start With the Last Finished Period' and switch it on. With an API Key (OpenAPI), a day or hour is complete ${DEFAULT_SETTLE_HOURS} hours after its end, or as long as the option '${SETTLE_LABEL}' says, and is told by the second poll behind that. As <b>Poll Times</b>, every 15 minutes is enough for days.`,
			name: 'startNotice',
			type: 'notice',
			default: '',
		},
		queryModeField,
	]),
	...showWhen({ queryMode: ['fields'], triggerOn: ['periodComplete'] }, numbersOf),
	...showWhen({ queryMode: ['fields'], triggerOn: ON_A_NUMBER }, ofOneMeasure),
	...showWhen({ queryMode: ['json'], triggerOn: ON_PERIODS }, [
		pastedJsonField('events/report', 'e.g. {"measures":[{"event_name":"PayOrder",…}],…}'),
	]),
	...showWhen({ triggerOn: ['threshold'] }, [
		{
			displayName: 'Start When the Number',
			name: 'side',
			type: 'options',
			default: 'below',
			options: [
				{ name: 'Gets Above the Threshold', value: 'above' },
				{ name: 'Gets Below the Threshold', value: 'below' },
			],
		},
		{
			displayName: 'Threshold',
			name: 'threshold',
			// Of numbers, n8n marks none that is missing.
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. 100',
			description: `Starts the workflow once when the number gets beyond it, and again after it was back. From -${MOST_THRESHOLD.toLocaleString('en-US')} to ${MOST_THRESHOLD.toLocaleString('en-US')}.`,
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
			description: `Starts the workflow once, and again after the number was back. From 0 to anything counts, too. Up to ${MOST_PERCENT.toLocaleString('en-US')}.`,
		},
		{
			displayName: 'Compared With',
			name: 'comparedWith',
			type: 'options',
			default: 'lastWeek',
			options: [
				{ name: 'Same Time Last Week', value: 'lastWeek' },
				{ name: 'Period Before', value: 'before' },
			],
		},
	]),
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
			{
				displayName: LATEST_LABEL,
				name: 'completeAfter',
				...OF_PERIODS,
				type: 'number',
				typeOptions: { minValue: 1, maxValue: MOST_HOURS },
				default: 24,
				description: `A day or hour counts as complete so many hours after its end, even if its data have not arrived: the alarm for tracking that has died. Without this option the trigger waits for the data. Up to ${MOST_HOURS}.`,
			},
			{
				displayName: 'Most Periods to Catch Up',
				name: 'catchUp',
				...OF_PERIODS,
				type: 'number',
				typeOptions: { minValue: 1, maxValue: MOST_CATCH_UP },
				default: DEFAULT_CATCH_UP,
				description: `How many complete days or hours to make up for at most after n8n or the service was down; the latest ones count. Up to ${MOST_CATCH_UP.toLocaleString('en-US')}.`,
			},
			{
				displayName: SETTLE_LABEL,
				name: 'settleHours',
				...OF_PERIODS,
				type: 'number',
				typeOptions: { minValue: 0, maxValue: MOST_HOURS },
				default: DEFAULT_SETTLE_HOURS,
				description: `For credentials with an API Key (OpenAPI), where nothing tells when data have arrived: a day or hour is complete so many hours after its end, when two polls in a row get the same answer. Choose more if your data come late. Up to ${MOST_HOURS}.`,
			},
			{
				displayName: 'Start With the Last Finished Period',
				name: 'startsWithLast',
				...OF_PERIODS,
				type: 'boolean',
				default: false,
				description:
					'Whether the day or hour that is finished when the workflow is published counts, too, in place of waiting for the next one',
			},
			{
				displayName: 'Time Zone of the Project',
				name: 'timeZone',
				type: 'string',
				default: SERVICE_ZONE,
				placeholder: 'e.g. Asia/Shanghai',
				description:
					'Zone in which the service counts days and tells when its data were updated; an IANA name',
			},
		],
	},
];

/** Fields that say what is watched (docs/trigger.md, T7). */
export const WATCHED_FIELDS = [
	...new Set(triggerFields.filter(({ type }) => type !== 'notice').map(({ name }) => name)),
].filter((name) => name !== 'options' && name !== 'alarm');
