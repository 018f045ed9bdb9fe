import type { Answer, Failure } from '../../../../credentials/http/answer';
import { asOfToken, mayHaveEnded, noteUse, verdictOn } from '../../../../credentials/login';

const session = (issuedAt: string, token = `token ${issuedAt}`) => ({
	token,
	identity: '',
	issuedAt,
	validityMinutes: 30,
	details: {},
});
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

describe('mayHaveEnded', () => {
	it.each([
		['just issued', session(ago(0)), false],
		['within its validity', session(ago(29)), false],
		['past its validity', session(ago(31)), true],
		['issued at an unknown time', session(''), true],
		['issued in the future: the clock was set back', session(ago(-60)), true],
	])('%s', (_case, kept, expected) => {
		expect(mayHaveEnded(kept)).toBe(expected);
	});

	it('counts from the last use that this process knows of', () => {
		noteUse(session(ago(0), 'used'), { path: '/sql' });
		expect(mayHaveEnded(session(ago(500), 'used'))).toBe(false);
	});
});

describe('verdictOn', () => {
	const said = { said: '' };
	const success: Answer = { kind: 'success', body: {} };
	const bare: Failure = { kind: 'refused', ...said, mayBeSignedOut: true };
	const fresh = session(ago(29), 'fresh');
	const old = session(ago(31), 'old');

	it.each<[string, Answer, 'accepted' | 'refused' | undefined, typeof fresh | undefined]>([
		['success', success, 'accepted', old],
		['a refusal of the token', { kind: 'notSignedIn', ...said }, 'refused', undefined],
		['a refusal for another reason', { kind: 'refused', ...said }, 'accepted', old],
		["a firewall's page", { kind: 'refused', ...said, isForeign: true }, undefined, fresh],
		['403 without a reason', bare, 'accepted', fresh],
		['403 without a reason, without a token', bare, 'accepted', undefined],
		['403 without a reason, if the token may have ended', bare, 'refused', old],
		['a 403 of another server', { ...bare, isForeign: true }, undefined, fresh],
		['a fault', { kind: 'failed', ...said, mayBeSignedOut: true }, undefined, old],
		['a service that is away', { kind: 'temporary', ...said }, undefined, old],
	])('%s', (_case, answer, expected, of) => {
		expect(verdictOn(answer, of)).toBe(expected);
	});
});

describe('asOfToken', () => {
	const refusal = { kind: 'notSignedIn', said: 'no permission', isOfPermission: true } as const;

	it('a missing permission refuses only a token that may have ended', () => {
		expect(asOfToken(refusal, session(ago(29))).kind).toBe('refused');
		expect(asOfToken(refusal, session(ago(31))).kind).toBe('notSignedIn');
		expect(asOfToken(refusal, undefined).kind).toBe('notSignedIn');
	});

	it('another refusal stays', () => {
		const other = { ...refusal, isOfPermission: false };
		expect(asOfToken(other, session(ago(0))).kind).toBe('notSignedIn');
	});
});
