import type { INodeProperties } from 'n8n-workflow';

/**
 * The fields of a query with one measure in place of several.
 * n8n has no list of one entry that it would not also save in another form: the button says it.
 * @param description of the measure
 */
export function withOneMeasure(
	fields: readonly INodeProperties[],
	description: string,
): INodeProperties[] {
	return fields.map((field) =>
		field.name === 'measures'
			? {
					...field,
					displayName: 'Measure',
					typeOptions: {
						...field.typeOptions,
						sortable: false,
						multipleValueButtonText: 'Add Measure (Only One Counts)',
					},
					description,
				}
			: field,
	);
}
