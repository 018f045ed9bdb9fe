/** A JSON object of the service. */
export type JsonObject = { [key: string]: unknown };

const MAX_TOLD_CAUSES = 20;
/**
 * Its message is always the same; the reason stands in the context (docs/service.md, "OpenAPI").
 */
const SERVICE_EXCEPTION = 'COMMON-R-131-1';

/** What a refusal says, unchecked. */
export interface Refusal {
	said: string;
	code?: string;
	requestId?: string;
}

/**
 * The refusal in a JSON answer, or undefined if it is none. Both forms are read: the envelope
 * `{code, message, request_id, error_info}` and the flat `{error, error_type}`
 * (docs/service.md, "Refusals").
 */
export function readRefusal(answer: JsonObject): Refusal | undefined {
	const info = isObject(answer.error_info) ? answer.error_info : {};
	const error = answer.error;
	const hasError = (typeof error === 'string' && error !== '') || isObject(error);
	const hasCode =
		typeof answer.code === 'string' && answer.code !== '' && answer.code !== 'SUCCESS';
	if (!hasError && !hasCode && !isFilled(answer.error_type)) return undefined;

	const context = isObject(info.context) ? info.context : {};
	const causes = Array.isArray(info.error_causes)
		? info.error_causes.slice(0, MAX_TOLD_CAUSES).filter(isObject)
		: [];
	const code = [info.code, answer.code, answer.error_type].find(isFilled);
	const statements = [
		[info.code, answer.code].includes(SERVICE_EXCEPTION) ? context.origin_cause : undefined,
		typeof error === 'string' ? error : isObject(error) ? error.message : undefined,
		answer.message,
		info.description,
		...causes.map((cause) => cause.error_cause),
		context.origin_cause,
	].filter(isFilled);
	return {
		said: [...new Set(statements)].join('; '),
		code,
		requestId: [answer.request_id, answer.requestId].find(isFilled),
	};
}

/** A statement without names in quotation marks: they are the user's own, an event may be called "session expired". */
export function withoutNames(statement: string): string {
	return statement.replace(/(["'`「“])[^"'`」”]*(["'`」”])/g, '');
}

export function isObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isFilled(value: unknown): value is string {
	return typeof value === 'string' && value !== '';
}
