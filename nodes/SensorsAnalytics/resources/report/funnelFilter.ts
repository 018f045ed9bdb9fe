import { UserError } from 'n8n-workflow';

import type { Filter } from '../../query/eventQuery';
import type { FunnelQuery } from '../../query/modelQueries';
import type { Wire } from '../../wire/wire';

/** @throws UserError for a filter of the form that the credential's generation can't ask of a funnel */
export function assertFunnelFilter(
	{ filter }: FunnelQuery,
	{ funnelFilter }: Pick<Wire, 'funnelFilter'>,
): void {
	if (funnelFilter === 'free' || !filter || filter.groups.length === 0) return;
	if (!isOnEvents(filter)) return;
	throw new UserError(
		"'Filter' of a funnel can't have groups of conditions with an API Key (OpenAPI) where one of them is on a property of events: each of those belongs to a step. Put them on the steps with 'Filter This Step'",
	);
}

function isOnEvents({ conditions, groups }: Filter): boolean {
	return conditions.some(({ property }) => property.of !== 'user') || groups.some(isOnEvents);
}
