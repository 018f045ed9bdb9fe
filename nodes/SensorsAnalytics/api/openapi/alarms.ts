import { OperationalError } from 'n8n-workflow';

import { isObject, type JsonObject } from '../../../../credentials/http/json';
import type { ServiceRequest } from '../../../../credentials/http/request';
import { exists } from '../../dates/calendar';
import type { Alarm, Firing } from '../../query/entities';
import { textIn } from '../../query/json';
import { noneCalled } from '../../query/names';
import type { AlarmsWire } from '../api';
import { readNumber, UnexpectedShape } from '../rows';
import { ANALYTICS, dataOf, get } from './request';

/** Alarms of the platform (docs/service.md, "Alarms"). */

const LIST = 'The list of alerts';
const ID = /^\d{1,18}$/;
const TIME = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(?:\.\d{1,9})?$/;

const allRequest: ServiceRequest = { path: `${ANALYTICS}/smart-alarm/all`, body: {} };

export const alarms: AlarmsWire = {
	ids: async (ask) => readIds(await ask(allRequest)),
	async alarm(ask, id) {
		return readAlarm(await ask(get(`${ANALYTICS}/smart-alarm/detail`, { config_id: id })), id);
	},
};

/** A list that is empty may be left out. */
function readIds(answer: unknown): string[] {
	const list = dataOf(answer, LIST).ids ?? [];
	if (!Array.isArray(list)) throw new UnexpectedShape("'ids' isn't a list", LIST);
	const ids = list.map((id: unknown, index) => {
		const text = typeof id === 'number' || typeof id === 'string' ? String(id) : '';
		if (ID.test(text)) return text;
		throw new UnexpectedShape(`entry ${index + 1} of 'ids' isn't a whole number`, LIST);
	});
	return [...new Set(ids)];
}

function readAlarm(answer: unknown, id: string): Alarm {
	const data = dataOf(answer, nameOf(id));
	if (String(data.id) !== id) {
		throw new OperationalError(noneCalled('alert', id), {
			description:
				'The alert may have been deleted, or belong to another project. Choose another alert.',
		});
	}
	return {
		id,
		title: textIn(data, 'title') ?? '',
		unit: textIn(data, 'unit')?.toLowerCase(),
		newest: readFiring(data.history ?? {}, nameOf(id)),
	};
}

/** None where all of it is empty. */
function readFiring(history: unknown, subject: string): Firing | undefined {
	if (!isObject(history)) throw new UnexpectedShape("'history' isn't an object", subject);
	if (Object.values(history).every(isNothing)) return undefined;
	const [alarmTime, executeTime] = ['alarm_time', 'execute_time'].map((key) =>
		readTime(history, key, subject),
	);
	const moment = [alarmTime, executeTime]
		.filter((time) => time !== undefined)
		.sort()
		.at(-1);
	if (moment === undefined) throw new UnexpectedShape("'history' has no time", subject);
	return {
		moment,
		alarmTime,
		executeTime,
		value: readValue(history, 'alarm_value'),
		comparedValue: readValue(history, 'alarm_last_value'),
		comparison: textIn(history, 'alarm_function'),
		reference: textIn(history, 'alarm_reference'),
		valueType: textIn(history, 'alarm_unit'),
		groupField: textIn(history, 'alarm_field'),
		group: textIn(history, 'alarm_group'),
		receivers: Array.isArray(history.receivers)
			? history.receivers.filter((receiver) => typeof receiver === 'string')
			: [],
	};
}

function isNothing(value: unknown): boolean {
	return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

function readTime(history: JsonObject, key: string, subject: string): string | undefined {
	if (isNothing(history[key] ?? null)) return undefined;
	const [, date, time] = TIME.exec(String(history[key])) ?? [];
	if (date !== undefined && time !== undefined && exists(`${date}T${time}`))
		return `${date}T${time}`;
	throw new UnexpectedShape(`'${key}' of 'history' isn't a time`, subject);
}

/** Numbers come as text. */
function readValue(history: JsonObject, key: string): Firing['value'] {
	const value = history[key];
	const hasValue = typeof value === 'number' || (typeof value === 'string' && value !== '');
	return hasValue ? (readNumber(value, key) as Firing['value']) : null;
}

function nameOf(id: string): string {
	return `The alert ${id}`;
}
