import { type INodeProperties, UserError } from 'n8n-workflow';

import type { JsonObject } from '../../../credentials/http/json';
import { flagParam, keyOf, type Param, TEXT } from '../params/param';
import { pickField } from '../params/property';
import { type ReadField, textOf } from '../params/read';
import { readText } from '../params/words';
import { known, PASTED, payloadFormatOf, type Unread } from '../paste/payload';
import type { Slices } from '../query/entities';
import { hasTime } from '../query/columns';
import { flagIn, textIn } from '../query/json';
import { measuresOfSessions, type SessionQuery } from '../query/query';
import { measuredParams, readEventReport, readEventSlice, SERIES_KEYS } from './event';
import { sliceDateField, type PageReport, SERIES, FIRST_FIND } from './report';

const SESSION = { displayName: 'Session', name: 'session', key: 'session' };
const session: Param<string> = {
	...keyOf({ ...SESSION, also: ['session name', 'definition'] }),
	fields: [
		pickField({
			displayName: SESSION.displayName,
			name: SESSION.name,
			list: 'searchSessions',
			placeholder: 'e.g. app_visit',
			required: true,
			description:
				'Session definition in Sensors Analytics. The definition determines which events count and when a session ends.',
		}),
	],
	schema: TEXT,
	isRequired: true,
	read(source) {
		const input = source.value(SESSION);
		const label = source.label(SESSION);
		if (!source.isForm) {
			const isGiven = input !== undefined && input !== '';
			const typed = isGiven ? readText(input, label, '"app_visit", a session that is defined') : '';
			return source.names.session(typed, label);
		}
		const name = textOf(input);
		if (name !== '') return name;
		throw new UserError(`${label} is empty. Choose a definition, or enter its name`);
	},
};
const measured = measuredParams(true);
const splitByDay = flagParam({
	displayName: 'End Sessions at Midnight',
	name: 'splitByDay',
	key: 'split_by_day',
	also: ['end at midnight', 'end sessions at midnight'],
	description: 'Whether to start a new session at midnight',
});

const PATH = 'session/report';

export const sessionReport: PageReport<'session'> = {
	...SERIES,
	name: 'session',
	option: {
		name: 'Get Session Report',
		value: 'getSessionReport',
		action: 'Get session report',
		description:
			'Count sessions (visits) and the events in them, by date and group. Requires an API key.',
	},
	toolText: `Counts sessions (visits) and the events in them, by date and group. Use it to find out how often users visit, and how many visits contain an event. Requires an API key, and the name of a session that the project defines. ${FIRST_FIND} Example: session app_visit, $Anything, last week, answers 'How many visits did we have?'`,
	params: [session, ...measured.params, splitByDay],
	example:
		'{"session": "app_visit", "measures": [{"event": "$Anything", "aggregate": "events", "name": "visits"}], "group_by": ["channel"], "unit": "day", "range": "last 7 days"}',
	short: '{"session": "app_visit", "measures": ["$Anything"], "range": "last 7 days"}',
	read(source) {
		const name = session.read(source);
		return { ...measured.read(source), session: name, isSplitByDay: splitByDay.read(source) };
	},
	payload: payloadFormatOf(readSession, {
		keys: { ...SERIES_KEYS, ...known('session_name', 'split_by_day') },
		savedAs: /session/i,
		isOwn: (payload) => 'session_name' in payload,
	}),
};

function readSession(payload: JsonObject, unread: Unread): SessionQuery {
	const query = readEventReport(payload, unread, PATH);
	const name = textIn(payload, 'session_name');
	if (name === undefined) unread.note(`'session_name' is missing in ${PASTED}`);
	const isSplitByDay = flagIn(payload, 'split_by_day');
	return {
		...query,
		measures: measuresOfSessions(query.measures),
		session: name ?? '',
		...(isSplitByDay === undefined ? {} : { isSplitByDay }),
	};
}

const DAY_LENGTH = 'YYYY-MM-DD'.length;

export const sessionSliceFields: INodeProperties[] = [
	{
		...sliceDateField,
		required: true,
		description:
			"Start date of the sessions: the value of 'date' in the report row. 'Unit' must not be None.",
	},
];

export function readSessionSlice(
	field: ReadField,
	query: SessionQuery,
	timeZone: string,
): Slices['session'] {
	const { date, groups } = readEventSlice(field, query, timeZone);
	if (date !== undefined) {
		return { date: hasTime(query.unit) ? date : date.slice(0, DAY_LENGTH), groups };
	}
	throw new UserError(
		"'Date' is empty, but users of sessions are available only by date. Enter the 'date' of a report row, with a 'Unit' other than None",
	);
}
