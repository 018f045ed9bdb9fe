import type { SqlNumber, SqlValue } from '../query/sqlQuery';

/**
 * A value as SQL. What dialects escape in different ways (quotes, backslashes, control
 * characters) is written by its code, so that no value can end its own quotes, whichever dialect
 * the installation speaks: `O'Brien` is `concat('O', chr(39), 'Brien')`. Negative numbers stand
 * in parentheses, as a minus before them would make a comment of both.
 */
export function toSqlLiteral(value: SqlValue | SqlValue[]): string {
	if (Array.isArray(value)) return value.map((element) => toSqlLiteral(element)).join(', ');
	if (typeof value === 'boolean') return String(value);
	return typeof value === 'string' ? writeText(value) : writeNumber(value);
}

function writeNumber({ digits }: SqlNumber): string {
	return digits.startsWith('-') ? `(${digits})` : digits;
}

function writeText(text: string): string {
	const parts = text.match(PARTS) ?? [];
	const written = parts.map((part) =>
		isSpecial.test(part) ? `chr(${part.charCodeAt(0)})` : `'${part}'`,
	);
	return written.length > 1 ? `concat(${written.join(', ')})` : (written[0] ?? "''");
}

const SPECIAL = '[\'"`\\\\\\u0000-\\u001f\\u007f]';
const isSpecial = new RegExp(`^${SPECIAL}`);
const PARTS = new RegExp(`${SPECIAL}|[^'"\`\\\\\\u0000-\\u001f\\u007f]+`, 'g');
