/** What lists of users are asked by (docs/service.md, "Users"). */
import { userField } from '../../../query/fieldExpression';
import type { JsonObject } from '../../../query/json';
import type { Wanted } from '../../../query/users';
import type { PageRequest, UsersWire } from '../../wire';
import { writeFilter } from '../filter';
import { ANALYTICS } from '../paths';

/** As many as possible; left out, the service gives as many as suit a page. */
const ALL = -1;

export const list: UsersWire['list'] = ({ filter }, wanted) =>
	pagesOf('user/list', { ...(filter ? { filter: writeFilter(filter, 'filter') } : {}) }, wanted);

export const behavior: UsersWire['behavior'] = (query, { limit, requestId }) => {
	const { user, isDistinctId, range, isNewestFirst } = query;
	return paged(
		'user/behavior',
		{
			users: [user],
			distinct_id: isDistinctId,
			from_date: range.from,
			to_date: range.to,
			sort_by_time_asc: !isNewestFirst,
			// Required from 3.0.5 on; without another key it takes nothing away.
			event_property_allows: [],
			...(requestId === undefined ? {} : { request_id: requestId }),
		},
		limit,
	);
};

/** @param model below `/model/` */
export function pagesOf(
	model: string,
	body: JsonObject,
	{ properties, limit, useCache, requestId }: Wanted,
): PageRequest {
	return paged(
		model,
		{
			...body,
			profiles: namesOf(properties).map(userField),
			detail: properties !== 'none',
			...(useCache === undefined ? {} : { use_cache: useCache }),
			...(requestId === undefined ? {} : { request_id: requestId }),
		},
		limit,
	);
}

/** No names mean all properties: for none at all, the id alone stands as a property. */
function namesOf(properties: Wanted['properties']): string[] {
	if (properties === 'all') return [];
	return properties === 'none' ? ['$id'] : properties;
}

function paged(model: string, body: JsonObject, limit = ALL): PageRequest {
	return (page, size) => ({
		path: `${ANALYTICS}/model/${model}`,
		body: { ...body, limit, page_index: page, page_size: size },
	});
}
