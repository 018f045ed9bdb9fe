import type { Session } from '../../../../credentials/session';
import { readStoredSession, toStoredFields } from '../../../../credentials/session';

const session: Session = {
	token: 't1',
	identity: 'me',
	issuedAt: '2026-11-22T00:00:00.000Z',
	validityMinutes: 30,
	details: { role: 'admin' },
};

describe('the session that a credential holds', () => {
	it('is read as it was stored, and its marks are gone', () => {
		const fields = toStoredFields(session);
		expect(fields).toEqual({
			accessToken: 't1',
			accessTokenIdentity: 'me',
			accessTokenDetails:
				'{"issuedAt":"2026-11-22T00:00:00.000Z","validityMinutes":30,"details":{"role":"admin"}}',
			accessTokenClaim: '',
			accessTokenRenewal: '',
		});
		expect(readStoredSession(fields as never)).toEqual(session);
	});

	it.each([{}, { accessToken: '' }, { accessToken: 7 }, { accessToken: 'x'.repeat(5000) }])(
		'%j contains no session',
		(credentials) => {
			expect(readStoredSession(credentials as never)).toBeUndefined();
		},
	);

	it.each([undefined, '', '{', 'null', '7', 7, '{"details":null}'])(
		'details %j: the token itself is good',
		(accessTokenDetails) => {
			const read = readStoredSession({ accessToken: 't', accessTokenDetails } as never);
			expect(read).toEqual({
				token: 't',
				identity: '',
				issuedAt: '',
				validityMinutes: 0,
				details: {},
			});
		},
	);

	it('hands out what is documented of details that were stored before', () => {
		const accessTokenDetails = JSON.stringify({ details: { role: 'a', echo: 'secret' } });
		const read = readStoredSession({ accessToken: 't', accessTokenDetails });
		expect(read?.details).toEqual({ role: 'a' });
	});
});
