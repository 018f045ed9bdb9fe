import { UserError } from 'n8n-workflow';

import type { ReportModelName } from '../query/catalog';
import type { JsonObject } from '../query/json';

const NAMES: Record<ReportModelName, { query: string; operation: string }> = {
	event: { query: 'an event report', operation: 'Get Event Report' },
	funnel: { query: 'a funnel', operation: 'Get Funnel Report' },
	retention: { query: 'a retention report', operation: 'Get Retention Report' },
	distribution: { query: 'a distribution report', operation: 'Get Distribution Report' },
	userProperties: { query: 'a user property report', operation: 'Get User Property Report' },
	attribution: { query: 'an attribution report', operation: 'Get Attribution Report' },
	ltv: { query: 'a lifetime value report', operation: 'Get Lifetime Value Report' },
	interval: { query: 'an interval report', operation: 'Get Interval Report' },
};

/**
 * The model whose query a payload is, by keys that no other model's has (docs/service.md, "Event
 * report" and the headings behind it); undefined where they don't tell.
 */
export function whichModel(payload: JsonObject): ReportModelName | undefined {
	if ('funnel' in payload || 'funnel_id' in payload) return 'funnel';
	if ('target_event' in payload || 'attribution_events' in payload) return 'attribution';
	if ('start_sign' in payload) return 'ltv';
	if ('quantiles' in payload || 'by_event' in payload) return 'interval';
	if ('first_event' in payload || 'second_event' in payload) return 'retention';
	if ('measure_type' in payload || 'result_bucket_param' in payload) return 'distribution';
	const { measures } = payload;
	if (!Array.isArray(measures) || measures.length === 0) return undefined;
	const keys = measures.flatMap((measure) => Object.keys((measure ?? {}) as object));
	return keys.includes('event_name') || keys.includes('expression') ? 'event' : 'userProperties';
}

/** @throws UserError for the query of another model, with the operation that it belongs to */
export function assertModel(payload: JsonObject, wanted: ReportModelName): void {
	const found = whichModel(payload);
	if (found === undefined || found === wanted) return;
	const { query, operation } = NAMES[found];
	throw new UserError(
		`'Query JSON' is the query of ${query}. Choose the 'Operation' ${operation} for it`,
	);
}
