import type { ILoadOptionsFunctions, INodeListSearchResult, INodeProperties } from 'n8n-workflow';

import { eventFieldsIn } from '../form/eventFields';
import type { ListName } from '../form/pickField';
import { searchAlarms } from './searchAlarms';
import {
	searchDatasetDimensions,
	searchDatasetGroups,
	searchDatasetMeasures,
	searchDatasets,
} from './searchDatasets';
import { searchEvents } from './searchEvents';
import { propertySearches } from './searchProperties';
import { searchDashboards, searchSavedReports } from './searchSavedReports';
import { searchSessions } from './searchSessions';
import { searchUserGroups } from './searchUserGroups';
import { searchValues } from './searchValues';

type Search = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** Searchable lists of a form, by the names that its fields use. */
export function listSearch(fields: readonly INodeProperties[]): Record<ListName, Search> {
	return {
		...propertySearches(eventFieldsIn(fields)),
		searchAlarms,
		searchDashboards,
		searchDatasetDimensions,
		searchDatasetGroups,
		searchDatasetMeasures,
		searchDatasets,
		searchEvents,
		searchSavedReports,
		searchSessions,
		searchUserGroups,
		searchValues,
	};
}
