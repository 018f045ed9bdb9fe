import { type INodeProperties, UserError } from 'n8n-workflow';

import { dateInZone, withOffset } from '../../dates/zone';
import { readTimeZone } from '../range';
import { textOf } from '../reading';
import { optionField } from '../reportOptions';
import { computedOnField, longestWaitField, readComputedOn, readLongestWait } from '../tasks';
import { userGroupField } from './userGroup';

export const computeFields: INodeProperties[] = [userGroupField];

export const computeOptionFields: INodeProperties[] = [
	computedOnField(
		'Day as of whose beginning the group is computed; today if empty. Its midnight is that of the option Time Zone.',
	),
	longestWaitField,
	...optionField('previewRequest'),
	...optionField('timeZone'),
];

/** What the form of Compute says, beside the group. */
export interface ComputeForm {
	/** As of which the group is computed: a midnight, ISO 8601 in UTC without fractions. */
	moment: string;
	/** Whose midnight it is. */
	timeZone: string;
	/** Whether somebody chose the zone for this. */
	isZoneChosen: boolean;
	longestMs: number;
	isPreview: boolean;
}

/** @param byDefault the workflow's time zone. @throws UserError that names the field */
export function readComputeForm(
	options: { [name: string]: unknown },
	byDefault: string,
	now: Date,
): ComputeForm {
	const timeZone = readTimeZone(options.timeZone, byDefault);
	const today = dateInZone(now, timeZone);
	const day = readComputedOn(options, timeZone) ?? today;
	if (day > today) {
		throw new UserError(`The option 'Computed For' (${day}) is a day that has not begun`);
	}
	const midnight = new Date(withOffset(`${day}T00:00:00`, timeZone));
	return {
		moment: midnight.toISOString().replace('.000Z', 'Z'),
		timeZone,
		isZoneChosen: textOf(options.timeZone) !== '',
		longestMs: readLongestWait(options),
		isPreview: options.previewRequest === true,
	};
}

/**
 * Sensors Analytics tells computations apart by their moment: one as of another zone's midnight
 * would stand beside those of the group's own days.
 * @param newest moment of the group's newest computation
 * @throws UserError where nobody chose the zone, and it is another one than the group's
 */
export function assertSameMidnight(
	{ moment, timeZone, isZoneChosen }: ComputeForm,
	newest: string | undefined,
): void {
	const known = newest === undefined ? NaN : Date.parse(newest);
	if (isZoneChosen || Number.isNaN(known)) return;
	if (timeOfDay(known) === timeOfDay(Date.parse(moment))) return;
	throw new UserError(
		`The newest computation of the 'User Group' is as of ${newest}, which is no midnight in the time zone ${timeZone} of the workflow. Set the option 'Time Zone' to the zone of the project, such as Asia/Shanghai`,
	);
}

/** Milliseconds since midnight in UTC. */
function timeOfDay(moment: number): number {
	const dayMs = 86_400_000;
	return ((moment % dayMs) + dayMs) % dayMs;
}
