import { DateTime } from 'luxon';

import type { ShopEvent, Value } from '../data/shop.mts';
import { badRequest } from '../refusal.mts';
import { findField } from './fields.mts';
import type { Filter } from './query.mts';

type Test = (event: ShopEvent) => boolean;
type Param = string | number | boolean;

/** Functions for the kinds of value that the shop has (docs/service.md, "Filters"). */
const FUNCTIONS: Record<
	string,
	{
		params: 'none' | 'one' | 'two' | 'some';
		test(value: Value, params: Param[], today: string): boolean;
	}
> = {
	equal: { params: 'some', test: (value, params) => params.includes(value as Param) },
	notEqual: { params: 'some', test: (value, params) => !params.includes(value as Param) },
	contain: {
		params: 'some',
		test: (value, params) => params.some((param) => String(value ?? '').includes(String(param))),
	},
	notContain: {
		params: 'some',
		test: (value, params) => !params.some((param) => String(value ?? '').includes(String(param))),
	},
	rlike: {
		params: 'one',
		test: (value, [param]) => new RegExp(String(param)).test(String(value ?? '')),
	},
	less: {
		params: 'one',
		test: (value, [param]) => value !== null && Number(value) < Number(param),
	},
	greater: {
		params: 'one',
		test: (value, [param]) => value !== null && Number(value) > Number(param),
	},
	lessEqual: {
		params: 'one',
		test: (value, [param]) => value !== null && Number(value) <= Number(param),
	},
	greaterEqual: {
		params: 'one',
		test: (value, [param]) => value !== null && Number(value) >= Number(param),
	},
	between: {
		params: 'two',
		test: (value, [low, high]) =>
			value !== null && Number(value) >= Number(low) && Number(value) <= Number(high),
	},
	isTrue: { params: 'none', test: (value) => value === true },
	isFalse: { params: 'none', test: (value) => value === false },
	include: {
		params: 'one',
		test: (value, [param]) => Array.isArray(value) && value.includes(String(param)),
	},
	absoluteBetween: {
		params: 'two',
		test: (value, [from, to]) =>
			value !== null && String(value) >= String(from) && String(value) <= String(to),
	},
	relativeWithin: {
		params: 'one',
		test: (value, [days], today) => value !== null && String(value) >= daysAgo(today, days),
	},
	relativeBefore: {
		params: 'one',
		test: (value, [days], today) => value !== null && String(value) < daysAgo(today, days),
	},
	isSet: { params: 'none', test: (value) => value !== null },
	notSet: { params: 'none', test: (value) => value === null },
};

/** Compiles the filter to a test of events; without a filter, all events pass. */
export function compileFilter(filter: Filter | undefined, place: string, today: string): Test {
	if (!filter) return () => true;
	const tests = [
		...(filter.conditions ?? []).map((condition, index) =>
			compileCondition(condition, `${place}.conditions.${index}`, today),
		),
		...(filter.filters ?? []).map((inner, index) =>
			compileFilter(inner, `${place}.filters.${index}`, today),
		),
	];
	if (tests.length === 0) return () => true;
	const isAny = filter.relation?.toLowerCase() === 'or';
	return (event) =>
		isAny ? tests.some((test) => test(event)) : tests.every((test) => test(event));
}

function daysAgo(today: string, days: Param | undefined): string {
	return DateTime.fromISO(today, { zone: 'utc' })
		.minus({ days: Number(days) })
		.toFormat('yyyy-MM-dd');
}

function compileCondition(
	condition: NonNullable<Filter['conditions']>[number],
	place: string,
	today: string,
): Test {
	const field = findField(condition.field, `${place}.field`);
	const known = FUNCTIONS[condition.function];
	if (!known)
		throw badRequest(`${place}.function: the function "${condition.function}" is unknown`);
	const params = condition.params ?? [];
	const isCountRight = {
		none: params.length === 0,
		one: params.length === 1,
		two: params.length === 2,
		some: params.length > 0,
	}[known.params];
	if (!isCountRight)
		throw badRequest(
			`${place}.params: ${condition.function} takes ${known.params}, not ${params.length}`,
		);
	return (event) => known.test(field.valueOf(event), params, today);
}
