/**
 * What this process knows of sessions beyond the stored credential: the login under way, and the
 * newest session with the tokens that it replaced. It keeps late refusals of a token that has
 * just been replaced from logging in again, before the stored credential shows the new one.
 */
import { hasBeenUsed, mayHaveEnded } from './lastUse';
import { noteLost, pauseOf } from './restraint';
import type { Session } from './session';
import { SignInError, waitingError } from './signIn';

interface Known {
	session: Session;
	/** Refused tokens in whose place `session` came. */
	replaced: Set<string>;
}

const MAX_KNOWN = 200;
const MAX_REPLACED = 20;
const underWay = new Map<string, Promise<Session>>();
const newest = new Map<string, Known>();

export interface Wish {
	identity: string;
	/** The token that the service has just refused, if that is why a session is wanted. */
	refusedToken?: string;
	/** True when a person asked for a new token. */
	isNewWanted?: boolean;
	/** True when a person waits to hear whether the login holds. */
	isTest?: boolean;
}

/**
 * A session for the wish: one login at a time per identity, none if it has just been replaced.
 * @throws SignInError also where logins have not helped, and it is too early for the next one
 */
export async function obtainSession(wish: Wish, login: () => Promise<Session>): Promise<Session> {
	const running = underWay.get(wish.identity);
	if (running) return await running;
	const known = newest.get(wish.identity);
	if (known && !wish.isNewWanted && canServe(known, wish.refusedToken)) return known.session;

	const pause = wish.isNewWanted || wish.isTest ? undefined : pauseOf(wish.identity);
	if (pause) throw waitingError(pause);

	const attempt = login();
	attempt.catch((error: unknown) => {
		if (error instanceof SignInError && error.mayHaveGivenToken) {
			noteLost(wish.identity, error.explanation.message);
		}
	});
	underWay.set(wish.identity, attempt);
	try {
		const session = await attempt;
		remember(session, wish.refusedToken);
		return session;
	} finally {
		underWay.delete(wish.identity);
	}
}

/** The newest session that this process has got for the identity. */
export function newestSession(identity: string): Session | undefined {
	return newest.get(identity)?.session;
}

/** Whether this process has got the token and not seen it accepted yet, though it can't be of age. */
export function isUnused(session: Session): boolean {
	const isOwn = newest.get(session.identity)?.session.token === session.token;
	return isOwn && !hasBeenUsed(session.token) && !mayHaveEnded(session);
}

/**
 * Whether this process has got the token in place of a refused one, though it can't be of age: two
 * that end early are more often a refusal that means something else.
 */
export function isRenewal(session: Session): boolean {
	const known = newest.get(session.identity);
	const isOwn = known?.session.token === session.token && known.replaced.size > 0;
	return isOwn && !mayHaveEnded(session);
}

/** Whether this process needs nobody else to renew a token: it got it itself, or has replaced it. */
export function hasPartIn(identity: string, token: string): boolean {
	const known = newest.get(identity);
	return known !== undefined && (known.session.token === token || known.replaced.has(token));
}

/** Whether this process has a newer session in place of the token. */
export function hasReplaced(identity: string, token: string): boolean {
	return newest.get(identity)?.replaced.has(token) === true;
}

function canServe(known: Known, refusedToken: string | undefined): boolean {
	// Without a refused token nothing was stored yet: a session of this process is worth a try.
	return refusedToken === undefined || known.replaced.has(refusedToken);
}

function remember(session: Session, refusedToken: string | undefined): void {
	const replaced = new Set(newest.get(session.identity)?.replaced);
	if (refusedToken !== undefined) replaced.add(refusedToken);
	while (replaced.size > MAX_REPLACED) replaced.delete(first(replaced));
	replaced.delete(session.token);
	newest.delete(session.identity);
	newest.set(session.identity, { session, replaced });
	while (newest.size > MAX_KNOWN) newest.delete(first(newest));
}

function first(keys: Set<string> | Map<string, unknown>): string {
	return keys.keys().next().value as string;
}
