import type { FastifyInstance } from 'fastify';

import { computeReport } from '../report/compute.mts';
import { type ReportQuery, readReportQuery } from '../report/query.mts';
import type { Caller } from '../identity/authenticate.mts';
import type { World } from '../world.mts';

const FULL_SAMPLE = 64;

/**
 * `POST /api/events/report`, answers in the shapes A, B and C (docs/service.md, "Event report").
 */
export function addEventReportRoute(app: FastifyInstance, world: World): void {
	app.post('/api/events/report', (request) => {
		const caller = world.authenticate(request);
		const query = readReportQuery(request.body);
		const { compare_from_date: compareFrom, compare_to_date: compareTo } = query;
		if (compareFrom === undefined || compareTo === undefined) {
			return answer(world, caller, query, query.detail_and_rollup === true);
		}
		const compared = { ...query, from_date: compareFrom, to_date: compareTo };
		return [answer(world, caller, query, true), answer(world, caller, compared, true)];
	});
}

function answer(world: World, caller: Caller, query: ReportQuery, hasTotals: boolean): object {
	const shop = world.shopOf(caller.project);
	const today = world.serviceTime().slice(0, 10);
	const { unit: _none, ...total } = query;
	const totals = () => {
		const result = computeReport(shop, total, today, caller.account);
		const rows = result.rows.map((row) => ({ ...row, values: [row.values] }));
		return { ...result, series: [`${query.from_date.slice(0, 10)} 00:00:00`], rows };
	};
	const { wholeRange, totalOfGroups } = world.reports;
	const detail = !query.rollup_date
		? computeReport(shop, query, today, caller.account)
		: { ...totals(), ...(wholeRange === 'firstDay' ? {} : { series: undefined }) };
	const times = {
		report_update_time: `${world.serviceTime()}.301`,
		data_update_time: `${world.dataTime()}.000`,
		data_sufficient_update_time: `${world.dataTime()}.000`,
	};
	const sampling = { sampling_factor: query.sampling_factor ?? FULL_SAMPLE };
	if (!hasTotals) return { ...detail, ...times, ...sampling };

	const isWithTotal = totalOfGroups !== 'none' && (query.by_fields ?? []).length > 0;
	const all = isWithTotal
		? computeReport(shop, { ...total, by_fields: [] }, today, caller.account).rows.map(
				({ values }) => ({
					values: [values],
					...(totalOfGroups === 'empty' ? { by_values: query.by_fields?.map(() => '') } : {}),
				}),
			)
		: [];
	const onePoint = totals();
	return {
		detail_result: detail,
		rollup_result: { ...onePoint, rows: [...all, ...onePoint.rows] },
		...times,
		truncated: detail.truncated,
		...sampling,
	};
}
