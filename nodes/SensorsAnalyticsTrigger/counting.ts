import { createHash } from 'crypto';
import type { IDataObject, INode } from 'n8n-workflow';

/** Options that change what is told now, not what is watched (docs/trigger.md, T7). */
const FREE_OPTIONS = ['catchUp', 'startsWithLast'];

/**
 * A short text that is another one when the trigger is told to watch something else.
 * @param fields of the form, without 'options'
 * @param read gives a field's value
 */
export function countingOf(
	node: INode,
	fields: readonly string[],
	read: (name: string) => unknown,
): string {
	const written = node.parameters as IDataObject;
	// Expressions count as they are written: their values may change with every poll.
	const value = (name: string) => (hasExpression(written[name]) ? written[name] : read(name));
	const watched = Object.fromEntries(fields.map((name) => [name, value(name)]));
	const options = { ...(value('options') as IDataObject) };
	for (const name of FREE_OPTIONS) delete options[name];
	const credential = Object.values(node.credentials ?? {})[0]?.id;
	const text = JSON.stringify(canonical({ ...watched, options, credential }) ?? null);
	return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function hasExpression(value: unknown): boolean {
	return value !== undefined && JSON.stringify(value).includes('"=');
}

/** The same for the same meaning: keys in order, empty values left out, picked values without what the list showed. */
function canonical(value: unknown): unknown {
	if (Array.isArray(value)) return value.map((entry) => canonical(entry) ?? null);
	if (typeof value !== 'object' || value === null) return value === '' ? undefined : value;
	const object = value as IDataObject;
	if ('__rl' in object) return canonical(object.value);
	const entries = Object.keys(object)
		.sort()
		.map((key) => [key, canonical(object[key])] as const)
		.filter(([, entry]) => entry !== undefined && entry !== null);
	return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}
