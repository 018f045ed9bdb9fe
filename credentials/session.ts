import { createHash, randomBytes } from 'crypto';
import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { printOf } from './certificates';
import { loginOf, type TokenConnection } from './ways';

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

const MAX_TEXT = 1000;
const MAX_EVENTS = 10_000;

/**
 * The documented fields of a login's answer, without the token (docs/service.md, "Login"). What
 * else comes is not handed out: it may be anything, such as an echo of the request.
 * @param isClean whether a text may be handed out
 */
export function documentedDetails(
	answer: IDataObject,
	isClean: (text: string) => boolean = () => true,
): IDataObject {
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
		details.event_permission = {
			...(isShown(type) ? { type } : {}),
			...(Array.isArray(events) ? { events: documentedEvents(events).filter(isShown) } : {}),
		};
	}
	return details;
}

/** The form of an entry is not documented (docs/service.md, "Login"): names are handed out. */
function documentedEvents(events: unknown[]): string[] {
	return events
		.slice(0, MAX_EVENTS)
		.filter((event): event is string => typeof event === 'string' && isPlain(event));
}

function isPlain(value: unknown): value is string | number {
	return typeof value === 'number' || (typeof value === 'string' && value.length <= MAX_TEXT);
}

/** A user access token with what is known of it. */
export interface Session {
	token: string;
	/** What it belongs to: see identity.ts. */
	identity: string;
	/** ISO 8601, UTC. */
	issuedAt: string;
	validityMinutes: number;
	/** The login answer's documented fields (docs/service.md, "Login"), without the token. */
	details: IDataObject;
}

/** The session that the credential holds, if any. */
export function readStoredSession(
	credentials: ICredentialDataDecryptedObject,
): Session | undefined {
	const token = credentials.accessToken;
	if (typeof token !== 'string' || token === '') return undefined;
	const kept = parseObject(credentials.accessTokenDetails);
	return {
		token,
		identity: String(credentials.accessTokenIdentity ?? ''),
		issuedAt: String(kept.issuedAt ?? ''),
		validityMinutes: Number(kept.validityMinutes ?? 0),
		// Stored before, they may hold more.
		details: documentedDetails((kept.details ?? {}) as IDataObject),
	};
}

/** The hidden fields of the credential that hold a session. */
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
		// Written by hand or by another version: the token itself is still good.
		return {};
	}
}

/**
 * Fingerprint of everything that a token belongs to. Change any of it and the token must not be
 * sent again. The validity is not part of it: a longer wish does not make a living token wrong.
 * That certificates are not checked is, and who vouches for them: such a token was got from whoever answered.
 * @returns 64 hex digits; secrets can't be read back from it
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

/** The hidden property whose emptiness makes n8n run preAuthentication. */
const EXPIRABLE = 'accessToken';
const REFUSED = 'refusedAccessToken';
const NEW_WANTED = 'isNewTokenWanted';

/**
 * The credential with the order to get a session before the next request. The order is read by
 * preAuthentication and never stored: n8n stores what preAuthentication returns.
 * @param refusedToken the token that the service refused; left out when a person wants a new one
 */
export function withRenewalOrder(
	credentials: ICredentialDataDecryptedObject,
	refusedToken?: string,
): ICredentialDataDecryptedObject {
	const ordered: ICredentialDataDecryptedObject = { ...credentials, [EXPIRABLE]: '' };
	if (refusedToken === undefined) ordered[NEW_WANTED] = true;
	else ordered[REFUSED] = refusedToken;
	return ordered;
}

/** The order that came with the credential, if any. */
export function readRenewalOrder(credentials: ICredentialDataDecryptedObject): {
	refusedToken?: string;
	isNewRequested: boolean;
} {
	const refused = credentials[REFUSED];
	return {
		refusedToken: typeof refused === 'string' ? refused : undefined,
		isNewRequested: credentials[NEW_WANTED] === true,
	};
}
