import { searchEvents } from './searchEvents';
import { searchEventProperties, searchProperties, searchUserProperties } from './searchProperties';
import { searchDashboards, searchSavedReports } from './searchSavedReports';
import { searchUserGroups } from './searchUserGroups';

/** Searchable lists of the form, by the names that its fields use. */
export const listSearch = {
	searchDashboards,
	searchEventProperties,
	searchEvents,
	searchProperties,
	searchSavedReports,
	searchUserGroups,
	searchUserProperties,
};
