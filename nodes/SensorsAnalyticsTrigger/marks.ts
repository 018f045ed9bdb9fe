import { createHmac, randomBytes } from 'crypto';

/** Of a mark, in hexadecimal digits: long enough that no two are the same by chance. */
const MARK_LENGTH = 16;
const SALT_BYTES = 16;

/**
 * Salt of the marks in a memory: what is exported with the workflow can't be looked up in tables
 * of hashes of names.
 */
export function newSalt(): string {
	return randomBytes(SALT_BYTES).toString('hex');
}

/** What tells texts apart and leaves nothing of them. */
export function markOf(salt: string, texts: Iterable<string>): string {
	const hmac = createHmac('sha256', salt);
	for (const text of texts) hmac.update(`${text.length} ${text}\n`);
	return hmac.digest('hex').slice(0, MARK_LENGTH);
}

export function isMark(value: unknown): value is string {
	return typeof value === 'string' && value.length === MARK_LENGTH && /^[0-9a-f]+$/.test(value);
}

export function isSalt(value: unknown): value is string {
	return typeof value === 'string' && value.length === 2 * SALT_BYTES && /^[0-9a-f]+$/.test(value);
}
