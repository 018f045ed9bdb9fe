import {
	add,
	addQuickly,
	amountFrom,
	amountOf,
	compareAmounts,
	compareParts,
	fromUnits,
	meanOf,
	negative,
	percentAsNumber,
	percentChange,
	percentOf,
	subtract,
	sumOf,
	toUnits,
	withCommas,
} from '../../../../../nodes/SensorsAnalytics/table/decimal';
import fc from '../../../../support/fastCheck.mts';

describe('R4: as exact as both are written', () => {
	it.each([
		[1234567890123, 0, 1234567890123],
		[0.3, 0.1, 0.2],
		[1e-7, 3e-7, -2e-7],
		[1e21, 1, 1e21],
		[1234567890123.45, 0.01, 1234567890123.44],
		[9007199254740991, -1, '9007199254740992'],
		['9007199254740993', 1, '9007199254740992'],
		['9007199254740993', '9007199254740995', -2],
		['-9007199254740993', '1', '-9007199254740994'],
		['9007199254740993.5', -0.25, '9007199254740993.75'],
		['9007199254740993.5', 0.5, '9007199254740993'],
		[1e21, '9007199254740993', 999990992800745259000],
		[Infinity, 1, null],
		[-0.1, -0.1, 0],
		[5e-324, 0, 5e-324],
		[-1e308, 1e308, null],
		[9007199254740992.0, 9007199254740992, 0],
	])('%s − %s = %s', (a, b, meant) => {
		expect(subtract(a, b)).toBe(meant);
	});

	it('0.1 + 0.2 is 0.3', () => {
		expect(add(0.1, 0.2)).toBe(0.3);
		expect(add(2, 0)).toBe(2);
	});

	it('hundredths of any size: the difference of the digits', () => {
		const cents = fc.integer({ min: -1e13, max: 1e13 });
		fc.assert(
			fc.property(cents, cents, (a, b) => {
				expect(subtract(a / 100, b / 100)).toBe((a - b) / 100 + 0);
			}),
			{ numRuns: 2000 },
		);
	});

	/** The fraction, over 10^400, of what is written. */
	const fractionOf = (amount: string | number) => {
		const [mantissa = '', exponent = '0'] = String(amount).split('e');
		const [whole = '', part = ''] = mantissa.split('.');
		return BigInt(whole + part) * 10n ** BigInt(400 + Number(exponent) - part.length);
	};
	/** The number next to a fraction over 10^400; or its digits, where numbers lose them. */
	const nearest = (fraction: bigint, isOfExact: boolean) => {
		const value = Number(`${fraction}e-400`);
		if (!Number.isFinite(value)) return null;
		if (Math.abs(value) <= Number.MAX_SAFE_INTEGER || !isOfExact) return value + 0;
		const size = String(fraction < 0n ? -fraction : fraction);
		const end = size.slice(-400).replace(/0+$/, '');
		return `${fraction < 0n ? '-' : ''}${size.slice(0, -400)}${end && `.${end}`}`;
	};
	const isExact = (amount: string | number) =>
		typeof amount === 'string' || Math.abs(amount) <= Number.MAX_SAFE_INTEGER;
	const digits = fc
		.tuple(fc.bigInt({ min: 2n ** 53n, max: 10n ** 30n }), fc.boolean(), fc.nat(99))
		.map(([size, isBelow, part]) => `${isBelow ? '-' : ''}${size}.${part}`);
	const amounts = fc.oneof(
		fc.integer({ min: -1e9, max: 1e9 }).map((cents) => cents / 100),
		fc.maxSafeInteger().map((units) => units / 100),
		fc.maxSafeInteger().map((units) => units / 1e6),
		fc.maxSafeInteger(),
		fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e18, max: 1e18 }),
		digits,
	);

	it('any two amounts: the difference, and the order, of their fractions', () => {
		const check = (a: string | number, b: string | number) => {
			const moved = fractionOf(a) - fractionOf(b);
			expect(subtract(a, b)).toBe(nearest(moved, isExact(a) && isExact(b)));
			expect(Math.sign(compareAmounts(a, b))).toBe(moved === 0n ? 0 : moved < 0n ? -1 : 1);
		};
		fc.assert(fc.property(amounts, amounts, check), { numRuns: 3000 });
		// Those that are alike but for their last digits.
		fc.assert(
			fc.property(digits, fc.nat(9), (a, last) => check(a, `${a.slice(0, -1)}${last}`)),
			{ numRuns: 500 },
		);
	});

	it('any amounts: the sum of their fractions, rounded once', () => {
		fc.assert(
			fc.property(fc.array(amounts, { maxLength: 12 }), (all) => {
				const sum = all.reduce((own, amount) => own + fractionOf(amount), 0n);
				expect(sumOf(all)).toBe(nearest(sum, all.every(isExact)));
			}),
			{ numRuns: 2000 },
		);
		expect(sumOf([1, undefined])).toBeNull();
		expect(sumOf([1, Infinity])).toBeNull();
	});

	it.each([
		[1, 3, -66.67],
		[100.005, 100, 0.01], // a half: 0.005 % away from 0
		[99.995, 100, -0.01],
		[1.005, 1, 0.5],
		[1, 0, null],
		[0, 0, null],
		[1e300, 1e-300, null],
		[1e15, 3, 33333333333333232],
		[-0.00001, 1000, -100],
		[1000.00001, 1000, 0],
		[999.99999, 1000, 0],
		[999.999, 1000, 0],
		[-1, 1, -200],
		[1, -1, 200],
		[-3, -2, -50],
		[100.00499, 100, 0], // nearly a half
		[100.00501, 100, 0.01],
		[1e7, 1, 999999900],
		[0.1, 0.1, 0],
		[1.1, 2.2, -50],
		['9007199254740993', 9007199254740991, 0],
		['18014398509481986', '9007199254740993', 100],
		['-9007199254740993', '9007199254740993', -200],
		[1, '-9007199254740993', 100],
	])('percent from %s against %s: %s', (a, b, meant) => {
		expect(percentChange(a, b)).toBe(meant);
	});

	it('is 0 if nothing changed, and not −0', () => {
		for (const value of [1, -1, 0.1, 1e21, 5])
			expect([percentChange(value, value), subtract(value, value)]).toEqual([0, 0]);
		expect(percentChange(-1.00001e-7, -1e-7)).toBe(0);
	});
});

describe('F6: numbers beyond 2^53 are texts of their digits', () => {
	it.each([
		[7, 7],
		['9007199254740993', '9007199254740993'],
		['-9007199254740993.25', '-9007199254740993.25'],
		['9007199254740991', undefined],
		['12', undefined],
		['12%', undefined],
		['9007199254740993%', undefined],
		['1e30', undefined],
		['9'.repeat(100), '9'.repeat(100)],
		[`-${'9'.repeat(100)}.${'9'.repeat(100)}`, `-${'9'.repeat(100)}.${'9'.repeat(100)}`],
		['9'.repeat(101), undefined],
		[`9007199254740993.${'9'.repeat(101)}`, undefined],
		[Infinity, undefined],
		[null, undefined],
		[true, undefined],
		[undefined, undefined],
	])('of the cell %j the number is %j', (cell, amount) => {
		expect(amountOf(cell)).toBe(amount);
	});

	it.each([
		['0012', 12],
		['-9007199254740991', -9007199254740991],
		['009007199254740993.0', '9007199254740993'],
		['-9007199254740993.50', '-9007199254740993.5'],
	])('from %j comes %j', (text, amount) => {
		expect(amountFrom(text)).toBe(amount);
	});

	it('they are compared by all their digits', () => {
		const sorted = [
			'-9007199254740993',
			'-9007199254740992',
			-1,
			0,
			'9007199254740992',
			'9007199254740993',
			1e21,
		];
		for (const [index, amount] of sorted.entries()) {
			for (const [place, other] of sorted.entries())
				expect(Math.sign(compareAmounts(amount, other))).toBe(Math.sign(index - place));
		}
	});

	it.each([
		['9007199254740993.25', '9007199254740993.5', -1],
		['9007199254740993.50', '9007199254740993.5', 0],
		['-9007199254740993.25', '-9007199254740993.5', 1],
		['1234567890123456000000', 1.234567890123456e21, 0],
		['1234567890123456000001', 1.234567890123456e21, 1],
		['1234567890123455999999.5', 1.234567890123456e21, -1],
	])('%j beside %j, which are the same in floating point: %i', (one, other, order) => {
		expect(compareAmounts(one, other)).toBe(order);
		expect(compareAmounts(other, one)).toBe(0 - order);
	});

	it('they are added up and negated', () => {
		expect(sumOf(['9007199254740993', 1, '-9007199254740993'])).toBe(1);
		expect(sumOf([9007199254740991, 1, 1])).toBe('9007199254740993');
		expect(sumOf([1e308, 1e308, 1])).toBe(null);
		expect(addQuickly(9007199254740991, 2)).toBe('9007199254740993');
		expect(addQuickly('9007199254740993', null)).toBe('9007199254740993');
		expect(addQuickly(1, '12%')).toBe(1);
		expect([negative('9007199254740993'), negative('-9007199254740993'), negative(3)]).toEqual([
			'-9007199254740993',
			'9007199254740993',
			-3,
		]);
	});

	it.each([
		['9007199254740993', '18014398509481986', 50],
		[1, '9007199254740993', 0],
		['9007199254740993', 3, 300239975158033100],
		[1, 3, 33.33],
		[0, -1, 0],
		[1, 0, null],
	])('%j of %j is %j %%', (part, whole, percent) => {
		expect(percentOf(part, whole)).toBe(percent);
	});
});

describe('units of an amount', () => {
	it.each([
		[12.345, 2, 1235n],
		[-12.345, 2, -1235n],
		[12.344, 2, 1234n],
		[-0.5, 0, -1n],
		[7, 2, 700n],
		[7, 0, 7n],
		[1e21, 1, 10n ** 22n],
		['-9007199254740993.25', 1, -90071992547409933n],
	])('%j with %i places: %s', (amount, places, units) => {
		expect(toUnits(amount, places)).toBe(units);
	});

	it.each([
		[1235n, 2, 12.35],
		[-5n, 1, -0.5],
		[0n, 3, 0],
		[90071992547409933n, 1, '9007199254740993.3'],
		[-9007199254740992n, 0, '-9007199254740992'],
		[90071992547409930n, 1, '9007199254740993'],
	])('%s of 10^-%i are %j', (units, places, amount) => {
		expect(fromUnits(units, places)).toBe(amount);
	});
});

describe('parts of a base', () => {
	it('are percentages', () => {
		expect(percentAsNumber(1, 8)).toBe(12.5);
		expect(percentAsNumber('-18014398509481984', '9007199254740992')).toBe(-200);
	});

	it.each([
		[1, 3, 2, 6, 0],
		[1, 3, 1, 2, -1],
		[1, 2, 1, 3, 1],
		[-1, 2, 1, 3, -1],
		[0, 2, 0, 3, 0],
		[0.1, 0.3, 1, 3, 0],
		[0.1, 0.3, 1.0001, 3, -1],
		[0.2, 0.3, 1, 3, 1],
		// Products of these are beyond 2^53: floating point finds them equal.
		[94906267, 94906266, 94906266, 94906265, -1],
		[94906266, 94906265, 94906267, 94906266, 1],
		['9007199254740993', 2, 9007199254740991, 2, 1],
		[9007199254740991, 2, '9007199254740993', 2, -1],
		['9007199254740993', '18014398509481986', 1, 2, 0],
	])('%j of %j, beside %j of %j: %i', (part, base, otherPart, otherBase, order) => {
		expect(compareParts({ part, base }, { part: otherPart, base: otherBase })).toBe(order);
	});
});

describe('a mean', () => {
	it.each([
		[10, 4, undefined, 2.5],
		[1, 3, undefined, 0.3],
		[-1, 3, undefined, -0.3],
		[0.25, 1, undefined, 0.3],
		[-0.25, 1, undefined, -0.3],
		[-0.01, 3, undefined, 0],
		[0, 3, undefined, 0],
		[2, 3, 2, 0.67],
		[5, 2, 0, 3],
		['9007199254740993', 1, undefined, '9007199254740993'],
		['18014398509481987', 2, undefined, '9007199254740993.5'],
		['-18014398509481987', 2, undefined, '-9007199254740993.5'],
		['-18014398509481987', 2, 0, '-9007199254740994'],
		['9007199254740994', 4, 2, 2251799813685248.5],
		['-9007199254740993', 3, 0, -3002399751580331],
	])('of %j over %i with %j decimals is %j', (sum, count, decimals, mean) => {
		expect(meanOf(sum, count, decimals)).toBe(mean);
	});
});

describe('withCommas', () => {
	it.each([0, 7, 999, 1000, 12_345, 999_999, 1_000_000, 9e15, -1, -999, -1000, -9e15])(
		'%j is as the engine writes it in English',
		(number) => {
			expect(withCommas(number)).toBe(number.toLocaleString('en-US'));
		},
	);
});
