import {
	eventsIn,
	fromExpression,
	isOfEvents,
	isTimeProperty,
	toExpression,
	userField,
	withoutUser,
} from '../../../../../../nodes/SensorsAnalytics/query/query';

describe('field expressions', () => {
	it.each([
		'event.PayOrder.amount',
		'event.Order.items.price',
		'user.city',
		'session_x.$Anything.depth',
		'plain',
	])('%s survives both ways', (expression) =>
		expect(toExpression(fromExpression(expression))).toBe(expression),
	);

	it('a property of users has a name of its own', () => {
		expect(userField('city')).toBe('user.city');
		expect(['user.city', 'city', 'user.user.x', 'users.x'].map(withoutUser)).toEqual([
			'city',
			'city',
			'user.x',
			'users.x',
		]);
		expect(['event.PayOrder.amount', 'event.', 'event', 'user.event.x'].map(isOfEvents)).toEqual([
			true,
			true,
			false,
			false,
		]);
	});

	it('the events that a formula names', () => {
		expect(eventsIn('sum(event.PayOrder.amount)/uniq(event.$pageview)|%2p')).toEqual([
			'PayOrder',
			'$pageview',
		]);
		expect(eventsIn('preevent.x+1')).toEqual([]);
	});

	it('the time of an event', () => {
		expect(isTimeProperty({ of: 'event', event: 'PayOrder', name: '$time' })).toBe(true);
		expect(isTimeProperty({ of: 'user', name: 'first_time' })).toBe(false);
	});
});
