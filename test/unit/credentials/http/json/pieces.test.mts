import { isDeepStrictEqual } from 'node:util';
import { parseJsonDigits, piecesSteps } from '../../../../../credentials/http/json';
import { atOnce, type Steps } from '../../../../../credentials/http/slices';
import fc from '../../../../support/fastCheck.mts';

// eslint-disable-next-line require-yield
function* parse(piece: string): Steps<unknown> {
	return parseJsonDigits(piece);
}

const inPieces = (text: string, size: number) => atOnce(piecesSteps(text, parse, size));
const outcome = (read: () => unknown) => {
	try {
		return { value: read() };
	} catch (error) {
		return { fault: (error as Error).name };
	}
};

/** The same values, in the same order of keys, or the same refusal. */
function expectSame(text: string, size: number): void {
	const [found, wanted] = [
		outcome(() => inPieces(text, size)),
		outcome(() => parseJsonDigits(text)),
	];
	expect([text, size, found]).toEqual([text, size, wanted]);
	expect(JSON.stringify(found)).toBe(JSON.stringify(wanted));
}

const SIZES = [0, 1, 2, 5, 20];

describe('JSON in pieces', () => {
	it.each([
		...['', ' ', '1', '-', '"a"', '"a', 'null', 'nul', '[]', '{}', '[ ]', '{ }', '[,]', '[1,]'],
		...['[,1]', '[1,,2]', '[1 2]', '[1]]', '[[1]', '[1}', '{"a":1]', '{"a":1,}', '{,}', '{"a"}'],
		...['{"a":}', '{"a" 1}', '{1:2}', '{"a":1 "b":2}', '[1:2]', '[[],[[ ] ]]', '[{"a":[]},{}]'],
		...['{"a":1,"a":2}', '{"b":1,"2":[1,2,3],"1":3}', '[1]x', 'x[1]', '\u00a0[1]', '["a,]\\"", 2]'],
		...['{"__proto__":{"polluted":1}}', '{"constructor":[1,2]}', '[12345678901234567890,1.50,-0]'],
		...['{"id":9007199254740993}', '["\\ud800\\n", "\\x"]', '[1,[2,[3,[4,[5,[6]]]]]]', '[tru,1]'],
		...['{"a":[1,2,{"b":[3,4,{"c":5}]}]}', '[" 1 , 2 ",3 , 4 ]', '[1,\n\t2\r]', '[""', '["\\"]'],
	])('%s', (text) => {
		for (const size of SIZES) expectSame(text, size);
	});

	it('any JSON, with blanks or without', () => {
		fc.assert(
			fc.property(
				fc.json({ maxDepth: 5 }),
				fc.constantFrom(undefined, 1, '\t'),
				fc.constantFrom(...SIZES),
				(text, indent, size) =>
					expectSame(JSON.stringify(JSON.parse(text), undefined, indent), size),
			),
			{ numRuns: 300 },
		);
	});

	it('any JSON in which a character is lost, or another one', () => {
		fc.assert(
			fc.property(
				fc.json({ maxDepth: 4 }),
				fc.nat(),
				fc.constantFrom('', ',', ']', '}', '[', '{', '"', ':', ' ', '1', '\\'),
				fc.constantFrom(...SIZES),
				(text, place, other, size) => {
					const at = place % (text.length + 1);
					expectSame(text.slice(0, at) + other + text.slice(at + 1), size);
				},
			),
			{ numRuns: 600 },
		);
	});

	it('takes as many steps as there are pieces', () => {
		const text = JSON.stringify(Array.from({ length: 1000 }, (_, n) => [n, `name ${n}`]));
		const steps = piecesSteps(text, parse, 1000);
		let count = 0;
		while (!steps.next().done) count++;
		expect(count).toBeGreaterThan(text.length / 1100);
		expect(count).toBeLessThan(text.length / 900);
	});

	it('looks at what lies deep about once', () => {
		let seen = 0;
		const text = `${'['.repeat(500)}${'1,'.repeat(5000)}1${']'.repeat(500)}`;
		const counted = new Proxy(new String(text), {
			get(target, key) {
				if (key === 'charCodeAt') seen++;
				const value: unknown = Reflect.get(target, key);
				return typeof value === 'function'
					? (value as (...given: unknown[]) => unknown).bind(text)
					: value;
			},
		}) as unknown as string;
		atOnce(piecesSteps(counted, parse, 2000));
		expect(seen).toBeLessThan(5 * text.length);
	});

	it('refuses levels without an end', () => {
		expect(() => inPieces('['.repeat(5000), 10)).toThrow(SyntaxError);
		expect(() => inPieces('['.repeat(5000) + ']'.repeat(5000), 10)).toThrow(SyntaxError);
	});
});

it('a long text is read in pieces', () => {
	const rows = Array.from({ length: 200_000 }, (_, n) => ({ id: `row ${n}`, n }));
	const text = `{"rows":${JSON.stringify(rows)},"user":9007199254740993}`;
	expect(text.length).toBeGreaterThan(4 * 1024 * 1024);
	const whole = { rows, user: '9007199254740993' };
	expect(isDeepStrictEqual(parseJsonDigits(text), whole)).toBe(true);
});
