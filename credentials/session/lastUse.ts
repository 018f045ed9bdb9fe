import { noteAccepted } from './restraint';
import type { Session } from './session';

const MINUTE_MS = 60_000;
const MAX_KEPT = 500;
/** When this process last saw a token accepted, milliseconds since 1970. */
const lastUse = new Map<string, number>();

/** The service has just accepted the token: its validity starts anew (docs/service.md, "Tokens"). */
export function noteUse(identity: string, token: string): void {
	noteAccepted(identity, token);
	lastUse.delete(token);
	lastUse.set(token, Date.now());
	for (const key of lastUse.keys()) {
		if (lastUse.size <= MAX_KEPT) break;
		lastUse.delete(key);
	}
}

/** Whether this process has seen the token accepted. */
export function hasBeenUsed(token: string): boolean {
	return lastUse.has(token);
}

/**
 * Whether the token can have ended for lack of use, as far as this process knows. Uses by others
 * count as well and are not known here, so it may still be alive: reason enough to believe an
 * unclear refusal, none to renew it beforehand.
 */
export function mayHaveEnded({ token, issuedAt, validityMinutes }: Session): boolean {
	const known = Math.max(Date.parse(issuedAt) || 0, lastUse.get(token) ?? 0);
	const now = Date.now();
	// A time in the future: the clock was set back, so nothing is known.
	return known > now || now - known > validityMinutes * MINUTE_MS;
}
