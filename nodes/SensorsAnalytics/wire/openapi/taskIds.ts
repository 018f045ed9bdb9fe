/** IDs of what the service was told to do: whole numbers, which people may type again. */
import { UserError } from 'n8n-workflow';

import type { JsonObject } from '../../query/json';
import { UnknownForm } from '../rows/unknownForm';

const SUBJECT = 'The answer';
const ID = /^\d{1,18}$/;

/** @param what the number belongs to, for errors. @throws UserError for what is no such ID */
export function numberOfId(id: string, what: string): number {
	if (ID.test(id) && Number.isSafeInteger(Number(id))) return Number(id);
	throw new UserError(`'${id.slice(0, 100)}' is no ID of ${what}, which is a whole number`);
}

/** The ID that an answer tells, as text. @throws UnknownForm */
export function taskIdIn(data: JsonObject, key: string): string {
	const value = data[key];
	if ((typeof value === 'number' || typeof value === 'string') && ID.test(String(value))) {
		return String(value);
	}
	throw new UnknownForm(`no '${key}'`, SUBJECT);
}
