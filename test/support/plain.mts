/** A copy of plain objects: drawn ones may have no prototype, which isDeepStrictEqual finds different. */
export function plain<T>(json: T): T {
	if (Array.isArray(json)) return Array.from(json, plain) as T;
	if (json === null || typeof json !== 'object') return json;
	return Object.fromEntries(
		Object.entries(json).map(([name, value]) => [name, plain(value as unknown)]),
	) as T;
}
