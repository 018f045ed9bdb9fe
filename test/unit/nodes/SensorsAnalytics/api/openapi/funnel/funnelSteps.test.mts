import { writeSteps } from '../../../../../../../nodes/SensorsAnalytics/api/openapi/funnel';
import type {
	FilterCondition,
	Filter,
	FunnelQuery,
} from '../../../../../../../nodes/SensorsAnalytics/query/query';

const of = (event: string, name = 'x') => ({ of: 'event', event, name }) as const;
const user = { of: 'user', name: 'level' } as const;
const on = (property: FilterCondition['property']): FilterCondition => ({
	property,
	function: 'isSet',
	values: [],
});
const filterOn = (
	properties: Array<FilterCondition['property']>,
	groups: Filter[] = [],
): Filter => ({
	join: 'and',
	conditions: properties.map(on),
	groups,
});
const steps = (change: Partial<FunnelQuery>, page = {}) =>
	writeSteps(
		{
			steps: [{ event: 'A' }, { event: 'B' }, { event: 'A' }],
			windowMinutes: 60,
			mayEndLater: false,
			isByDate: false,
			groupBy: [],
			...change,
		},
		page,
	);

describe('steps of a funnel', () => {
	it('are said for each condition, in its order', () => {
		const filter = filterOn([of('B'), user, of('A'), of('$Anything')]);
		expect(steps({ filter })).toEqual({ filter_field_steps: [1, -1, 0, 0] });
		expect(steps({})).toEqual({});
	});

	it('are said for each group that is no date', () => {
		const groupBy = [of('A', '$time'), of('B'), user];
		expect(steps({ groupBy })).toEqual({ by_field_steps: [1, -1] });
	});

	it('are as the page says', () => {
		const filter = filterOn([of('A'), of('Elsewhere')]);
		const page = { filter_field_steps: [2, 1], by_field_steps: [0, 2] };
		expect(steps({ filter, groupBy: [of('A', '$time'), of('A')] }, page)).toEqual({
			filter_field_steps: [2, 1],
			by_field_steps: [2],
		});
		expect(steps({ groupBy: [of('A')] }, { by_field_step: 2 })).toEqual({ by_field_steps: [2] });
		expect(steps({ groupBy: [of('B')] }, { by_field_steps: [] })).toEqual({ by_field_steps: [1] });
		expect(() => steps({ groupBy: [of('A')] }, page)).toThrow(
			"'by_field_steps' of the pasted or saved query has 2 steps, but the query has 1 groups",
		);
	});

	it('of groups of conditions on users alone need not be said', () => {
		expect(steps({ filter: filterOn([user], [filterOn([user])]) })).toEqual({});
	});

	it.each<[string, Partial<FunnelQuery>, string]>([
		[
			'a condition on another event',
			{ filter: filterOn([user, of('C')]) },
			"filter.conditions.1.field: event.C.x doesn't belong to a step of the funnel. Use properties of users, or of events that are steps",
		],
		[
			'a group of another event',
			{ groupBy: [of('C')] },
			"by_field: event.C.x doesn't belong to a step of the funnel. Use properties of users, or of events that are steps",
		],
		[
			'a condition on something else',
			{ filter: filterOn([{ of: 'other', expression: 'session.x' }]) },
			'session.x',
		],
		[
			'groups of conditions on events',
			{ filter: filterOn([user], [filterOn([of('A')])]) },
			"With the OpenAPI, condition groups in the filter of a funnel can't use event properties, because each condition needs a step. Add the conditions to the steps",
		],
		[
			'a condition on an event beside a group of them',
			{ filter: filterOn([of('A')], [filterOn([user])]) },
			"With the OpenAPI, condition groups in the filter of a funnel can't use event properties, because each condition needs a step. Add the conditions to the steps",
		],
	])('refuse %s', (_, change, what) => {
		expect(() => steps(change)).toThrow(what);
	});
});
