import { pickField } from '../../form/pickField';

export const dashboardField = pickField({
	displayName: 'Dashboard',
	name: 'dashboard',
	list: 'searchDashboards',
	placeholder: 'e.g. 11',
	typed: { displayName: 'By ID', name: 'id' },
	description: 'Overview in which the report is saved; all if empty',
});
