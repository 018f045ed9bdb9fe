import { readRenewalOrder, withRenewalOrder } from '../../../../credentials/session';

describe('an order to get a session', () => {
	const stored = { accessToken: 't', project: 'shop' };

	it('for a refused token', () => {
		const ordered = withRenewalOrder(stored, 't');
		expect(ordered).toMatchObject({ accessToken: '', project: 'shop' });
		expect(readRenewalOrder(ordered)).toEqual({ refusedToken: 't', isNewRequested: false });
		expect(stored.accessToken).toBe('t');
	});

	it('for a person', () => {
		const ordered = withRenewalOrder(stored);
		expect(ordered.accessToken).toBe('');
		expect(readRenewalOrder(ordered)).toEqual({ refusedToken: undefined, isNewRequested: true });
	});

	it('no order', () => {
		const none = { refusedToken: undefined, isNewRequested: false };
		expect(readRenewalOrder(stored)).toEqual(none);
		const typed = { refusedAccessToken: 7, isNewTokenWanted: 'yes' };
		expect(readRenewalOrder(typed)).toEqual(none);
	});
});
