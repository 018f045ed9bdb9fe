/** `POST /api/sql/query` as a form (docs/service.md, "SQL"): JSON gives one object per line, CSV a header and lines. */
import type { ServiceRequest } from '../../../../credentials/http/request';
import type { SqlQuery } from '../../query/sqlQuery';
import { toSqlText } from '../../sql/bind';
import { readFlatRow } from '../../sql/flatRow';
import type { SqlWire } from '../wire';

export const sql: SqlWire = {
	rows: (query) => requestFor(query, 'json'),
	csv: (query) => requestFor(query, 'csv'),
	readRow: readFlatRow,
};

function requestFor(query: SqlQuery, format: 'json' | 'csv'): ServiceRequest {
	return { path: '/api/sql/query', form: { q: toSqlText(query), format } };
}
