import { limited, listFields } from '../../form/listFields';
import type { ReadField } from '../../form/reading';
import { toDashboardObject } from '../../output/catalogObjects';
import { toItems } from '../../output/items';
import { dashboardsRequest, readDashboards } from '../../wire/legacy/catalog/dashboards';
import type { Operation } from '../operation';

/** `GET /api/dashboards` (field notes 11.8). */
export const getManyDashboards: Operation = {
	option: {
		name: 'Get Many',
		value: 'getManyDashboards',
		action: 'Get many dashboards',
		description: 'List the overviews that the account may see',
	},
	fields: listFields,
	async execute({ context, service, itemIndex }) {
		const field: ReadField = (name) => context.getNodeParameter(name, itemIndex, '');
		const dashboards = readDashboards(await service.callOnce(itemIndex, dashboardsRequest));
		return toItems(limited(dashboards, field).map(toDashboardObject), itemIndex);
	},
};
