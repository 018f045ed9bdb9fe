import { asOfToken, mayHaveEnded, noteUse } from '../../../../credentials/login';

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
		noteUse('identity', 'used');
		expect(mayHaveEnded(session(ago(500), 'used'))).toBe(false);
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
