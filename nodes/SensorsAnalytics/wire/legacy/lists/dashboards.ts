/** Overviews and the charts saved in them (field notes 11.8). */
import { OperationalError } from 'n8n-workflow';

import { parseExactJson } from '../../../../../credentials/http/exactJson';
import type { ServiceRequest } from '../../../../../credentials/http/httpOptions';
import type { Dashboard, ReportModelName, SavedReport } from '../../../query/catalog';
import { flagIn, isObject, type JsonObject, textIn } from '../../../query/json';
import { idInPath, idOf, objectsIn } from '../../rows/listObjects';

export const dashboardsRequest: ServiceRequest = { method: 'GET', path: '/api/dashboards' };

/** @throws UserError for what is no ID */
export function dashboardRequest(id: string): ServiceRequest {
	return { method: 'GET', path: `/api/dashboards/${idInPath(id, 'dashboard')}` };
}

/** @throws UserError for what is no ID */
export function savedReportRequest(id: string): ServiceRequest {
	return { method: 'GET', path: `/api/bookmarks/bookmark/${idInPath(id, 'saved report')}` };
}

/** Old and new names of the models: `/segmentation/`, `SEGMENTATION_MODEL` (10.3, 11.8). */
const MODELS: Array<[RegExp, ReportModelName]> = [
	[/segmentation/i, 'event'],
	[/funnel/i, 'funnel'],
	[/retention/i, 'retention'],
	[/addiction|distribution/i, 'distribution'],
	[/user.?analytics/i, 'userProperties'],
];

export function readDashboards(answer: unknown): Dashboard[] {
	return objectsIn(answer, 'dashboards').map((dashboard) => ({
		id: idOf(dashboard),
		name: textIn(dashboard, 'name') ?? '',
		owner: textIn(dashboard, 'username'),
		isPublic: flagIn(dashboard, 'is_public'),
		createdAt: textIn(dashboard, 'create_time'),
	}));
}

/** The charts of one dashboard, in its order. */
export function readSavedReports(answer: unknown): SavedReport[] {
	const items = isObject(answer) ? (answer.items ?? []) : undefined;
	return objectsIn(items, 'saved reports').flatMap(({ bookmark }) =>
		isObject(bookmark) ? [readSavedReport(bookmark)] : [],
	);
}

/** @throws OperationalError for what is no saved report at all */
export function readSavedReport(answer: unknown): SavedReport {
	if (!isObject(answer)) throw new OperationalError('The saved report is no JSON object');
	const modelName = textIn(answer, 'type') ?? '';
	return {
		id: idOf(answer),
		name: textIn(answer, 'name') ?? '',
		model: MODELS.find(([pattern]) => pattern.test(modelName))?.[1],
		modelName,
		query: readQuery(answer.data),
	};
}

/** A JSON text; keys that begin with $$ belong to the web page. */
function readQuery(data: unknown): JsonObject | undefined {
	const query = typeof data === 'string' ? parse(data) : data;
	if (!isObject(query)) return undefined;
	return Object.fromEntries(Object.entries(query).filter(([key]) => !key.startsWith('$$')));
}

function parse(text: string): unknown {
	try {
		return parseExactJson(text);
	} catch {
		return undefined;
	}
}
