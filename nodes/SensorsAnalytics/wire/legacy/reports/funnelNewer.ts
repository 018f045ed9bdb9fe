/** The newer address of funnels (docs/service.md, "Funnel"). */
import type { ServiceRequest } from '../../../../../credentials/http/request';
import { ANY_EVENT, type DateRange, type Filter, type Property } from '../../../query/eventQuery';
import { isTime, toExpression } from '../../../query/fieldExpression';
import { isObject, type JsonObject } from '../../../query/json';
import type { FunnelQuery } from '../../../query/modelQueries';
import type { How } from '../../wire';
import { withRequestParts } from '../requestParts';

const PATH = '/api/v2/sa/funnel/report/';
/** As the one client that is known asks for an answer that is complete. */
const WAITING = { async: 'false', timeout: '10' };
const DECIDED = {
	request_type: 'SA_FUNNEL',
	use_entire_cache_only: false,
	rewrite_by_values: true,
};
/** One group and its step, which stand in lists there. */
const OLDER_KEYS = ['by_field', 'by_field_step'];
/** Stands for a property of users; steps count from 0. */
const USER = -1;

/**
 * The request for the newer address.
 * @param body as the older address takes it, or as the web page saved it for the newer one
 * @returns undefined where the steps are not told, or nobody knows to which step a condition belongs
 */
export function newerRequest(
	body: JsonObject,
	query: FunnelQuery,
	range: DateRange | undefined,
	how: How,
): ServiceRequest | undefined {
	const { funnel, funnel_define: defined, ...others } = body;
	const definition = [defined, funnel].find(isObject);
	const groups = groupsOf(others, query);
	const filterSteps = others.filter_field_steps ?? stepsOfFilter(query);
	if (definition === undefined || groups === undefined || filterSteps === undefined) {
		return undefined;
	}
	const hasFilter = isObject(others.filter) && Array.isArray(filterSteps) && filterSteps.length > 0;
	const rest = Object.entries(others).filter(([key]) => !OLDER_KEYS.includes(key));
	const whole = {
		funnel_id: 0,
		unit: 'day',
		...Object.fromEntries(rest),
		...groups,
		...(hasFilter ? { filter_field_steps: filterSteps } : {}),
		...DECIDED,
		funnel_define: definition,
	};
	return {
		path: PATH,
		query: { bookmarkId: bookmarkIn(body), ...WAITING },
		body: withRequestParts(whole, range, how),
	};
}

function bookmarkIn({ bookmarkid: own, bookmark_id: other }: JsonObject): string {
	const id = own ?? other;
	return typeof id === 'number' || typeof id === 'string' ? String(id) : '';
}

/** Groups with their steps; the time of the first step is one where dates are wanted. */
function groupsOf(body: JsonObject, query: FunnelQuery): JsonObject | undefined {
	const { groupBy, steps, isByDate } = query;
	const told = toldSteps(body, groupBy.length);
	const all = groupBy.map((group, index) => ({
		group,
		step: told?.[index] ?? stepOf(group, query),
	}));
	const own = isByDate ? all : all.filter(({ group }) => !isTime(group));
	if (isByDate && !groupBy.some(isTime)) {
		const [first] = steps;
		if (!first?.event) return undefined;
		own.push({ group: { of: 'event', event: first.event, name: '$time' }, step: 0 });
	}
	if (own.some(({ step }) => step === undefined)) return undefined;
	return {
		by_fields: own.map(({ group }) => toExpression(group)),
		by_field_steps: own.map(({ step }) => step),
	};
}

function toldSteps(body: JsonObject, count: number): unknown[] | undefined {
	const { by_field_steps: several, by_field_step: one } = body;
	if (Array.isArray(several) && several.length === count) return several;
	return one !== undefined && count === 1 ? [one] : undefined;
}

function stepsOfFilter(query: FunnelQuery): Array<number | undefined> | undefined {
	const { filter } = query;
	if (!filter) return [];
	if (filter.groups.length > 0 && isOnEvents(filter)) return undefined;
	const steps = filter.conditions.map(({ property }) => stepOf(property, query));
	return steps.includes(undefined) ? undefined : steps;
}

function isOnEvents({ conditions, groups }: Filter): boolean {
	return conditions.some(({ property }) => property.of !== 'user') || groups.some(isOnEvents);
}

/** The first step of the property's event; of any event, the first one. */
function stepOf(property: Property, { steps }: FunnelQuery): number | undefined {
	if (property.of === 'user') return USER;
	if (property.of === 'other') return undefined;
	if (property.event === ANY_EVENT) return 0;
	const step = steps.findIndex(({ event }) => event === property.event);
	return step < 0 ? undefined : step;
}
