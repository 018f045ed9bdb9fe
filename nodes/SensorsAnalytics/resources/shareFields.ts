import type { INodeProperties } from 'n8n-workflow';

/** The fields of one operation, in the order of its form. */
export interface Form {
	resource: string;
	operation: string;
	fields: readonly INodeProperties[];
}

interface Shared {
	key: string;
	field: INodeProperties;
	resources: Set<string>;
	operations: Set<string>;
}

/**
 * The fields of all forms in one list, each shown with its operations only; every form keeps its
 * order. A field that several forms have is one of the list: n8n goes through the whole list at
 * each execution of a workflow with the node, and at each change in its editor.
 * @param forms of operations whose values differ, even between resources
 */
export function shareFields(forms: readonly Form[]): INodeProperties[] {
	const all: Shared[] = [];
	for (const { resource, operation, fields } of forms) {
		let next = 0;
		for (const field of fields) {
			const key = JSON.stringify(field);
			const at = all.findIndex((one, index) => index >= next && one.key === key);
			const [resources, operations] = [new Set([resource]), new Set([operation])];
			if (at < 0) {
				all.splice(next, 0, { key, field, resources, operations });
				next++;
			} else {
				all[at]?.resources.add(resource);
				all[at]?.operations.add(operation);
				next = at + 1;
			}
		}
	}
	return all.map(({ field, resources, operations }) => ({
		...field,
		displayOptions: {
			...field.displayOptions,
			show: {
				...field.displayOptions?.show,
				resource: [...resources],
				operation: [...operations],
			},
		},
	}));
}
