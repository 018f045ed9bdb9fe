import { UserError } from 'n8n-workflow';

import { toWholeNumber } from '../../../credentials/http/wholeNumber';
import type { Scalar } from '../query/eventQuery';
import type { SqlParameter, SqlQuery } from '../query/sqlQuery';
import { readDate } from './dates';
import { readWhole } from './numbers';
import { listOf, type ReadField, rowsOf, textOf } from './reading';

interface ParameterRow {
	name?: unknown;
	kind?: unknown;
	value?: unknown;
}

/**
 * Reads the form of Run SQL Query.
 * @param timeZone IANA name, for dates that are given as instants
 * @throws UserError that names the field
 */
export function readSqlQuery(
	field: ReadField,
	options: { [name: string]: unknown },
	timeZone: string,
): SqlQuery {
	const sql = textOf(field('sql')).replace(/;\s*$/, '');
	if (sql === '') throw new UserError("'SQL' is empty. Enter a SELECT");
	const parameters = rowsOf<ParameterRow>(field('parameters'), 'parameter').map((row, index) =>
		readParameter(row, `of parameter ${index + 1}`, timeZone),
	);
	const names = parameters.map(({ name }) => name);
	const double = names.find((name, index) => names.indexOf(name) !== index);
	if (double) throw new UserError(`There are two parameters of the name '${double}'`);
	const limit = options.timeLimit;
	return {
		sql,
		parameters,
		...(limit === undefined || limit === ''
			? {}
			: { timeLimitSeconds: readWhole(limit, "The option 'Time Limit (Seconds)'", 1) }),
	};
}

function readParameter(row: ParameterRow, place: string, timeZone: string): SqlParameter {
	const name = textOf(row.name).replace(/^:/, '');
	if (!/^[A-Za-z_]\w*$/.test(name)) {
		throw new UserError(
			`'Name' ${place} must be letters, digits and _, such as from_date; it is '${name}'`,
		);
	}
	return { name, value: readValue(row, place, timeZone) };
}

function readValue({ kind, value }: ParameterRow, place: string, zone: string): Scalar | Scalar[] {
	switch (textOf(kind)) {
		case 'number':
			return readNumber(value, place);
		case 'boolean':
			return readBoolean(value, place);
		case 'date':
			return readDate(value, 'Value', zone, ` ${place}`);
		case 'texts':
			return readList(value, place).map(textOf);
		case 'numbers':
			return readList(value, place).map((element) => readNumber(element, place));
		default:
			// A text is taken as it is, with its spaces.
			return value === undefined || value === null ? '' : String(value);
	}
}

function readNumber(value: unknown, place: string): Scalar {
	const number = Number(textOf(value));
	if (/^-?[1-9]\d*$/.test(textOf(value))) return toWholeNumber(textOf(value));
	if (textOf(value) !== '' && Number.isFinite(number)) return number;
	throw new UserError(`'Value' ${place} is no number: '${textOf(value)}'`);
}

function readBoolean(value: unknown, place: string): boolean {
	const text = textOf(value).toLowerCase();
	if (text === 'true' || text === 'false') return text === 'true';
	throw new UserError(`'Value' ${place} must be true or false, not '${text}'`);
}

function readList(value: unknown, place: string): unknown[] {
	const list = listOf(value);
	if (list.length > 0) return list;
	throw new UserError(`'Value' ${place} is empty. Enter values with commas between them`);
}
