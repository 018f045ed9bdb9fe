/** Text of docs/options.md: the options of every operation, from the node's description. */
import type { INodeProperties } from 'n8n-workflow';

import { resources } from '../../nodes/SensorsAnalytics/actions/router';
import { SensorsAnalytics } from '../../nodes/SensorsAnalytics/SensorsAnalytics.node';

interface OptionEntry {
	name: string;
	description: string;
	/** Value that n8n fills in when the option is added. */
	initial: string;
	operations: Set<string>;
}

/** @returns Markdown: options of all operations first, then each other one with its operations */
export function writeOptions(): string {
	const collections = new SensorsAnalytics().description.properties.filter(
		({ type, name }) => type === 'collection' && name === 'options',
	);
	const shown = collections.flatMap(({ displayOptions }) =>
		(displayOptions?.show?.operation ?? []).map(String),
	);
	const entries = new Map<string, OptionEntry>();
	for (const { options = [], displayOptions } of collections) {
		for (const field of options as INodeProperties[]) {
			const key = `${field.displayName}\n${field.description ?? ''}`;
			const entry = entries.get(key) ?? {
				name: field.displayName,
				description: field.description ?? '',
				initial: initialOf(field),
				operations: new Set<string>(),
			};
			for (const operation of shownFor(field, displayOptions?.show?.operation ?? []))
				entry.operations.add(operation);
			entries.set(key, entry);
		}
	}
	const all = new Set(shown).size;
	const sorted = [...entries.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
	const general = sorted.filter((entry) => entry.operations.size === all);
	const special = sorted.filter((entry) => entry.operations.size < all);
	return [
		'# Options',
		'',
		'This page is written by `npm run documents` from the descriptions in the form. The options of messages are in [Messages](messages.md).',
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
				`| **${entry.name}** | ${entry.initial} | ${entry.description} | ${placesOf(entry, new Set(shown))} |`,
		),
		'',
	].join('\n');
}

/** A field within a collection may be shown for some operations alone. */
function shownFor(field: INodeProperties, ofCollection: readonly unknown[]): string[] {
	const own = field.displayOptions?.show?.['/operation'];
	const list = Array.isArray(own)
		? ofCollection.filter((one) => own.includes(one as string))
		: ofCollection;
	return list.map(String);
}

function initialOf({ type, default: value, options = [] }: INodeProperties): string {
	if (type === 'boolean') return value === true ? 'on' : 'off';
	if (type === 'options') {
		const chosen = options.find((option) => 'value' in option && option.value === value);
		return chosen?.name ?? '';
	}
	return typeof value === 'number' || typeof value === 'string' ? String(value) : '';
}

/** Resources, with the operations of those that have the option in some of them alone. */
function placesOf({ operations }: OptionEntry, all: ReadonlySet<string>): string {
	return resources
		.flatMap(({ option, operations: list }) => {
			const names = list.map(({ option: { name, value } }) => ({ name, value: String(value) }));
			const having = names.filter(({ value }) => operations.has(value));
			if (having.length === 0) return [];
			const isEvery = names.every(({ value }) => operations.has(value) || !all.has(value));
			return [
				isEvery ? option.name : `${option.name} (${having.map(({ name }) => name).join(', ')})`,
			];
		})
		.join('; ');
}
