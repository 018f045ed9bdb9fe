import { UserError } from 'n8n-workflow';

import { type EventQuery, type Property, TOTAL } from '../query/eventQuery';
import type {
	DistributionQuery,
	FunnelQuery,
	PathQuery,
	RetentionQuery,
	SessionQuery,
} from '../query/modelQueries';
import type { Slices } from '../query/users';
import { readDate, readDateTime } from './dates';
import { readEvent } from './models/shared';
import { readWhole } from './numbers';
import { type ReadField, rowsOf, textOf } from './reading';

/** Units whose points in time have a time of day. */
const WITH_TIME = ['hour', 'minute', 'second'];
const DAY_LENGTH = 'YYYY-MM-DD'.length;
/** Numbers of 32 bits. */
const LIMIT = 2 ** 31;

/** The date and the groups of an event report. @throws UserError that names the field */
export function readEventSlice(
	field: ReadField,
	{ measures, unit }: EventQuery,
	timeZone: string,
): Slices['event'] {
	if (measures.length > 1 || measures.some(({ kind }) => kind === 'formula')) {
		throw new UserError(
			"'Measure' must be one event: a list of users is of one number, and of no formula. Keep the one whose users you want",
		);
	}
	const groups = rowsOf<{ value?: unknown }>(field('groupBy'), 'group').map(({ value }, index) => {
		const text = textOf(value);
		if (text !== '') return text;
		throw new UserError(
			`'Value' of group ${index + 1} in 'Group By' is empty. Enter the value of the group, or remove the group for the users of all; for users without a value use 'Filter' with Has No Value`,
		);
	});
	if (!isFilled(field('sliceDate'))) return { groups };
	if (unit === TOTAL) {
		throw new UserError(
			"'Of Date' has a value, but with 'Unit' None there are no dates. Empty 'Of Date', or choose a unit",
		);
	}
	const date = WITH_TIME.includes(unit)
		? readDateTime(field('sliceDate'), 'Of Date', timeZone)
		: `${readDate(field('sliceDate'), 'Of Date', timeZone)} 00:00:00`;
	return { date, groups };
}

/** The date and the groups of a session report. @throws UserError that names the field */
export function readSessionSlice(
	field: ReadField,
	query: SessionQuery,
	timeZone: string,
): Slices['session'] {
	const { date, groups } = readEventSlice(field, query, timeZone);
	if (date !== undefined) {
		return { date: WITH_TIME.includes(query.unit) ? date : date.slice(0, DAY_LENGTH), groups };
	}
	throw new UserError(
		"'Of Date' is empty, and the users of sessions are told by date alone. Enter 'date' of a row of the report, whose 'Unit' is not None",
	);
}

/** An event of a step, or what comes behind it. @throws UserError that names the field */
export function readPathSlice(field: ReadField, { events, steps }: PathQuery): Slices['path'] {
	const users = textOf(field('slicePathUsers'));
	if (!['all', 'next', 'ended'].includes(users)) {
		throw new UserError(`'Users' is unknown: '${users}'`);
	}
	// What comes behind the last step is not followed.
	const last = users === 'all' ? steps : steps - 1;
	const step = readWhole(field('sliceStep'), "'Of Step'", 1, last);
	const readName = (name: string, label: string) => {
		const event = readEvent(field(name), label);
		if (events.some((one) => one.event === event)) return event;
		throw new UserError(
			`${label} is ${event}, which is no event of the paths. Enter that of a row, as 'Event of the Paths' and 'Events on the Way' have it; several events that are told as one can't be listed`,
		);
	};
	const event = readName('sliceEvent', "'Event of the Step'");
	if (users === 'next') {
		return { step, event, went: { to: readName('sliceNextEvent', "'Event of the Next Step'") } };
	}
	return { step, event, went: users === 'ended' ? 'nowhere' : 'anywhere' };
}

/** The bucket of a distribution, of a date or a group. @throws UserError that names the field */
export function readDistributionSlice(
	field: ReadField,
	{ groupBy }: DistributionQuery,
	timeZone: string,
): Slices['distribution'] {
	const from = readWhole(field('sliceFrom'), "'Bucket From'", -LIMIT, LIMIT - 1);
	const to = isFilled(field('sliceTo'))
		? readWhole(field('sliceTo'), "'Bucket To'", from + 1, LIMIT - 1)
		: undefined;
	const bucket = { from, ...(to === undefined ? {} : { to }) };
	const { group } = readGroup(field, groupBy);
	if (group === undefined) {
		return { date: readDate(field('sliceDate'), 'Of Date', timeZone), ...bucket };
	}
	if (!isFilled(field('sliceDate'))) return { group, ...bucket };
	throw new UserError(
		"'Of Date' has a value, but a distribution with 'Group By' has no dates: its rows are of the whole range. Empty 'Of Date', or set the dates of the report to that day",
	);
}

/** The step of a funnel. @throws UserError that names the field */
export function readFunnelSlice(
	field: ReadField,
	{ steps, groupBy }: FunnelQuery,
): Slices['funnel'] {
	const step = readWhole(field('sliceStep'), "'Of Step'", 1, steps.length);
	const users = textOf(field('sliceUsers'));
	if (users !== 'converted' && users !== 'lost') {
		throw new UserError(`'Users' is unknown: '${users}'`);
	}
	const isLost = users === 'lost';
	if (isLost && step === steps.length) {
		throw new UserError(
			`'Of Step' is the last one, where nobody is lost. Choose a step from 1 to ${steps.length - 1}, or set 'Users' to Who Took the Step`,
		);
	}
	return { step, isLost, ...readGroup(field, groupBy) };
}

/** The start and the period of a retention. @throws UserError that names the field */
export function readRetentionSlice(
	field: ReadField,
	{ duration, groupBy }: RetentionQuery,
	timeZone: string,
): Slices['retention'] {
	return {
		...(isFilled(field('sliceDate'))
			? { date: readDate(field('sliceDate'), 'Of Date', timeZone) }
			: {}),
		period: readWhole(field('slicePeriod'), "'Of Period'", 0, duration),
		...readGroup(field, groupBy),
	};
}

function isFilled(value: unknown): boolean {
	return value !== '' && value !== null && value !== undefined;
}

/** Where the report has no group, a value of one would be left out without a word. */
function readGroup(field: ReadField, groupBy: readonly Property[]): { group?: string } {
	const group = textOf(field('sliceGroup'));
	if (groupBy.length === 0 && group === '') return {};
	if (groupBy.length > 0 && group !== '') return { group };
	throw new UserError(
		group === ''
			? "'Of Group' is empty, but the report is split by 'Group By'. Enter the value of a group, or empty 'Group By' for the users of all groups; for users without a value use 'Filter' with Has No Value"
			: "'Of Group' has a value, but 'Group By' is empty. Choose the property, or empty 'Of Group'",
	);
}

/** The number that a list must have, if any. @throws UserError that names the option */
export function readExpected(options: { [name: string]: unknown }): number | undefined {
	const { expectedUsers: typed } = options;
	if (typed === undefined) return undefined;
	return readWhole(typed, "'Number in the Report'", 0);
}
