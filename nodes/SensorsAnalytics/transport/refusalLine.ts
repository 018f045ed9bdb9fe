import { isObject, readRefusal } from '../../../credentials/http/refusal';
import { BEGINNING, isRefusedEnvelope } from './refusedEnvelope';

const REFUSAL_KEYS = new Set([
	'error',
	'error_type',
	'error_info',
	'code',
	'message',
	'request_id',
]);

/**
 * Whether a line has the form of a refusal (docs/service.md, "Refusals"): a row may have it, too.
 */
export function isRefusalLine(line: string): boolean {
	return look(line)?.isRefusal === true;
}

/**
 * Tells rows whose columns are called as the parts of a refusal from a refusal, which ends an
 * answer. What can't be told is a refusal: an error is better than a row that never was.
 */
export class RowsSoFar {
	/** Of the names that refusals use. */
	private readonly columns = new Set<string>();

	/** Whether a line is a row by itself and the rows before it. */
	hasRow(line: string): boolean {
		const seen = look(line);
		// Rows leave out what is empty: one may hold nothing but its column 'error'.
		const isKnown =
			this.columns.has('error') &&
			seen &&
			seen.keys.length > 0 &&
			seen.keys.every((key) => this.columns.has(key));
		return !seen?.isRefusal || isKnown === true;
	}

	/** A line was a row. */
	note(line: string): void {
		for (const key of look(line)?.keys ?? []) if (REFUSAL_KEYS.has(key)) this.columns.add(key);
	}
}

/**
 * Whether what stands before a line is a row, as this one has a column 'error', too: nothing follows
 * a refusal.
 */
export function isRowBefore(next: string): boolean {
	return look(next)?.keys.includes('error') === true;
}

/** Lines without an error are not looked into: there may be millions. */
function look(line: string): { keys: string[]; isRefusal: boolean } | undefined {
	if (isRefusedEnvelope(line)) return { keys: [], isRefusal: true };
	if (!BEGINNING.test(line) || !line.includes('"error')) return undefined;
	try {
		const parsed: unknown = JSON.parse(line);
		if (!isObject(parsed)) return undefined;
		const keys = Object.keys(parsed);
		const says = typeof parsed.error === 'string' || isObject(parsed.error_info);
		const isRefusal = says && keys.every((key) => REFUSAL_KEYS.has(key));
		return { keys, isRefusal: isRefusal && readRefusal(parsed) !== undefined };
	} catch {
		return undefined;
	}
}
