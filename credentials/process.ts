import { OperationalError } from 'n8n-workflow';

/**
 * Stores an entry as the newest one, and removes the oldest entries beyond a number, so that a
 * process that runs for months doesn't fill its memory.
 */
export function keepNewest<Key, Value>(
	entries: Map<Key, Value>,
	key: Key,
	value: Value,
	most: number,
): void {
	entries.delete(key);
	entries.set(key, value);
	for (const oldest of entries.keys()) {
		if (entries.size <= most) return;
		entries.delete(oldest);
	}
}

interface Kept<Value> {
	at: number;
	value: Promise<Value>;
}

/** Keeps answers for a time. Failures are not kept, and everyone who waits for one tries it once more. */
export class ShortMemory<Value> {
	private readonly kept = new Map<string, Kept<Value>>();

	constructor(
		private readonly milliseconds: number,
		private readonly most: number,
		private readonly now: () => number = Date.now,
	) {}

	async get(key: string, ask: () => Promise<Value>): Promise<Value> {
		const known = this.kept.get(key);
		const age = this.now() - (known?.at ?? Infinity);
		// Below 0, the clock was set back.
		if (known && age >= 0 && age < this.milliseconds)
			// A failure may be of another execution, which was stopped, and names another item.
			return await known.value.catch(ask);
		const entry = { at: this.now(), value: ask() };
		keepNewest(this.kept, key, entry, this.most);
		entry.value.catch(() => {
			if (this.kept.get(key) === entry) this.kept.delete(key);
		});
		return await entry.value;
	}

	forget(key: string): void {
		this.kept.delete(key);
	}
}

/**
 * A file of code has a hash in its name: if the package is replaced while the process runs, the
 * file is missing, so that code of two versions never works together.
 */
export async function loadCode<Code>(read: () => Promise<Code>): Promise<Code> {
	let fault: unknown;
	try {
		return await read();
	} catch (error) {
		fault = error;
	}
	if ((fault as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw fault;
	throw new OperationalError(
		'A file of the Sensors Analytics node is missing: the package was updated or removed while n8n was running',
		{ description: 'Restart n8n with all its workers, then run the workflow again.' },
	);
}
