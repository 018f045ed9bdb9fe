/**
 * What an engine gave, made of objects and lists of the tests: the engine's come from outside of
 * them, which isDeepStrictEqual takes for a difference (Jest's own matchers do not).
 */
export function ofThisRealm<T>(json: T): T {
	if (Array.isArray(json)) return Array.from(json, ofThisRealm) as T;
	if (json === null || typeof json !== 'object') return json;
	return Object.fromEntries(
		Object.entries(json).map(([name, value]) => [name, ofThisRealm(value as unknown)]),
	) as T;
}
