import { type INodeParameters, Workflow } from 'n8n-workflow';

import { SensorsAnalytics } from '../../../../../../nodes/SensorsAnalytics/SensorsAnalytics.node';
import { resources } from '../../../../../../nodes/SensorsAnalytics/actions/description';
import { SensorsAnalyticsTrigger } from '../../../../../../nodes/SensorsAnalyticsTrigger/SensorsAnalyticsTrigger.node';

const TYPE = 'n8n-nodes-sensors-analytics.sensorsAnalytics';
const node = new SensorsAnalytics();

/** The subtitle as n8n's editor resolves it. */
function subtitle(parameters: INodeParameters): unknown {
	const workflow = new Workflow({
		nodes: [{ id: '1', name: 'A', type: TYPE, typeVersion: 1, position: [0, 0], parameters }],
		connections: {},
		active: false,
		nodeTypes: {
			getByName: () => node,
			getByNameAndVersion: () => node,
			getKnownTypes: () => ({}),
		},
	});
	return workflow.expression.getSimpleParameterValue(
		workflow.getNode('A') as NonNullable<ReturnType<Workflow['getNode']>>,
		node.description.subtitle,
		'internal',
		{},
	);
}

const picked = (value: string) => ({ __rl: true, mode: 'list', value });
const report = { resource: 'report', operation: 'getEventReport' };
const city = { condition: [{ field: 'city', values: 'Beijing' }] };
const filtered = {
	...report,
	measures: { measure: [{ eventName: 'PayOrder' }] },
	filter: city,
};

/** `getSqlColumns` → `Get SQL columns`. */
const inWords = (name: string) =>
	name
		.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
		.replace(/^[a-z]/, (first) => first.toUpperCase())
		.replace(' sql', ' SQL');

describe('the line below the node', () => {
	it('is short: the editor evaluates it for each node on the canvas', () => {
		for (const { description } of [node, new SensorsAnalyticsTrigger()]) {
			expect(description.subtitle).toMatch(/^=/);
			expect(String(description.subtitle).length).toBeLessThanOrEqual(1_500);
		}
	});

	const operations = resources.flatMap(({ option, operations: all }) =>
		all.map(({ option: { value } }) => [String(option.value), String(value)] as const),
	);
	it.each(operations)('is the operation of a new node: %s, %s', (resource, operation) => {
		expect(subtitle({ resource, operation })).toBe(inWords(operation));
	});

	it.each([
		...['yesterday', 'today'].map((value) => [value, `PayOrder, ${value}`]),
		...['Week', 'Month', 'Quarter', 'Year'].flatMap((unit) => [
			[`this${unit}`, `PayOrder, this ${unit.toLowerCase()}`],
			[`last${unit}`, `PayOrder, last ${unit.toLowerCase()}`],
		]),
		['since', 'PayOrder'],
		['custom', 'PayOrder'],
		['={{ "lately" }}', 'PayOrder'],
	])('shows the range %s', (dateRange = '', words) => {
		expect(subtitle({ ...report, measures: filtered.measures, dateRange })).toBe(words);
	});

	it.each<[string, INodeParameters, string]>([
		['a new node', report, 'Get event report'],
		[
			'users of one of several reports',
			{
				resource: 'user',
				operation: 'getManyFromReport',
				steps: { step: [{ eventName: 'ViewProduct' }, { eventName: 'PayOrder' }] },
				dateRange: 'lastWeek',
				sliceStep: '={{ $json.step }}',
			},
			'ViewProduct, PayOrder, last week',
		],
		[
			'users of a path',
			{
				resource: 'user',
				operation: 'getManyFromReport',
				fromReport: 'path',
				pathEvents: { event: [{ eventName: 'PayOrder', isFiltered: true, filter: city }] },
			},
			'PayOrder, filtered, yesterday',
		],
		[
			'an event report',
			{
				...report,
				measures: { measure: [{ eventName: picked('PayOrder') }, { eventName: 'PayOrder' }] },
				groupBy: { group: [{ field: picked('event.PayOrder.city') }] },
			},
			'PayOrder by city, yesterday',
		],
		[
			'many events',
			{
				...report,
				measures: { measure: ['A', 'B', 'C'].map((eventName) => ({ eventName })) },
				dateRange: 'last',
				lastCount: 7,
				lastUnit: 'days',
			},
			'A, B …, last 7 days',
		],
		[
			'a formula',
			{
				...report,
				measures: { measure: [{ aggregator: 'formula', expression: '1', outputName: 'rate' }] },
				dateRange: 'custom',
			},
			'rate',
		],
		[
			'an expression',
			{ ...report, measures: { measure: [{ eventName: '={{ $json.event }}' }] } },
			'Get event report',
		],
		[
			'a funnel',
			{
				resource: 'report',
				operation: 'getFunnelReport',
				steps: { step: [{ eventName: 'ViewProduct' }, { eventName: 'PayOrder' }] },
				groupByField: picked('user.level'),
				dateRange: 'lastWeek',
			},
			'ViewProduct, PayOrder by level, last week',
		],
		['a pasted query', { ...report, queryMode: 'json' }, 'Get event report'],
		['SQL', { resource: 'sqlQuery', operation: 'runSqlQuery' }, 'Run SQL query'],
		[
			'a user group',
			{ resource: 'userGroup', operation: 'getUserGroup', userGroup: picked('gold') },
			'gold',
		],
		[
			'a saved report',
			{
				resource: 'savedReport',
				operation: 'runSavedReport',
				savedReport: picked('101'),
				dateRange: 'yesterday',
			},
			'saved report 101, yesterday',
		],
		[
			'a dataset',
			{ resource: 'dataset', operation: 'queryDataset', dataset: picked('7') },
			'dataset 7',
		],
		[
			'values of a property',
			{ resource: 'property', operation: 'getPropertyValues', property: 'city' },
			'city',
		],
		[
			'a filter',
			{ ...filtered, groupBy: { group: [{ field: 'event.PayOrder.city' }] } },
			'PayOrder by city, filtered, yesterday',
		],
		['a filter that nothing stands in', { ...filtered, filter: {} }, 'PayOrder, yesterday'],
		[
			'a blank condition',
			{ ...filtered, filter: { condition: [{ field: picked('') }] } },
			'PayOrder, yesterday',
		],
		[
			'a group of conditions',
			{ ...filtered, filter: {}, filterGroups: { group: [{ conditions: city }] } },
			'PayOrder, filtered, yesterday',
		],
		[
			'a filter as JSON',
			{ ...filtered, filter: {}, options: { filterJson: '{}' } },
			'PayOrder, filtered, yesterday',
		],
		[
			'a filter of a measure',
			{
				...report,
				measures: { measure: [{ eventName: 'PayOrder', isFiltered: true, filter: city }] },
			},
			'PayOrder, filtered, yesterday',
		],
		[
			'a filter of a step',
			{
				resource: 'report',
				operation: 'getFunnelReport',
				steps: { step: [{ eventName: 'A' }, { eventName: 'B', isFiltered: true, filter: city }] },
			},
			'A, B, filtered, last 14 days',
		],
		[
			'users by a filter',
			{ resource: 'user', operation: 'getManyUsers', filter: city },
			'Get many users, filtered',
		],
		[
			'a filter of a dataset',
			{
				resource: 'dataset',
				operation: 'queryDataset',
				dataset: picked('7'),
				datasetFilter: city,
			},
			'dataset 7, filtered',
		],
		['a filter beside a pasted query', { ...filtered, queryMode: 'json' }, 'Get event report'],
		[
			'a filter that the operation does not have',
			{ ...filtered, resource: 'userGroup', operation: 'getUserGroup', userGroup: 'gold' },
			'gold',
		],
	])('%s', (_case, parameters, words) => {
		expect(subtitle(parameters)).toBe(words);
	});
});
