import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { textOf } from '../form/reading';
import { canBeRun } from '../paste';
import { catalogFor, toResult, withEmpty } from './catalog';

export async function searchDashboards(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const dashboards = await (await catalogFor(this)).dashboards();
	const choices = dashboards.map(({ id, name }) => ({ name, value: id }));
	return withEmpty(toResult(choices, filter), filter, '(All)');
}

/** Reports that can be run, of the dashboard that is chosen in the form; of all, if none is. */
export async function searchSavedReports(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const catalog = await catalogFor(this);
	const chosen = textOf(this.getCurrentNodeParameter('dashboard'));
	const dashboards = chosen === '' ? await catalog.dashboards() : [{ id: chosen, name: '' }];
	const choices = [];
	for (const dashboard of dashboards) {
		const reports = (await catalog.savedReports(dashboard.id)).filter((report) =>
			canBeRun(report, catalog),
		);
		for (const { id, name } of reports) {
			choices.push({ name: dashboard.name ? `${dashboard.name}: ${name}` : name, value: id });
		}
	}
	return toResult(choices, filter);
}
