import type { SqlValue } from '../../../../../../nodes/SensorsAnalytics/query/query';
import { toSqlLiteral } from '../../../../../../nodes/SensorsAnalytics/sql/scan';
import { runs } from '../../../../../support/extent.mts';
import fc, { anyText } from '../../../../../support/fastCheck.mts';

const number = (digits: string): SqlValue => ({ digits });

/** Reads a literal as an engine does that knows quotes, chr() and concat(), and no escapes. */
function evaluate(literal: string): string {
	const inner = /^concat\((.*)\)$/s.exec(literal)?.[1] ?? literal;
	const parts = inner.match(/'[^']*'|chr\(\d+\)/g) ?? [];
	expect(parts.join(', ')).toBe(inner);
	return parts
		.map((part) =>
			part.startsWith('chr')
				? String.fromCharCode(Number(/\d+/.exec(part)?.[0]))
				: part.slice(1, -1),
		)
		.join('');
}

describe('SQL literals', () => {
	it.each([
		['plain', "'plain'"],
		['', "''"],
		["O'Brien", "concat('O', chr(39), 'Brien')"],
		["'", 'chr(39)'],
		['\\', 'chr(92)'],
		[number('1.5'), '1.5'],
		[number('-10'), '(-10)'],
		[true, 'true'],
		[['a', 'b'], "'a', 'b'"],
		[[number('1'), number('-2')], '1, (-2)'],
	] as Array<[SqlValue | SqlValue[], string]>)('%j', (value, literal) => {
		expect(toSqlLiteral(value)).toBe(literal);
	});

	it('can hold every text, and no text can end its quotes', () => {
		fc.assert(
			fc.property(anyText({ maxLength: 40 }), (text) => {
				const literal = toSqlLiteral(text);
				expect(evaluate(literal)).toBe(text);
				// Nothing that any dialect takes for an escape.
				// eslint-disable-next-line no-control-regex
				expect(literal).not.toMatch(/[\\"`\u0000-\u001f]|''./);
			}),
			runs(2000),
		);
	});
});
