import type { Memory } from './memory';

/** Texts of JSON. */
interface Known {
	/** What n8n had stored when it began. */
	stored: string;
	/** What is remembered now. */
	now: string;
}

/**
 * What polls of this process have seen since n8n stored what is remembered, by workflow and node.
 * n8n stores it rarely: under its scheduler only when a poll starts the workflow (docs/trigger.md,
 * T15). It counts as long as n8n has nothing else stored.
 */
const known = new Map<string, Known>();
/** Workflows; the one that polled least lately is forgotten first. */
const MOST = 1000;
/** In a memory: alarms with all that they can have, and in a text of it. */
const MOST_VALUES = 150_000;
const MOST_CHARACTERS = 1000;

/** What is remembered, as a copy: n8n watches the objects that it keeps. */
export function latest(key: string, stored: Memory): Memory {
	const text = textOf(stored);
	const own = known.get(key);
	return JSON.parse(own?.stored === text ? own.now : text) as Memory;
}

/** What a poll has seen that told nothing. */
export function note(key: string, stored: string, now: Memory): void {
	const own = known.get(key);
	known.delete(key);
	// n8n may keep what is remembered alive between polls without storing it.
	const first = own?.now === stored ? own.stored : stored;
	known.set(key, { stored: first, now: textOf(now) });
	for (const oldest of known.keys()) {
		if (known.size <= MOST) break;
		known.delete(oldest);
	}
}

/** A poll has told something: whether that is done, n8n's memory alone knows. */
export function forget(key: string): void {
	known.delete(key);
}

/** A memory as text, without who asks; one that this node can't have written is none (T29). */
export function textOf(memory: Memory): string {
	return isSmall(memory) ? JSON.stringify({ ...memory, asking: undefined }) : '{}';
}

/** Whether there is no more in a value than in the largest memory, before anything is made of it. */
function isSmall(memory: Memory): boolean {
	const left: unknown[] = [memory];
	for (let values = 0; left.length > 0; values++) {
		const value = left.pop();
		if (typeof value === 'string' && value.length > MOST_CHARACTERS) return false;
		if (typeof value !== 'object' || value === null) continue;
		const isList = Array.isArray(value);
		const inner: unknown[] = isList ? value : Object.values(value);
		if (values + inner.length > MOST_VALUES) return false;
		for (const one of inner) left.push(one);
	}
	return true;
}
