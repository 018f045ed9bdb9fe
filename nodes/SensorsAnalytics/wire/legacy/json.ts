/** A JSON object of the service. */
export type JsonObject = { [key: string]: unknown };

export function isObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function textIn(object: JsonObject, key: string): string | undefined {
	const value = object[key];
	return typeof value === 'string' && value !== '' ? value : undefined;
}

export function numberIn(object: JsonObject, key: string): number | undefined {
	const value = object[key];
	return typeof value === 'number' ? value : undefined;
}
