import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { settingsFields } from '../form/settingsFields';
import type { Operation, Resource } from './operation';

/** Resource, operation, and each operation's fields shown with it only. */
export function describeResources(resources: readonly Resource[]): INodeProperties[] {
	const options = resources.map(({ option }) => option);
	const first = firstOf(options);
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			default: first,
			options,
		},
		...resources.map(describeOperations),
		...resources.flatMap((resource) =>
			resource.operations.flatMap((operation) => describeFields(resource, operation)),
		),
	];
}

function describeOperations({ option, operations }: Resource): INodeProperties {
	const options = operations.map((operation) => operation.option);
	const first = firstOf(options);
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [option.value] } },
		default: first,
		options,
	};
}

function firstOf(options: INodePropertyOptions[]): INodePropertyOptions['value'] {
	return options[0]?.value ?? '';
}

function describeFields(resource: Resource, operation: Operation): INodeProperties[] {
	const options = [...(operation.options ?? []), ...settingsFields].sort((a, b) =>
		a.displayName.localeCompare(b.displayName),
	);
	const collection: INodeProperties = {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options,
	};
	return [...operation.fields, collection].map((field) => ({
		...field,
		displayOptions: {
			...field.displayOptions,
			show: {
				...field.displayOptions?.show,
				resource: [resource.option.value],
				operation: [operation.option.value],
			},
		},
	}));
}
