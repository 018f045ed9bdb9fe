import { readPathSlice } from '../../../../../../nodes/SensorsAnalytics/reports/path';

const form = (values: Record<string, unknown>) => (name: string) => values[name] ?? '';

describe('a step of a path', () => {
	const query = {
		...{ source: { event: 'A' }, events: [{ event: 'A' }, { event: 'B' }], isBackward: false },
		...{ steps: 3, eventsPerStep: 10, groupBy: [], rows: 'links' as const },
	};
	const cell = { sliceStep: 2, sliceEvent: 'B' };

	it.each([
		[
			{ slicePathUsers: 'all', sliceStep: 3 },
			{ step: 3, event: 'B', went: 'anywhere' },
		],
		[{ slicePathUsers: 'ended' }, { step: 2, event: 'B', went: 'nowhere' }],
		[
			{ slicePathUsers: 'next', sliceNextEvent: 'A' },
			{ step: 2, event: 'B', went: { to: 'A' } },
		],
	])('%j', (values, slice) => {
		expect(readPathSlice(form({ ...cell, ...values }), query)).toEqual(slice);
	});

	it.each([
		[{ slicePathUsers: 'lost' }, /^'Users' can't be 'lost'\. Use one of: all, next, ended$/],
		[
			{ slicePathUsers: 'ended', sliceStep: 3 },
			/^'Step Number' must be a whole number from 1 to 2/,
		],
		[{ sliceEvent: '' }, /^'Step Event' is empty/],
		[
			{ sliceEvent: 'B (gold)' },
			/^'Step Event' is 'B \(gold\)', which isn't an event of the paths\. Enter an event from 'Start or End Event' or 'Events to Include'\. Users of several events that the report combines can't be listed/,
		],
		[{ slicePathUsers: 'next', sliceNextEvent: 'C' }, /^'Next Step Event' is 'C', which/],
	])('not %j', (values, words) => {
		const field = form({ ...cell, slicePathUsers: 'all', ...values });
		expect(() => readPathSlice(field, query)).toThrow(words);
	});
});
