import { OperationalError, UserError } from 'n8n-workflow';

import { isObject, type JsonObject } from '../../query/json';

/** The objects of a list. @throws OperationalError for what is no list */
export function listedObjects(answer: unknown, what: string): JsonObject[] {
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

/**
 * An ID as a part of a path. Anything else could lead elsewhere: `..` is the folder above.
 * @throws UserError
 */
export function idInPath(id: string, what: string): string {
	if (/^[\w-]{1,100}$/.test(id)) return id;
	throw new UserError(
		`'${id.slice(0, 100)}' is no ID of a ${what}. An ID consists of digits, letters, - and _, and stands in the address of the ${what} in the web interface`,
	);
}
