/**
 * Logins of this process that did not help: their token was refused before it was of any use, or
 * got lost with their answer. One more would not help either, and each may end a colleague's
 * session (docs/tokens.md, "Logins that do not help"): the pauses between them grow.
 */
import type { Session } from './session';

interface LoginsInVain {
	/** Logins that did not help, since one that did. */
	count: number;
	/** When the last of them was, milliseconds since 1970. */
	at: number;
	/** What came of it, for people. */
	reason: string;
	/** The token that was refused at once, if one was. */
	token?: string;
}

/** From so many logins on there are pauses: one may have been in vain by chance. */
const FIRST_PAUSE_AFTER = 2;
const MINUTE_MS = 60_000;
const MAX_PAUSE_MINUTES = 60;
const MAX_KEPT = 500;
const records = new Map<string, LoginsInVain>();

/** The service refused a token that a login of this process had just given. Counts once for each. */
export function noteRefusedAtOnce({ identity, token, issuedAt }: Session): void {
	const known = records.get(identity);
	if (known?.token === token) return;
	const at = Date.parse(issuedAt);
	// What n8n's HTTP Request node got for its token is not seen here: it may have been of use.
	const before = known && at - known.at < MAX_PAUSE_MINUTES * 2 * MINUTE_MS ? known.count : 0;
	keep(identity, { count: before + 1, at, reason: 'the service refused the token at once', token });
}

/** A login did not give a token here, though the service may have made one. */
export function noteLost(identity: string, reason: string): void {
	const { count = 0, token } = records.get(identity) ?? {};
	keep(identity, { count: count + 1, at: Date.now(), reason, token });
}

/** A token has been accepted. What had been refused before, and holds, shows nothing of a new one. */
export function noteAccepted(identity: string, token: string): void {
	const known = records.get(identity);
	if (known && known.token !== token) known.count = 0;
}

/** Whether tokens have been refused at once: before the next login, another request is to tell. */
export function isDoubtful(identity: string): boolean {
	return records.get(identity)?.token !== undefined;
}

/** Until when there is to be no login, and why; undefined where there may be one. */
export function pauseOf(
	identity: string,
	now = Date.now(),
): { until: Date; reason: string } | undefined {
	const { count = 0, at = 0, reason = '' } = records.get(identity) ?? {};
	if (count < FIRST_PAUSE_AFTER) return undefined;
	const minutes = Math.min(2 ** (count - FIRST_PAUSE_AFTER), MAX_PAUSE_MINUTES);
	const until = at + minutes * MINUTE_MS;
	// A time in the future: the clock was set back.
	return at <= now && now < until ? { until: new Date(until), reason } : undefined;
}

function keep(identity: string, record: LoginsInVain): void {
	records.delete(identity);
	records.set(identity, record);
	for (const key of records.keys()) {
		if (records.size <= MAX_KEPT) break;
		records.delete(key);
	}
}
