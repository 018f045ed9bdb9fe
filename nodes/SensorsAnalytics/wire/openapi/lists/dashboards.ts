/** Dashboards, and the charts saved in them (docs/service.md, "OpenAPI"). */
import { UserError } from 'n8n-workflow';

import type { ServiceRequest } from '../../../../../credentials/http/request';
import type { Dashboard, SavedReport } from '../../../query/catalog';
import { flagIn, type JsonObject, textIn } from '../../../query/json';
import { noneCalled } from '../../../query/unknownName';
import { idInPath, idOf, listedObjects } from '../../rows/listObjects';
import { readSavedReport } from '../../rows/savedReport';
import { dataOf } from '../envelope';
import { ANALYTICS } from '../paths';

/** What the account owns or shares, and what everybody sees. */
export const navigationRequests: ServiceRequest[] = ['PRIVATE', 'PUBLIC'].map((type) => ({
	method: 'GET',
	path: `${ANALYTICS}/dashboard/navigation`,
	query: { type },
}));

/** All charts; there is no request for a single one. Public ones first: most that are shared are. */
export const bookmarksRequests: ServiceRequest[] = ['1', '0'].map((type) => ({
	method: 'GET',
	path: `${ANALYTICS}/dashboard/bookmarks`,
	query: { type },
}));

/** @throws UserError for what is no ID */
export function dashboardRequest(id: string): ServiceRequest {
	return {
		method: 'GET',
		path: `${ANALYTICS}/dashboard/detail`,
		query: { id: idInPath(id, 'dashboard') },
	};
}

/** Without doubles: what is shared may stand in both answers. */
export function readDashboards(answers: readonly unknown[]): Dashboard[] {
	const items = answers.flatMap((answer) =>
		listedObjects(dataOf(answer).dashboard_navigation_items ?? [], 'dashboards'),
	);
	return [...new Map(items.map((item) => [idOf(item), toDashboard(item)])).values()];
}

/** The charts of one dashboard, in its order. */
export function readSavedReports(answer: unknown): SavedReport[] {
	return listedObjects(dataOf(answer).contain_bookmark_items ?? [], 'saved reports').map(
		readSavedReport,
	);
}

/** The chart among all charts; undefined where it is not. */
export function findSavedReport(answer: unknown, id: string): SavedReport | undefined {
	const bookmarks = listedObjects(dataOf(answer).bookmarks ?? [], 'saved reports');
	const found = bookmarks.find((bookmark) => idOf(bookmark) === id);
	return found && readSavedReport(found);
}

/** The ID as it stands in answers. @throws UserError for what is no ID */
export function savedReportId(id: string): string {
	return idInPath(id, 'saved report');
}

export function noSavedReport(id: string): UserError {
	return new UserError(`${noneCalled('saved report', id)}. Choose one from the list`);
}

function toDashboard(item: JsonObject): Dashboard {
	return {
		id: idOf(item),
		name: textIn(item, 'name') ?? '',
		owner: textIn(item, 'user_name'),
		isPublic: flagIn(item, 'is_public'),
		createdAt: textIn(item, 'create_time'),
	};
}
