import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

/** The fields, shown only under a further condition. */
export function showWhen(
	condition: NonNullable<IDisplayOptions['show']>,
	fields: readonly INodeProperties[],
): INodeProperties[] {
	return fields.map((field) => ({
		...field,
		displayOptions: {
			...field.displayOptions,
			show: { ...field.displayOptions?.show, ...condition },
		},
	}));
}
