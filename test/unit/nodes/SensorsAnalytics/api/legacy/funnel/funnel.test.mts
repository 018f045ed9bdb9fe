import { read as readOlder } from '../../../../../../support/modelAnswer.mts';
import type { ReportWire } from '../../../../../../../nodes/SensorsAnalytics/api/api';
import { legacy } from '../../../../../../../nodes/SensorsAnalytics/api/legacy/api';
import { NeedsUngroupedTable } from '../../../../../../../nodes/SensorsAnalytics/api/rows';
import type { FunnelQuery } from '../../../../../../../nodes/SensorsAnalytics/query/query';
import {
	city,
	filter,
	read,
	written,
	writtenFilter,
} from '../../../../../../support/modelAnswer.mts';
import { tableOf } from '../../../../../../support/tableOf.mts';

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
	it.each(['converted_user', 'user_count', 'people'])('of a funnel whose steps have %s', (key) => {
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

	it('of a funnel without users: no percentages', () => {
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

describe('a funnel without its groups', () => {
	const funnel = legacy.reports.funnel as ReportWire<FunnelQuery>;
	const query: FunnelQuery = {
		steps: [{ event: 'A' }, { event: 'B' }],
		windowMinutes: 60,
		mayEndLater: false,
		groupBy: [city],
		isByDate: false,
	};

	it('does not count if it has groups all the same', () => {
		const steps = (...users: number[]) => ({ steps: users.map((people) => ({ people })) });
		const answer = {
			by_field: 'user.city',
			funnel_detail: [
				steps(40, 12),
				{ by_value: 'Beijing', ...steps(30, 10) },
				{ by_value: 'Riga', ...steps(20, 5) },
			],
		};
		expect(() => tableOf(funnel, answer, query)).toThrow(NeedsUngroupedTable);
		expect(() => tableOf(funnel, answer, query, answer)).toThrow(
			'it contains groups that were not requested',
		);
		const whole = { by_field: '', funnel_detail: [steps(40, 12)] };
		expect(tableOf(funnel, answer, query, whole).rows.toArray()).toHaveLength(4);
	});
});

describe('a funnel that was requested by groups', () => {
	const funnel = legacy.reports.funnel as ReportWire<FunnelQuery>;
	const query: FunnelQuery = {
		steps: [{ event: 'A' }, { event: 'B' }],
		windowMinutes: 60,
		mayEndLater: false,
		groupBy: [city],
		isByDate: false,
	};
	const of = (users: number, more: object = {}) => ({
		...more,
		steps: [{ people: users }, { people: 0 }],
	});
	const read = (answer: object) => tableOf(funnel, answer, query).rows.toArray();

	it.each([
		[{ by_field: '', funnel_detail: [of(377)] }],
		[{ by_fields: [], funnel_detail: [of(377)] }],
		[{ funnel_detail: [of(377)] }],
	])('is no funnel of users without a value if nothing names a group: %j', (answer) => {
		expect(() => read(answer)).toThrow("it doesn't have the requested groups");
	});

	it.each([
		[{ by_field: 'user.city', funnel_detail: [of(377)] }, 377],
		[{ funnel_detail: [of(377, { by_value: null })] }, 377],
		[{ by_field: '', funnel_detail: [of(0)] }, 0],
	])('may have only users without a value, or none: %j', (answer, users) => {
		expect(read(answer)[0]).toEqual([null, 1, 'A', users, null, users === 0 ? null : 100]);
	});
});

describe('the older form says what is wrong, and where', () => {
	const body = { funnel_define: { steps: [{ event_name: 'A' }, { event_name: 'B' }] } };
	const refused = (details: unknown) => {
		try {
			readOlder('funnel', { funnel_detail: details }, body);
		} catch (error) {
			return (error as Error).message.replace(/^.*not know: /, '');
		}
		return 'read';
	};
	const step = (name: string, users: unknown) => ({ event_name: name, [String(users)]: 3 });

	it.each(['converted_user', 'convert_user', 'user_count', 'people', 'total_people'])(
		'users by %s',
		(key) => {
			const steps = [step('A', key), step('B', key)];
			expect(
				readOlder('funnel', { funnel_detail: [{ steps }] }, body).rows.map((row) => row[2]),
			).toEqual([3, 3]);
		},
	);

	it('places', () => {
		const fine = { steps: [step('A', 'people'), step('B', 'people')] };
		expect(refused([fine])).toBe('read');
		expect(refused([{ steps: [{}, {}] }])).toBe(
			'The report has an unexpected structure: step 1 of entry 1 has no number of users',
		);
		expect(refused([{ steps: 7 }])).toBe(
			"The report has an unexpected structure: 'steps' of entry 1 isn't a list of objects",
		);
		expect(refused([{ ...fine, completion_converted_user: 2 }])).toBe(
			'The report has an unexpected structure: entry 1 has different numbers of users at its end',
		);
	});
});
