import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { settingsFields } from '../form/settings';
import { type Form, shareFields } from '../form/shareFields';
import type { Operation, Resource } from './operation';
import { TOOL_TEXTS } from './toolTexts';

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
		...shareFields(
			resources.flatMap((resource) =>
				resource.operations.map((operation) => describeForm(resource, operation)),
			),
		),
	];
}

function describeOperations({ option, operations }: Resource): INodeProperties {
	// The builder of workflows reads what the agents do.
	const options = operations.map(({ option }) => ({
		...option,
		builderHint: { propertyHint: toolText(option) },
	}));
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

/**
 * What a model is told of the operation, in place of the field that n8n would add by itself: that
 * one tells the action alone. A text of one's own stays when the operation is changed.
 */
function toolField({ option }: Operation): INodeProperties {
	return {
		displayName: 'Tool Description',
		name: 'toolDescription',
		type: 'string',
		typeOptions: { rows: 4 },
		default: toolText(option),
		required: true,
		displayOptions: { show: { '@tool': [true] } },
		description: 'What the model reads of this tool: when to use it, with an example',
	};
}

function toolText({ value, description = '' }: INodePropertyOptions): string {
	return TOOL_TEXTS[String(value)] ?? description;
}

function firstOf(options: INodePropertyOptions[]): INodePropertyOptions['value'] {
	return options[0]?.value ?? '';
}

function describeForm(resource: Resource, operation: Operation): Form {
	const options = [...(operation.options ?? []), ...settingsFields].sort((a, b) =>
		a.displayName < b.displayName ? -1 : 1,
	);
	const collection: INodeProperties = {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options,
	};
	return {
		shownWith: {
			resource: String(resource.option.value),
			operation: String(operation.option.value),
		},
		fields: [toolField(operation), ...operation.fields, collection],
	};
}
