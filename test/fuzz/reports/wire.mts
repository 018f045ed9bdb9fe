/** What answers of all reports have in common, in the service's writing and in a table. */
import { compareGroups } from './events/values.mts';

export type Json = { [key: string]: unknown };
export type Value = string | number | boolean | null | bigint;
export type Cell = string | number | boolean | null;

/** In answers: all values of a group, and all dates. */
export const LAYER = '$layer_total_reserved_word';
export const WHOLE = '$ALL';
/** More than anybody reports. */
export const MANY = 1e30;

/** A number by its own digits. */
class Digits {
	constructor(readonly text: string) {}

	valueOf(): number {
		return Number(this.text);
	}
}

/** JSON with the digits of long numbers, and keys in the order of a map. */
export function toText(value: unknown): string {
	if (value instanceof Digits) return value.text;
	if (typeof value === 'bigint') return value.toString();
	if (Array.isArray(value)) return `[${value.map((one) => toText(one ?? null)).join(',')}]`;
	if (typeof value !== 'object' || value === null) return JSON.stringify(value);
	const entries = value instanceof Map ? [...value.entries()] : Object.entries(value);
	const written = entries
		.filter(([, inner]) => inner !== undefined)
		.map(([key, inner]) => `${JSON.stringify(key)}:${toText(inner)}`);
	return `{${written.join(',')}}`;
}

/** The same as n8n can hold it: long numbers are text. */
export function asItem(answer: unknown): unknown {
	const held = toText(answer).replace(
		/([[:,])(-?\d{16,})(?:\.0)?(?=[,\]}])/g,
		(all, before: string, digits: string) =>
			Number.isSafeInteger(Number(digits)) ? all : `${before}"${digits}"`,
	);
	return JSON.parse(held);
}

/** From 3.0.5 on, whole numbers of the OpenAPI have a fraction of 0. */
export type Numbers = 'plain' | 'float' | 'text' | 'commas';

/** Beyond 2^53 with all its digits, which String() and JSON round. */
export function numberAs(number: number, numbers: Numbers): unknown {
	const isWhole = Number.isInteger(number);
	const exact = isWhole && !Number.isSafeInteger(number) ? BigInt(number) : number;
	if (numbers === 'plain') return exact;
	if (numbers === 'text') return String(exact);
	if (numbers === 'commas') return isWhole ? exact.toLocaleString('en-US') : String(exact);
	return isWhole ? new Digits(`${exact}.0`) : number;
}

export type Rates = 'ratio' | 'percent' | 'text';

/** Ratio or percent, as number or text: nobody can say which. */
export const rateAs = (ratio: number, rates: Rates) =>
	({ ratio, percent: ratio * 100, text: (ratio * 100).toFixed(2) })[rates];

/** In an order that says nothing. */
export function mixed<One>(list: readonly One[], ranks: readonly number[]): One[] {
	return list
		.map((one, index) => ({ one, rank: ranks[index % ranks.length] as number }))
		.sort((a, b) => a.rank - b.rank)
		.map(({ one }) => one);
}

/** What an answer calls a property of any event. */
export const generalName = (field: string) => field.replace(/^event\.\w+\./, 'event.$Anything.');

export const toCell = (value: Value): Cell =>
	typeof value === 'bigint' ? value.toString() : value;

export const percent = (part: number, whole: number) =>
	whole === 0 ? null : Math.round((part / whole) * 10_000) / 100 + 0;

/** Columns of groups: by the property, with its owner in front where that name is taken. */
export function groupNames(fields: readonly string[], own: readonly string[], isAny = false) {
	const taken = ['date', 'meta', '_truncated', '_sampled', '_partial', ...own];
	return fields.map((field) => {
		const [scope, event, ...rest] = field.split('.') as [string, string, ...string[]];
		const name = rest.at(-1) ?? event;
		const owner = scope === 'user' ? 'user' : isAny || event === '$Anything' ? 'event' : event;
		const key = taken.includes(name) ? `${owner}_${name}` : name;
		taken.push(key);
		return key;
	});
}

export const groupKey = (group: readonly Value[]) =>
	group.map((value) => `${typeof value} ${String(value)}`).join('\n');

/** The rank of each group: the largest first, those of one size by value. */
export function ranksOf(list: ReadonlyArray<{ group: Value[]; size: number }>) {
	const sizes = new Map<string, { group: Value[]; size: number }>();
	for (const { group, size } of list) {
		const entry = sizes.get(groupKey(group)) ?? { group, size: 0 };
		sizes.set(groupKey(group), entry);
		entry.size += size;
	}
	const sorted = [...sizes.values()].sort(
		(a, b) => b.size - a.size || compareGroups(a.group.map(toCell), b.group.map(toCell)),
	);
	const ranks = new Map(sorted.map(({ group }, rank) => [groupKey(group), rank]));
	return (group: Value[]) => ranks.get(groupKey(group)) as number;
}

/** An answer of the OpenAPI before it is written: rows by the names of their columns. */
export interface Table {
	columns: string[];
	rows: Json[];
	/** What else it says. */
	more: Json;
	typeOf?: (column: string) => string;
}

const REQUEST = { request_id: '21181032a2d85cc8f8bd403b8d374c19' };
export const successOf = (data: unknown): Json => ({ code: 'SUCCESS', ...REQUEST, data });

/** @param hasInfos it is of 3.0.5, and names the order of its columns */
export function tableData(
	{ columns, rows, more, typeOf = () => 'STRING' }: Table,
	hasInfos: boolean,
) {
	const infos = columns.map((name) => ({ column_name: name, data_type: typeOf(name) }));
	return {
		...more,
		metadata_columns: new Map(columns.map((name) => [name, typeOf(name)])),
		...(hasInfos ? { column_infos: infos } : {}),
		detail_rows: Array.isArray(rows) ? rows.map((row) => cellsOf(row, columns)) : rows,
	};
}

/** A row has one cell for each column, unless it is odd; another value stays unchanged. */
function cellsOf(row: Json, columns: string[]): unknown {
	if (typeof row !== 'object') return row;
	const { [MORE]: more = [], [LENGTH]: length } = row as { [MORE]?: unknown[]; [LENGTH]?: number };
	return [...columns.map((name) => row[name]), ...more].slice(0, length);
}
const MORE = Symbol('cells behind those of the columns');
const LENGTH = Symbol('so many cells alone');

/** Part of each answer that refuses. */
export const REFUSAL = 'SA-D-32-19';

/** Answers that say that nothing was computed. */
export function refusalOf(rank: number, data: unknown): Json {
	const error_info = {
		code: REFUSAL,
		description: 'The event is no longer valid',
		error_causes: [],
	};
	const failed = { code: REFUSAL, message: 'failed', ...REQUEST, error_info };
	const flat = { error: `The event is no longer valid (${REFUSAL})`, error_type: 'BAD_REQUEST' };
	return [failed, { ...failed, data }, flat][rank % 3] as Json;
}

/** What makes any table odd, so that nobody may read it. */
export const TABLE_ODDITIES = [
	...['refused', 'rowsNoList', 'rowNoList', 'noColumn', 'twice', 'negative', 'noNumber'],
	...[
		'objectNumber',
		'nullCount',
		'objectGroup',
		'lostGroup',
		'strangeGroup',
		'shortRow',
		'longRow',
	],
	...['noDate', 'noDay'],
] as const;

/** What a report can't do without, by names of columns. */
export interface Needs {
	/** The row that is made odd must be read. */
	row: Json | undefined;
	/** Numbers of users or events. */
	counts: string[];
	/** Those that are never null, nor a text. */
	numbers: string[];
	nullable?: string[];
	columns: string[];
	groups: string[];
	date?: string | undefined;
	/** Oddities of one report alone. */
	own: { [oddity: string]: () => unknown };
}

/**
 * Makes a table odd in place.
 * @returns false where this oddity has no place in it
 */
export function makeTableOdd(table: Table, oddity: string, needs: Needs, rank: number): boolean {
	const { row, counts, numbers, groups, columns, date } = needs;
	const pick = (names: readonly string[]) => names[rank % names.length];
	const remove = (...names: Array<string | undefined>) => {
		const { length } = table.columns;
		table.columns = table.columns.filter((name) => !names.includes(name));
		return table.columns.length < length;
	};
	if (oddity === 'rowsNoList') return Boolean((table.rows = {} as Json[]));
	if (oddity === 'lostGroup') return table.rows.length > 0 && remove(...groups);
	if (!row) return false;
	const put = (name: string | undefined, value: unknown) => {
		if (name === undefined || !table.columns.includes(name)) return false;
		row[name] = value;
		return true;
	};
	const known: { [oddity: string]: () => unknown } = {
		rowNoList: () => table.rows.push(5 as unknown as Json),
		noColumn: () => remove(pick(columns)),
		twice: () => table.rows.push({ ...row }),
		negative: () => put(pick(counts), -1),
		noNumber: () => put(pick(numbers), 'many'),
		objectNumber: () => put(pick([...new Set([...counts, ...numbers])]), { a: 1 }),
		nullCount: () => put(pick(needs.nullable ?? counts), null),
		objectGroup: () => put(pick(groups), { a: 1 }),
		strangeGroup() {
			table.columns.push('user.channel');
			for (const one of table.rows) one['user.channel'] = 'search';
			return true;
		},
		shortRow: () => Object.assign(row, { [LENGTH]: table.columns.length - 1 }),
		longRow: () => Object.assign(row, { [MORE]: [1] }),
		noDate: () => put(date, 'San Francisco'),
		noDay: () => put(date, '2026-02-31'),
		...needs.own,
	};
	return Boolean(known[oddity]?.());
}
