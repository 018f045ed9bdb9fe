import { readRenewalOrder, withRenewalOrder } from '../../../../credentials/session';

describe('an order to get a session', () => {
	const stored = { accessToken: 't', project: 'shop' };

	it('for a refused token', () => {
		const ordered = withRenewalOrder(stored, 't');
		expect(ordered).toMatchObject({ accessToken: '', project: 'shop' });
		expect(readRenewalOrder(ordered)).toEqual({ refusedToken: 't' });
		expect(stored.accessToken).toBe('t');
	});

	it('for a person', () => {
		const ordered = withRenewalOrder(stored, 7);
		expect(ordered.accessToken).toBe('');
		expect(readRenewalOrder(ordered)).toEqual({ newSince: 7 });
	});

	it('no order', () => {
		const none = { refusedToken: undefined, newSince: undefined };
		expect(readRenewalOrder(stored)).toEqual(none);
		const typed = { refusedAccessToken: 7, newTokenSince: 'yes' };
		expect(readRenewalOrder(typed)).toEqual(none);
	});
});
