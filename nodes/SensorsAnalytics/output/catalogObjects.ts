import type { IDataObject } from 'n8n-workflow';

import { toItemJson } from './raw';
import type { Dashboard, SavedReport, UserGroup } from '../query/catalog';

export function toUserGroupObject(group: UserGroup): IDataObject {
	const { lastComputation: last } = group;
	return {
		id: group.id,
		name: group.name,
		display_name: group.displayName,
		property: group.field,
		status: group.status ?? null,
		users: last?.users ?? null,
		last_computation: last
			? {
					status: last.status ?? null,
					base_time: last.baseTime ?? null,
					started_at: last.startedAt ?? null,
					finished_at: last.finishedAt ?? null,
				}
			: null,
		is_routine: group.isRoutine ?? null,
		owner: group.owner ?? null,
		comment: group.comment ?? null,
		created_at: group.createdAt ?? null,
	};
}

export function toDashboardObject(dashboard: Dashboard): IDataObject {
	return {
		id: dashboard.id,
		name: dashboard.name,
		owner: dashboard.owner ?? null,
		is_public: dashboard.isPublic ?? null,
		created_at: dashboard.createdAt ?? null,
	};
}

/** @param canBeRun whether it can be asked for again */
export function toSavedReportObject(
	report: SavedReport,
	dashboard: Dashboard,
	canBeRun: boolean,
): IDataObject {
	return {
		id: report.id,
		name: report.name,
		model: report.model ?? report.modelName,
		can_be_run: canBeRun,
		dashboard_id: dashboard.id,
		dashboard: dashboard.name,
		query: report.query ? toItemJson(report.query) : null,
	};
}
