import { searchAlarms } from './searchAlarms';
import { searchEvents } from './searchEvents';
import {
	searchEventProperties,
	searchMeasuredProperties,
	searchNumberProperties,
	searchProperties,
	searchUserNumberProperties,
	searchUserProperties,
} from './searchProperties';
import { searchDashboards, searchSavedReports } from './searchSavedReports';
import { searchUserGroups } from './searchUserGroups';

/** Searchable lists of the form, by the names that its fields use. */
export const listSearch = {
	searchAlarms,
	searchDashboards,
	searchEventProperties,
	searchEvents,
	searchMeasuredProperties,
	searchNumberProperties,
	searchProperties,
	searchSavedReports,
	searchUserGroups,
	searchUserNumberProperties,
	searchUserProperties,
};
