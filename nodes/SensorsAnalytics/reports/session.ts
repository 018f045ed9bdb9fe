import type { INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { JsonObject } from '../../../credentials/http/json';
import type { Definition } from '../params/json/definition';
import { FLAG, keysOf, readFlag, readKeys, readText, TEXT } from '../params/json/read';
import { measuresField } from '../params/measure';
import { pickField } from '../params/property';
import type { ReadField } from '../params/read';
import { textOf } from '../params/read';
import type { Unread } from '../paste/payload';
import { PASTED, payloadFormatOf } from '../paste/payload';
import type { Slices } from '../query/entities';
import { flagIn, textIn } from '../query/json';
import type { SessionQuery } from '../query/query';
import { measuresOfSessions } from '../query/query';
import {
	hasTime,
	KEYS as MEASURED,
	MEASURED_SCHEMA,
	queryFields,
	readEventQuery,
	readEventReport,
	readEventSlice,
	readMeasured,
} from './event';
import { dateField } from './slices';

const MEASURES = measuresField(true);

export const sessionFields: INodeProperties[] = [
	pickField({
		displayName: 'Session',
		name: 'session',
		list: 'searchSessions',
		placeholder: 'e.g. app_visit',
		required: true,
		description:
			'Definition in Sensors Analytics by which events become sessions: which events count, and when a session ends',
	}),
	...queryFields.map((field) => (field.name === MEASURES.name ? MEASURES : field)),
	{
		displayName: 'End Sessions at Midnight',
		name: 'splitByDay',
		type: 'boolean',
		default: false,
		description: 'Whether what goes on after midnight is a new session',
	},
];

/** @throws UserError that names the field */
export function readSessionQuery(field: ReadField): SessionQuery {
	const session = textOf(field('session'));
	if (session === '') {
		throw new UserError("'Session' is empty. Choose a definition, or enter its name");
	}
	const query = readEventQuery(field);
	return {
		...query,
		measures: measuresOfSessions(query.measures),
		session,
		isSplitByDay: field('splitByDay') === true,
	};
}

const KEYS = {
	session: ['session name', 'definition'],
	...MEASURED,
	split_by_day: ['end at midnight', 'end sessions at midnight'],
};
const EXAMPLE =
	'{"session": "app_visit", "measures": [{"event": "$Anything", "aggregate": "events", "name": "visits"}], "group_by": ["channel"], "unit": "day", "range": "last 7 days"}';

export const sessionJson: Definition<SessionQuery> = {
	example: EXAMPLE,
	short: '{"session": "app_visit", "measures": ["$Anything"], "range": "last 7 days"}',
	schema: keysOf({ session: TEXT, ...MEASURED_SCHEMA, split_by_day: FLAG }, [
		...['session', 'measures', 'range'],
	]),
	read(json, reading) {
		const given = readKeys(json, KEYS, 'The query', EXAMPLE);
		const { query, ...rest } = readMeasured(given, reading, measuresOfSessions);
		const own: SessionQuery = {
			...query,
			session: readText(given.session, "'session'", '"app_visit", a session that is defined'),
			isSplitByDay:
				given.split_by_day !== undefined && readFlag(given.split_by_day, "'split_by_day'"),
		};
		return { ...rest, query: own };
	},
};

const PATH = 'session/report';

/** The payload of a session report (docs/service.md, "OpenAPI"): that of an event report, and a session. */
export const sessionPayload = payloadFormatOf(readSession, {
	path: PATH,
	savedAs: /session/i,
	isOwn: (payload) => 'session_name' in payload,
});

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
		...dateField,
		required: true,
		description:
			"'date' in the rows of the report, when the sessions began: 'Unit' must not be None",
	},
];

/** The date and the groups of a session report. @throws UserError that names the field */
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
		"'Of Date' is empty, and the users of sessions are told by date alone. Enter 'date' of a row of the report, whose 'Unit' is not None",
	);
}
