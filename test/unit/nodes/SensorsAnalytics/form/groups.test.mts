import { measured, read } from '../../../../support/eventForm.mts';

describe('groups of the form', () => {
	it('takes a short group of several events as a property of any event', () => {
		const query = read({
			...measured(
				{ eventName: 'A', aggregator: 'general' },
				{ eventName: 'B', aggregator: 'general' },
			),
			groupBy: { group: [{ field: 'city' }] },
		});
		expect(query.groupBy).toEqual([
			{ property: { of: 'event', event: '$Anything', name: 'city' } },
		]);
	});
});
