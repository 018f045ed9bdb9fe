import { measuresOfSessions, type SessionQuery } from '../../query/modelQueries';
import type { Definition } from '../defined';
import { readFlag, readKeys, readText } from '../keys';
import { FLAG, keysOf, TEXT } from '../schema';
import { KEYS as MEASURED, MEASURED_SCHEMA, readMeasured } from './event';

const KEYS = {
	session: ['session name', 'definition'],
	...MEASURED,
	split_by_day: ['end at midnight', 'end sessions at midnight'],
};
const EXAMPLE =
	'{"session": "app_visit", "measures": [{"event": "$Anything", "aggregate": "events", "name": "visits"}], "group_by": ["channel"], "unit": "day", "range": "last 7 days"}';

export const session: Definition<SessionQuery> = {
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
