import { limited, listFields } from '../../form/listFields';
import { toDashboardObject } from '../../output/catalogObjects';
import { toItems } from '../../output/items';
import type { Operation } from '../operation';
import { timesOf } from '../timesOf';

/** Overviews (docs/service.md, "Lists"). */
export const getManyDashboards: Operation = {
	option: {
		name: 'Get Many',
		value: 'getManyDashboards',
		action: 'Get many dashboards',
		description: 'List the overviews that the account may see',
	},
	fields: listFields,
	async execute(run) {
		const { catalog, itemIndex, field } = run;
		const dashboards = await (await catalog()).dashboards();
		const time = timesOf(run);
		return toItems(
			limited(dashboards, field).map((dashboard) => toDashboardObject(dashboard, time)),
			itemIndex,
		);
	},
};
