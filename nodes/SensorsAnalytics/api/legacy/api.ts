import type { ServiceRequest } from '../../../../credentials/http/request';
import type { SqlQuery } from '../../query/query';
import { readFlatRow } from '../../sql/rows';
import { toSqlText } from '../../sql/scan';
import type { SqlWire } from '../api';
import { distributionWire, retentionWire } from './cohorts';
import { eventWire, userPropertiesWire } from './event';
import { funnelWire } from './funnel';
import { EVENTS_PER_REQUEST, listsWire } from './lists';

/** `POST /api/sql/query` with form fields (docs/service.md, "SQL"): an object per line, or CSV. */

export const sqlWire: SqlWire = {
	rows: (query) => requestFor(query, 'json'),
	csv: (query) => requestFor(query, 'csv'),
	readRow: readFlatRow,
};

function requestFor(query: SqlQuery, format: 'json' | 'csv'): ServiceRequest {
	return { path: '/api/sql/query', form: { q: toSqlText(query), format } };
}

/** The API under `/api/`, with the API secret or a user's token (docs/service.md). */
export const legacy = {
	name: 'API',
	reports: {
		event: eventWire,
		funnel: funnelWire,
		retention: retentionWire,
		distribution: distributionWire,
		userProperties: userPropertiesWire,
	},
	limits: 'groups',
	funnelFilter: 'free',
	lists: listsWire,
	eventsPerRequest: EVENTS_PER_REQUEST,
	sql: sqlWire,
	returnsFacts: true,
	returnsTotalsAlone: false,
} as const;
