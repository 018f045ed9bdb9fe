import type { INodeProperties } from 'n8n-workflow';

import { pickField } from '../../SensorsAnalytics/form/pickField';
import { ANY_ALARM } from '../../SensorsAnalytics/lists/searchAlarms';

/** Value of 'Trigger On'. */
export const ALARM_FIRES = 'alarm';

export const alarmFields: INodeProperties[] = [
	pickField({
		displayName: 'Alarm',
		name: 'alarm',
		list: 'searchAlarms',
		placeholder: 'e.g. 12',
		typed: { displayName: 'By ID', name: 'id' },
		required: true,
		preset: ANY_ALARM,
		description:
			'Set up in Sensors Analytics (智能预警). Any Alarm means whichever of the project fires. The list has the newest first, and more when you scroll down; each alarm takes a moment.',
	}),
	{
		displayName:
			'Alarms need a credential that signs in by API Key (OpenAPI). What fired before you publish the workflow does not count. Sensors Analytics tells the newest firing of each alarm alone: set <b>Poll Times</b> at least as often as the alarm is computed.',
		name: 'alarmNotice',
		type: 'notice',
		default: '',
	},
];

/** Fields that say what is watched (docs/trigger.md, T7). */
export const WATCHED_ALARM_FIELDS = ['triggerOn', 'alarm'];
