/** A parameter says the same from both sources; errors name it as its source does. */
import { TypedNames } from '../../../../../nodes/SensorsAnalytics/params/names';
import type { Param, ParamSource } from '../../../../../nodes/SensorsAnalytics/params/param';
import {
	choiceParam,
	countParam,
	durationParam,
	flagParam,
	formSource,
	jsonSource,
	numbersParam,
} from '../../../../../nodes/SensorsAnalytics/params/param';
import { TODAY } from '../../../../support/definitions.mts';

const named = { displayName: 'Long Name', name: 'fieldName', key: 'short_name' };
const description = 'x';
const duration = durationParam({
	...named,
	...{ unit: 'days', bounds: [1, 30], preset: 7, description },
});
const count = countParam({ ...named, bounds: [2, 9], preset: 5, description });
const flag = flagParam({ ...named, description });
const numbers = numbersParam({ ...named, placeholder: 'x', description });
const choice = choiceParam({
	...named,
	choices: [
		{ name: 'One', value: 'first', word: 'one', also: ['eins'] },
		{ name: 'Two', value: 'second' },
	],
	preset: 'first',
});

const form = (value: unknown) =>
	formSource((name) => (name === 'fieldName' ? value : ''), 'Asia/Shanghai');
const json = (param: Param<unknown>, value: unknown) =>
	jsonSource({ short_name: value }, [param], '{}', { names: new TypedNames(), now: TODAY });
const sourcesOf = (param: Param<unknown>, value: unknown): ParamSource[] => [
	form(value),
	json(param, value),
];

describe('a parameter', () => {
	it.each<[Param<unknown>, unknown, unknown]>([
		[count, 3, 3],
		[count, '3', 3],
		[flag, true, true],
		[flag, 'true', true],
		[flag, false, false],
		[flag, '', false],
		[numbers, '2, 5', [2, 5]],
		[numbers, [2, 5], [2, 5]],
		[numbers, '', []],
		[choice, 'first', 'first'],
		[choice, 'one', 'first'],
		[choice, 'Eins', 'first'],
		[choice, 'second', 'second'],
	])('%# is read the same way', (param, value, expected) => {
		expect(sourcesOf(param, value).map((source) => param.read(source))).toEqual([
			expected,
			expected,
		]);
	});

	it.each<[Param<unknown>, unknown, string]>([
		[count, 1, "must be a whole number from 2 to 9, not '1'"],
		[count, true, "must be a whole number from 2 to 9, not 'true'"],
		[count, [5], 'must be a whole number from 2 to 9'],
		[flag, 'maybe', 'must be true or false'],
		[numbers, '5, 2', 'must be numbers in ascending order'],
		[numbers, [true, 2], 'must be numbers in ascending order'],
		[choice, 'third', "can't be 'third'. Use one of: one, second"],
	])('%# is refused the same way, under its own name', (param, value, fault) => {
		const [inForm, inJson] = sourcesOf(param, value) as [ParamSource, ParamSource];
		expect(() => param.read(inForm)).toThrow(`'Long Name' ${fault}`);
		expect(() => param.read(inJson)).toThrow(`'short_name' ${fault}`);
	});

	it('has the bounds of the form in JSON, in whatever unit', () => {
		expect(duration.read(form(30))).toBe(30);
		expect(() => duration.read(form(31))).toThrow(
			"'Long Name' must be a whole number from 1 to 30",
		);
		const read = (value: unknown) => duration.read(json(duration, value));
		expect([read('30 days'), read('2 weeks'), read('48 hours'), read(undefined)]).toEqual([
			...[30, 14, 2, 7],
		]);
		for (const value of ['31 days', '5 weeks', '36 hours']) {
			expect(() => read(value)).toThrow("'short_name' must be whole days from 1 to 30");
		}
	});

	it('has its preset in JSON alone: an emptied field is no answer', () => {
		expect(count.read(json(count, undefined))).toBe(5);
		expect(() => count.read(form(''))).toThrow("'Long Name' must be a whole number");
		expect(choice.read(json(choice, undefined))).toBe('first');
		expect(() => choice.read(form(''))).toThrow("'Long Name' is empty. Use one of");
	});
});
