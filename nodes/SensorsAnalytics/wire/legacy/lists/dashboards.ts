/** Overviews and the charts saved in them (docs/service.md, "Lists"). */
import type { ServiceRequest } from '../../../../../credentials/http/request';
import type { Dashboard, SavedReport } from '../../../query/catalog';
import { flagIn, isObject, textIn } from '../../../query/json';
import { idInPath, idOf, listedObjects } from '../../rows/listObjects';
import { readSavedReport } from '../../rows/savedReport';

export const dashboardsRequest: ServiceRequest = { method: 'GET', path: '/api/dashboards' };

/** @throws UserError for what is no ID */
export function dashboardRequest(id: string): ServiceRequest {
	return { method: 'GET', path: `/api/dashboards/${idInPath(id, 'dashboard')}` };
}

/** @throws UserError for what is no ID */
export function savedReportRequest(id: string): ServiceRequest {
	return { method: 'GET', path: `/api/bookmarks/bookmark/${idInPath(id, 'saved report')}` };
}

export function readDashboards(answer: unknown): Dashboard[] {
	return listedObjects(answer, 'dashboards').map((dashboard) => ({
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
	return listedObjects(items, 'saved reports').flatMap(({ bookmark }) =>
		isObject(bookmark) ? [readSavedReport(bookmark)] : [],
	);
}
