import { type INodeProperties, type INodePropertyCollection, UserError } from 'n8n-workflow';

import { isObject } from '../../../credentials/http/json';
import { joinNames, quoted } from '../../../credentials/http/redact';
import { listColumns, type ReportColumns } from '../query/columns';
import { KIND_WORDS, kindIn } from '../query/filterFunctions';
import { asText } from '../query/json';
import { ANY_EVENT, type GroupBy, type Measure, type Property } from '../query/query';
import type { Ordering } from '../table/grid';
import { BOUNDS, boundsOf, MOST_GROUPS } from './bounds';
import { readPropertyJson } from './event';
import type { NameResolver } from './names';
import { type JsonSource, oneOf, type Param, type ParamParts, TEXT } from './param';
import { pickField, propertyField, readProperty, UNTOUCHED_PICK } from './property';
import {
	fewRowsOf,
	isUntouched,
	pickedLabel,
	readAscending,
	type ReadField,
	readInteger,
	rowsOf,
	textOf,
} from './read';
import { entriesField, IS_PICKED, showWhen } from './show';
import { asList, plain, readEach, readKeys, readText, readWord, type Word } from './words';

export const TOP_GROUPS = 'Top Groups';
/** In rows of 'Group By' the number has a default. */
const TOP_GROUPS_OR_ALL = `${TOP_GROUPS} (0 = All)`;
export const TOP_GROUPS_TEXT =
	"Maximum number of groups. The node keeps those with the largest values of the first measure, or the first ones by 'Order By'. Totals include all groups.";

export const bucketsField: INodeProperties = {
	displayName: 'Buckets (Numbers Only)',
	name: 'buckets',
	type: 'string',
	default: '',
	placeholder: 'e.g. 0, 100, 500',
	displayOptions: { show: IS_PICKED },
	description:
		'Bucket boundaries in ascending order, for numeric properties only. Leave empty to let Sensors Analytics choose them.',
};

const topGroupsField: INodeProperties = {
	displayName: TOP_GROUPS_OR_ALL,
	name: 'topGroups',
	type: 'number',
	typeOptions: { ...boundsOf('topGroups'), minValue: 0 },
	default: 0,
	description: TOP_GROUPS_TEXT,
};

const groupByList: INodeProperties = entriesField({
	displayName: 'Group By',
	name: 'groupBy',
	what: 'Group',
	row: 'group',
	added: 'Property',
	first: { group: [{ field: UNTOUCHED_PICK }] },
	description: 'Properties to group by, such as city. If empty, the report has no groups.',
	isSortable: true,
	values: [propertyField('field'), ...showWhen(IS_PICKED, [topGroupsField]), bucketsField],
});

/** Returns the event of all measures, or any event if they differ. */
export function eventOfMeasures(measures: readonly Measure[]): string {
	return eventOfAll(
		measures.flatMap((measure) => (measure.kind === 'event' ? [measure.event] : measure.events)),
	);
}

/** Returns the only event of a list, or any event if there are several. */
export function eventOfAll(names: readonly string[]): string {
	const [only, ...others] = new Set(names);
	return only !== undefined && others.length === 0 ? only : ANY_EVENT;
}

/** Reads the list 'Group By' of the form, or a similar list. */
function readGroupByList(collection: unknown, event: string, label: string): GroupBy[] {
	const rows = fewRowsOf<{ field?: unknown; buckets?: unknown }>(
		collection,
		'group',
		label,
		MOST_GROUPS,
	);
	const [only] = rows;
	// This is the empty group that the form starts with: if it had an expression, n8n would also
	// return the buckets.
	if (rows.length === 1 && isUntouched(only?.field) && only?.buckets === undefined) return [];
	return rows.map((row, index) => {
		const place = `of group ${index + 1} in ${label}`;
		const property = readProperty(textOf(row.field), event, `'Property' ${place}`, 'group');
		const buckets = readAscending(row.buckets, `'Buckets (Numbers Only)' ${place}`);
		const kind = kindIn(pickedLabel(row.field));
		if (buckets.length > 0 && kind !== undefined && kind !== 'number') {
			throw new UserError(
				`'Buckets (Numbers Only)' ${place} requires a numeric property, but the type of ${quoted(textOf(row.field))} in the project is ${KIND_WORDS[kind]}. Clear 'Buckets (Numbers Only)'`,
			);
		}
		return buckets.length > 0 ? { property, buckets } : { property };
	});
}

const groupByOne: INodeProperties = pickField({
	displayName: 'Group By',
	name: 'groupByField',
	list: 'searchPropertiesOrNone',
	placeholder: 'e.g. city or user.level',
	description: 'Property to group users by. If empty, the report has no groups.',
});

export const groupParam: Param<Property[], [event: string]> = {
	fields: [groupByOne],
	key: 'group_by',
	also: ['group', 'breakdown'],
	schema: { type: 'string', examples: ['city', 'user.level'] },
	read(source, event) {
		const label = source.label(ONE);
		const input = source.value(ONE);
		if (source.isForm) {
			if (isUntouched(input)) return [];
			if (textOf(input) !== '') return [readProperty(textOf(input), event, label)];
			throw new UserError(`${label} was cleared by n8n. Select a property, or (None)`);
		}
		const groups = asList(input);
		if (groups.length <= 1) {
			return groups.map((one) => readPropertyJson(one, event, source.names, label).property);
		}
		throw new UserError(
			`${label} supports one property in this report, not ${groups.length}. Keep one, or run the report once for each`,
		);
	},
};
const ONE = { displayName: 'Group By', name: 'groupByField', key: 'group_by' };

export function groupsParamOf(
	field: INodeProperties,
	{ key, also }: { key: string; also: readonly string[] },
): Param<GroupBy[], [event: string]> {
	const named = { displayName: field.displayName, name: field.name, key };
	return {
		fields: [field],
		key,
		also,
		schema: { examples: [['city', 'user.level']] },
		read(source, event) {
			const label = source.label(named);
			const input = source.value(named);
			return source.isForm
				? readGroupByList(input, event, label)
				: readEach(
						asList(input),
						label,
						(one, index) =>
							readGroupJson(one, event, source.names, `group ${index + 1} of ${label}`),
						MOST_GROUPS,
					);
		},
	};
}

export const groupsParam = groupsParamOf(groupByList, {
	key: 'group_by',
	also: ['group', 'breakdown', 'dimensions'],
});

function readGroupJson(value: unknown, event: string, names: NameResolver, place: string): GroupBy {
	const input = readKeys(
		typeof value === 'string' ? { property: value } : value,
		{ property: ['field', 'name'], buckets: ['bounds', 'limits'] },
		place,
		'{"property": "amount", "buckets": [100, 500]}',
	);
	const { property } = readPropertyJson(input.property, event, names, `'property' of ${place}`);
	const buckets = readAscending(input.buckets, `'buckets' of ${place}`);
	return buckets.length > 0 ? { property, buckets } : { property };
}

/** Returns how many groups the form keeps, under the name of the option. */
export function topGroupsOf(field: ReadField): { topGroups?: number } {
	const rows = rowsOf<{ topGroups?: unknown }>(field('groupBy'), 'group');
	const numbers = new Set(
		rows.map(({ topGroups }) => textOf(topGroups)).filter((top) => top && top !== '0'),
	);
	const [topGroups, ...others] = numbers;
	if (topGroups === undefined) return {};
	if (others.length === 0) {
		const label = `'${TOP_GROUPS_OR_ALL}' in 'Group By'`;
		return { topGroups: readInteger(topGroups, label, ...BOUNDS.topGroups) };
	}
	throw new UserError(
		`The properties in 'Group By' have different numbers of '${TOP_GROUPS_OR_ALL}': ${[...numbers].join(', ')}. One number applies to all of them together. Enter it for one property, and 0 for the others`,
	);
}

export const withoutTop = (field: INodeProperties): INodeProperties => ({
	...field,
	options: (field.options as INodePropertyCollection[]).map((option) => ({
		...option,
		values: option.values.filter(({ name }) => name !== 'topGroups'),
	})),
});

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

/** Reads what a query says of the order, if anything. */
export function readOrdering(
	source: JsonSource,
	columns: ReportColumns,
): Partial<Ordering> | undefined {
	const [by, direction, top] = [BY, DIRECTION, TOP].map((one) => source.value(one));
	const written = {
		...(by === undefined ? {} : { by: readColumn(by, source, columns) }),
		...(direction === undefined
			? {}
			: { isDescending: readWord(direction, DIRECTIONS, "'order'") === 'descending' }),
		...(top === undefined ? {} : { top: readInteger(top, source.label(TOP), ...BOUNDS.topGroups) }),
	};
	return Object.keys(written).length === 0 ? undefined : written;
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
