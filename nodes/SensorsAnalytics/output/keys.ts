/**
 * The wanted key, or with a number behind it where it is taken, or where every object has one of
 * that name: what is stored at `__proto__` is lost, and expressions can't read `constructor`.
 */
export function freeKey(wanted: string, taken: { has: (key: string) => boolean }): string {
	let key = wanted;
	for (let number = 2; taken.has(key) || key in {}; number++) key = `${wanted} (${number})`;
	return key;
}

/** Keys in their order, each one that an object can hold. */
export function freeKeys(wanted: readonly string[]): string[] {
	const taken = new Set(wanted);
	return wanted.map((key) => (key in {} ? freeKey(key, taken) : key));
}
