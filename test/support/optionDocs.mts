/** Text of docs/options.md: the options of every operation, from the node's description. */
import type { INodeProperties } from 'n8n-workflow';

import { resources } from '../../nodes/SensorsAnalytics/actions/description';
import { SensorsAnalytics } from '../../nodes/SensorsAnalytics/SensorsAnalytics.node';

/** @returns Markdown: options of all operations first, then each other one with its operations */
export function writeOptions(): string {
	const { properties } = new SensorsAnalytics().description;
	const options = properties.find(({ name }) => name === 'options')?.options as INodeProperties[];
	const entries = options.map((field) => ({
		name: field.displayName,
		description: field.description ?? '',
		initial: initialOf(field),
		operations: field.displayOptions?.show?.['/operation']?.map(String),
	}));
	const general = entries.filter(({ operations }) => !operations);
	const special = entries.flatMap(({ operations, ...entry }) =>
		operations ? [{ ...entry, places: placesOf(new Set(operations)) }] : [],
	);
	return [
		'# Options',
		'',
		'This page is written by `npm run documents` from the descriptions in the form. The options of messages are in [Messages](messages.md).',
		'',
		"_Initial value_ is the value of an option when you add it. If you don't add the option, a switch is off, except **Fill Missing Dates**, which is on. **Use Cache** and **Approximate** are then not sent, so Sensors Analytics decides.",
		'',
		'## Options of all operations',
		'',
		'| Option | Initial value | Description |',
		'| --- | --- | --- |',
		...general.map((entry) => `| **${entry.name}** | ${entry.initial} | ${entry.description} |`),
		'',
		'## Options of some operations',
		'',
		'| Option | Initial value | Description | Operations |',
		'| --- | --- | --- | --- |',
		...special.map(
			(entry) =>
				`| **${entry.name}** | ${entry.initial} | ${entry.description} | ${entry.places} |`,
		),
		'',
	].join('\n');
}

/** What n8n fills in when the option is added. */
function initialOf({ type, default: value, options = [] }: INodeProperties): string {
	if (type === 'boolean') return value === true ? 'on' : 'off';
	if (type === 'options') {
		const chosen = options.find((option) => 'value' in option && option.value === value);
		return chosen?.name ?? '';
	}
	return typeof value === 'number' || typeof value === 'string' ? String(value) : '';
}

/** Resources, with the operations of those that have the option in some of them alone. */
function placesOf(operations: ReadonlySet<string>): string {
	return resources
		.flatMap(({ option, operations: list }) => {
			const names = list.map(({ option: { name, value } }) => ({ name, value: String(value) }));
			const having = names.filter(({ value }) => operations.has(value));
			if (having.length === 0) return [];
			const isEvery = having.length === names.length;
			return [
				isEvery ? option.name : `${option.name} (${having.map(({ name }) => name).join(', ')})`,
			];
		})
		.join('; ');
}
