import type { PropertyEntry } from '../query/entities';
import type { Catalog } from './catalog';

export const SQL_TABLES = ['events', 'users'] as const;

type SqlTable = (typeof SQL_TABLES)[number];

/** Columns of their own that the service's documents and samples have (docs/service.md, "SQL"). */
const OWN_COLUMNS: { readonly [Table in SqlTable]: PropertyEntry[] } = {
	events: [
		{ name: 'event', displayName: 'event', kind: 'text', description: 'Name of the event' },
		{
			name: 'user_id',
			displayName: 'user_id',
			kind: 'number',
			description: 'The ID in the table users; select CAST(user_id AS STRING) to keep its digits',
		},
		{ name: 'time', displayName: 'time', kind: 'date', description: 'When it happened' },
		{
			name: 'date',
			displayName: 'date',
			kind: 'date',
			description: 'The day; filter by it, as the table is divided by days',
		},
	],
	users: [
		{
			name: 'id',
			displayName: 'id',
			kind: 'number',
			description: 'The ID of the user; select CAST(id AS STRING) to keep its digits',
		},
	],
};

export interface SqlColumn extends PropertyEntry {
	table: SqlTable;
	/** Whether every project has it. */
	isOwn: boolean;
}

/** The table's own columns, and one for each of these properties. */
export function columnsOf<Entry extends PropertyEntry>(
	table: SqlTable,
	properties: readonly Entry[],
): Array<SqlColumn & Partial<Entry>> {
	const names = new Set(properties.map(({ name }) => name));
	const own = OWN_COLUMNS[table].filter(({ name }) => !names.has(name)) as Entry[];
	return [
		...own.map((entry) => ({ ...entry, table, isOwn: true })),
		...properties.map((entry) => ({ ...entry, table, isOwn: false })),
	];
}

/** All columns of both tables. */
export async function sqlColumns(catalog: Catalog): Promise<SqlColumn[]> {
	const events = (await catalog.events()).map(({ name }) => name);
	return [
		...columnsOf('events', await catalog.eventProperties(events)),
		...columnsOf('users', await catalog.userProperties()),
	];
}
