import { createHash, randomBytes } from 'crypto';
import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { printOf } from './certificates';
import { atOnce, type Steps } from './http/slices';
import { loginOf, type TokenConnection } from './ways';

/**
 * Marks that processes leave for each other in the stored credential while one renews its token:
 * n8n has no lock that they could share. Storing a new token removes them.
 */

/**
 * Hidden fields of the credential. `accessTokenClaim`: the process that wants to renew; the last
 * one to write it may. `accessTokenRenewal`: the process that is renewing. They are two fields
 * because n8n writes only the fields that it receives, so that a late claim doesn't change the
 * other field.
 */
type MarkField = 'accessTokenClaim' | 'accessTokenRenewal';
export type Marks = { [field in MarkField]?: string };

export const NO_MARKS: Required<Marks> = { accessTokenClaim: '', accessTokenRenewal: '' };

export interface Mark {
	/** The process that left the mark. */
	by: string;
	/** Time on that process's clock, milliseconds since 1970. */
	at: number;
}

/** Identifies this process among those that share the credential. */
export const THIS_PROCESS = randomBytes(6).toString('hex');

/** Key, in the credential object that n8n passes on, of the order to store marks. */
const ORDER = 'marksToStore';

/** Returns the stored form of a mark; it contains neither the token nor any secret. */
export function writeMark(token: string, { by, at }: Mark): string {
	return `${by} ${fingerprint(token)} ${at}`;
}

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

/** Orders preAuthentication to store marks instead of sending a request. */
export function withMarksToStore(
	credentials: ICredentialDataDecryptedObject,
	marks: Marks,
): ICredentialDataDecryptedObject {
	return { ...credentials, [ORDER]: marks };
}

export function readMarksToStore(credentials: ICredentialDataDecryptedObject): Marks | undefined {
	return credentials[ORDER] as Marks | undefined;
}

/** Whether the marks of an order have been stored: n8n adds to the object what it stores. */
export function areStored(credentials: ICredentialDataDecryptedObject): boolean {
	const marks = Object.entries(readMarksToStore(credentials) ?? {});
	return marks.every(([field, text]) => credentials[field] === text);
}

/**
 * n8n stores nothing if there is no token, but copies only enumerable fields: a token that another
 * process stores at that moment stays.
 */
export function toMarkFields(marks: Marks, token: unknown): IDataObject {
	return Object.defineProperty({ ...marks }, 'accessToken', { value: token, enumerable: false });
}

const underWay = new Map<string, Promise<unknown>>();

/** Stores marks before this process stores a new token, unless marks are being stored already. */
export function noteMarking(identity: string, store: () => Promise<void>): void {
	if (underWay.has(identity)) return;
	const stored = store().finally(() => underWay.delete(identity));
	stored.catch(() => undefined);
	underWay.set(identity, stored);
}

/** Resolves when this process stores no more marks for the identity. Never throws. */
export async function marked(identity: string): Promise<void> {
	await underWay.get(identity)?.catch(() => undefined);
}

const MAX_TEXT = 1000;
const MAX_EVENTS = 10_000;

/** Other fields of a login's answer are left out: they may be an echo of the request. */
export function documentedDetails(answer: IDataObject): IDataObject {
	return atOnce(detailSteps(answer, () => true));
}

/** Does the same, without texts that aren't clean: thousands of names take long to search. */
export function* detailSteps(
	answer: IDataObject,
	isClean: (text: string) => boolean,
): Steps<IDataObject> {
	const details: IDataObject = {};
	const isShown = (value: unknown): value is string | number =>
		isPlain(value) && isClean(String(value));
	for (const field of ['role', 'user_id', 'username', 'account_name', 'account_id']) {
		const value = answer[field];
		if (isShown(value)) details[field] = value;
	}
	const permission = answer.event_permission;
	if (typeof permission === 'object' && permission !== null) {
		const { type, events } = permission as IDataObject;
		const shown: string[] = [];
		// The format of an entry isn't documented, so only names are returned.
		for (const event of Array.isArray(events) ? events.slice(0, MAX_EVENTS) : []) {
			if (typeof event === 'string' && isShown(event)) shown.push(event);
			yield;
		}
		details.event_permission = {
			...(isShown(type) ? { type } : {}),
			...(Array.isArray(events) ? { events: shown } : {}),
		};
	}
	return details;
}

function isPlain(value: unknown): value is string | number {
	return typeof value === 'number' || (typeof value === 'string' && value.length <= MAX_TEXT);
}

/**
 * Matches a token that fits into an HTTP header. n8n evaluates a stored text that begins with `=` as
 * an expression.
 */
export const TOKEN = /^[\x21-\x3c\x3e-\x7e][\x21-\x7e]{0,4095}$/;

/** A user access token and what is known about it. */
export interface Session {
	token: string;
	identity: string;
	/** ISO 8601, UTC. */
	issuedAt: string;
	validityMinutes: number;
	/** The documented fields of the login's answer (docs/service.md, "Login"), without the token. */
	details: IDataObject;
}

export function readStoredSession(
	credentials: ICredentialDataDecryptedObject,
): Session | undefined {
	const token = credentials.accessToken;
	if (typeof token !== 'string' || !TOKEN.test(token)) return undefined;
	const kept = parseObject(credentials.accessTokenDetails);
	return {
		token,
		identity: String(credentials.accessTokenIdentity ?? ''),
		issuedAt: String(kept.issuedAt ?? ''),
		validityMinutes: Number(kept.validityMinutes ?? 0),
		// Details that an older version stored may hold more.
		details: documentedDetails((kept.details ?? {}) as IDataObject),
	};
}

export function toStoredFields(session: Session): IDataObject {
	const { issuedAt, validityMinutes, details } = session;
	return {
		accessToken: session.token,
		accessTokenIdentity: session.identity,
		accessTokenDetails: JSON.stringify({ issuedAt, validityMinutes, details }),
		...NO_MARKS,
	};
}

function parseObject(text: unknown): IDataObject {
	if (typeof text !== 'string' || text === '') return {};
	try {
		const parsed: unknown = JSON.parse(text);
		return typeof parsed === 'object' && parsed !== null ? (parsed as IDataObject) : {};
	} catch {
		// The details were written by hand or by another version; the token itself is still valid.
		return {};
	}
}

/**
 * Returns a fingerprint of all that a token belongs to: if any of it changes, the token must not be
 * sent again. That includes trusted certificates, because otherwise the token may come from any
 * server that answered, but not the validity: a longer one does not make a valid token wrong.
 * Secrets can't be read back.
 */
export function identityOf(connection: TokenConnection): string {
	const { mode, baseUrl, project, skipCertificateCheck, certificates } = connection;
	const owner = loginOf(connection).ownerOf(connection);
	const unchecked = skipCertificateCheck ? ['certificates are not checked'] : [];
	const own = certificates ? [printOf(certificates)] : [];
	return createHash('sha256')
		.update(JSON.stringify([baseUrl, project, mode, ...owner, ...unchecked, ...own]))
		.digest('hex');
}

/** n8n runs preAuthentication if this hidden property is empty. */
const EXPIRABLE = 'accessToken';
const REFUSED = 'refusedAccessToken';
const NEW_SINCE = 'newTokenSince';

/**
 * Orders a session before the next request: preAuthentication reads the order, which n8n never
 * stores.
 * @param why the refused token, or when the run started in which a person requests a new token
 */
export function withRenewalOrder(
	credentials: ICredentialDataDecryptedObject,
	why: string | number,
): ICredentialDataDecryptedObject {
	return { ...credentials, [EXPIRABLE]: '', [typeof why === 'string' ? REFUSED : NEW_SINCE]: why };
}

export function readRenewalOrder(credentials: ICredentialDataDecryptedObject): {
	refusedToken?: string;
	newSince?: number;
} {
	const { [REFUSED]: refused, [NEW_SINCE]: since } = credentials;
	return {
		refusedToken: typeof refused === 'string' ? refused : undefined,
		newSince: typeof since === 'number' ? since : undefined,
	};
}
