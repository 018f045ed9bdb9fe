import { createHash, randomBytes } from 'crypto';
import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

/**
 * Marks that processes leave for each other in the stored credential while its token is renewed:
 * n8n has no lock that they could share. A new token takes them away.
 */

/**
 * Hidden fields of the credential. `accessTokenClaim`: who wants to renew; the last to write it
 * may. `accessTokenRenewal`: who is renewing. Two fields, as n8n writes only those that it is
 * given: a late claim leaves the other one alone.
 */
type MarkField = 'accessTokenClaim' | 'accessTokenRenewal';
export type Marks = { [field in MarkField]?: string };

export const NO_MARKS: Required<Marks> = { accessTokenClaim: '', accessTokenRenewal: '' };

export interface Mark {
	/** The process that left it. */
	by: string;
	/** By the clock of that process, milliseconds since 1970. */
	at: number;
}

/** Tells this process from others that share the credential. */
export const THIS_PROCESS = randomBytes(6).toString('hex');

/** Key of the order to store marks, within the credential that n8n hands on to us. */
const ORDER = 'marksToStore';

/** A mark about a token, as it is stored: neither the token nor anything secret is in it. */
export function writeMark(token: string, { by, at }: Mark): string {
	return `${by} ${fingerprint(token)} ${at}`;
}

/** The stored mark of that kind about the token, if any. */
export function readMark(
	credentials: ICredentialDataDecryptedObject,
	field: MarkField,
	token: string,
): Mark | undefined {
	const [by = '', of, at] = String(credentials[field] ?? '').split(' ');
	return of === fingerprint(token) ? { by, at: Number(at) } : undefined;
}

function fingerprint(token: string): string {
	return createHash('sha256').update(token).digest('hex').slice(0, 12);
}

/** The credential with the order to store marks, in place of a request. */
export function withMarksToStore(
	credentials: ICredentialDataDecryptedObject,
	marks: Marks,
): ICredentialDataDecryptedObject {
	return { ...credentials, [ORDER]: marks };
}

/** The marks that are to be stored in place of a request, if any. */
export function readMarksToStore(credentials: ICredentialDataDecryptedObject): Marks | undefined {
	return credentials[ORDER] as Marks | undefined;
}

/** Whether the marks of an order have been stored. n8n puts into the credential what it stores. */
export function areStored(credentials: ICredentialDataDecryptedObject): boolean {
	const marks = Object.entries(readMarksToStore(credentials) ?? {});
	return marks.every(([field, text]) => credentials[field] === text);
}

/**
 * What preAuthentication returns to store marks and nothing else. n8n stores nothing without the
 * token, but copies only what is enumerable: a token that another process stores at that moment
 * stays.
 */
export function toMarkFields(marks: Marks, token: unknown): IDataObject {
	return Object.defineProperty({ ...marks }, 'accessToken', { value: token, enumerable: false });
}

const underWay = new Map<string, Promise<unknown>>();

/**
 * Stores marks for an identity, while this process gets a new token: which is not to be stored
 * before they are. Once at a time.
 */
export function noteMarking(identity: string, store: () => Promise<void>): void {
	if (underWay.has(identity)) return;
	const stored = store().finally(() => underWay.delete(identity));
	stored.catch(() => undefined);
	underWay.set(identity, stored);
}

/** Resolves when no marks of this process are being stored for the identity. Never throws. */
export async function marked(identity: string): Promise<void> {
	await underWay.get(identity)?.catch(() => undefined);
}
