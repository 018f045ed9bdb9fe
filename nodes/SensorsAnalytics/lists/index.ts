import type { INodeProperties } from 'n8n-workflow';

import { eventFieldsIn } from '../form/eventFields';
import { searchEvents } from './searchEvents';
import { propertySearches } from './searchProperties';
import { searchDashboards, searchSavedReports } from './searchSavedReports';
import { searchSessions } from './searchSessions';
import { searchUserGroups } from './searchUserGroups';

/** Searchable lists of a form, by the names that its fields use. */
export function listSearch(fields: readonly INodeProperties[]) {
	return {
		...propertySearches(eventFieldsIn(fields)),
		searchDashboards,
		searchEvents,
		searchSavedReports,
		searchSessions,
		searchUserGroups,
	};
}
