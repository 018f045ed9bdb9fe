import { readProperty } from '../../../../../../nodes/SensorsAnalytics/params/property';

describe('readProperty', () => {
	it.each([
		['amount', { of: 'event', event: 'PayOrder', name: 'amount' }],
		['event.PayOrder.amount', { of: 'event', event: 'PayOrder', name: 'amount' }],
		['event.Order.items.price', { of: 'event', event: 'Order', name: 'items.price' }],
		['user.city', { of: 'user', name: 'city' }],
		['$os', { of: 'event', event: 'PayOrder', name: '$os' }],
		['event', { of: 'event', event: 'PayOrder', name: 'event' }],
		['session_visit.$Anything.depth', { of: 'other', expression: 'session_visit.$Anything.depth' }],
	])('%s', (typed, property) => {
		expect(readProperty(typed, 'PayOrder', "'Property'")).toEqual(property);
	});

	it('reads a short name as a user property if there is no event', () => {
		expect(readProperty('level', '', "'Property'")).toEqual({ of: 'user', name: 'level' });
	});

	it.each([
		['event.PayOrder', /'Property' is incomplete: 'event.PayOrder'/],
		['user.', /'Property' is incomplete/],
		['event..amount', /'Property' is incomplete/],
		['', /'Property' is empty/],
	])('refuses %s', (typed, message) => {
		expect(() => readProperty(typed, 'PayOrder', "'Property'")).toThrow(message);
	});
});
