import { UserError } from 'n8n-workflow';

import { firstWords } from '../../../credentials/http/redact';
import { WholeNumber } from '../../../credentials/http/json';
import type { Condition, Filter } from '../query/eventQuery';
import { asText, isObject, type JsonObject } from '../query/json';
import { readComparison } from './comparison';
import { listed, readKeys, readText, shown } from './keys';
import type { Names } from './names';
import { isOfNumbers, readOperator } from './operators';
import { meaningsOf, plain, type Word } from './words';

const JOINS: ReadonlyArray<Word<'and' | 'or'>> = [
	{ word: 'and', value: 'and', also: ['all', '且', '并且'] },
	{ word: 'or', value: 'or', also: ['any', '或', '或者'] },
];
const CONDITION = {
	property: ['field'],
	operator: ['op', 'function'],
	value: ['values'],
};
const EXAMPLE = '{"city": "Beijing", "amount": {">=": 500}}';
/** Deeper than anybody writes it. */
const DEEPEST = 8;

/**
 * Conditions: `{"city": ["Beijing", "Shanghai"], "amount": {">=": 500}, "or": [{…}, {…}]}`, or a
 * list of `{"property", "operator", "value"}`; all must hold.
 * @param event whose properties short names mean
 * @param place for errors, such as `'filter'`
 * @returns undefined where there are none
 * @throws UserError that names the property
 */
export function readFilter(
	value: unknown,
	event: string,
	names: Names,
	place: string,
): Filter | undefined {
	if (value === undefined || value === null) return undefined;
	const filter = readPart(value, { event, names, place }, 0);
	return filter.conditions.length + filter.groups.length > 0 ? filter : undefined;
}

interface Where {
	event: string;
	names: Names;
	place: string;
}

function readPart(value: unknown, where: Where, depth: number): Filter {
	if (depth > DEEPEST) throw new UserError(`${where.place} is nested too deep`);
	if (Array.isArray(value)) return joined('and', value, where, depth);
	if (!isObject(value)) {
		throw new UserError(`${where.place} must be an object such as ${EXAMPLE}, not ${shown(value)}`);
	}
	if (isCondition(value)) return all([readListed(value, where)]);
	const parts = Object.entries(value).flatMap(([key, spec]): Filter[] => {
		const [join] = meaningsOf(key, JOINS);
		if (join === undefined) return [readProperty(key, spec, where)];
		if (!Array.isArray(spec)) {
			throw new UserError(`'${key}' in ${where.place} must be a list such as [${EXAMPLE}]`);
		}
		return [joined(join.value, spec, where, depth)];
	});
	return merge('and', parts);
}

function joined(join: 'and' | 'or', list: unknown[], where: Where, depth: number): Filter {
	return merge(
		join,
		list.map((inner) => readPart(inner, where, depth + 1)),
	);
}

/** One filter of several: what has one condition, or the same join, needs no group of its own. */
function merge(join: 'and' | 'or', parts: readonly Filter[]): Filter {
	const filled = parts.filter(({ conditions, groups }) => conditions.length + groups.length > 0);
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

function all(conditions: Condition[]): Filter {
	return { join: 'and', conditions, groups: [] };
}

/** Whether it is written as `{"property": …, "operator": …, "value": …}`. */
function isCondition(value: JsonObject): boolean {
	const keys = Object.keys(value).map(plain);
	const says = (key: keyof typeof CONDITION) =>
		[key, ...CONDITION[key]].some((word) => keys.includes(plain(word)));
	return says('property') && (says('operator') || says('value')) && keys.length <= 3;
}

function readListed(value: JsonObject, where: Where): Condition {
	const example = '{"property": "city", "operator": "=", "value": "Beijing"}';
	const { place } = where;
	const given = readKeys(value, CONDITION, `A condition in ${place}`, example);
	const property = readText(given.property, `'property' of a condition in ${place}`, '"city"');
	const operator = given.operator === undefined ? '=' : given.operator;
	return readCondition(property, asText(operator), given.value, where);
}

function readProperty(key: string, spec: unknown, where: Where): Filter {
	if (!isObject(spec) || spec instanceof WholeNumber)
		return all([readCondition(key, '=', spec, where)]);
	const entries = Object.entries(spec);
	if (entries.length === 0) {
		throw new UserError(`'${key}' in ${where.place} has no condition. Write ${EXAMPLE}`);
	}
	const [operator, value] = ['operator', 'value'].map((name) =>
		entries.find(([given]) => plain(given) === name),
	);
	if (operator && entries.length === (value ? 2 : 1)) {
		return all([readCondition(key, asText(operator[1]), value?.[1], where)]);
	}
	return all(entries.map(([name, inner]) => readCondition(key, name, inner, where)));
}

function readCondition(typed: string, operator: string, value: unknown, where: Where): Condition {
	const { event, names, place } = where;
	const at = `'${firstWords(typed)}' in ${place}`;
	const asked = readOperator(operator, at);
	const named = names.property(typed, event, at, isOfNumbers(asked) ? 'compared' : undefined);
	const comparison = readComparison(asked, listed(value), {
		kind: named.kind,
		names,
		place: at,
	});
	return { property: named.property, ...comparison };
}
