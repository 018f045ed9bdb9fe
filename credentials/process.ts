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
