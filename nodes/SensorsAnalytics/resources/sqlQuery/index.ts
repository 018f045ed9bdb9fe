import type { Resource } from '../operation';
import { runSqlQuery } from './run.operation';

export const sqlQuery: Resource = {
	option: { name: 'SQL Query', value: 'sqlQuery' },
	operations: [runSqlQuery],
};
