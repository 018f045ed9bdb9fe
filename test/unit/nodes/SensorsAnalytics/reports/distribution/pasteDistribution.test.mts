import { reports } from '../../../../../../nodes/SensorsAnalytics/reports/registry';

const read = (payload: { [key: string]: unknown }) =>
	reports.distribution.payload.read(payload, 'UTC');
const PAYLOAD = {
	event_name: 'PayOrder',
	unit: 'WEEK',
	measure_type: 'times',
	from_date: '2026-11-01',
	to_date: '2026-11-07',
};

describe('the payload of a distribution', () => {
	it('is read into the neutral query, and also kept without its dates', () => {
		const filter = {
			relation: 'AND',
			conditions: [{ field: 'user.city', function: 'equal', params: ['Riga'] }],
		};
		const payload = { ...PAYLOAD, filter, by_field: 'user.level', user_filter: {} };
		const given = read({ ...payload, result_bucket_param: ['1', '3'] });
		expect(given.query).toEqual({
			event: 'PayOrder',
			unit: 'week',
			of: 'times',
			buckets: [1, 3],
			groupBy: [{ of: 'user', name: 'level' }],
			filter: {
				join: 'and',
				conditions: [
					{ property: { of: 'user', name: 'city' }, function: 'equal', values: ['Riga'] },
				],
				groups: [],
			},
		});
		expect(given.unread).toBeUndefined();
		expect(given.page).toMatchObject({ user_filter: {}, unit: 'WEEK' });
		expect(given.page).not.toHaveProperty('from_date');
		expect(given.range).toEqual({ from: '2026-11-01', to: '2026-11-07' });
	});

	it.each([
		['of hours or days', { measure_type: 'period' }, 'periods'],
		[
			'of what each user comes to',
			{ measure: { aggregator: 'sum', field: 'event.A.x' } },
			{
				aggregator: 'sum',
				property: { of: 'event', event: 'A', name: 'x' },
			},
		],
		[
			'of a measure without a property',
			{ measure: { aggregator: 'general' } },
			{
				aggregator: 'general',
			},
		],
	])('%s', (_what, more, of) => {
		expect(read({ ...PAYLOAD, ...more }).query.of).toEqual(of);
	});

	it.each([
		['no event', { event_name: '' }, "'event_name' in the pasted JSON is empty"],
		['another unit', { unit: 'quarter' }, "must be day, week or month, not 'quarter'"],
		[
			'limits that are no numbers',
			{ result_bucket_params: ['a'] },
			"'result_bucket_param' in the pasted JSON isn't a list of numbers",
		],
		['an odd filter', { filter: { relation: 'xor' } }, "'relation' in 'filter' of the pasted JSON"],
		['an odd measure', { measure: {} }, "'measure' in the pasted JSON has no 'aggregator'"],
	])('can go out only as it is with %s', (_what, more, said) => {
		const { page, unread } = read({ ...PAYLOAD, ...more });
		expect(page).toMatchObject(more);
		expect(unread?.message).toContain(said);
	});

	it.each(['quarter', 'YEAR'])('keeps its unit: %s', (unit) => {
		expect(read({ ...PAYLOAD, unit }).query.unit).toBe(unit.toLowerCase());
	});

	it.each(['fortnight', 'hour'])('has no dates that the node knows by %s', (unit) => {
		expect(() => read({ ...PAYLOAD, unit })).toThrow(`not '${unit}'`);
	});

	it.each([
		[false, { unit: 'quarter' }],
		[true, { filter: { relation: 'xor' } }],
	])('has a filter that is not shown: %j (%j)', (hasFilter, more) => {
		expect(read({ ...PAYLOAD, ...more }).besides).toMatchObject({ hasFilter });
	});

	it('names an invalid group', () => {
		expect(() => read({ ...PAYLOAD, by_field: [5] })).toThrow('A group field in the pasted JSON');
	});
});
