/** A row of the OpenAPI has this; a text in a row can't: its quotation marks are escaped. */
const SUCCESS = /"code"\s?:\s?"SUCCESS"/;
/** As in `COMMON-R-131-1`, `INTERNAL_SERVER_ERROR`. */
const REFUSAL_CODE = /^[A-Z]{2,20}(?:-[A-Z]{1,4}-\d{1,6}-\d{1,6}|(?:_[A-Z]{1,20}){0,5})$/;

/** Of an object. */
export const BEGINNING = /^\s{0,100}\{/;
/** What an envelope consists of. */
const KEYS = new Set(['code', 'message', 'request_id', 'data', 'error_info']);

/**
 * Whether a line of SQL's answer in the OpenAPI is no row but a refusal: an envelope whose code is
 * not SUCCESS, without data (docs/service.md, "OpenAPI"). A row of the API under `/api/` may have
 * columns of these names; one that looks like this is taken for a refusal, never the other way round.
 */
export function isRefusedEnvelope(line: string): boolean {
	if (!BEGINNING.test(line) || !line.includes('"request_id"') || SUCCESS.test(line)) return false;
	try {
		const parsed = JSON.parse(line) as { [key: string]: unknown };
		const { code, request_id: requestId, data } = parsed;
		const isEmpty = Object.keys(Object(data ?? {}) as object).length === 0;
		return (
			typeof code === 'string' &&
			REFUSAL_CODE.test(code) &&
			typeof requestId === 'string' &&
			isEmpty &&
			Object.keys(parsed).every((key) => KEYS.has(key))
		);
	} catch {
		return false;
	}
}
