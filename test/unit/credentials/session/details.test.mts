import { documentedDetails } from '../../../../credentials/session/details';

describe('documentedDetails', () => {
	it('keeps the documented fields', () => {
		const answer = {
			role: 1,
			user_id: 2,
			username: 'analyst',
			account_name: 3,
			account_id: 4,
			event_permission: { type: 'PART', events: ['$pageview'] },
		};
		expect(documentedDetails({ ...answer, token: 't', session_id: 's' })).toEqual(answer);
	});

	it('drops what has another form', () => {
		const answer = {
			role: { a: 1 },
			username: 'x'.repeat(2000),
			event_permission: { type: ['ALL'], events: [{ a: 1 }, 'A'], more: 1 },
			more: 'password',
		};
		expect(documentedDetails(answer as never)).toEqual({ event_permission: { events: ['A'] } });
	});
});
