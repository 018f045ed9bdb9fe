import type { Answer } from '../../../../../credentials/http/answer';
import { noteUse } from '../../../../../credentials/login';
import { readConnection } from '../../../../../credentials/ways';
import {
	isTokenRefused,
	isTool,
	secretsOf,
} from '../../../../../nodes/SensorsAnalytics/transport/context';
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

describe('a tool of an agent', () => {
	it.each([
		['n8n-nodes-sensors-analytics.sensorsAnalyticsTool', true],
		['n8n-nodes-sensors-analytics.sensorsAnalytics', false],
	])('%s: %s', (type, expected) => {
		expect(isTool({ getNode: () => ({ type }) })).toBe(expected);
	});

	it('is recognized by one call of getNode, because n8n copies the node each time', () => {
		const getNode = jest.fn(() => ({ type: 'a.bTool' }));
		const context = { getNode };
		for (let item = 0; item < 3; item++) expect(isTool(context)).toBe(true);
		expect(getNode).toHaveBeenCalledTimes(1);
	});
});

describe('secretsOf', () => {
	it('the token, and what it was got by', () => {
		const connection = readConnection(account);
		expect(secretsOf({ ...account, accessToken: 't' }, connection)).toEqual(['t', ' p w ']);
		expect(secretsOf(account, connection)).toEqual(['', ' p w ']);
	});
});
