import type { IDataObject } from 'n8n-workflow';

import { toItemJson } from './raw';
import type { WriteTime } from './times';
import type { Dashboard, SavedReport, UserGroup } from '../query/catalog';
import type { ReportModelName } from '../query/queries';

export function toUserGroupObject(group: UserGroup, time: WriteTime): IDataObject {
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
					base_time: time(last.baseTime),
					started_at: time(last.startedAt),
					finished_at: time(last.finishedAt),
				}
			: null,
		is_routine: group.isRoutine ?? null,
		owner: group.owner ?? null,
		comment: group.comment ?? null,
		created_at: time(group.createdAt),
	};
}

export function toDashboardObject(dashboard: Dashboard, time: WriteTime): IDataObject {
	return {
		id: dashboard.id,
		name: dashboard.name,
		owner: dashboard.owner ?? null,
		is_public: dashboard.isPublic ?? null,
		created_at: time(dashboard.createdAt),
	};
}

/** @param canBeRun whether it can be asked for again */
export function toSavedReportObject(
	report: SavedReport,
	model: ReportModelName | undefined,
	dashboard: Dashboard,
	canBeRun: boolean,
): IDataObject {
	return {
		id: report.id,
		name: report.name,
		model: model ?? report.modelName,
		can_be_run: canBeRun,
		dashboard_id: dashboard.id,
		dashboard: dashboard.name,
		query: report.query ? toItemJson(report.query) : null,
	};
}
