import { type INodeProperties, type INodePropertyOptions, UserError } from 'n8n-workflow';

import { firstWords, quoted } from '../../../credentials/http/redact';
import { readSwitch } from '../../../credentials/ways/way';
import type { Operation, Resource } from '../item';
import { BOUNDS, boundsOf } from '../params/bounds';
import { columnListFields } from '../params/list';
import { optionField } from '../params/options';
import { pickField } from '../params/property';
import { readWholeDay } from '../params/range';
import {
	assertPlainCommas,
	assertQuotesClosed,
	exact,
	exactText,
	fewRowsOf,
	isMoment,
	isShapeless,
	listOf,
	noNumber,
	type ReadField,
	readInteger,
	rowsOf,
	textOf,
	withPlainCommas,
} from '../params/read';
import { entriesField, hideWhen, showWhen } from '../params/show';
import { defuseField, fileFields, idsAsTextField } from '../params/task';
import { firstTwice } from '../query/json';
import type { SqlName, SqlNumber, SqlParameter, SqlQuery } from '../query/query';

const kinds: INodePropertyOptions[] = [
	{ name: 'Text', value: 'text' },
	{ name: 'Number', value: 'number' },
	{ name: 'Date', value: 'date' },
	{ name: 'Yes or No', value: 'boolean' },
	{ name: 'List of Text Values', value: 'texts', description: 'For IN (:name)' },
	{ name: 'List of Numbers', value: 'numbers', description: 'For IN (:name)' },
	{
		name: 'Column',
		value: 'column',
		description: 'Name of a column, for use in clauses such as GROUP BY :name',
	},
];

const EXAMPLE = 'SELECT event, COUNT(*) AS n FROM events WHERE date = :day GROUP BY event';

const sqlFields: INodeProperties[] = [
	{
		displayName: 'SQL',
		name: 'sql',
		type: 'string',
		typeOptions: { editor: 'sqlEditor', rows: 5 },
		default: '',
		required: true,
		placeholder: `e.g. ${EXAMPLE}`,
		// n8n's SQL editor shows no placeholder.
		hint: `For example: ${EXAMPLE}`,
		description:
			'A SELECT statement on the events and users tables. For values, use parameters such as :day instead of concatenating strings. Enclose names in backticks if they start with $: `$os`.',
	},
	entriesField({
		displayName: 'SQL Parameters',
		name: 'parameters',
		what: 'Parameter',
		row: 'parameter',
		description: 'Values for parameters such as :day in the SQL. The node escapes every value.',
		values: [
			{
				displayName: 'Name',
				name: 'name',
				type: 'string',
				default: '',
				required: true,
				placeholder: 'e.g. day',
				description: 'Name of the parameter, without the colon',
			},
			{
				displayName: 'Type',
				name: 'kind',
				type: 'options',
				noDataExpression: true,
				default: 'text',
				options: kinds,
			},
			...hideWhen({ kind: ['column'] }, [
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					default: '',
					placeholder: 'e.g. 2026-11-19',
					description:
						'Value of the parameter. For a list, enter comma-separated values or a list from an expression.',
				},
			]),
			...showWhen({ kind: ['column'] }, [
				pickField({
					displayName: 'Column',
					name: 'column',
					list: 'searchSqlColumns',
					placeholder: 'e.g. city',
					required: true,
					description:
						'Column in the events or users table. The node encloses the column name in backticks and omits the table name.',
				}),
			]),
		],
	}),
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
					"One item with a file. Uses little memory, except with an API key. See also the option 'Escape Formulas'.",
			},
		],
	},
	...showWhen({ output: ['file'] }, fileFields('result.csv', 'orders.csv')),
];

const sqlOptionFields: INodeProperties[] = [
	defuseField,
	idsAsTextField,
	...optionField('previewRequest'),
	{
		displayName: 'Time Limit (Seconds)',
		name: 'timeLimit',
		type: 'number',
		typeOptions: boundsOf('timeLimit'),
		default: 600,
		description:
			"Maximum computing time in Sensors Analytics, set as a hint in the SQL. To limit how long n8n waits, use 'Timeout (Seconds)'.",
	},
];

interface ParameterRow {
	name?: unknown;
	kind?: unknown;
	value?: unknown;
	column?: unknown;
}

export function readSqlQuery(
	field: ReadField,
	options: { [name: string]: unknown },
	timeZone: string,
): SqlQuery {
	const sql = textOf(field('sql')).replace(/;\s*$/, '');
	if (sql === '') throw new UserError("'SQL' is empty. Enter a SELECT statement");
	const parameters = fewRowsOf<ParameterRow>(
		field('parameters'),
		'parameter',
		"'SQL Parameters'",
	).map((row, index) => readParameter(row, `of parameter ${index + 1}`, timeZone));
	const twice = firstTwice(parameters.map(({ name }) => name));
	if (twice)
		throw new UserError(`Two parameters have the name ${quoted(twice)}. Rename one of them`);
	const limit = options.timeLimit;
	return {
		sql,
		parameters,
		...(limit === undefined || limit === ''
			? {}
			: {
					timeLimitSeconds: readInteger(
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
			`'Name' ${place} is ${quoted(name)}. Use only letters, digits, and _, for example from_date`,
		);
	}
	return { name, value: readValue(row, place, timeZone) };
}

export function pickedColumns(field: ReadField): Array<{ table: string; name: string }> {
	return rowsOf<ParameterRow>(field('parameters'), 'parameter').flatMap(({ kind, column }) => {
		const [, table, name] = /^(events|users)\.(.+)$/.exec(textOf(column)) ?? [];
		return textOf(kind) === 'column' && table && name ? [{ table, name: firstWords(name) }] : [];
	});
}

function readValue(
	{ kind, value, column }: ParameterRow,
	place: string,
	zone: string,
): SqlParameter['value'] {
	switch (textOf(kind)) {
		case 'column':
			return readColumn(column, place);
		case 'number':
			return readNumber(value, place);
		case 'boolean':
			return readSwitch(value, `'Value' ${place}`);
		case 'date':
			return readWholeDay(value, `'Value' ${place}`, zone);
		case 'texts':
			assertPlainCommas(value, `'Value' ${place}`);
			return readList(value, place).map((element) => exactText(written(element, place)));
		case 'numbers':
			return readList(withPlainCommas(value), place).map((element) => readNumber(element, place));
		default:
			if (Array.isArray(value) && !value.some(isShapeless)) {
				throw new UserError(
					`'Value' ${place} is a list. Set 'Type' to List of Text Values, or return one value`,
				);
			}
			// A text stays unchanged, including spaces.
			return String(written(value, place));
	}
}

function written(value: unknown, place: string): unknown {
	// As an empty text, it would find nothing, and a count would be 0.
	if ([value].flat().some((one) => one === undefined || one === null)) {
		throw new UserError(
			`'Value' ${place} is null or undefined. Return a value, or write IS NULL in 'SQL'`,
		);
	}
	if ([value].flat().some(isMoment)) {
		throw new UserError(
			`'Value' ${place} is a date object, not text. Return text, such as {{ $now.toISODate() }}, or set 'Type' to Date`,
		);
	}
	if (![value].flat().some(isShapeless)) return exact(value, `'Value' ${place}`);
	throw new UserError(`'Value' ${place} contains an object. Enter text, or a field of the object`);
}

/** Names that every database reads as such in quotes; the service's have no other characters. */
const COLUMN = /^\$?[\p{L}_][\p{L}\p{N}_]*$/u;

function readColumn(typed: unknown, place: string): SqlName {
	const column = textOf(typed).replace(/^(?:events|users)\./, '');
	if (COLUMN.test(column)) return { column };
	throw new UserError(
		column === ''
			? `'Column' ${place} is empty. Choose a column, or enter its name`
			: `'Column' ${place} is '${firstWords(column)}', which isn't the name of a column. Choose a column, or enter a name of letters, digits and _, for example city`,
	);
}

const NUMBER = /^([-+]?)(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d{1,3}))?$/;

/** Reads a number as digits, so that IDs of 64 bits aren't rounded. */
function readNumber(value: unknown, place: string): SqlNumber {
	const text = textOf(exact(value, `'Value' ${place}`));
	const [, sign = '', integer = '', rest = '', exponent] = NUMBER.exec(text) ?? [];
	if (integer + rest === '' || !Number.isFinite(Number(text))) {
		throw noNumber(text, `'Value' ${place}`, '-12.5');
	}
	const digits = `${integer.replace(/^0+(?=\d)/, '') || '0'}${rest === '' ? '' : `.${rest}`}`;
	const minus = sign === '-' && /[1-9]/.test(digits) ? '-' : '';
	return { digits: `${minus}${digits}${exponent === undefined ? '' : `e${Number(exponent)}`}` };
}

function readList(value: unknown, place: string): unknown[] {
	const list = isShapeless(value) ? [value] : listOf(value);
	if (typeof value === 'string') assertQuotesClosed(list, `'Value' ${place}`);
	if (list.length > 0) return list;
	throw new UserError(`'Value' ${place} is empty. Enter comma-separated values`);
}

const runSqlQuery: Operation = {
	option: {
		name: 'Run',
		value: 'runSqlQuery',
		action: 'Run SQL query',
		description: 'Query the events and users tables with SQL',
	},
	toolText:
		"Runs one SELECT statement on the tables events and users. Use it for what reports can't answer, such as joins or single events. If a report can answer the question, the report is faster. Filter events by date, and limit the rows. Example: SELECT city, COUNT(*) AS orders FROM events WHERE event = 'PayOrder' AND date BETWEEN '2026-11-01' AND '2026-11-07' GROUP BY city",
	fields: sqlFields,
	options: sqlOptionFields,
};

const getColumns: Operation = {
	option: {
		name: 'Get Columns',
		value: 'getSqlColumns',
		action: 'Get SQL columns',
		description: 'Find columns in the events and users tables, with their types',
	},
	toolText:
		"Finds columns of the tables events and users, with their types. Use it before writing SQL. Enter one or two words in English or Chinese. The best matches come first. An empty search lists all columns. 'sql' shows how to write the column in SQL. Example: searching for 'amount' finds the column amount in the events table.",
	fields: columnListFields,
};

export const sqlQueryResource: Resource = {
	option: { name: 'SQL Query', value: 'sqlQuery' },
	operations: [getColumns, runSqlQuery],
};
