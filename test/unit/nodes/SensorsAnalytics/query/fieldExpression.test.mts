import {
	fromExpression,
	toExpression,
} from '../../../../../nodes/SensorsAnalytics/query/fieldExpression';

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
});
