import {
	city,
	filter,
	read,
	written,
	writtenFilter,
} from '../../../../../../support/modelAnswer.mts';

describe('the body of a funnel', () => {
	it('of a funnel', () => {
		expect(
			written('funnel', {
				steps: [
					{ event: 'A', filter: { ...filter, conditions: [...filter.conditions] } as never },
					{ event: 'B' },
				],
				windowMinutes: 60,
				mayEndLater: false,
				groupBy: [city],
				isByDate: false,
			}),
		).toEqual({
			funnel: {
				steps: [{ event_name: 'A', filter: writtenFilter }, { event_name: 'B' }],
				max_convert_time: 60,
			},
			extend_over_end_date: false,
			by_field: 'user.city',
		});
	});
});

describe('answers of a funnel', () => {
	it.each(['converted_user', 'user_count', 'people'])('of a funnel whose steps tell %s', (key) => {
		const steps = [{ event_name: 'A', [key]: 200 }, { event_name: 'B', [key]: 50 }, { [key]: 10 }];
		const body = { funnel: { steps: [{}, {}, { event_name: 'C' }] } };
		const answer = { funnel_detail: [{ steps }, { date: '2024-01-01 00:00:00', steps }] };
		const result = read('funnel', answer, body, true);
		const expected = [
			[1, 'A', 200, null, 100],
			[2, 'B', 50, 25, 25],
			[3, 'C', 10, 20, 5],
		];
		expect(result.table.totals).toEqual(expected);
		expect(result.rows).toEqual(expected.map((row) => ['2024-01-01', ...row]));
		expect(read('funnel', answer, body).rows).toEqual(expected);
	});

	it('of a funnel nobody entered: no percents', () => {
		const steps = [
			{ event_name: 'A', people: 0 },
			{ event_name: 'B', people: 0 },
		];
		expect(read('funnel', { funnel_detail: [{ steps }] }).rows).toEqual([
			[1, 'A', 0, null, null],
			[2, 'B', 0, null, null],
		]);
	});
});
