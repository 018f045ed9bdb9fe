import type { Answer, Failure } from '../../../../../../credentials/http/answer';
import { obtainSession, pauseOf } from '../../../../../../credentials/login';
import type { Session } from '../../../../../../credentials/session';
import { probe } from '../../../../../../credentials/sign';
import type { TokenConnection } from '../../../../../../credentials/ways';
import { withoutDoubt } from '../../../../../../nodes/SensorsAnalytics/transport/renewal';

const CLEAR: Failure = { kind: 'notSignedIn', status: 401, said: 'no' };
const UNCLEAR: Failure = { ...CLEAR, isUnclear: true };
const NO_REASON: Failure = { kind: 'refused', status: 403, said: '', mayBeSignedOut: true };
const connection = {
	baseUrl: 'https://sa.example',
	project: 'p',
	mode: 'accountPassword',
	accountName: 'a',
	password: 'a password',
};
let serial = 0;

function newSession(): Session {
	const issuedAt = new Date().toISOString();
	return {
		...{ token: `t${++serial}`, identity: `i${serial}` },
		...{ issuedAt, validityMinutes: 30, details: {} },
	};
}

/** What an answer means when another request is answered so; and how often it was asked. */
async function judged(
	answer: Failure,
	session: Session | undefined,
	status: number,
	again: Answer = answer,
) {
	let requests = 0;
	const request = async () => {
		requests++;
		return { statusCode: status, headers: {}, body: status === 401 ? '{"error":"no"}' : '{}' };
	};
	const meant = await withoutDoubt(
		answer,
		session,
		async (of) => await probe(request as never, connection as TokenConnection, of),
		async () => again,
	);
	return { meant, requests };
}

describe('withoutDoubt', () => {
	it('sends no other request without a token, or for a refusal for another reason', async () => {
		expect(await judged(UNCLEAR, undefined, 200)).toEqual({ meant: UNCLEAR, requests: 0 });
		const other: Failure = { kind: 'refused', said: 'no permission' };
		expect(await judged(other, newSession(), 200)).toEqual({ meant: other, requests: 0 });
	});

	it.each([
		[200, 'refused'],
		[403, 'refused'],
		[401, 'notSignedIn'],
		[503, 'temporary'],
	])('sends another request with the token: %d means %s', async (status, kind) => {
		const { meant, requests } = await judged(UNCLEAR, newSession(), status);
		expect([meant.kind, requests]).toEqual([kind, 1]);
	});

	it('believes a clear refusal only if the other request does not show that the token is valid', async () => {
		for (const status of [401, 503, 500]) {
			expect(await judged(CLEAR, newSession(), status)).toEqual({ meant: CLEAR, requests: 1 });
		}
		for (const status of [200, 403]) {
			const { meant, requests } = await judged(CLEAR, newSession(), status);
			expect([meant.kind, requests]).toEqual(['refused', 1]);
		}
	});

	it.each([[200], [403], [401]])(
		'a 403 without a reason is no proof that the token has ended: %d',
		async (status) => {
			const old = { ...newSession(), issuedAt: '2020-01-01T00:00:00Z' };
			const body = { kind: 'success' as const, body: 1 };
			const { meant, requests } = await judged(NO_REASON, old, status, body);
			expect([meant, requests]).toEqual([status === 200 ? body : NO_REASON, 1]);
			// A token that was just accepted isn't doubted again.
			expect((await judged(NO_REASON, old, status)).requests).toBe(status === 200 ? 0 : 1);
		},
	);

	it('continues with the result of a second attempt, if the token is valid', async () => {
		const body = { kind: 'success' as const, body: 1 };
		expect((await judged(UNCLEAR, newSession(), 200, body)).meant).toBe(body);
		expect((await judged(UNCLEAR, newSession(), 401, body)).meant).toBe(UNCLEAR);
	});

	it('sends one if the token is new, and pauses once two were refused', async () => {
		const session = newSession();
		const { identity } = session;
		await obtainSession({ identity }, async () => session);
		expect(await judged(CLEAR, session, 401)).toEqual({ meant: CLEAR, requests: 1 });
		expect(pauseOf(identity)).toBeUndefined();
		const next = { ...newSession(), identity };
		await obtainSession({ identity, refusedToken: session.token }, async () => next);
		expect(await judged(CLEAR, next, 401)).toEqual({ meant: CLEAR, requests: 1 });
		expect(pauseOf(identity)).toBeDefined();
	});

	it('does not believe the refusal of a new token if the other request has no answer', async () => {
		const session = newSession();
		await obtainSession({ identity: session.identity }, async () => session);
		expect(await judged(CLEAR, session, 503)).toMatchObject({ meant: { kind: 'temporary' } });
	});
});
