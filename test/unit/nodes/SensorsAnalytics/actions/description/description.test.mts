/** The node as a tool of an agent, as n8n makes one of it (its tool-generation, 2.40). */
import { readFileSync } from 'node:fs';

import {
	type FromAIArgument,
	type INode,
	type INodeParameters,
	type INodeTypeDescription,
	NodeConnectionTypes,
	NodeHelpers,
	traverseNodeParameters,
} from 'n8n-workflow';

import { SensorsAnalytics } from '../../../../../../nodes/SensorsAnalytics/SensorsAnalytics.node';
import { resources } from '../../../../../../nodes/SensorsAnalytics/actions/description';
import { TypedNames } from '../../../../../../nodes/SensorsAnalytics/params/names';
import type { ReportModelName } from '../../../../../../nodes/SensorsAnalytics/query/query';
import { explainDefinition } from '../../../../../../nodes/SensorsAnalytics/params/explain';
import { reports } from '../../../../../../nodes/SensorsAnalytics/reports/registry';
import type { Report } from '../../../../../../nodes/SensorsAnalytics/reports/report';
import { readJson, schemaOf } from '../../../../../../nodes/SensorsAnalytics/reports/report';

const { description } = new SensorsAnalytics();
const tool: INodeTypeDescription = {
	...description,
	name: `${description.name}Tool`,
	inputs: [],
	outputs: [NodeConnectionTypes.AiTool],
};
/** Models take no longer descriptions of functions. */
const LONGEST = 1024;
const EXAMPLES = [
	'examples/agent-that-answers-questions.json',
	'examples/agent-with-five-tools.json',
];

interface Schema {
	required?: string[];
	properties: object;
}

/** What a model is asked to fill in. */
function fromAiIn(parameters: INodeParameters): FromAIArgument[] {
	const requests: FromAIArgument[] = [];
	traverseNodeParameters(parameters, requests);
	return requests;
}

/** Where the first JSON object of a text ends. */
function endOfJson(text: string): number {
	let depth = 0;
	for (let at = 0; at < text.length; at++) {
		if (text[at] === '{') depth++;
		if (text[at] === '}' && --depth === 0) return at + 1;
	}
	return text.length;
}

const nodeOf = (
	type: INodeTypeDescription,
	parameters: INodeParameters,
	more: Partial<INode> = {},
): INode => ({
	...{ id: 'x', name: 'Tool', typeVersion: 1, position: [0, 0] },
	...more,
	type: `n8n-nodes-sensors-analytics.${type.name}`,
	parameters,
});
/** The parameters as n8n has them: with defaults at run time, without them where they are kept. */
const parametersOf = (
	type: INodeTypeDescription,
	typed: INodeParameters,
	hasDefaults = true,
	more: Partial<INode> = {},
) =>
	NodeHelpers.getNodeParameters(
		type.properties,
		typed,
		hasDefaults,
		false,
		nodeOf(type, typed, more),
		type,
	) ?? {};
/** What the model reads. */
const resultOf = (typed: INodeParameters) =>
	NodeHelpers.getToolDescriptionForNode(nodeOf(tool, parametersOf(tool, typed)), {
		description: tool,
	});

const toolTexts = new Map(
	resources.flatMap(({ operations: own }) =>
		own.map(({ option, toolText }) => [option.value, toolText]),
	),
);

const operations = resources.flatMap(({ option, operations: own }) =>
	own.map((operation): [string, INodeParameters] => [
		`${option.name}: ${operation.option.name}`,
		{ resource: option.value as string, operation: operation.option.value as string },
	]),
);

const reportOperations = operations.filter(([, { operation }]) =>
	Object.values(reports).some(({ option }) => option.value === operation),
);

describe('The node as a tool', () => {
	it.each(operations)('%s says when to use it, with an example', (_name, chosen) => {
		const text = resultOf(chosen);
		expect(text).toBe(toolTexts.get(String(chosen.operation)));
		expect(text).toMatch(/Example: |The tools of this node don't need an access token/);
		expect(text.length).toBeLessThanOrEqual(LONGEST);
	});

	it('keeps words of its author, also those of workflows that n8n saved before', () => {
		const chosen = { resource: 'event', operation: 'getManyEvents' };
		const saved = { ...chosen, descriptionType: 'manual', toolDescription: 'Counts our events' };
		expect(resultOf(saved)).toBe('Counts our events');
		expect(resultOf({ ...chosen, descriptionType: 'auto' })).toBe(toolTexts.get('getManyEvents'));
	});

	it('has the words of the newly selected operation, unless the text is custom', () => {
		const events = { resource: 'event', operation: 'getManyEvents' };
		const sql = { resource: 'sqlQuery', operation: 'runSqlQuery' };
		// What the editor keeps when something else is chosen.
		const kept = parametersOf(tool, parametersOf(tool, events), false);
		expect(resultOf({ ...kept, ...sql })).toBe(toolTexts.get('runSqlQuery'));
		const own = parametersOf(tool, { ...events, toolDescription: 'Mine' }, false);
		expect(resultOf({ ...own, ...sql })).toBe('Mine');
	});

	it.each(reportOperations)(
		'%s starts with a query that the model writes, by its schema',
		(_name, chosen) => {
			const fresh = parametersOf(tool, chosen);
			expect(fresh).toMatchObject({ queryMode: 'definition', output: 'agent' });
			const requests: FromAIArgument[] = [];
			traverseNodeParameters(fresh, requests);
			const [{ key, type, description: said = '' } = {}] = requests;
			expect([requests.length, key, type]).toEqual([1, 'query', 'json']);
			expect(said.length).toBeLessThanOrEqual(LONGEST);
			// The first two braces end what n8n takes for the expression.
			expect(String(fresh.queryDefinition).indexOf('}}')).toBe(
				String(fresh.queryDefinition).length - 2,
			);
			const schema: unknown = JSON.parse(said.slice(said.indexOf('{')));
			const names = Object.entries(reports).find(
				([, { option }]) => option.value === chosen.operation,
			);
			expect(schema).toEqual(schemaOf(reports[names?.[0] as ReportModelName]));
			// What the editor saves of it, and what is made of that.
			const saved = parametersOf(tool, fresh, false);
			expect(saved).not.toHaveProperty('queryMode');
			expect(parametersOf(tool, saved)).toEqual(fresh);
		},
	);

	it.each(EXAMPLES)('the tools of %s name the keys of their queries', (example) => {
		const { nodes } = JSON.parse(readFileSync(example, 'utf8')) as { nodes: INode[] };
		const requests = nodes.filter(({ parameters }) => parameters.queryMode === 'definition');
		expect(requests.length).toBeGreaterThan(1);
		for (const { name, parameters } of requests) {
			const report = Object.values(reports).find(
				({ option }) => option.value === parameters.operation,
			);
			expect([name, report !== undefined || parameters.operation === 'explainChange']).toEqual([
				name,
				true,
			]);
			const schema = report ? schemaOf(report as Report) : explainDefinition.schema;
			const { required = [], properties } = schema as unknown as Schema;
			const [{ type, description: said = '' } = {}] = fromAiIn(parameters);
			expect([name, type]).toEqual([name, 'json']);
			const keys = [...said.matchAll(/"([a-z_]+)": /g)].map(([, key]) => key as string);
			// What is said to be that of another tool is not said again.
			const own = said.includes('As of Event report') ? [] : required;
			expect([name, own.filter((key) => !keys.includes(key))]).toEqual([name, []]);
			const [first = ''] = /\{[^]*\}/.exec(said) ?? [];
			const json = JSON.parse(first.slice(0, endOfJson(first))) as object;
			expect(Object.keys(json).filter((key) => !(key in properties))).toEqual([]);
		}
	});

	it('the complete set of the example is short, and five tools are a third of it', () => {
		const [large, small] = EXAMPLES.map((example) => {
			const { nodes } = JSON.parse(readFileSync(example, 'utf8')) as { nodes: INode[] };
			const tools = nodes.filter(({ type }) => type.endsWith('Tool'));
			const texts = tools.map(({ parameters }) =>
				[
					String(parameters.toolDescription),
					...fromAiIn(parameters).map(({ key, description: said = '' }) => key + said),
				].join(''),
			);
			return { tools: tools.length, characters: texts.join('').length };
		});
		expect([large?.tools, small?.tools]).toEqual([16, 5]);
		expect(large?.characters).toBeLessThanOrEqual(6500);
		expect(small?.characters).toBeLessThanOrEqual(2500);
	});

	it('starts with the form where it is no tool', () => {
		const [[, chosen] = ['', {}]] = reportOperations;
		expect(parametersOf(description, chosen)).toMatchObject({
			queryMode: 'fields',
			output: 'rows',
		});
		const request = { ...chosen, queryMode: 'definition' };
		expect(parametersOf(description, request)).toMatchObject({ queryDefinition: '' });
	});

	it('looks for values in a field of its own, which no other operation fills', () => {
		const properties = { resource: 'property', operation: 'getManyProperties' };
		const values = { resource: 'property', operation: 'getPropertyValues' };
		const kept = parametersOf(description, { ...properties, search: 'city' }, false);
		expect(parametersOf(description, { ...kept, ...values })).toMatchObject({ valueSearch: '' });
		expect(parametersOf(description, { ...kept, ...values })).not.toHaveProperty('search');
	});

	it.each(reportOperations)(
		'%s shows a short query as its sample, which can be run',
		(_name, chosen) => {
			const report = Object.values(reports).find(
				({ option }) => option.value === chosen.operation,
			) as unknown as Report;
			const { short } = report;
			const [field] = tool.properties.filter(
				(property) =>
					property.name === 'queryDefinition' &&
					NodeHelpers.displayParameter(
						{ ...chosen, queryMode: 'definition' },
						property,
						nodeOf(tool, chosen),
						tool,
					),
			);
			expect(field?.description).toMatch(short);
			expect(field?.description?.length).toBeLessThanOrEqual(120);
			const now = { today: '2026-11-21', timeZone: 'UTC', firstWeekday: 1 as const };
			const read = () => readJson(report, JSON.parse(short), { names: new TypedNames(), now });
			expect(read).not.toThrow();
		},
	);

	it('says nothing of a trigger, which is no tool', () => {
		expect(tool.description).not.toMatch(/trigger/i);
		for (const text of toolTexts.values()) expect(text).not.toMatch(/trigger/i);
	});

	it('advises against adding up the users of a retention, as the answer does', () => {
		expect(toolTexts.get('getRetentionReport')).toContain("Don't add up users");
	});

	it('only the tool has a description field', () => {
		for (const [, chosen] of operations)
			expect(parametersOf(description, chosen)).not.toHaveProperty('toolDescription');
	});
});
