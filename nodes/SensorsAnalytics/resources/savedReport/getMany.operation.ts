import type { IDataObject } from 'n8n-workflow';

import { limited, listFields } from '../../form/listFields';
import { textOf } from '../../form/reading';
import { toSavedReportObject } from '../../output/catalogObjects';
import { toItems } from '../../output/items';
import { canBeRun, modelSavedAs } from '../../paste';
import type { Operation } from '../operation';
import { dashboardField } from './dashboardField';

/** The charts of dashboards (docs/service.md, "Lists"). */
export const getManySavedReports: Operation = {
	option: {
		name: 'Get Many',
		value: 'getManySavedReports',
		action: 'Get many saved reports',
		description: 'List the charts that are saved in dashboards, with their queries',
	},
	fields: [dashboardField, ...listFields],
	async execute(run) {
		const { itemIndex, field } = run;
		const chosen = textOf(field('dashboard'));
		const catalog = await run.catalog();
		const all = await catalog.dashboards();
		const wanted = all.filter(({ id }) => chosen === '' || id === chosen);
		const reports: IDataObject[] = [];
		for (const dashboard of wanted) {
			for (const report of await catalog.savedReports(dashboard.id)) {
				reports.push(
					toSavedReportObject(
						report,
						modelSavedAs(report.modelName),
						dashboard,
						canBeRun(report, catalog),
					),
				);
			}
		}
		return toItems(limited(reports, field), itemIndex);
	},
};
