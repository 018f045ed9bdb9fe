import { OperationalError } from 'n8n-workflow';

import { isObject, type JsonObject } from '../json';

/** The objects of a list. @throws OperationalError for what is no list */
export function objectsIn(answer: unknown, what: string): JsonObject[] {
	if (Array.isArray(answer)) return answer.filter(isObject);
	throw new OperationalError(`The list of ${what} has a form that this node does not know`, {
		description: 'Please report it with the version of your Sensors Analytics.',
	});
}

/** IDs are numbers; as text they can be typed, compared and kept whole. */
export function idOf(object: JsonObject): string {
	const { id } = object;
	return typeof id === 'number' || typeof id === 'string' ? String(id) : '';
}
