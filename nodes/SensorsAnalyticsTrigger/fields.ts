import type { INodeProperties } from 'n8n-workflow';

import { pastedJsonField } from '../SensorsAnalytics/form/pastedJson';
import { queryFields } from '../SensorsAnalytics/form/queryFields';
import { queryModeField } from '../SensorsAnalytics/form/queryMode';
import { showWhen } from '../SensorsAnalytics/form/showWhen';

/** Zone in which installations in China count days and tell their times (field notes 6.5). */
export const SERVICE_ZONE = 'Asia/Shanghai';
export const DEFAULT_CATCH_UP = 31;

const numbersOf = queryFields.filter(({ name }) => name !== 'unit' && name !== 'otherUnit');
const withoutGroups = numbersOf.filter(({ name }) => name !== 'groupBy');

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
				description: 'Once for every finished day or hour, when its data have all arrived',
			},
			{
				name: 'Number Crosses a Threshold',
				value: 'threshold',
				description: 'When a number of a complete day or hour gets above or below a limit',
			},
			{
				name: 'Number Moves',
				value: 'change',
				description: 'When a number of a complete day or hour changes by more than a percentage',
			},
		],
	},
	{
		displayName: 'Period',
		name: 'period',
		type: 'options',
		default: 'day',
		options: [
			{ name: 'Day', value: 'day' },
			{ name: 'Hour', value: 'hour' },
		],
	},
	queryModeField,
	...showWhen({ queryMode: ['fields'], triggerOn: ['periodComplete'] }, numbersOf),
	...showWhen({ queryMode: ['fields'], triggerOn: ['threshold', 'change'] }, withoutGroups),
	...showWhen({ queryMode: ['json'] }, [
		pastedJsonField('events/report', 'e.g. {"measures":[{"event_name":"PayOrder",…}],…}'),
	]),
	...showWhen({ triggerOn: ['threshold'] }, [
		{
			displayName: 'Gets',
			name: 'side',
			type: 'options',
			default: 'below',
			options: [
				{ name: 'Above', value: 'above' },
				{ name: 'Below', value: 'below' },
			],
		},
		{
			displayName: 'Threshold',
			name: 'threshold',
			type: 'number',
			default: 0,
			description: 'Told once when the number gets beyond it; again after it was back',
		},
	]),
	...showWhen({ triggerOn: ['change'] }, [
		{
			displayName: 'Moves',
			name: 'direction',
			type: 'options',
			default: 'either',
			options: [
				{ name: 'Up or Down', value: 'either' },
				{ name: 'Up', value: 'up' },
				{ name: 'Down', value: 'down' },
			],
		},
		{
			displayName: 'By More Than (Percent)',
			name: 'percent',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 20,
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
				displayName: 'Most Periods to Catch Up',
				name: 'catchUp',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: DEFAULT_CATCH_UP,
				description:
					'How many days or hours to make up for at most after n8n or the service was down; the latest ones count',
			},
			{
				displayName: 'Start With the Last Finished Period',
				name: 'startsWithLast',
				type: 'boolean',
				default: false,
				description:
					'Whether to look at the last finished day or hour when the workflow is activated, in place of waiting for the next one',
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
