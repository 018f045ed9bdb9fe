import type { INode, INodeProperties, INodeTypes } from 'n8n-workflow';
import { NodeHelpers, Workflow } from 'n8n-workflow';

import { SensorsAnalyticsTrigger } from '../../../../nodes/SensorsAnalyticsTrigger/SensorsAnalyticsTrigger.node';

const nodeType = new SensorsAnalyticsTrigger();
const { description } = nodeType;

function nodeWith(parameters: INode['parameters']): INode {
	return {
		id: 'trigger',
		name: 'Trigger',
		type: 'trigger',
		typeVersion: 1,
		position: [0, 0],
		parameters,
	};
}

const alarm = (value: string) => ({ __rl: true, mode: 'list', cachedResultName: 'Orders', value });

const orders = { measure: [{ eventName: { __rl: true, mode: 'list', value: 'PayOrder' } }] };

const filter = { filter: { condition: [{ field: 'city' }] } };

/** The fields that the editor shows. */
function shown(parameters: INode['parameters']): INodeProperties[] {
	const node = nodeWith(parameters);
	return description.properties.filter((property) =>
		NodeHelpers.displayParameter(parameters, property, node, description),
	);
}

const named = (fields: INodeProperties[], name: string) =>
	fields.filter((field) => field.name === name);

describe('the trigger as n8n sees it', () => {
	it.each<[INode['parameters'], string]>([
		[{}, 'each complete day'],
		[{ period: 'hour' }, 'each complete hour'],
		[{ triggerOn: 'threshold', threshold: 100 }, 'day gets below 100'],
		[{ triggerOn: 'change' }, 'day moves by more than 20%'],
		[{ triggerOn: 'change', direction: 'down', percent: 7 }, 'day moves down by more than 7%'],
		[{ measures: orders }, 'PayOrder, each complete day'],
		[{ triggerOn: 'unusual' }, 'day is unusual'],
		[
			{ triggerOn: 'unusual', measures: orders, unusualSide: 'below' },
			'PayOrder per day is unusually low',
		],
		[{ triggerOn: 'threshold', threshold: 100, measures: orders }, 'PayOrder per day below 100'],
		[{ triggerOn: 'change', measures: orders }, 'PayOrder per day moves by more than 20%'],
		[{ measures: { measure: [{ eventName: '={{ $json.event }}' }] } }, 'each complete day'],
		[{ triggerOn: 'alarm', alarm: alarm('12') }, 'Orders is triggered'],
		[
			{ triggerOn: 'alarm', alarm: { __rl: true, mode: 'id', value: '12' } },
			'alert 12 is triggered',
		],
		[{ triggerOn: 'alarm', alarm: '12' }, 'alert 12 is triggered'],
		[{ measures: orders, ...filter }, 'PayOrder (filtered), each complete day'],
		[
			{ triggerOn: 'change', measures: orders, ...filter },
			'PayOrder (filtered) per day moves by more than 20%',
		],
		[
			{
				triggerOn: 'threshold',
				threshold: 1,
				measures: { measure: [{ ...orders.measure[0], isFiltered: true, ...filter }] },
			},
			'PayOrder (filtered) per day below 1',
		],
		[
			{ triggerOn: 'alarm', alarm: alarm('12'), measures: orders, ...filter },
			'Orders is triggered',
		],
		[{ triggerOn: 'alarm', alarm: alarm('any') }, 'any alert is triggered'],
	])('says in words what starts the workflow: %j', (parameters, words) => {
		const node = nodeWith(parameters);
		const find = () => nodeType;
		const workflow = new Workflow({
			nodes: [node],
			connections: {},
			active: false,
			nodeTypes: {
				getByName: find,
				getByNameAndVersion: find,
				getKnownTypes: () => ({}),
			} as unknown as INodeTypes,
		});
		const subtitle = description.subtitle as string;
		expect(
			workflow.expression.getSimpleParameterValue(
				workflow.getNode('Trigger') as INode,
				subtitle,
				'internal',
				{},
			),
		).toBe(words);
	});

	it('has no default threshold', () => {
		const form = { triggerOn: 'threshold', queryMode: 'fields', period: 'day' };
		expect(named(shown(form), 'threshold')).toMatchObject([{ default: '', required: true }]);
	});

	it('starts with any alert, as in the list, so that the node can be tested at once', () => {
		const node = nodeWith({ triggerOn: 'alarm' });
		const [field] = named(shown(node.parameters), 'alarm') as [INodeProperties];
		const any = { __rl: true, mode: 'list', value: 'any', cachedResultName: 'Any Alert' };
		expect(field.default).toEqual(any);
		const all = NodeHelpers.getNodeParameters(
			description.properties,
			node.parameters,
			true,
			false,
			node,
			description,
		);
		expect(NodeHelpers.getParameterIssues(field, all ?? {}, '', node, description)).toEqual({});
		// What was chosen before stays.
		const chosen = { ...any, value: '12', cachedResultName: 'Orders' };
		expect(
			NodeHelpers.getNodeParameters(
				description.properties,
				{ triggerOn: 'alarm', alarm: chosen },
				false,
				false,
				node,
				description,
			),
		).toEqual({ triggerOn: 'alarm', alarm: chosen });
	});

	it.each(['threshold', 'change'])('has one measure where one counts: %s', (triggerOn) => {
		const form = { triggerOn, queryMode: 'fields', period: 'day' };
		const [measure, more] = named(shown(form), 'measures');
		expect(more).toBeUndefined();
		expect(measure?.typeOptions).toMatchObject({ multipleValues: true });
		expect(named(shown(form), 'groupBy')).toEqual([]);
	});

	it('has nothing but the alarm where alarms are watched', () => {
		const names = shown({ triggerOn: 'alarm' }).map(({ name }) => name);
		expect(names).toEqual(['triggerOn', 'alarm', 'alarmNotice', 'options']);
	});

	it.each<[INode['parameters'], string[]]>([
		[{}, ['catchUp', 'timeZone']],
		[{ triggerOn: 'threshold' }, ['catchUp', 'timeZone']],
		[{ triggerOn: 'alarm' }, ['timeZone']],
	])('keeps the options that belong to its kind: %j', (parameters, kept) => {
		const form = { ...parameters, options: { catchUp: 5, timeZone: 'UTC' } };
		const node = nodeWith(form);
		const { properties } = description;
		// As n8n makes them for a run, of what the editor saved.
		const made = NodeHelpers.getNodeParameters(properties, form, true, false, node, description);
		expect(Object.keys(made?.options as object).sort()).toEqual(kept);
	});

	it('shows no field twice, and every default is among its choices', () => {
		for (const triggerOn of ['periodComplete', 'threshold', 'change', 'alarm']) {
			for (const queryMode of ['fields', 'json']) {
				const fields = shown({ triggerOn, queryMode, period: 'day' });
				const names = fields.map(({ name }) => name);
				expect(names).toEqual([...new Set(names)]);
				for (const field of fields.filter(({ type }) => type === 'options')) {
					const values = field.options?.map((option) => (option as { value: unknown }).value);
					expect(values).toContain(field.default);
				}
			}
		}
	});

	it("says in a sentence on n8n's panel of nodes what each kind of trigger does", () => {
		const [kinds] = description.properties.filter(({ name }) => name === 'triggerOn');
		// The panel shows entries of a field of this name.
		expect(kinds?.displayName).toBe('Trigger On');
		const actions = (kinds?.options ?? []).map((option) => (option as { action?: string }).action);
		expect(actions).toEqual([
			'When data is complete',
			'When number crosses threshold',
			'When percentage change exceeds limit',
			'When number is unusual',
			'When alert is triggered',
		]);
	});
});
