/** The node as a tool of an agent, as n8n makes one of it (its tool-generation, 2.40). */
import {
	type INode,
	type INodeParameters,
	type INodeTypeDescription,
	NodeConnectionTypes,
	NodeHelpers,
} from 'n8n-workflow';

import { resources } from '../../../../../nodes/SensorsAnalytics/resources';
import { TOOL_TEXTS } from '../../../../../nodes/SensorsAnalytics/resources/toolTexts';
import { SensorsAnalytics } from '../../../../../nodes/SensorsAnalytics/SensorsAnalytics.node';

const { description } = new SensorsAnalytics();
const tool: INodeTypeDescription = {
	...description,
	name: `${description.name}Tool`,
	inputs: [],
	outputs: [NodeConnectionTypes.AiTool],
};
/** Models take no longer descriptions of functions. */
const LONGEST = 1024;

const nodeOf = (type: INodeTypeDescription, parameters: INodeParameters): INode => ({
	...{ id: 'x', name: 'Tool', typeVersion: 1.1, position: [0, 0] },
	type: `n8n-nodes-sensors-analytics.${type.name}`,
	parameters,
});
/** The parameters as n8n has them: with defaults at run time, without them where they are kept. */
const parametersOf = (type: INodeTypeDescription, typed: INodeParameters, hasDefaults = true) =>
	NodeHelpers.getNodeParameters(
		type.properties,
		typed,
		hasDefaults,
		false,
		nodeOf(type, typed),
		type,
	) ?? {};
/** What the model is told. */
const told = (typed: INodeParameters) =>
	NodeHelpers.getToolDescriptionForNode(nodeOf(tool, parametersOf(tool, typed)), {
		description: tool,
	});

const operations = resources.flatMap(({ option, operations: own }) =>
	own.map((operation): [string, INodeParameters] => [
		`${option.name}: ${operation.option.name}`,
		{ resource: option.value as string, operation: operation.option.value as string },
	]),
);

describe('The node as a tool', () => {
	it.each(operations)('%s says when to use it, with an example', (_name, chosen) => {
		const text = told(chosen);
		expect(text).toBe(TOOL_TEXTS[String(chosen.operation)]);
		expect(text).toMatch(/Example: |No tool of this node needs it/);
		expect(text.length).toBeLessThanOrEqual(LONGEST);
	});

	it('has no words of operations that are not there', () => {
		const values = operations.map(([, { operation }]) => String(operation));
		expect(Object.keys(TOOL_TEXTS).sort()).toEqual(values.sort());
	});

	it('keeps words of its author, also those of workflows that n8n saved before', () => {
		const chosen = { resource: 'event', operation: 'getManyEvents' };
		const saved = { ...chosen, descriptionType: 'manual', toolDescription: 'Counts our events' };
		expect(told(saved)).toBe('Counts our events');
		expect(told({ ...chosen, descriptionType: 'auto' })).toBe(TOOL_TEXTS.getManyEvents);
	});

	it('has the words of the operation that is chosen anew, unless they are its own', () => {
		const events = { resource: 'event', operation: 'getManyEvents' };
		const sql = { resource: 'sqlQuery', operation: 'runSqlQuery' };
		// What the editor keeps when something else is chosen.
		const kept = parametersOf(tool, parametersOf(tool, events), false);
		expect(told({ ...kept, ...sql })).toBe(TOOL_TEXTS.runSqlQuery);
		const own = parametersOf(tool, { ...events, toolDescription: 'Mine' }, false);
		expect(told({ ...own, ...sql })).toBe('Mine');
	});

	it('is known to the builder of workflows by the same words', () => {
		const hints = description.properties
			.filter(({ name }) => name === 'operation')
			.flatMap(({ options = [] }) => options)
			.map((option) => ('builderHint' in option ? option.builderHint?.propertyHint : undefined));
		expect(hints).toEqual(operations.map(([, { operation }]) => TOOL_TEXTS[String(operation)]));
	});

	it('alone asks for a description: the node does not', () => {
		for (const [, chosen] of operations)
			expect(parametersOf(description, chosen)).not.toHaveProperty('toolDescription');
	});
});
