import { documentedDetails } from '../../../../credentials/session';

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

	it.each([null, undefined, 'ALL', 7])('ignores an event permission: %s', (reported) => {
		expect(documentedDetails({ role: 1, event_permission: reported } as never)).toEqual({
			role: 1,
		});
	});

	it('keeps texts up to 1000 characters, and as many events as there can be', () => {
		const events = ['x'.repeat(1000), 'x'.repeat(1001), 7, null, ['a'], 'A'];
		const { event_permission } = documentedDetails({ event_permission: { events } } as never);
		expect(event_permission).toEqual({ events: ['x'.repeat(1000), 'A'] });
		expect(documentedDetails({ event_permission: { type: 'ALL', events: {} } })).toEqual({
			event_permission: { type: 'ALL' },
		});
		const many = { event_permission: { events: Array<string>(10_001).fill('A') } };
		expect(documentedDetails(many).event_permission).toMatchObject({
			events: { length: 10_000 },
		});
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
