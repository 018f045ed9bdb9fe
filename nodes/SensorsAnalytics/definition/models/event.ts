import { UserError } from 'n8n-workflow';

import { BOUNDS } from '../../form/bounds';
import { eventOfShortNames } from '../../form/groupBy';
import { listColumns, nameColumns, type ReportColumns } from '../../query/columns';
import { type EventQuery, type Measure, TOTAL } from '../../query/eventQuery';
import { asText, isObject } from '../../query/json';
import type { Ordering } from '../../table/order';
import { COMPARISONS, readCompared, readRange } from '../dates';
import type { Defined, Definition, Reading } from '../defined';
import { listed, readCount, readKeys, readText } from '../keys';
import { MEASURE_SCHEMA, readGroups, readMeasures, readQueryFilter } from '../measures';
import {
	COUNT,
	FILTER_SCHEMA,
	GROUPS_SCHEMA,
	keysOf,
	listOf,
	oneOf,
	RANGE_SCHEMA,
	TEXT,
} from '../schema';
import { plain, readWord, type Word } from '../words';

/** Of all reports with measures. */
export const KEYS = {
	measures: ['measure', 'metrics'],
	group_by: ['group', 'breakdown', 'dimensions'],
	filter: ['filters', 'where'],
	unit: ['interval', 'granularity', 'time unit'],
	range: ['date range', 'dates', 'time range'],
	compare: ['compare with', 'comparison'],
	order_by: ['sort by', 'sort'],
	order: ['order direction', 'direction'],
	top: ['top groups'],
};
/** In the order of the documentation. */
export const UNITS: readonly Word[] = [
	{ word: 'hour', value: 'hour', also: ['hourly', 'hours', '小时', '时'] },
	{ word: 'day', value: 'day', also: ['daily', 'days', '天', '日'] },
	{ word: 'week', value: 'week', also: ['weekly', 'weeks', '周'] },
	{ word: 'month', value: 'month', also: ['monthly', 'months', '月'] },
	{ word: 'total', value: TOTAL, also: ['none', 'all', '合计'] },
];
const ORDERS: ReadonlyArray<Word<boolean>> = [
	{ word: 'descending', value: true, also: ['desc', '降序'] },
	{ word: 'ascending', value: false, also: ['asc', '升序'] },
];

const EXAMPLE =
	'{"measures": [{"event": "PayOrder", "aggregate": "sum", "property": "amount", "name": "revenue"}], "group_by": ["city"], "filter": {"channel": ["app", "web"], "amount": {">=": 100} }, "unit": "day", "range": "last 7 days", "compare": "previous_period", "order_by": "revenue", "top": 5}';

/** Of the keys above. */
export const MEASURED_SCHEMA = {
	measures: listOf(MEASURE_SCHEMA),
	group_by: GROUPS_SCHEMA,
	filter: FILTER_SCHEMA,
	unit: oneOf(UNITS),
	range: RANGE_SCHEMA,
	compare: { examples: COMPARISONS.slice(0, 4).map(({ word }) => word) },
	order_by: TEXT,
	order: oneOf(ORDERS),
	top: COUNT,
};

export const event: Definition<EventQuery> = {
	example: EXAMPLE,
	short: '{"measures": ["PayOrder"], "group_by": ["city"], "range": "last 7 days"}',
	schema: keysOf(MEASURED_SCHEMA, ['measures', 'range']),
	read: (json, reading) => readMeasured(readKeys(json, KEYS, 'The query', EXAMPLE), reading),
};

/** @param asMeant measures as the report means them */
export function readMeasured(
	given: { [Key in keyof typeof KEYS]?: unknown },
	{ names, now }: Reading,
	asMeant = (measures: Measure[]) => measures,
): Defined<EventQuery> {
	const measures = asMeant(readMeasures(given.measures, names));
	const shortNamesOf = eventOfShortNames(measures);
	const query = {
		measures,
		groupBy: readGroups(given.group_by, shortNamesOf, names),
		filter: readQueryFilter(given.filter, shortNamesOf, names),
		unit: given.unit === undefined ? 'day' : readWord(given.unit, UNITS, "'unit'"),
	};
	const range = readRange(given.range, now);
	const compared = readCompared(given.compare, now);
	const columns = nameColumns(query, compared !== undefined);
	const order = given.order === undefined ? true : readWord(given.order, ORDERS, "'order'");
	const top =
		given.top === undefined ? undefined : readCount(given.top, "'top'", BOUNDS.topGroups[1]);
	const by =
		given.order_by === undefined
			? top === undefined
				? undefined
				: columns.measures[0]?.key
			: readOrderBy(given.order_by, given, columns, names.areFinal);
	const ordering: Ordering | undefined =
		by === undefined && top === undefined ? undefined : { by, isDescending: order, top };
	return { query, range, compared, ordering };
}

/** The key of the column that is meant: by its own name, or by what the query calls it. */
function readOrderBy(
	typed: unknown,
	given: { measures?: unknown; group_by?: unknown },
	columns: ReportColumns,
	areFinal: boolean,
): string | undefined {
	const text = readText(typed, "'order_by'", '"revenue", a name of a measure or group');
	const own = listColumns(columns).filter(({ role }) => role !== 'date');
	const keyed = own.find(({ key }) => key === text);
	if (keyed) return keyed.key;
	const calls = [
		...columns.measures.map(({ key }, index) => ({
			key,
			words: wordsOf(listed(given.measures)[index], ['event', 'name', 'property']),
		})),
		...columns.groups.map(({ key }, index) => ({
			key,
			words: wordsOf(listed(given.group_by)[index], ['property']),
		})),
	];
	const wanted = plain(text);
	const found = calls.filter(({ key, words }) =>
		[key, ...words].some((word) => plain(word) === wanted),
	);
	if (found.length === 1) return found[0]?.key;
	// Names may be others when the project's are known.
	if (!areFinal) return undefined;
	const fault = found.length > 1 ? `can mean several columns` : 'names no column';
	throw new UserError(
		`'order_by' ${fault}: '${text}'. The columns are ${own.map(({ key }) => key).join(', ')}`,
	);
}

/** What a part of the query is called in it. */
function wordsOf(part: unknown, keys: readonly string[]): string[] {
	if (!isObject(part)) return [asText(part)];
	return keys.flatMap((key) => (typeof part[key] === 'string' ? [part[key]] : []));
}
