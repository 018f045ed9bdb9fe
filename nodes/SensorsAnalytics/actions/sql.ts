import type { Operation, Resource } from '../item';
import { columnListFields } from '../params/list';
import { sqlFields, sqlOptionFields } from '../params/sql';

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
