/** JSON whose whole numbers keep their digits; lossless-json judges. */
import { isLosslessNumber, parse as parseLossless, stringify } from 'lossless-json';

import {
	parseExactJson,
	parseJsonDigits,
	Integer,
	writeJson,
} from '../../../../../credentials/http/json';
import fc, { anyText } from '../../../../support/fastCheck.mts';

const RUNS = 500;

/** What parseJsonDigits must make of a text, by another library. */
function expected(text: string): unknown {
	return JSON.parse(stringify(parseLossless(text), asText) as string);
}
function asText(_key: string, value: unknown): unknown {
	if (!isLosslessNumber(value)) return value;
	const whole = /^(-?[1-9]\d*)(\.0+)?$/.exec(value.value)?.[1];
	const isLong = whole !== undefined && BigInt(whole) !== BigInt(Number.parseFloat(whole));
	const isBeyond = whole !== undefined && !Number.isSafeInteger(Number(whole));
	return isLong || isBeyond ? (whole as string) : Number(value.value);
}

/** Numbers as services write them. */
const numberText = fc.oneof(
	fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }).map(String),
	fc.bigInt({ min: 2n ** 53n - 5n, max: 2n ** 53n + 5n }).map(String),
	fc.integer().map(String),
	fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => JSON.stringify(n)),
	fc.bigInt({ min: 2n ** 50n, max: 2n ** 60n }).map((n) => `${n}.0`),
	fc.bigInt({ min: 2n ** 50n, max: 2n ** 60n }).map((n) => `0.${n}`),
	fc.bigInt({ min: 2n ** 50n, max: 2n ** 60n }).map((n) => `${n}e-3`),
	fc.bigInt({ min: 2n ** 50n, max: 2n ** 60n }).map((n) => `${n}.05`),
);
const text = fc.oneof(
	anyText(),
	fc.constantFrom('9007199254740993', '":9007199254740993,', '\\', '\\"', '[12345678901234567]'),
);
const space = fc.constantFrom('', ' ', '\n\t');
const json = fc.letrec<{ value: string }>((tie) => ({
	value: fc.oneof(
		{ depthSize: 'small' },
		numberText,
		text.map((value) => JSON.stringify(value)),
		fc.constantFrom('true', 'null'),
		fc
			.tuple(fc.array(tie('value')), space)
			.map(([values, gap]) => `[${gap}${values.join(`${gap},${gap}`)}${gap}]`),
		fc
			.tuple(fc.array(fc.tuple(text, tie('value'))), space)
			.map(
				([entries, gap]) =>
					`{${[...new Map(entries)].map(([key, value]) => `${JSON.stringify(key)}${gap}:${gap}${value}`).join(`,${gap}`)}}`,
			),
	),
})).value;

describe('parseJsonDigits', () => {
	it.each([
		['9007199254740993', '9007199254740993'],
		['[-9007199254740993,9007199254740991]', ['-9007199254740993', 9007199254740991]],
		['{"id": 9007199254740993.0}', { id: '9007199254740993' }],
		[
			'{"a":"9007199254740993","b":9007199254740993}',
			{ a: '9007199254740993', b: '9007199254740993' },
		],
		[
			'[0.3333333333333333, 1e22, 12345678901234567e1]',
			[0.3333333333333333, 1e22, Number('123456789012345670')],
		],
		['["\\\\\\"",9007199254740993]', ['\\"', '9007199254740993']],
	])('%s', (source, value) => {
		expect(parseJsonDigits(source)).toEqual(value);
	});

	it('is as another library reads it, and as JSON.parse where no number is long', () => {
		fc.assert(
			fc.property(json, (source) => {
				expect(parseJsonDigits(source)).toEqual(expected(source));
			}),
			{ numRuns: RUNS },
		);
	});

	it('refuses what JSON.parse refuses, with its words', () => {
		const broken = fc
			.tuple(json, fc.nat(), fc.constantFrom('', '"', ',', '9007199254740993', '-', '{', '0'))
			.map(([source, at, piece]) => {
				const place = at % (source.length + 1);
				return source.slice(0, place) + piece + source.slice(place + 1);
			});
		const outcome = (read: () => unknown) => {
			try {
				read();
				return 'read';
			} catch (error) {
				return String(error);
			}
		};
		fc.assert(
			fc.property(broken, (source) => {
				expect(outcome(() => parseJsonDigits(source))).toBe(
					outcome(() => JSON.parse(source) as unknown),
				);
			}),
			{ numRuns: RUNS },
		);
	});
});

describe('parseExactJson and writeJson', () => {
	it('return the original number, and distinguish it from a text', () => {
		const source =
			'{"params":[9007199254740993,"9007199254740993",5],"__proto__":-12345678901234567890}';
		const parsed = parseExactJson(source);
		expect((parsed as { params: unknown[] }).params[0]).toEqual(new Integer('9007199254740993'));
		expect(writeJson(parsed)).toBe(source);
		expect(JSON.stringify(parsed)).toBe(source.replace(/([[:])(-?\d{16,})/g, '$1"$2"'));
	});

	it('lose no digit of any integer', () => {
		fc.assert(
			fc.property(json, (source) => {
				// A fraction that is rounded to a long whole number is one only when it is written.
				fc.pre(!/[.e]/i.test(source));
				const written = writeJson(parseExactJson(source)) as string;
				expect(expected(written)).toEqual(expected(source));
				expect(writeJson(parseExactJson(written))).toBe(written);
			}),
			{ numRuns: RUNS },
		);
	});

	it('write as JSON.stringify what holds no such number', () => {
		const value = { a: undefined, b: [undefined, 1], c: new Date(0), d: 'x' };
		expect(writeJson(value)).toBe(JSON.stringify(value));
		expect(writeJson(undefined)).toBeUndefined();
		expect(writeJson({ ...value, c: null, id: new Integer('9007199254740993') })).toBe(
			'{"b":[null,1],"c":null,"d":"x","id":9007199254740993}',
		);
	});
});
