/**
 * Lets PostgreSQL and SQLite judge complete statements that the node sends: a value is the same as
 * one that is bound by the database itself, and with a credential that leaves out a property, the
 * statement reads only the tables and columns that are allowed. PostgreSQL refuses others by its
 * rights; SQLite lists what it reads.
 */
import { PGlite } from '@electric-sql/pglite';
import initSqlJs, { type Database } from 'sql.js';

import type { SqlValue } from '../../../nodes/SensorsAnalytics/query/query.ts';
import { toSqlText } from '../../../nodes/SensorsAnalytics/sql/scan.ts';
import { assertNotLeftOut } from '../../../nodes/SensorsAnalytics/transport/leftOut.ts';
import { COLUMNS, LEFT_OUT, OTHER_COLUMNS, OTHER_TABLE, PLACE } from './grammar.mts';

/** What became of one statement, by the judges that could judge it. */
type Verdicts = Array<{ judge: string; isRight: boolean; what: object }>;

/** PostgreSQL's code of what a role has no right to. */
const DENIED = '42501';
const ROWS = 3;
const tables = Object.entries(COLUMNS);
const SCHEMA = [
	...tables.map(([name, columns]) => [name, [...columns, LEFT_OUT]] as const),
	[OTHER_TABLE, OTHER_COLUMNS] as const,
].flatMap(([name, columns]) => [
	`CREATE TABLE ${name} (${columns.map((column) => `${column} text`).join(', ')})`,
	...Array.from(
		{ length: ROWS },
		(_, row) =>
			`INSERT INTO ${name} VALUES (${columns.map((column) => `'${column}${row}'`).join(', ')})`,
	),
]);

export class StatementJudge {
	private constructor(
		private readonly postgres: PGlite,
		private readonly sqlite: Database,
	) {}

	static async start(): Promise<StatementJudge> {
		const postgres = await PGlite.create();
		const grants = tables.map(
			([name, columns]) => `GRANT SELECT (${columns.join()}) ON ${name} TO reader`,
		);
		await postgres.exec([...SCHEMA, 'CREATE ROLE reader', ...grants].join(';\n'));
		for (const schema of ['pg_catalog', 'information_schema'])
			await postgres.exec(`REVOKE SELECT ON ALL TABLES IN SCHEMA ${schema} FROM PUBLIC`);
		const { Database } = await initSqlJs();
		const sqlite = new Database();
		sqlite.run(SCHEMA.join(';\n'));
		sqlite.create_function('chr', (code: number) => String.fromCharCode(code));
		sqlite.create_function('concat', (...parts: unknown[]) => parts.join(''));
		return new StatementJudge(postgres, sqlite);
	}

	/**
	 * @param written statement with PLACE where the value, or the look of it, is
	 * @returns undefined if the node refuses the statement with any parameters
	 */
	async judge(written: string, value: SqlValue): Promise<Verdicts | undefined> {
		const sql = written.replaceAll(PLACE, ':v');
		const bound = boundText(sql, value);
		if (bound === undefined) return undefined;
		const verdicts: Verdicts = [];
		const tell = (judge: string, isRight: boolean | undefined, what: object) => {
			if (isRight !== undefined)
				verdicts.push({ judge, isRight, what: { sql, value, bound, ...what } });
		};
		if (typeof value === 'string' && !value.includes('\0') && !/\$\d/.test(written)) {
			const [postgres, sqlite] = [written.replaceAll(PLACE, '$1'), written.replaceAll(PLACE, '?1')];
			const [ours, theirs] = [
				await this.ofPostgres(bound, []),
				await this.ofPostgres(postgres, [value]),
			];
			tell('values in statements of PostgreSQL', isSame(ours, theirs, '$1'), { ours, theirs });
			const [here, there] = [this.ofSqlite(bound), this.ofSqlite(sqlite, value)];
			tell('values in statements of SQLite', isSame(here, there, '?1'), { here, there });
		}
		if (isKept(bound)) {
			tell('columns that PostgreSQL reads', ...(await this.readByPostgres(bound)));
			tell('columns that SQLite reads', ...this.readBySqlite(bound));
		}
		return verdicts;
	}

	private async ofPostgres(sql: string, values: string[]): Promise<string | undefined> {
		try {
			const { rows } = await this.postgres.query(sql, values, { rowMode: 'array' });
			return inOrder(rows);
		} catch {
			return undefined;
		}
	}

	private ofSqlite(sql: string, value?: string): string | undefined {
		try {
			const results = this.sqlite.exec(sql, value === undefined ? undefined : { '?1': value });
			return inOrder(results.flatMap(({ values }) => values));
		} catch {
			return undefined;
		}
	}

	private async readByPostgres(sql: string): Promise<[boolean | undefined, object]> {
		await this.postgres.exec('BEGIN; SET LOCAL ROLE reader');
		try {
			const results = await this.postgres.exec(sql);
			return [results.length === 1, { statements: results.length }];
		} catch (error) {
			const { code, message } = error as { code?: string; message: string };
			return [code === DENIED ? false : undefined, { message }];
		} finally {
			await this.postgres.exec('ROLLBACK');
		}
	}

	/** By the code of SQLite's machine: which tables it opens, and which of their columns it takes. */
	private readBySqlite(sql: string): [boolean | undefined, object] {
		let code: string[][];
		try {
			const [explained] = this.sqlite.exec(`EXPLAIN ${sql}`);
			code = (explained?.values ?? []).map((row) => row.map(String));
		} catch {
			return [undefined, {}];
		}
		const [named] = this.sqlite.exec('SELECT rootpage, name FROM sqlite_schema');
		const tableAt = new Map(named?.values.map(([page, name]) => [String(page), String(name)]));
		const opened = new Map<string, string>();
		const odd: string[] = [];
		for (const [, opcode, cursor = '', page = ''] of code) {
			if (opcode === 'VOpen' || opcode === 'OpenWrite') odd.push(opcode);
			if (opcode !== 'OpenRead') continue;
			const table = tableAt.get(page) ?? 'the schema';
			opened.set(cursor, table);
			if (!(table in COLUMNS)) odd.push(table);
		}
		for (const [, opcode, cursor = '', column = ''] of code) {
			const columns = COLUMNS[opened.get(cursor) ?? ''];
			if (opcode === 'Column' && columns && Number(column) >= columns.length) odd.push(LEFT_OUT);
		}
		return [odd.length === 0, { odd }];
	}
}

function boundText(sql: string, value: SqlValue): string | undefined {
	for (const parameters of [[{ name: 'v', value }], []]) {
		try {
			return toSqlText({ sql, parameters });
		} catch {
			// Without a place for it, the value is one too many.
		}
	}
	return undefined;
}

/** Whether the node sends it for a credential that leaves out the property. */
function isKept(sql: string): boolean {
	try {
		assertNotLeftOut({ form: { q: sql } }, new Set([LEFT_OUT]));
		return true;
	} catch {
		return false;
	}
}

/** @returns undefined if one of them couldn't be run; the content of a text stays as it is written */
function isSame(
	ours: string | undefined,
	theirs: string | undefined,
	place: string,
): boolean | undefined {
	if (ours === undefined || theirs === undefined) return undefined;
	return ours.replaceAll(':v', place) === theirs.replaceAll(':v', place);
}

function inOrder(rows: unknown[]): string {
	return rows
		.map((row) => JSON.stringify(row))
		.sort()
		.join('\n');
}
