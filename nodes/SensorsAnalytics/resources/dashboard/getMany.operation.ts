import { limited, listFields } from '../../form/listFields';
import { toDashboardObject } from '../../output/catalogObjects';
import { toItems } from '../../output/items';
import { catalogOf } from '../../lists/catalogOf';
import type { Operation } from '../operation';

/** Overviews (docs/service.md, "Lists"). */
export const getManyDashboards: Operation = {
	option: {
		name: 'Get Many',
		value: 'getManyDashboards',
		action: 'Get many dashboards',
		description: 'List the overviews that the account may see',
	},
	fields: listFields,
	async execute({ service, itemIndex, field }) {
		const dashboards = await (await catalogOf(service, itemIndex)).dashboards();
		return toItems(limited(dashboards, field).map(toDashboardObject), itemIndex);
	},
};
