import type { Answer } from '../../../../../credentials/http/answer';
import { noteUse } from '../../../../../credentials/login';
import { readConnection } from '../../../../../credentials/ways';
import { isTokenRefused, secretsOf } from '../../../../../nodes/SensorsAnalytics/transport/context';
import { account } from '../../../../support/credentialForms.mts';

const session = { token: 't1', identity: '', issuedAt: '', validityMinutes: 30, details: {} };
const unclear: Answer = { kind: 'refused', said: '', mayBeSignedOut: true };

describe('isTokenRefused', () => {
	it('what says so', () => {
		expect(isTokenRefused({ kind: 'notSignedIn', said: '' }, undefined)).toBe(true);
		for (const kind of ['failed', 'temporary', 'throttled'] as const)
			expect(isTokenRefused({ kind, said: '', mayBeSignedOut: true }, session)).toBe(false);
		expect(isTokenRefused({ kind: 'success', body: {} }, session)).toBe(false);
	});

	it('an unclear refusal, only where the token may have ended', () => {
		expect(isTokenRefused(unclear, session)).toBe(true);
		expect(isTokenRefused(unclear, undefined)).toBe(false);
		expect(isTokenRefused({ ...unclear, mayBeSignedOut: false }, session)).toBe(false);
		noteUse('identity', 't1');
		expect(isTokenRefused(unclear, session)).toBe(false);
	});
});

describe('secretsOf', () => {
	it('the token, and what it was got by', () => {
		const connection = readConnection(account);
		expect(secretsOf({ ...account, accessToken: 't' }, connection)).toEqual(['t', ' p w ']);
		expect(secretsOf(account, connection)).toEqual(['', ' p w ']);
	});
});
