import type { IDataObject } from 'n8n-workflow';

import { withOffset } from '../../SensorsAnalytics/dates/zone';
import type { Alarm, Firing } from '../../SensorsAnalytics/query/alarms';
import { changeOf, sentenceOf } from './sentence';

/**
 * An alarm that fired, for people and workflows (docs/trigger.md, T26); times with their offset. One
 * that has not fired yet has nothing but its title, and says so.
 */
export function tellAlarm(alarm: Alarm, firing: Firing | undefined, timeZone: string): IDataObject {
	const { id, title, unit } = alarm;
	const time = (local?: string) => (local === undefined ? null : withOffset(local, timeZone));
	return {
		alarm_id: id,
		alarm: title,
		alarm_time: time(firing?.alarmTime ?? firing?.moment),
		execute_time: time(firing?.executeTime),
		value: firing?.value ?? null,
		compared_value: firing?.comparedValue ?? null,
		change_percent: firing ? changeOf(firing) : null,
		comparison: firing?.comparison ?? null,
		reference: firing?.reference ?? null,
		value_type: firing?.valueType ?? null,
		group_by: firing?.groupField ?? null,
		group: firing?.group ?? null,
		unit: unit ?? null,
		receivers: firing?.receivers ?? [],
		text: sentenceOf(alarm, firing),
	};
}
