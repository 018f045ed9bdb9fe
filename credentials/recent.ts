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
