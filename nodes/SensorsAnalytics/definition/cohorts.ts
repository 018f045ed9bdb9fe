/** What the definitions of reports on groups of users share. */
import { UserError } from 'n8n-workflow';

import { BOUNDS } from '../form/bounds';
import type { Property } from '../query/eventQuery';
import type { CohortUnit } from '../query/modelQueries';
import { asText, isObject } from '../query/json';
import { listed, readKeys, shown } from './keys';
import { readNamed } from './measures';
import type { Names } from './names';
import { readWord, type Word } from './words';

export const GROUP_BY = ['group', 'breakdown'];
export const FILTER = ['filters', 'where'];
export const RANGE = ['date range', 'dates', 'time range'];
export const UNIT = ['interval', 'granularity'];

export const COHORT_UNITS: ReadonlyArray<Word<CohortUnit>> = [
	{ word: 'day', value: 'day', also: ['daily', 'days', '天', '日'] },
	{ word: 'week', value: 'week', also: ['weekly', 'weeks', '周'] },
	{ word: 'month', value: 'month', also: ['monthly', 'months', '月'] },
];

/** @throws UserError that lists the units */
export function readUnit(value: unknown): CohortUnit {
	return value === undefined ? 'day' : readWord(value, COHORT_UNITS, "'unit'");
}

/** No property, or the one that these reports are split by. @throws UserError */
export function readGroup(value: unknown, event: string, names: Names): Property[] {
	const given = listed(value);
	if (given.length > 1) {
		throw new UserError(
			`'group_by' takes one property in this report, not ${given.length}. Keep one, or ask once for each`,
		);
	}
	return given.map((one) => readNamed(one, event, names, "'group_by'").property);
}

const MINUTES: ReadonlyArray<Word<number>> = [
	{ word: 'minutes', value: 1, also: ['minute', 'min', '分钟', '分'] },
	{ word: 'hours', value: 60, also: ['hour', 'h', '小时'] },
	{ word: 'days', value: 24 * 60, also: ['day', 'd', '天', '日'] },
	{ word: 'weeks', value: 7 * 24 * 60, also: ['week', '周'] },
];
const DURATION = /^(\d{1,6})\s{0,9}(\p{L}{1,10})$/u;

/** `7 days`, `2 hours`, `{"value": 7, "unit": "days"}`, in minutes. @throws UserError */
export function readDuration(value: unknown, place: string): number {
	const given = isObject(value)
		? readKeys(value, { value: [], unit: [] }, place, '"7 days"')
		: undefined;
	const [count, unit] = given
		? [given.value, given.unit]
		: (DURATION.exec(asText(value).trim())?.slice(1) ?? []);
	const number = Number(count);
	if (!Number.isInteger(number) || number < 1 || number > BOUNDS.window[1] || unit === undefined) {
		throw new UserError(
			`${place} must be a time such as "7 days" or "2 hours", of ${BOUNDS.window[1]} units at most, not ${shown(value)}`,
		);
	}
	return number * readWord(unit, MINUTES, `The unit of ${place}`);
}
