import { UserError } from 'n8n-workflow';

import { isObject } from '../../../credentials/http/json';
import { joinNames, quoted } from '../../../credentials/http/redact';
import { listColumns, type ReportColumns } from '../query/columns';
import { asText } from '../query/json';
import type { Ordering } from '../table/grid';
import { BOUNDS } from './bounds';
import { groupsParam } from './group';
import { type JsonSource, oneOf, type ParamParts, TEXT } from './param';
import { readInteger } from './read';
import { asList, plain, readText, readWord, type Word } from './words';

/** The order of groups in a JSON query; the form has options for it. */

const DIRECTIONS: ReadonlyArray<Word<'descending' | 'ascending'>> = [
	{ word: 'descending', value: 'descending', also: ['desc', '降序'] },
	{ word: 'ascending', value: 'ascending', also: ['asc', '升序'] },
];
const BY = { displayName: 'Order By', name: 'orderBy', key: 'order_by' };
const DIRECTION = { displayName: 'Order Direction', name: 'orderDirection', key: 'order' };
const TOP = { displayName: 'Top Groups', name: 'topGroups', key: 'top' };

export const orderParams: readonly ParamParts[] = [
	{ fields: [], key: BY.key, also: ['sort by', 'sort'], schema: TEXT },
	{
		fields: [],
		key: DIRECTION.key,
		also: ['order direction', 'direction'],
		schema: oneOf(DIRECTIONS),
		words: DIRECTIONS,
	},
	{ fields: [], key: TOP.key, also: ['top groups'], schema: { type: 'integer' } },
];

/** Reads the order that a query requests, if any; the default column is the first measure. */
export function readOrdering(
	source: JsonSource,
	columns: ReportColumns,
): Partial<Ordering> | undefined {
	const isDescending =
		readWord(source.value(DIRECTION, 'descending'), DIRECTIONS, "'order'") === 'descending';
	const topValue = source.value(TOP);
	const top =
		topValue === undefined
			? undefined
			: readInteger(topValue, source.label(TOP), ...BOUNDS.topGroups);
	const typed = source.value(BY);
	if (typed === undefined) {
		const hasOrder = top !== undefined || source.value(DIRECTION) !== undefined;
		return hasOrder ? { by: columns.measures[0]?.key, isDescending, top } : undefined;
	}
	return { by: readColumn(typed, source, columns), isDescending, top };
}

/** Returns the key of a column, by its own name or by its name in the query. */
function readColumn(
	typed: unknown,
	source: JsonSource,
	columns: ReportColumns,
): string | undefined {
	const label = source.label(BY);
	const text = readText(typed, label, '"revenue", a name of a measure or group');
	const own = listColumns(columns).filter(({ role }) => role !== 'date');
	const keyed = own.find(({ key }) => key === text);
	if (keyed) return keyed.key;
	const wordsIn = (key: string, index: number, parts: readonly string[]) =>
		wordsOf(asList(source.value({ ...BY, key }))[index], parts);
	const calls = [
		...columns.measures.map(({ key }, index) => ({
			key,
			words: wordsIn('measures', index, ['event', 'name', 'property']),
		})),
		...columns.groups.map(({ key }, index) => ({
			key,
			words: wordsIn(groupsParam.key, index, ['property']),
		})),
	];
	const requested = plain(text);
	const found = calls.filter(({ key, words }) =>
		[key, ...words].some((word) => plain(word) === requested),
	);
	if (found.length === 1) return found[0]?.key;
	// Names may change when the project's names are known.
	if (!source.names.areFinal) return undefined;
	const fault = found.length > 1 ? 'matches several columns' : "doesn't name a column";
	throw new UserError(
		`${label} ${fault}: ${quoted(text)}. The columns are ${joinNames(own.map(({ key }) => key))}`,
	);
}

function wordsOf(part: unknown, keys: readonly string[]): string[] {
	if (!isObject(part)) return [asText(part)];
	return keys.flatMap((key) => (typeof part[key] === 'string' ? [part[key]] : []));
}
