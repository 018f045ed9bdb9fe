import { DateTime } from 'luxon';
import initSqlJs, { type Database, type SqlJsStatic, type SqlValue, type Statement } from 'sql.js';

import { badRequest } from '../refusal.mts';
import { daysBetween } from '../report/periods.mts';
import { EVENTS, type Shop, USER_PROPERTIES, type Value } from './shop.mts';

const RECENT_DAYS = 30;
const EVENT_PROPERTIES = [...new Set(Object.values(EVENTS).flatMap((event) => Object.keys(event)))];

const DAY_MS = 86_400_000;
const SECOND_MS = 1000;
/** Times have no zone. */
const at = (time: string) => new Date(`${time.slice(0, 10)}T${time.slice(11) || '00:00:00'}Z`);
const later = (date: string, days: number) =>
	new Date(at(date).getTime() + days * DAY_MS).toISOString().slice(0, 10);

/** Functions of the service's dialect (docs/service.md, "SQL") that this engine lacks. */
const DIALECT: Record<string, (...parts: never[]) => SqlValue> = {
	chr: (code: number) => String.fromCharCode(code),
	concat: (...parts: unknown[]) => parts.join(''),
	nvl: (value: SqlValue, other: SqlValue) => value ?? other,
	to_date: (time: string) => time.slice(0, 10),
	year: (time: string) => at(time).getUTCFullYear(),
	month: (time: string) => at(time).getUTCMonth() + 1,
	day: (time: string) => at(time).getUTCDate(),
	hour: (time: string) => at(time).getUTCHours(),
	minute: (time: string) => at(time).getUTCMinutes(),
	second: (time: string) => at(time).getUTCSeconds(),
	unix_timestamp: (time: string | null) => time && at(time).getTime() / SECOND_MS,
	/** 1 is Sunday. */
	dayofweek: (time: string) => at(time).getUTCDay() + 1,
	dayname: (time: string) =>
		at(time).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' }),
	datediff: (to: string, from: string) =>
		Math.round((at(to.slice(0, 10)).getTime() - at(from.slice(0, 10)).getTime()) / DAY_MS),
	date_add: (date: string, days: number) => later(date, days),
	date_sub: (date: string, days: number) => later(date, -days),
};

/**
 * Names with a `$` need no backticks in the service, but this engine would read them as
 * placeholders. The pattern also matches texts, quoted names and comments, in which a `$` has
 * another meaning.
 */
const WORDS = /'(?:[^'\\]|\\.|'')*'|"[^"]*"|`[^`]*`|--[^\n]*|\/\*[\s\S]*?\*\/|\$\w+/g;

/** The shop's events and users as tables `events` and `users`. */
export class Warehouse {
	private constructor(private readonly database: Database) {}

	/**
	 * Contains the last days before `now`, and every day from the first to the last date in `sql`.
	 */
	static async open(shop: Shop, sql: string, now: string): Promise<Warehouse> {
		const today = DateTime.fromISO(now.slice(0, 10), { zone: 'utc' });
		const dates = [
			...(sql.match(/\d{4}-\d{2}-\d{2}/g) ?? []),
			today.toFormat('yyyy-MM-dd'),
			today.minus({ days: RECENT_DAYS }).toFormat('yyyy-MM-dd'),
		].sort();
		const engine = await initSqlJs();
		const days = daysBetween(dates[0] as string, dates.at(-1) as string);
		const database = new engine.Database(contentOf(engine, shop, days));
		for (const [name, compute] of Object.entries(DIALECT)) database.create_function(name, compute);
		return new Warehouse(database);
	}

	/** Yields the rows as lines of text, computed when they are needed. */
	lines(sql: string, format: string): Iterable<string> {
		const statement = this.prepare(sql);
		if (format === 'json') return jsonLines(statement, this.database);
		if (format === 'csv') return csvLines(statement, this.database);
		throw badRequest(`format: "${format}" is unknown`);
	}

	private prepare(sql: string): Statement {
		try {
			return this.database.prepare(
				sql.replace(WORDS, (word) => (word.startsWith('$') ? `\`${word}\`` : word)),
			);
		} catch (error) {
			throw badRequest(`The SQL is not valid: ${(error as Error).message}`);
		}
	}
}

let last: { what: string; content: Uint8Array } | undefined;

/** Returns the tables as a file, which is the same for most requests. */
function contentOf(engine: SqlJsStatic, shop: Shop, days: string[]): Uint8Array {
	const what = [shop.kind, days[0], days.length].join('/');
	if (last?.what !== what) {
		const database = new engine.Database();
		database.run('BEGIN');
		fillUsers(database, shop);
		fillEvents(database, shop, days);
		database.run('COMMIT');
		last = { what, content: database.export() };
		database.close();
	}
	return last.content;
}

function fillUsers(database: Database, shop: Shop): void {
	const names = Object.keys(USER_PROPERTIES);
	database.run(`CREATE TABLE users (${['id', ...names].map(quote).join(', ')})`);
	const insert = database.prepare(`INSERT INTO users VALUES (?${', ?'.repeat(names.length)})`);
	for (const { id, properties } of shop.users)
		insert.run([id, ...names.map((name) => toSql(properties[name]))]);
	insert.free();
}

function fillEvents(database: Database, shop: Shop, days: string[]): void {
	const columns = ['event', 'user_id', 'time', 'date', ...EVENT_PROPERTIES];
	database.run(`CREATE TABLE events (${columns.map(quote).join(', ')})`);
	const insert = database.prepare(
		`INSERT INTO events VALUES (?${', ?'.repeat(columns.length - 1)})`,
	);
	for (const day of days) {
		for (const { event, user, time, properties } of shop.eventsOf(day)) {
			const values = EVENT_PROPERTIES.map((name) => toSql(properties[name]));
			insert.run([event, user.id, time, day, ...values]);
		}
	}
	insert.free();
}

function* jsonLines(statement: Statement, database: Database): Generator<string> {
	while (statement.step()) yield `${JSON.stringify(statement.getAsObject())}\n`;
	database.close();
}

/** Without rows, yields the header and an empty line. */
function* csvLines(statement: Statement, database: Database): Generator<string> {
	yield `${statement.getColumnNames().join(',')}\n`;
	let count = 0;
	while (statement.step()) {
		count++;
		yield `${statement.get().map(toCsv).join(',')}\n`;
	}
	if (count === 0) yield '\n';
	database.close();
}

function toCsv(value: SqlValue): string {
	const text = value === null ? '' : String(value);
	return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function toSql(value: Value | undefined): SqlValue {
	if (value === undefined || value === null) return null;
	if (Array.isArray(value)) return value.join(',');
	return typeof value === 'boolean' ? Number(value) : value;
}

function quote(name: string): string {
	return `"${name}"`;
}
