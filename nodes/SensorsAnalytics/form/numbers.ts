import { UserError } from 'n8n-workflow';

import { listOf, textOf, withPlainCommas } from './reading';

const MOST_SHOWN = 100;

/**
 * That a field holds no number, in the words of all fields.
 * @param label the field as the error calls it, in quotation marks
 */
export function noNumber(given: unknown, label: string, example: string): UserError {
	const text = textOf(given).slice(0, MOST_SHOWN);
	return new UserError(`${label} is no number: '${text}'. Enter one such as ${example}`);
}

/**
 * A whole number in a range.
 * @param label the field as the error calls it, in quotation marks
 * @throws UserError that names the field
 */
export function readWhole(value: unknown, label: string, from: number, to: number): number {
	const number = value === '' || value === null ? NaN : Number(value);
	if (Number.isInteger(number) && number >= from && number <= to) return number;
	const fault = textOf(value) === '' ? '' : `, not '${textOf(value).slice(0, MOST_SHOWN)}'`;
	throw new UserError(`${label} must be a whole number from ${from} to ${to}${fault}`);
}

/**
 * Numbers with commas between them, each larger than the one before; none if the field is empty.
 * @param label the field as the error calls it, in quotation marks
 * @throws UserError that names the field
 */
export function readAscending(value: unknown, label: string): number[] {
	const numbers = listOf(withPlainCommas(value)).map(Number);
	const isAscending = numbers.every(
		(number, i) => Number.isFinite(number) && (i === 0 || number > (numbers[i - 1] as number)),
	);
	if (isAscending) return numbers;
	throw new UserError(`${label} must be numbers in ascending order, such as 0, 100, 500`);
}
