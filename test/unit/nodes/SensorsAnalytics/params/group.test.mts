import { eventOfMeasures, topGroupsOf } from '../../../../../nodes/SensorsAnalytics/params/group';
import type { Measure } from '../../../../../nodes/SensorsAnalytics/query/query';
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

	it('are none where nobody has touched the first one, and an error where n8n has cleared it', () => {
		const groupsOf = (field: unknown) =>
			read({
				...measured({ eventName: 'A', aggregator: 'general' }),
				groupBy: { group: [{ field }] },
			}).groupBy;
		const untouched = { __rl: true, mode: 'list', value: '' };
		expect(groupsOf(untouched)).toEqual([]);
		expect(() => groupsOf({ ...untouched, cachedResultName: '' })).toThrow(
			/^'Property' of group 1 in 'Group By' is empty/,
		);
	});

	it('have buckets only where the field is a number, or may be one', () => {
		const picked = (name: string, kind: string) => ({
			__rl: true,
			mode: 'list',
			value: `event.A.${name}`,
			cachedResultName: `${name} · ${kind}`,
		});
		const bucketed = (field: unknown) =>
			read({
				...measured({ eventName: 'A', aggregator: 'general' }),
				groupBy: { group: [{ field, buckets: '0, 10' }] },
			}).groupBy[0]?.buckets;
		expect(bucketed(picked('amount', 'number'))).toEqual([0, 10]);
		expect(bucketed('amount')).toEqual([0, 10]);
		expect(() => bucketed(picked('city', 'text'))).toThrow(
			/^'Buckets \(Numbers Only\)' of group 1 in 'Group By' requires a numeric property, but the type of 'event\.A\.city' in the project is text\. Clear 'Buckets \(Numbers Only\)'/,
		);
	});
});

it('short names are of the event of all measures, those of formulas too', () => {
	const event = (name: string): Measure => ({ kind: 'event', event: name, aggregator: 'general' });
	const formula = (...events: string[]): Measure => ({
		...{ kind: 'formula', expression: 'x', events, name: 'f' },
	});
	expect(eventOfMeasures([event('A'), event('A'), formula('A')])).toBe('A');
	expect(eventOfMeasures([formula('A', 'A')])).toBe('A');
	expect(eventOfMeasures([event('A'), formula('B')])).toBe('$Anything');
	expect(eventOfMeasures([formula('A', 'B')])).toBe('$Anything');
	expect(eventOfMeasures([])).toBe('$Anything');
});

describe('how many groups the form keeps', () => {
	const kept = (...tops: unknown[]) =>
		topGroupsOf(() => ({ group: tops.map((topGroups) => ({ field: 'city', topGroups })) }));

	it('is the number of one of the properties; 0 and nothing keep all', () => {
		expect(kept(3)).toEqual({ topGroups: 3 });
		expect(kept(0, '5')).toEqual({ topGroups: 5 });
		expect(kept(4, 4)).toEqual({ topGroups: 4 });
		expect(() => kept('x')).toThrow("'Top Groups (0 = All)' in 'Group By' must be");
		for (const none of [kept(), kept(0), kept(undefined, ''), topGroupsOf(() => '')])
			expect(none).toEqual({});
	});

	it('is not two numbers', () => {
		expect(() => kept(3, 5)).toThrow(
			"The properties in 'Group By' have different numbers of 'Top Groups (0 = All)': 3, 5. One number applies to all of them together. Enter it for one property, and 0 for the others",
		);
	});
});
