import type { JsonObject } from '../../credentials/http/json';
import type { ReportWire } from '../../nodes/SensorsAnalytics/api/api';
import { tableOf } from './tableOf.mts';
import { wireFor } from '../../nodes/SensorsAnalytics/api';
import type { Queries, ReportModelName } from '../../nodes/SensorsAnalytics/query/query';
import { reports } from '../../nodes/SensorsAnalytics/reports/registry';
import type { PageReport } from '../../nodes/SensorsAnalytics/reports/report';

export const city = { of: 'user', name: 'city' } as const;

export const filter = {
	join: 'and',
	conditions: [{ property: city, function: 'equal', values: ['Beijing'] }],
	groups: [],
} as const;

export const writtenFilter = {
	relation: 'and',
	conditions: [{ field: 'user.city', function: 'equal', params: ['Beijing'] }],
};

const wireOf = <Model extends ReportModelName>(model: Model): ReportWire<Queries[Model]> =>
	wireFor({ mode: 'apiSecret' }).reports[model] as ReportWire<Queries[Model]>;

/** What is sent for a query, without dates. */
export const written = <Model extends ReportModelName>(model: Model, query: Queries[Model]) =>
	wireOf(model).request({ query }, undefined, {}).body;

/** @param page the query as the web page would send it */
export const read = <Model extends ReportModelName>(
	model: Model,
	answer: object,
	page: JsonObject = {},
	isByDate = false,
) => {
	const { payload } = reports[model] as unknown as PageReport<Model>;
	const query = { ...(payload.read(page, 'UTC').query as Queries[Model]), isByDate };
	const table = tableOf(wireOf(model), answer, query);
	return { keys: table.columns.map(({ key }) => key), rows: table.rows.toArray(), table };
};
