import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { SqlNumber, SqlParameter, SqlQuery, SqlValue } from '../query/query';
import { BOUNDS, within } from './bounds';
import { readDate } from './range';
import type { ReadField } from './read';
import { listOf, noNumber, readWhole, rowsOf, textOf } from './read';
import { showWhen } from './show';
import { defuseField, fileFields, idsAsTextField } from './task';

const kinds: INodePropertyOptions[] = [
	{ name: 'Text', value: 'text' },
	{ name: 'Number', value: 'number' },
	{ name: 'Date', value: 'date' },
	{ name: 'True or False', value: 'boolean' },
	{ name: 'List of Texts', value: 'texts', description: 'For IN (:name)' },
	{ name: 'List of Numbers', value: 'numbers', description: 'For IN (:name)' },
];

export const sqlFields: INodeProperties[] = [
	{
		displayName: 'SQL',
		name: 'sql',
		type: 'string',
		typeOptions: { editor: 'sqlEditor', rows: 5 },
		default: '',
		required: true,
		placeholder: 'e.g. SELECT event, COUNT(*) AS n FROM events WHERE date = :day GROUP BY event',
		description:
			'One SELECT over the tables events and users. Write :name where a parameter goes; put nothing together from texts, a quote in them would break the query.',
	},
	{
		displayName: 'Parameters',
		name: 'parameters',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Parameter' },
		default: {},
		placeholder: 'Add Parameter',
		description: 'Values for the places :name in the SQL; each is written so that it stays a value',
		options: [
			{
				displayName: 'Parameter',
				name: 'parameter',
				values: [
					{
						displayName: 'Name',
						name: 'name',
						type: 'string',
						default: '',
						required: true,
						placeholder: 'e.g. day',
						description: 'Without the colon',
					},
					{ displayName: 'Type', name: 'kind', type: 'options', default: 'text', options: kinds },
					{
						displayName: 'Value',
						name: 'value',
						type: 'string',
						default: '',
						placeholder: 'e.g. 2026-11-19',
						description: 'A list is values with commas between them, or a list from an expression',
					},
				],
			},
		],
	},
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		default: 'items',
		options: [
			{ name: 'Items', value: 'items', description: 'One item per row' },
			{
				name: 'CSV File',
				value: 'file',
				description:
					'One item with a file. Rows are not held in memory (with an API key they are); see also the option Defuse Formulas.',
			},
		],
	},
	...showWhen({ output: ['file'] }, fileFields('result.csv', 'orders.csv')),
];

export const sqlOptionFields: INodeProperties[] = [
	defuseField,
	idsAsTextField,
	{
		displayName: 'Preview Request',
		name: 'previewRequest',
		type: 'boolean',
		default: false,
		description: 'Whether to return the request that would be sent, without sending it',
	},
	{
		displayName: 'Time Limit (Seconds)',
		name: 'timeLimit',
		type: 'number',
		typeOptions: within('timeLimit'),
		default: 600,
		description:
			"How long the service may compute; set as a hint in the SQL. The option 'Timeout' says how long n8n waits.",
	},
];

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
			: {
					timeLimitSeconds: readWhole(
						limit,
						"The option 'Time Limit (Seconds)'",
						...BOUNDS.timeLimit,
					),
				}),
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

function readValue(
	{ kind, value }: ParameterRow,
	place: string,
	zone: string,
): SqlValue | SqlValue[] {
	switch (textOf(kind)) {
		case 'number':
			return readNumber(value, place);
		case 'boolean':
			return readBoolean(value, place);
		case 'date':
			return readDate(value, `'Value' ${place}`, zone);
		case 'texts':
			return readList(value, place).map((element) => textOf(exact(element, place)));
		case 'numbers':
			return readList(value, place).map((element) => readNumber(element, place));
		default:
			// A text is taken as it is, with its spaces.
			return value === undefined || value === null ? '' : String(exact(value, place));
	}
}

const NUMBER = /^([-+]?)(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d{1,3}))?$/;

/** A number digit by digit: IDs of 64 bits are not rounded to another one. */
function readNumber(value: unknown, place: string): SqlNumber {
	const text = textOf(exact(value, place));
	const [, sign = '', whole = '', rest = '', exponent] = NUMBER.exec(text) ?? [];
	if (whole + rest === '' || !Number.isFinite(Number(text))) {
		throw noNumber(text, `'Value' ${place}`, '-12.5');
	}
	const digits = `${whole.replace(/^0+(?=\d)/, '') || '0'}${rest === '' ? '' : `.${rest}`}`;
	const minus = sign === '-' && /[1-9]/.test(digits) ? '-' : '';
	return { digits: `${minus}${digits}${exponent === undefined ? '' : `e${Number(exponent)}`}` };
}

/** @throws UserError for a whole number that was rounded before it came here */
function exact(value: unknown, place: string): unknown {
	if (typeof value !== 'number' || !Number.isInteger(value) || Number.isSafeInteger(value)) {
		return value;
	}
	throw new UserError(
		`'Value' ${place} has more digits than a number of JavaScript can hold, so its last ones are lost: ${value}. Hand it over as a text`,
	);
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
