/** Fields of the form, and what else must be chosen for n8n to show them. */
import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { resources } from '../../../nodes/SensorsAnalytics/actions/description.ts';

/** What n8n itself asks for where another choice than that of the document is made. */
export const REQUIRED: IDataObject = {
	datasetDates: 'range',
	refreshMode: 'range',
	firstEvent: 'SignUp',
	secondEvent: 'PayOrder',
	userName: 'analyst',
	pathEvent: '$pageview',
	pathEvents: { event: [{ eventName: 'ViewProduct' }] },
	sliceEvent: 'ViewProduct',
	eventName: 'PayOrder',
	accountName: 'analyst',
	password: 'analyst-pw-1',
};
/** Reports whose users are listed. */
const CELLS = ['event', 'distribution', 'funnel', 'path', 'retention', 'session'];

/** Choices for which the form shows a field: those next to it, and those of the whole form. */
export function shown({ displayOptions }: INodeProperties): { own: IDataObject; top: IDataObject } {
	const entries = Object.entries(displayOptions?.show ?? {}).filter(
		([name]) => !/^@|^\/?(?:resource|operation)$/.test(name),
	);
	const first = (isOfForm: boolean): IDataObject =>
		Object.fromEntries(
			entries
				.filter(([name]) => name.startsWith('/') === isOfForm)
				.map(([name, values]) => [name.replace('/', ''), (values as IDataObject[])[0]]),
		);
	const { '/queryMode': modes, fromReport: others } = displayOptions?.hide ?? {};
	const isOfPasted = modes?.includes('fields');
	const fromReport = others && CELLS.find((report) => !others.includes(report));
	return {
		own: first(false),
		top: {
			...first(true),
			...(isOfPasted ? { queryMode: 'json', queryJson: '{}' } : {}),
			...(fromReport ? { fromReport } : {}),
		},
	};
}

/** Whether a field, or an entry of a collection, is one of the operation's. */
export function isOf(
	{ displayOptions }: INodeProperties,
	resource: string,
	operation: string,
): boolean {
	const has = (name: string, value: string) =>
		[name, `/${name}`].every((key) => displayOptions?.show?.[key]?.includes(value) ?? true);
	return has('resource', resource) && has('operation', operation);
}

/** Every resource with each of its operations. */
export const OPERATIONS: ReadonlyArray<[resource: string, operation: string]> = resources.flatMap(
	({ option, operations }) =>
		operations.map((operation): [string, string] => [
			String(option.value),
			String(operation.option.value),
		]),
);
