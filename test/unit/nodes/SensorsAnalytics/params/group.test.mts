import { eventOfMeasures } from '../../../../../nodes/SensorsAnalytics/params/group';
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
			/^'Number Buckets' of group 1 in 'Group By' requires a number property, but the type of 'event\.A\.city' in the project is text\. Clear 'Number Buckets'/,
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
