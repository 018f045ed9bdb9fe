import type { IDataObject } from 'n8n-workflow';

import { limited, listFields } from '../../form/listFields';
import { type ReadField, textOf } from '../../form/reading';
import { toSavedReportObject } from '../../output/catalogObjects';
import { toItems } from '../../output/items';
import {
	dashboardRequest,
	dashboardsRequest,
	readDashboards,
	readSavedReports,
} from '../../wire/legacy/catalog/dashboards';
import type { Operation } from '../operation';
import { dashboardField } from './fields';

/** The bookmarks of `GET /api/dashboards/{id}` (field notes 11.8). */
export const getManySavedReports: Operation = {
	option: {
		name: 'Get Many',
		value: 'getManySavedReports',
		action: 'Get many saved reports',
		description: 'List the charts that are saved in dashboards, with their queries',
	},
	fields: [dashboardField, ...listFields],
	async execute({ context, service, itemIndex }) {
		const field: ReadField = (name) => context.getNodeParameter(name, itemIndex, '');
		const chosen = textOf(field('dashboard'));
		const all = readDashboards(await service.callOnce(itemIndex, dashboardsRequest));
		const wanted = all.filter(({ id }) => chosen === '' || id === chosen);
		const reports: IDataObject[] = [];
		for (const dashboard of wanted) {
			const answer = await service.callOnce(itemIndex, dashboardRequest(dashboard.id));
			for (const report of readSavedReports(answer)) {
				reports.push(toSavedReportObject(report, dashboard));
			}
		}
		return toItems(limited(reports, field), itemIndex);
	},
};
