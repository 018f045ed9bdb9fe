import { isObject, type JsonObject, parseJson } from '../../../../credentials/http/json';
import { FUNCTIONS_OF_DATES_AND_LISTS } from '../../query/filterFunctions';
import { assertColumns, twoColumns } from '../../sql/rows';
import { toSqlText } from '../../sql/scan';
import type { SqlWire } from '../api';
import { alarmsWire, EVENTS_PER_REQUEST, listsWire } from './lists';
import { attributionWire } from './attribution';
import { datasetsWire } from './datasets';
import { distributionWire } from './distribution';
import { eventWire, sessionWire } from './event';
import { funnelWire } from './funnel';
import { intervalWire } from './interval';
import { ltvWire, retentionWire } from './cohorts';
import { pathWire } from './path';
import { ANALYTICS } from './request';
import { groupsWire } from './userGroups';
import { userPropertiesWire } from './userProperties';
import { usersWire } from './users';

/** `POST …/model/sql/query` (docs/service.md, "OpenAPI"): a line per row, each an envelope. */

/**
 * Requested number of rows, as text. Without it, some versions refuse the query or choose a number.
 * It exceeds what is read as rows (SqlRows), so it removes nothing silently.
 */
const LIMIT = '10000001';

export const sqlWire: SqlWire = {
	rows: (query) => ({
		path: `${ANALYTICS}/model/sql/query`,
		body: { sql: toSqlText(query), limit: LIMIT },
	}),
	readRow,
};

const ROW_KEYS = new Set(['columns', 'data']);

/** Whether the cells may be rows: each has a cell for each column. */
function areRows(cells: readonly unknown[]): boolean {
	const isRow = (cell: unknown) => Array.isArray(cell) && cell.length === cells.length;
	return cells.length > 1 && cells.every(isRow);
}

/** Reads a row by the names of its columns: a line omits columns that are NULL. */
function readRow(line: string): JsonObject | undefined {
	const parsed = parseJson(line);
	if (parsed?.fault !== undefined || !isObject(parsed?.value)) return undefined;
	const { code, data } = parsed.value;
	if (code !== 'SUCCESS' || !isObject(data)) return undefined;
	// Empty lists may be omitted.
	const { columns = [], data: rows = [] } = data;
	const cells = isObject(rows) ? (rows.values ?? []) : rows;
	if (!Array.isArray(columns) || !Array.isArray(cells)) return undefined;
	if (columns.length !== cells.length || !columns.every(isText)) return undefined;
	const isOther = columns.length === 0 && Object.keys(data).some((key) => !ROW_KEYS.has(key));
	if (isOther || areRows(cells)) return undefined;
	assertColumns(columns.length);
	const names = new Set<string>();
	for (const name of columns) {
		if (names.has(name)) throw twoColumns(name);
		names.add(name);
	}
	return Object.fromEntries(columns.map((name, index) => [name, cells[index] as unknown]));
}

function isText(value: unknown): value is string {
	return typeof value === 'string';
}

/** The OpenAPI under `/api/v3/`, with a key (docs/service.md, "OpenAPI"). */
export const openapi = {
	name: 'OpenAPI',
	reports: {
		event: eventWire,
		funnel: funnelWire,
		retention: retentionWire,
		distribution: distributionWire,
		userProperties: userPropertiesWire,
		attribution: attributionWire,
		ltv: ltvWire,
		interval: intervalWire,
		session: sessionWire,
		path: pathWire,
	},
	limits: 'rows',
	funnelFilter: 'bySteps',
	lists: listsWire,
	eventsPerRequest: EVENTS_PER_REQUEST,
	sql: sqlWire,
	users: usersWire,
	groups: groupsWire,
	datasets: datasetsWire,
	alarms: alarmsWire,
	refusedFunctions: FUNCTIONS_OF_DATES_AND_LISTS,
	returnsFacts: false,
	returnsTotalsAlone: true,
} as const;
