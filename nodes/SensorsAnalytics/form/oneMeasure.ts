import type { INodeProperties } from 'n8n-workflow';

/** The fields of a query with one measure in place of several. @param description of the measure */
export function withOneMeasure(
	fields: readonly INodeProperties[],
	description: string,
): INodeProperties[] {
	return fields.map((field) =>
		field.name === 'measures'
			? {
					...field,
					displayName: 'Measure',
					typeOptions: { ...field.typeOptions, sortable: false },
					description,
				}
			: field,
	);
}
