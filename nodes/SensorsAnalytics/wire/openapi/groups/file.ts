/** The file of an export (docs/service.md, "User lists as files"). No error repeats what it holds. */
import { OperationalError } from 'n8n-workflow';

import { LINE_LENGTH } from '../../../../../credentials/http/body';
import type { Member, MemberProperty, MemberValue } from '../../../query/members';
import type { Cell } from '../../../table/table';
import { UnknownForm } from '../../rows/unknownForm';
import { readNumber } from '../../rows/values';
import { KEY } from './export';

/** In the texts of one user. */
const MOST_LINES = 100_000;
/** Of one list: platforms hold 500. */
const MOST_ELEMENTS = 100_000;
const BETWEEN_COLUMNS = '\u0001';
const BETWEEN_ELEMENTS = '\u0003';
const NO_VALUE = '\\N';
const ID = /^-?\d{1,20}$/;
const MILLISECONDS = /^-?\d{1,15}$/;
const BOOLEANS = new Map([
	['1', true],
	['0', false],
	['true', true],
	['false', false],
]);

/**
 * A line per member, as the ID comes first: a line that does not begin with one goes on with the
 * text of the member before it. Whether columns have a header is not documented: one that names
 * them is left out.
 */
export async function* readMembers(
	lines: AsyncIterable<string>,
	properties: readonly MemberProperty[],
): AsyncGenerator<Member> {
	const names = [KEY, ...properties.map(({ name }) => name)];
	const records = recordsIn(lines, names.length);
	for await (const { text, line } of records) {
		// One more than were asked for tells enough.
		const cells = text.split(BETWEEN_COLUMNS, names.length + 1);
		if (line === 1 && isHeader(cells, names)) continue;
		const [id = '', ...values] = cells;
		if (cells.length !== names.length) {
			const found = cells.length > names.length ? `more than ${names.length}` : cells.length;
			throw unknown(line, `has ${found} columns, and ${names.length} were asked for`);
		}
		if (!ID.test(id)) throw unknown(line, 'does not begin with the ID of a user');
		yield {
			id,
			values: values.map((value, index) =>
				readValue(value, properties[index] as MemberProperty, line),
			),
		};
	}
}

async function* recordsIn(
	lines: AsyncIterable<string>,
	columns: number,
): AsyncGenerator<{ text: string; line: number }> {
	let record: { text: string; line: number } | undefined;
	let number = 0;
	for await (const line of lines) {
		number++;
		if (record && !beginsRecord(line, columns)) {
			record.text += `\n${line}`;
			if (record.text.length > LINE_LENGTH || number - record.line > MOST_LINES) {
				throw unknown(
					record.line,
					'goes on and on: no line behind it begins with the ID of a user',
				);
			}
			continue;
		}
		if (record) yield record;
		record = { text: line, line: number };
	}
	if (record) yield record;
}

function beginsRecord(line: string, columns: number): boolean {
	if (columns === 1) return ID.test(line);
	const end = line.indexOf(BETWEEN_COLUMNS);
	return end > 0 && ID.test(line.slice(0, end));
}

function isHeader(cells: readonly string[], names: readonly string[]): boolean {
	return (
		cells.length === names.length &&
		cells.every((cell, index) => cell.toLowerCase() === names[index]?.toLowerCase())
	);
}

function readValue(text: string, { kind, name }: MemberProperty, line: number): MemberValue {
	if (text === NO_VALUE) return null;
	switch (kind) {
		case 'number':
			return readNumber(text, `'${name}'`) satisfies Cell;
		case 'boolean':
			return BOOLEANS.get(text) ?? text;
		case 'date':
			return readMoment(text);
		case 'list':
			return text === '' ? [] : elementsOf(text, line);
		default:
			return text.includes(BETWEEN_ELEMENTS) ? elementsOf(text, line) : text;
	}
}

/** @throws OperationalError for a list that nobody has, before it is made */
function elementsOf(text: string, line: number): string[] {
	const elements = text.split(BETWEEN_ELEMENTS, MOST_ELEMENTS + 1);
	if (elements.length <= MOST_ELEMENTS) return elements;
	throw new OperationalError(
		`The file of members does not fit into items: a list in line ${line} has more than ${MOST_ELEMENTS} elements`,
		{
			description:
				'Choose properties without such lists, or ask the administrator of your Sensors Analytics what made them so long.',
		},
	);
}

/** Milliseconds since 1970; any other text stays one. */
function readMoment(text: string): Date | string {
	const moment = new Date(MILLISECONDS.test(text) ? Number(text) : NaN);
	return Number.isNaN(moment.getTime()) ? text : moment;
}

function unknown(line: number, what: string): UnknownForm {
	return new UnknownForm(`line ${line} ${what}`, 'The file of members');
}
