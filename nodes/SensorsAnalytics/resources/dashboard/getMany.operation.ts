import { limited, listFields } from '../../form/listFields';
import { toDashboardObject } from '../../output/catalogObjects';
import { toItems } from '../../output/items';
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
	async execute({ catalog, itemIndex, field }) {
		const dashboards = await (await catalog()).dashboards();
		return toItems(limited(dashboards, field).map(toDashboardObject), itemIndex);
	},
};
