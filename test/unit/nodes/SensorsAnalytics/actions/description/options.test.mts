import type { INodeProperties } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { SensorsAnalytics } from '../../../../../../nodes/SensorsAnalytics/SensorsAnalytics.node';
import { resources } from '../../../../../../nodes/SensorsAnalytics/actions/description';
import { settingsFields } from '../../../../../../nodes/SensorsAnalytics/params/options';

const { description } = new SensorsAnalytics();
const node = { typeVersion: 1 };
const namesOf = (fields: readonly INodeProperties[]) => fields.map(({ name }) => name).sort();

const FORMS = resources.flatMap(({ option: resource, operations }) =>
	operations.map((operation) => ({
		name: String(operation.option.value),
		own: [...(operation.options ?? []), ...settingsFields],
		parameters: { resource: String(resource.value), operation: String(operation.option.value) },
	})),
);

describe('the options', () => {
	const collections = description.properties.filter(({ name }) => name === 'options');
	const [{ options = [] } = {}] = collections;
	const entries = options as INodeProperties[];

	it('are one collection, in the order of the alphabet', () => {
		const labels = entries.map(({ displayName }) => displayName);
		expect(collections).toHaveLength(1);
		expect(labels).toEqual([...labels].sort());
	});

	it.each(FORMS)('of $name are its own and those of all', ({ own, parameters }) => {
		const files = { ...parameters, output: 'file', queryMode: 'fields' };
		const shownIn = (fields: readonly INodeProperties[]) =>
			fields.filter((field) => NodeHelpers.displayParameter({}, field, node, description, files));
		expect(namesOf(shownIn(entries))).toEqual(namesOf(shownIn(own)));
	});

	it('of another operation are nothing that n8n hands on', () => {
		const given = { ...FORMS[0]?.parameters, options: { useCache: true, rowsPerRequest: 5 } };
		const read = NodeHelpers.getNodeParameters(
			description.properties,
			given,
			true,
			false,
			node,
			description,
		);
		expect(read?.options).toEqual({ useCache: true });
	});
});
