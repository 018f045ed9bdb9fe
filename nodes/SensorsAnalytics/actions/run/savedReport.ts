import {
	type INodeExecutionData,
	type IDataObject,
	OperationalError,
	UserError,
} from 'n8n-workflow';

import { firstWords } from '../../../../credentials/http/redact';
import type { ItemRun, OperationRuns } from '../../item';
import { toDashboardObject, toSavedReportObject } from '../../output/entities';
import { addHint } from '../../output/meta';
import { ownItems } from '../../output/present';
import { limited } from '../../params/list';
import { textOf } from '../../params/read';
import type { SavedReport } from '../../query/entities';
import { canBeRun, reports, reportSavedAs } from '../../reports/registry';
import { runReport } from '../../reports/run';
import { planSaved } from '../../reports/saved';
import { withoutLeftOut } from '../../transport/leftOut';
import { timesOf } from './catalog';

async function getManyDashboards(run: ItemRun): Promise<INodeExecutionData[]> {
	const { catalog, itemIndex, field } = run;
	const dashboards = await (await catalog()).dashboards();
	const time = timesOf(run);
	return ownItems(
		limited(dashboards, field).map((dashboard) => toDashboardObject(dashboard, time)),
		itemIndex,
	);
}

/** In a query of the platform, only keys of properties have dots: after their owner. */
const isOwned = (key: string) => key.includes('.');

async function getManySavedReports(run: ItemRun): Promise<INodeExecutionData[]> {
	const { itemIndex, field } = run;
	const chosen = textOf(field('dashboard'));
	const catalog = await run.catalog();
	const all = await catalog.dashboards();
	const requested = all.filter(({ id }) => chosen === '' || id === chosen);
	const reports: IDataObject[] = [];
	// A model selects a report by name and runs its query unchanged.
	const shown = run.service.isTool ? { query: null } : {};
	const { leftOut } = await run.service.usageOf(itemIndex);
	for (const dashboard of requested) {
		for (const report of await catalog.savedReports(dashboard.id)) {
			const model = reportSavedAs(report.modelName);
			const object = toSavedReportObject(report, model?.name, dashboard, canBeRun(report, catalog));
			const query = await withoutLeftOut(object.query, leftOut, undefined, isOwned);
			reports.push({ ...object, query, ...shown });
		}
	}
	return ownItems(limited(reports, field), itemIndex);
}

/** Reports that can be run, as the list of operations names them. */
const kinds = Object.values(reports)
	.map(({ option }) => option.name.replace(/^Get /, ''))
	.join(', ');

async function runSavedReport(run: ItemRun): Promise<INodeExecutionData[]> {
	const id = textOf(run.field('savedReport'));
	if (id === '')
		throw new UserError("'Saved Report' is empty. Choose a saved report, or enter its ID");
	const saved = await (await run.catalog()).savedReport(id);
	if (saved.query === undefined) {
		throw new OperationalError(
			`The saved report '${firstWords(saved.name)}' has no readable query. Open the report in Sensors Analytics and save it again, or choose another report`,
		);
	}
	const model = reportSavedAs(saved.modelName);
	if (model === undefined) {
		throw new UserError(
			`The saved report '${firstWords(saved.name)}' is of the kind '${firstWords(wordsOf(saved.modelName))}', which the node can't run. Choose a report of one of these kinds: ${kinds}`,
		);
	}
	for (const hint of await notAppliedParts(run, saved)) addHint(run.context, hint);
	return await runReport(run, planSaved(run, saved, model));
}

/** Returns the parts that the web page adds to a saved query, and this node doesn't. */
async function notAppliedParts(run: ItemRun, saved: SavedReport): Promise<string[]> {
	const chosen = textOf(run.field('dashboard'));
	const dashboards = chosen === '' ? [] : await (await run.catalog()).dashboards();
	const places = [
		{ ...saved, what: 'saved report' },
		...dashboards.filter(({ id }) => id === chosen).map((one) => ({ ...one, what: 'dashboard' })),
	];
	return places.flatMap(({ what, name, ownSettings = [] }) =>
		ownSettings.length === 0
			? []
			: `The ${what} '${firstWords(name)}' has settings that the node doesn't apply (${firstWords(ownSettings.join(', '))}). To get the same numbers, set 'Filter' and 'Date Range' to the same values.`,
	);
}

/** Converts `/path/` and `PATH_MODEL`, which are names for programs. */
function wordsOf(modelName: string): string {
	return modelName
		.replace(/_MODEL$/, '')
		.replace(/[^A-Za-z]+/g, ' ')
		.trim()
		.toLowerCase();
}

export const savedReportRuns: OperationRuns = {
	getManyDashboards,
	getManySavedReports,
	runSavedReport,
};
