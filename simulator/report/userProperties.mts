import { z } from 'zod';

import { type Shop, type ShopEvent, USER_PROPERTIES } from '../data/shop.mts';
import { badRequest } from '../refusal.mts';
import { AGGREGATORS } from './aggregate.mts';
import { readBody } from './cohorts.mts';
import { findField } from './fields.mts';
import { compileFilter } from './filter.mts';
import { filter } from './query.mts';

const schema = z.object({
	measures: z.array(z.object({ aggregator: z.string(), field: z.string().optional() })).min(1),
	by_fields: z.array(z.string()).optional(),
	filter: filter.optional(),
	limit: z.number().int().optional(),
});

/**
 * Users by their properties (docs/service.md, "Users by property"): no dates, flat lists of values.
 */
export function computeUserProperties(shop: Shop, body: unknown, today: string): object {
	const query = readBody(schema, body);
	const fields = (query.by_fields ?? []).map((field, index) =>
		userField(field, `by_fields.${index}`),
	);
	const passes = compileFilter(query.filter, 'filter', today);
	// Filters and fields read events, so a user is an event without properties.
	const people = shop.users
		.map((user): ShopEvent => ({ event: '', user, time: '', properties: {} }))
		.filter(passes);
	const columns = query.measures.map(({ aggregator, field }, index) => {
		if (aggregator === 'count') return (group: ShopEvent[]) => group.length;
		const rule = AGGREGATORS[aggregator.toLowerCase()];
		if (!rule) throw badRequest(`measures.${index}.aggregator: "${aggregator}" is unknown`);
		const found = userField(field ?? '', `measures.${index}.field`);
		return (group: ShopEvent[]) => rule.compute(group, found);
	});
	const groups = new Map<string, ShopEvent[]>();
	for (const person of people) {
		const key = JSON.stringify(fields.map(({ valueOf }) => valueOf(person)));
		groups.set(key, [...(groups.get(key) ?? []), person]);
	}
	if (fields.length === 0 && groups.size === 0) groups.set('[]', []);
	const rows = [...groups]
		.sort((a, b) => b[1].length - a[1].length)
		.slice(0, query.limit ?? Infinity)
		.map(([key, group]) => ({
			...(fields.length > 0 ? { by_values: JSON.parse(key) as unknown[] } : {}),
			values: columns.map((compute) => compute(group)),
		}));
	return {
		...(query.by_fields?.length ? { by_fields: query.by_fields } : {}),
		rows,
		num_rows: rows.length,
		truncated: rows.length < groups.size,
	};
}

function userField(expression: string, place: string) {
	const name = expression.replace(/^user\./, '');
	if (!expression.startsWith('user.') || !USER_PROPERTIES[name])
		throw badRequest(`${place}: the field "${expression}" does not exist`);
	return findField(expression, place);
}
