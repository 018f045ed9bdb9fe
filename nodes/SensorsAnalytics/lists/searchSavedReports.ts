import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { textOf } from '../form/reading';
import {
	dashboardRequest,
	dashboardsRequest,
	readDashboards,
	readSavedReports,
} from '../wire/legacy/catalog/dashboards';
import { serviceFor, toResult } from './catalog';

export async function searchDashboards(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const dashboards = readDashboards(await serviceFor(this).call(0, dashboardsRequest));
	return toResult(
		dashboards.map(({ id, name }) => ({ name, value: id })),
		filter,
	);
}

/** Reports of the dashboard that is chosen in the form; of all, if none is. */
export async function searchSavedReports(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const service = serviceFor(this);
	const chosen = textOf(this.getCurrentNodeParameter('dashboard'));
	const dashboards =
		chosen === ''
			? readDashboards(await service.call(0, dashboardsRequest))
			: [{ id: chosen, name: '' }];
	const choices = [];
	for (const dashboard of dashboards) {
		const reports = readSavedReports(await service.call(0, dashboardRequest(dashboard.id)));
		for (const { id, name } of reports) {
			choices.push({ name: dashboard.name ? `${dashboard.name}: ${name}` : name, value: id });
		}
	}
	return toResult(choices, filter);
}
