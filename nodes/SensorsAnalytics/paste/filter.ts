import { UserError } from 'n8n-workflow';

import type { Condition, Filter, Scalar } from '../query/eventQuery';
import { fromExpression } from '../query/fieldExpression';
import { asText, isObject } from '../query/json';

/**
 * A filter in the platform's own form, as it stands in a copied payload (docs/service.md,
 * "Filters").
 * @param place where it stands, for errors
 * @throws UserError that names the key
 */
export function readFilter(value: unknown, place: string): Filter {
	if (!isObject(value)) throw new UserError(`${place} is no JSON object with 'conditions'`);
	const { relation = 'and', conditions = [], filters = [] } = value;
	const join = asText(relation).toLowerCase();
	if (join !== 'and' && join !== 'or')
		throw new UserError(`'relation' in ${place} must be and or or`);
	if (!Array.isArray(conditions)) throw new UserError(`'conditions' in ${place} is not a list`);
	if (!Array.isArray(filters)) throw new UserError(`'filters' in ${place} is not a list`);
	return {
		join,
		conditions: conditions.map((condition: unknown, index) =>
			readCondition(condition, `condition ${index + 1} in ${place}`),
		),
		groups: filters.map((inner: unknown, index) =>
			readFilter(inner, `group ${index + 1} in ${place}`),
		),
	};
}

function readCondition(value: unknown, place: string): Condition {
	const { field, function: name, params = [] } = isObject(value) ? value : {};
	if (typeof field !== 'string' || field === '') throw new UserError(`${place} has no 'field'`);
	if (typeof name !== 'string' || name === '') throw new UserError(`${place} has no 'function'`);
	if (!Array.isArray(params)) throw new UserError(`'params' of ${place} is not a list`);
	return { property: fromExpression(field), function: name, values: params as Scalar[] };
}
