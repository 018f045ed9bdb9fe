import type { Scalar } from '../../query/eventQuery';

/**
 * A value as SQL. What dialects escape in different ways (quotes, backslashes, control
 * characters) is written by its code, so that no value can end its own quotes, whichever dialect
 * the installation speaks: `O'Brien` is `concat('O', chr(39), 'Brien')`.
 */
export function toSqlLiteral(value: Scalar | Scalar[]): string {
	if (Array.isArray(value)) return value.map((element) => toSqlLiteral(element)).join(', ');
	if (typeof value !== 'string') return String(value);
	const parts = value.match(PARTS) ?? [];
	const written = parts.map((part) =>
		new RegExp(SPECIAL).test(part) ? `chr(${part.charCodeAt(0)})` : `'${part}'`,
	);
	return written.length > 1 ? `concat(${written.join(', ')})` : (written[0] ?? "''");
}

const SPECIAL = '[\'"`\\\\\\u0000-\\u001f\\u007f]';
const PARTS = new RegExp(`${SPECIAL}|[^'"\`\\\\\\u0000-\\u001f\\u007f]+`, 'g');
