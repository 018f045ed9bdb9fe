import { UserError } from 'n8n-workflow';

import { isObject, type JsonObject, Integer } from '../../../credentials/http/json';
import { firstWords } from '../../../credentials/http/redact';
import { readFilter } from '../paste/payload';
import { FILTER_FUNCTIONS } from '../query/filterFunctions';
import { asText } from '../query/json';
import type { Filter, FilterCondition } from '../query/query';
import { assertFew } from './bounds';
import {
	conditionsField,
	isOfNumbers,
	joinField,
	readOperand,
	readConditions,
	readOperator,
	withBlank,
} from './condition';
import type { NameResolver } from './names';
import type { Param } from './param';
import { readPastedJson } from './queryMode';
import { fewRowsOf, type RawOptions, type ReadField } from './read';
import { entriesField, hideWhen } from './show';
import { asList, meaningsOf, plain, readKeys, readText, shown, type Word } from './words';

export const JSON_MODES = ['json', 'definition'];

export const filterFields = hideWhen({ queryMode: JSON_MODES }, [
	{
		...withBlank(conditionsField('Filter', 'filter')),
		description:
			"Conditions that the counted events or users must all meet. If one of them is enough, add the option 'Combine Conditions'. For a filter as JSON, add 'Filter JSON'.",
	},
	entriesField({
		displayName: 'Condition Groups',
		name: 'filterGroups',
		what: 'Condition Group',
		row: 'group',
		description: "Each group counts as one additional condition in 'Filter', as if in parentheses",
		values: [joinField('join'), conditionsField('Conditions', 'conditions')],
	}),
]);

export const filterOptions = hideWhen({ '/queryMode': JSON_MODES }, [
	{
		...joinField('filterJoin'),
		default: 'or',
		description:
			'How to combine the conditions. AND requires all conditions to be met. OR requires at least one.',
	},
	{
		displayName: 'Filter JSON',
		name: 'filterJson',
		type: 'json',
		default: '',
		placeholder:
			'e.g. {"relation":"and","conditions":[{"field":"user.city","function":"equal","params":["Beijing"]}]}',
		description:
			'A filter in the JSON format of Sensors Analytics, nested to any depth: the value of "filter" in a request payload. It counts as one additional condition in \'Filter\'.',
	},
]);

/** @param event event that short property names belong to */
export function readQueryFilter(field: ReadField, event: string): Filter | undefined {
	const { filterJoin: join, filterJson = '' } = (field('options') || {}) as RawOptions;
	const own = readConditions(field('filter'), join, event, "of 'Filter'");
	const groups = fewRowsOf<GroupRow>(field('filterGroups'), 'group', "'Condition Groups'").map(
		(row, index) => {
			const at = `condition group ${index + 1}`;
			const group = readConditions(row.conditions, row.join, event, `of ${at}`);
			if (group) return group;
			throw new UserError(`'Conditions' of ${at} is empty. Add a condition, or remove the group`);
		},
	);
	const pasted =
		filterJson === ''
			? undefined
			: readFilter(readPastedJson(filterJson, 'Filter JSON'), "'Filter JSON'");
	// A single pasted filter is sent unchanged.
	if (pasted && !own && groups.length === 0) return pasted;
	const inner = pasted ? [...groups, pasted] : groups;
	if (!own && inner.length === 0) return undefined;
	return { join: join === 'or' ? 'or' : 'and', conditions: own?.conditions ?? [], groups: inner };
}

interface GroupRow {
	join?: unknown;
	conditions?: unknown;
}

const JOINS: ReadonlyArray<Word<'and' | 'or'>> = [
	{ word: 'and', value: 'and', also: ['all', '且', '并且'] },
	{ word: 'or', value: 'or', also: ['any', '或', '或者'] },
];
const CONDITION = {
	property: ['field'],
	operator: ['op', 'function'],
	value: ['values'],
};
const FILTER_EXAMPLE = '{"city": "Beijing", "amount": {">=": 500}}';
/** Deeper nesting than anybody writes. */
const DEEPEST = 8;

/**
 * Reads `{"city": ["Beijing", "Shanghai"], "amount": {">=": 500}, "or": [{…}, {…}]}`, or a list of
 * `{"property", "operator", "value"}`; all conditions must be met. Short property names belong to
 * the event.
 */
export function readFilterJson(
	value: unknown,
	event: string,
	names: NameResolver,
	place: string,
): Filter | undefined {
	if (value === undefined || value === null) return undefined;
	const filter = readPart(value, { event, names, place }, 0);
	return isBlank(filter) ? undefined : filter;
}

function isBlank({ conditions, groups }: Filter): boolean {
	return conditions.length + groups.length === 0;
}

interface FilterPlace {
	event: string;
	names: NameResolver;
	place: string;
}

function readPart(value: unknown, where: FilterPlace, depth: number): Filter {
	if (depth > DEEPEST) throw new UserError(`${where.place} is nested too deep`);
	if (Array.isArray(value)) return joined('and', value, where, depth);
	if (!isObject(value)) {
		throw new UserError(
			`${where.place} must be an object such as ${FILTER_EXAMPLE}, not ${shown(value)}`,
		);
	}
	if (isCondition(value)) return all([readListed(value, where)]);
	const entries = Object.entries(value);
	assertFew(entries, where.place);
	const parts = entries.flatMap(([key, spec]): Filter[] => {
		const [join] = meaningsOf(key, JOINS);
		if (join === undefined) return [readConditionsOn(key, spec, where)];
		if (!Array.isArray(spec)) {
			throw new UserError(`'${key}' in ${where.place} must be a list such as [${FILTER_EXAMPLE}]`);
		}
		const part = joined(join.value, spec, where, depth);
		// Without any of its conditions, the result would include everything.
		if (isBlank(part)) {
			throw new UserError(`'${key}' in ${where.place} has no condition. Write [${FILTER_EXAMPLE}]`);
		}
		return [part];
	});
	return merge('and', parts);
}

function joined(join: 'and' | 'or', list: unknown[], where: FilterPlace, depth: number): Filter {
	assertFew(list, where.place);
	const parts = list.map((inner) => readPart(inner, where, depth + 1));
	const empty = join === 'or' && list.length > 1 ? parts.findIndex(isBlank) : -1;
	// As one of several alternatives, it would include everything.
	if (empty >= 0) {
		throw new UserError(
			`Entry ${empty + 1} of 'or' in ${where.place} has no condition. Write ${FILTER_EXAMPLE}, or remove the entry`,
		);
	}
	return merge(join, parts);
}

/** A filter with a single condition, or with the same join, needs no group of its own. */
function merge(join: 'and' | 'or', parts: readonly Filter[]): Filter {
	const filled = parts.filter((part) => !isBlank(part));
	const [only] = filled;
	if (only !== undefined && filled.length === 1) return only;
	const merged: Filter = { join, conditions: [], groups: [] };
	for (const part of filled) {
		if (part.join === join || part.conditions.length + part.groups.length === 1) {
			for (const condition of part.conditions) merged.conditions.push(condition);
			for (const group of part.groups) merged.groups.push(group);
		} else merged.groups.push(part);
	}
	return merged;
}

function all(conditions: FilterCondition[]): Filter {
	return { join: 'and', conditions, groups: [] };
}

function isCondition(value: JsonObject): boolean {
	const keys = Object.keys(value).map(plain);
	const says = (key: keyof typeof CONDITION) =>
		[key, ...CONDITION[key]].some((word) => keys.includes(plain(word)));
	return says('property') && (says('operator') || says('value')) && keys.length <= 3;
}

function readListed(value: JsonObject, where: FilterPlace): FilterCondition {
	const example = '{"property": "city", "operator": "=", "value": "Beijing"}';
	const { place } = where;
	const input = readKeys(value, CONDITION, `A condition in ${place}`, example);
	const property = readText(input.property, `'property' of a condition in ${place}`, '"city"');
	const operator = input.operator === undefined ? '=' : input.operator;
	return readConditionJson(property, asText(operator), input.value, where);
}

function readConditionsOn(key: string, spec: unknown, where: FilterPlace): Filter {
	if (!isObject(spec) || spec instanceof Integer)
		return all([readConditionJson(key, '=', spec, where)]);
	const entries = Object.entries(spec);
	if (entries.length === 0) {
		throw new UserError(`'${key}' in ${where.place} has no condition. Write ${FILTER_EXAMPLE}`);
	}
	const [operator, value] = ['operator', 'value'].map((name) =>
		entries.find(([input]) => plain(input) === name),
	);
	if (operator && entries.length === (value ? 2 : 1)) {
		return all([readConditionJson(key, asText(operator[1]), value?.[1], where)]);
	}
	return all(entries.map(([name, inner]) => readConditionJson(key, name, inner, where)));
}

function readConditionJson(
	typed: string,
	operator: string,
	value: unknown,
	where: FilterPlace,
): FilterCondition {
	const { event, names, place } = where;
	const at = `'${firstWords(typed)}' in ${place}`;
	const requested = readOperator(operator, at);
	const named = names.property(typed, event, at, isOfNumbers(requested) ? 'compared' : undefined);
	// A number property has no text values, so `{"age": "not_set"}` can only mean the operator.
	const meant = FILTER_FUNCTIONS.find(({ takes, word }) => takes === 'none' && word === value);
	const isOperator = meant && requested.value === 'equal' && named.kind === 'number';
	const comparison = readOperand(isOperator ? meant : requested, isOperator ? [] : asList(value), {
		kind: named.kind,
		names,
		place: at,
	});
	return { property: named.property, ...comparison };
}

export const filterParam: Param<Filter | undefined, [event: string]> = {
	fields: filterFields,
	key: 'filter',
	also: ['filters', 'where'],
	schema: {
		examples: [
			{ city: ['Riga', 'Oslo'], age: { '>=': 18 }, or: [{ a: { contains: 'x' } }, { b: 5 }] },
		],
	},
	read: (source, event) =>
		source.isForm
			? readQueryFilter(source.field, event)
			: readFilterJson(source.value(FILTER), event, source.names, source.label(FILTER)),
};
export const FILTER = { displayName: 'Filter', name: 'filter', key: 'filter' };

/**
 * Code of an expression that is true if a condition is filled in. `p` is the form as n8n returns it:
 * without hidden fields; `rows` are the rows that may have their own filter.
 */
export const IS_FILTERED =
	'(p.options?.filterJson || [p.filter, p.datasetFilter, ...(p.filterGroups?.group ?? []).map((x) => x.conditions), ...rows.map((x) => x.isFiltered && x.filter)].some((x) => x?.condition?.some((x) => x.field?.value ?? x.field)))';
