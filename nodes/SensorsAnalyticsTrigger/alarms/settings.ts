import type { IDataObject, INode } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { readTimeZone } from '../../SensorsAnalytics/form/range';
import { type ReadField, textOf } from '../../SensorsAnalytics/form/reading';
import { ANY_ALARM } from '../../SensorsAnalytics/lists/searchAlarms';
import { countingOf } from '../counting';
import { SERVICE_ZONE } from '../zone';
import { WATCHED_ALARM_FIELDS } from './fields';

export interface AlarmSettings {
	/** ID of the one to watch; all of them if left out. */
	alarmId?: string;
	/** Of the project: IANA name. */
	timeZone: string;
	/** Another text when something else is watched. */
	counting: string;
}

/** @throws UserError that names the field as the form shows it */
export function readAlarmSettings(field: ReadField, node: INode): AlarmSettings {
	const options = (field('options') || {}) as IDataObject;
	const alarm = textOf(field('alarm'));
	if (alarm === '') {
		throw new UserError("'Alarm' is empty. Choose one from the list, or its entry Any Alarm");
	}
	if (alarm !== ANY_ALARM.value && !/^\d{1,18}$/.test(alarm)) {
		throw new UserError(
			`'Alarm' must be the ID of an alarm, which is a whole number, not '${alarm.slice(0, 100)}'. Choose one from the list`,
		);
	}
	return {
		...(alarm === ANY_ALARM.value ? {} : { alarmId: alarm }),
		timeZone: readTimeZone(options.timeZone, SERVICE_ZONE),
		counting: countingOf(node, WATCHED_ALARM_FIELDS, field),
	};
}
