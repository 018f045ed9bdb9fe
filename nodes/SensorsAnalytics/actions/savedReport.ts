import type { Operation, Resource } from '../item';
import { comparisonFields } from '../params/comparison';
import { filterFields } from '../params/filter';
import { listFields } from '../params/list';
import { reportOptionFields } from '../params/options';
import { outputFields } from '../params/output';
import { pickField } from '../params/property';
import { rangeFields } from '../params/range';

const getManyDashboards: Operation = {
	option: {
		name: 'Get Many',
		value: 'getManyDashboards',
		action: 'Get many dashboards',
		description: 'List the dashboards that the account can see',
	},
	toolText:
		"Lists the dashboards that the account can see, with their IDs. Use it to find the dashboard that a question refers to. Example: use it to answer 'Which dashboards do we have?'",
	fields: listFields,
};

export const dashboardResource: Resource = {
	option: { name: 'Dashboard', value: 'dashboard' },
	operations: [getManyDashboards],
};

const dashboardField = pickField({
	displayName: 'Dashboard',
	name: 'dashboard',
	list: 'searchDashboards',
	placeholder: 'e.g. 11',
	typed: { displayName: 'By ID', name: 'id' },
	description:
		'Dashboard that contains the saved reports. If empty, the node lists the saved reports of all dashboards.',
});

const getManySavedReports: Operation = {
	option: {
		name: 'Get Many',
		value: 'getManySavedReports',
		action: 'Get many saved reports',
		description: 'List the reports that are saved on dashboards, with their queries',
	},
	toolText:
		"Lists the reports that are saved on dashboards, with their IDs and queries. Use it to find the report that a question refers to, before you run it. Example: use it to answer 'Is there a revenue chart?'",
	fields: [dashboardField, ...listFields],
};

const runSavedReport: Operation = {
	option: {
		name: 'Run',
		value: 'runSavedReport',
		action: 'Run saved report',
		description: 'Run the query of a report that is saved in Sensors Analytics, with new dates',
	},
	toolText:
		"Runs a report that is saved on a dashboard, with new dates. Use it if a question names a chart or a dashboard. The tool for saved reports returns the ID. Example: report 101, last month, answers 'Revenue by city, as on our dashboard, for last month'.",
	fields: [
		dashboardField,
		pickField({
			displayName: 'Saved Report',
			name: 'savedReport',
			list: 'searchSavedReports',
			placeholder: 'e.g. 101',
			typed: { displayName: 'By ID', name: 'id' },
			required: true,
			description:
				"Saved report to run. You can find its ID in the report's URL. The list shows only the types of reports that the node can run.",
		}),
		...filterFields,
		...rangeFields(true),
		...comparisonFields(true),
		...outputFields,
	],
	options: reportOptionFields,
};

export const savedReportResource: Resource = {
	option: { name: 'Saved Report', value: 'savedReport' },
	operations: [runSavedReport, getManySavedReports],
};
