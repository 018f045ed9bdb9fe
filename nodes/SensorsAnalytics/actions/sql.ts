import { loadCode } from '../../../credentials/loadCode';
import type { Operation, Resource } from '../item';
import { columnListFields } from '../params/list';
import { sqlFields, sqlOptionFields } from '../params/sql';

const code = async () => await loadCode(async () => await import('./run/sql'));

/** Runs SQL on the tables of events and users (docs/service.md, "SQL"). */
export const runSqlQuery: Operation = {
	option: {
		name: 'Run',
		value: 'runSqlQuery',
		action: 'Run SQL query',
		description: 'Query the events and users tables with SQL',
	},
	fields: sqlFields,
	options: sqlOptionFields,
	execute: async (run) => await (await code()).runSqlQuery(run),
};

/** Columns of the SQL tables: their own, and the project's properties. */
const getColumns: Operation = {
	option: {
		name: 'Get Columns',
		value: 'getSqlColumns',
		action: 'Get SQL columns',
		description: 'Find columns in the events and users tables, with their types',
	},
	fields: columnListFields,
	execute: async (run) => await (await code()).getColumns(run),
};

export const sqlQuery: Resource = {
	option: { name: 'SQL Query', value: 'sqlQuery' },
	operations: [getColumns, runSqlQuery],
};
