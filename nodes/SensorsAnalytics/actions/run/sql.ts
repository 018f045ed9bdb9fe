import {
	type IDataObject,
	type INodeExecutionData,
	NodeApiError,
	OperationalError,
} from 'n8n-workflow';

import { joinNames } from '../../../../credentials/http/redact';
import type { ServiceRequest } from '../../../../credentials/http/request';
import { inSlices } from '../../../../credentials/http/slices';
import { wireFor } from '../../api';
import type { SqlWire } from '../../api/api';
import { columnsOf, SQL_TABLES, type SqlColumn, sqlColumns } from '../../catalog/catalog';
import { dateInZone } from '../../dates/calendar';
import type { ItemRun, OperationRuns } from '../../item';
import { judgedCsv, toCsv } from '../../output/csv';
import { toItems } from '../../output/present';
import { doesNotFit, MAX_VALUES, MORE_VALUES, withAllKeys } from '../../output/rows';
import { toListAnswer } from '../../output/agent';
import { limited, readSearch } from '../../params/list';
import { readOneOf } from '../../params/read';
import { pickedColumns, readSqlQuery } from '../sql';
import { type FileForm, readFileForm } from '../../params/task';
import { searchSteps } from '../../query/names';
import type { SqlQuery } from '../../query/query';
import { inSelectOrder } from '../../sql/rows';
import { toSqlText } from '../../sql/scan';
import { isTool } from '../../transport/context';
import { REFUSED, withAdvice } from '../../transport/errors';
import { fileFrom, type Line, linesFrom } from '../../transport/longAnswers';
import type { Bytes } from '../../transport/stream';
import { assertNotLeftOut, isLeftOut } from '../../transport/leftOut';
import { MOST_EVENTS, namesBehind, ofEvents, ofUsers, ownersIn, respondWithFound } from './catalog';
import { fileItem, storeCsv } from '../pages';

/** The widest tables of events have about a thousand columns. */
const MAX_COLUMNS = 5000;
/** Maximum length of a column's name, which each row repeats: the service's have up to 100. */
const MAX_NAME = 10_000;
/** Empty values take memory, too. */
const MAX_EMPTY = 5_000_000;

/**
 * Collects rows as they arrive, and throws before they fill the memory: each row finally has all
 * keys, and a key takes as much memory as a value.
 */
export class SqlRows {
	readonly all: IDataObject[] = [];
	private readonly keys = new Set<string>();
	private readonly order: string[] = [];
	private lines = 0;
	private values = 0;

	/** @param isFileLarger whether the service makes the file, which then supports more rows */
	constructor(
		private readonly readRow: SqlWire['readRow'],
		private readonly isFileLarger = true,
	) {}

	/** A column that rows omit precedes the same column as in the first row that has it. */
	get columns(): string[] {
		return [...this.order];
	}

	add(line: Line): void {
		this.lines++;
		this.assertFits();
		if (line.text.trim() === '') return;
		const row = this.readRow(line.text);
		if (row === undefined) {
			throw new OperationalError(
				`Line ${this.lines} of the SQL result isn't a valid row. It starts with: ${line.quote()} … The response might be incomplete. Run the query again, or select fewer rows`,
			);
		}
		const keys = Object.keys(row);
		// This comes before learning the columns, which takes time for each of them.
		this.assertFits(keys);
		this.all.push(row as IDataObject);
		this.values += keys.length;
		if (!keys.every((key) => this.keys.has(key))) this.learn(keys);
		this.assertFits();
	}

	/** Adds columns from the last to the first, so that the following column is known. */
	private learn(keys: readonly string[]): void {
		let next: string | undefined;
		for (const key of [...keys].reverse()) {
			if (!this.keys.has(key)) {
				const place = next === undefined ? this.order.length : this.order.indexOf(next);
				this.order.splice(place, 0, key);
				this.keys.add(key);
			}
			next = key;
		}
	}

	private assertFits(added: readonly string[] = []): void {
		const { length: rows } = this.all;
		const columns = Math.max(this.keys.size, added.length);
		const fault =
			columns > MAX_COLUMNS
				? `more than ${MAX_COLUMNS} columns`
				: added.some(({ length }) => length > MAX_NAME)
					? `a column whose name has more than ${MAX_NAME} characters`
					: this.lines + this.values > MAX_VALUES
						? MORE_VALUES
						: rows * columns - this.values > MAX_EMPTY
							? `${columns} columns, most of them empty, in ${rows} rows`
							: undefined;
		if (fault === undefined) return;
		throw doesNotFit(
			'The result',
			fault,
			this.isFileLarger
				? "Select fewer columns or rows in 'SQL', or set 'Output' to CSV File, which supports any size."
				: "Select fewer columns or rows in 'SQL', for example only one day per run.",
		);
	}
}

export async function runSqlQuery(run: ItemRun): Promise<INodeExecutionData[]> {
	return await runQuery(run).catch((error: unknown) => {
		const isHelped = isRefusal(error) && !isTool(run.context);
		throw isHelped ? withAdvice(error, pickedTables(run)) : error;
	});
}

function isRefusal(error: unknown): boolean {
	return error instanceof NodeApiError && error.message.startsWith(REFUSED);
}

async function runQuery(run: ItemRun): Promise<INodeExecutionData[]> {
	const { context, itemIndex, field, options } = run;
	const query = readSqlQuery(field, options, context.getTimezone());
	const isFile = readOneOf(field('output'), ['items', 'file'], "'Output'") === 'file';
	const { sql } = wireFor(await run.connection());
	const request = isFile && sql.csv ? sql.csv(query) : sql.rows(query);
	if (options.previewRequest === true) {
		const { path, form, body } = request;
		const sent = form ? { form } : { body: body as IDataObject };
		return toItems([{ requests: [{ method: 'POST', path, ...sent }] }], itemIndex);
	}
	if (!isFile) {
		const read = readRows(run, request, sql, query);
		if (isTool(context)) return await forModel(run, read);
		const { rows, columns } = await read;
		return toItems(await withAllKeys(rows, columns), itemIndex);
	}
	const form = readFileForm(field, options, 'result.csv');
	return sql.csv
		? await toFile(run, request, form)
		: await rowsToFile(run, await readRows(run, request, sql, query), form);
}

/** Names the tables of selected columns: the SQL has only their names, and maybe another table. */
function pickedTables({ field }: ItemRun): string {
	return pickedColumns(field)
		.map(({ table, name }) => `'${name}' is a column of the table ${table}.`)
		.join(' ');
}

const DIALECT = 'The dialect is like that of Impala, names with $ stand in back-ticks';
const MOST_COLUMNS = 60;

async function forModel(run: ItemRun, read: Promise<Result>): Promise<INodeExecutionData[]> {
	const { rows, columns } = await read.catch(async (error: unknown) => {
		// A model may have guessed a column; the lists may not be readable.
		const tables = isRefusal(error) ? await tablesOf(run).catch(() => undefined) : undefined;
		throw tables === undefined ? error : withAdvice(error, `${tables}. ${DIALECT}.`);
	});
	const zone = run.context.getTimezone();
	const today = dateInZone(new Date(), zone);
	const notes = [
		`Dates are on the project's clocks (assumed: ${zone}), where ${today} isn't over yet`,
	];
	return toItems([toListAnswer(await withAllKeys(rows, columns), { notes })], run.itemIndex);
}

async function tablesOf(run: ItemRun): Promise<string> {
	const columns = await sqlColumns(await run.catalog());
	const namesOf = SQL_TABLES.map((table) => {
		const names = columns.filter((column) => column.table === table).map(({ name }) => name);
		const more = names.length - MOST_COLUMNS;
		return `${table} (${joinNames(names.slice(0, MOST_COLUMNS))}${more > 0 ? ` and ${more} more` : ''})`;
	});
	return `Tables: ${namesOf.join('; ')}; events.user_id is users.id`;
}

interface Result {
	rows: IDataObject[];
	columns: readonly string[];
}

async function readRows(
	{ service, itemIndex }: ItemRun,
	request: ServiceRequest,
	{ readRow, csv }: SqlWire,
	query: SqlQuery,
): Promise<Result> {
	const rows = new SqlRows(readRow, csv !== undefined);
	for await (const line of linesFrom(service, itemIndex, request)) rows.add(line);
	const { leftOut } = await service.usageOf(itemIndex);
	const columns = rows.columns.filter((column) => !isLeftOut(column, leftOut));
	return { rows: rows.all, columns: inSelectOrder(toSqlText(query), columns) };
}

async function toFile(
	run: ItemRun,
	request: ServiceRequest,
	form: FileForm,
): Promise<INodeExecutionData[]> {
	const { leftOut } = await run.service.usageOf(run.itemIndex);
	const judge = (header: string) => assertNotLeftOut({ body: { header } }, leftOut);
	const store = async (bytes: Bytes) =>
		await storeCsv(run, leftOut.size > 0 ? judgedCsv(bytes, judge) : bytes, form);
	return fileItem(run, await fileFrom(run.service, run.itemIndex, request, store), form);
}

/** Makes a file from rows if the service doesn't; the limits of items apply. */
async function rowsToFile(
	run: ItemRun,
	{ rows, columns }: Result,
	form: FileForm,
): Promise<INodeExecutionData[]> {
	return fileItem(
		run,
		await storeCsv(run, await toCsv(rows, columns), form, { rows: rows.length }),
		form,
	);
}

async function getSqlColumns(run: ItemRun): Promise<INodeExecutionData[]> {
	const { field } = run;
	const table = readOneOf(field('sqlTable'), ['all', 'events', 'users'], "'Table'");
	const text = readSearch(field('search'));
	const catalog = await run.catalog();
	const all = [
		...(table === 'users' ? [] : columnsOf('events', await ofEvents(catalog, field('ofEvents')))),
		...(table === 'events' ? [] : columnsOf('users', await ofUsers(catalog))),
	];
	const fitting = await inSlices(searchSteps(all, text));
	const found = limited(fitting, field);
	const words = { what: `columns${ownersIn(table, field('ofEvents'))}`, text };
	const others = namesBehind(fitting, found);
	return await respondWithFound(run, found.map(toColumnObject), all, words, others);
}

/** Quotes a name for SQL; null for a name that would end its quotes. */
export function toSqlName(name: string): string | null {
	if (/^[A-Za-z_]\w*$/.test(name)) return name;
	return /[`\\\p{Cc}]/u.test(name) ? null : `\`${name}\``;
}

function toColumnObject({
	table,
	isOwn,
	events,
	...entry
}: SqlColumn & { events?: string[] }): IDataObject {
	return {
		table,
		column: entry.name,
		// Names such as $city need backticks.
		sql: toSqlName(entry.name),
		display_name: entry.displayName,
		type: entry.kind ?? null,
		unit: entry.unit ?? null,
		description: entry.description ?? null,
		is_property: !isOwn,
		event_count: events?.length ?? null,
		events: events?.slice(0, MOST_EVENTS) ?? null,
	};
}

export const sqlRuns: OperationRuns = { runSqlQuery, getSqlColumns };
