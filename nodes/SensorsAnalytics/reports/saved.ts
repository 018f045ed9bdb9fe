import { type INodeProperties, UserError } from 'n8n-workflow';

import { isObject, type JsonObject } from '../../../credentials/http/json';
import { firstWords } from '../../../credentials/http/redact';
import type { ItemRun } from '../item';
import { readQueryFilter } from '../params/filter';
import { optionFieldsOf, reportOptionFields, settingsFields } from '../params/options';
import { AS_PASTED, readTimeZone } from '../params/range';
import { type ReadField, textOf } from '../params/read';
import { type PayloadQuery, writeFilter } from '../paste/payload';
import type { SavedReport } from '../query/entities';
import type { Filter, Queries, ReportModelName } from '../query/query';
import { ANY_EVENT, stepOf } from '../query/query';
import { partsOf, planReport, type ReportPlan } from './plan';
import type { PageReport } from './report';

export function planSaved<Name extends ReportModelName>(
	run: ItemRun,
	{ name, query = {} }: SavedReport,
	report: PageReport<Name>,
): ReportPlan {
	const timeZone = readTimeZone(run.options.timeZone, run.context.getTimezone());
	const input = withFormFilter(report.payload.read(query, timeZone), run.field);
	if (!report.isSeries)
		assertNoSeriesParts(run, name, input.comparison !== undefined, optionFieldsOf(report));
	return planReport(run, new Date(), report, input);
}

/** Refuses options that only reports with points in time have. */
function assertNoSeriesParts(
	{ field, options }: ItemRun,
	name: string,
	hasComparison: boolean,
	taken: readonly INodeProperties[],
): void {
	const comparison = textOf(field('compareWith'));
	if (hasComparison && comparison !== 'none') {
		throw new UserError(
			`The saved report '${firstWords(name)}' compares two date ranges, which this node supports only for event and session reports. Set 'Compare With' to Nothing. To compare two date ranges, run the report twice`,
		);
	}
	if (!['', 'none', AS_PASTED].includes(comparison)) {
		throw new UserError(
			"'Compare With' is available only for event and session reports. Set 'Compare With' to Nothing, or run the report twice",
		);
	}
	const shared = [...taken, ...settingsFields].map(({ name }) => name);
	const own = reportOptionFields.find(({ name }) => name in options && !shared.includes(name));
	if (own) {
		throw new UserError(
			`The option '${own.displayName}' is available only for event and session reports. Remove the option for this saved report`,
		);
	}
}

type AnyQuery = Queries[ReportModelName];

function withFormFilter<Query extends AnyQuery>(
	input: PayloadQuery<Query>,
	field: ReadField,
): PayloadQuery<Query> {
	const { query, page = {}, unread } = input;
	const { events } = partsOf(query);
	const [only = ANY_EVENT] = events;
	const own = readQueryFilter(field, events.length === 1 ? only : ANY_EVENT);
	if (own === undefined) return input;
	if (unread !== undefined) {
		throw new UserError(
			`The node can't add 'Filter' to the saved report: ${unread.message}. Set 'Filter' to None, or save the report with the filter in Sensors Analytics`,
		);
	}
	const steps = stepsWith(page, own, query);
	return {
		...input,
		query: { ...query, filter: bothFilters(query.filter, own) },
		page: {
			...page,
			filter: writtenBoth(page.filter, own),
			...(steps ? { filter_field_steps: steps } : {}),
		},
	};
}

/** One list of conditions, if all must be met: not all reports support groups of them. */
function bothFilters(saved: Filter | undefined, own: Filter): Filter {
	if (saved === undefined) return own;
	const isFlat = (filter: Filter) =>
		filter.join === 'and' || filter.conditions.length + filter.groups.length === 1;
	const [first, second] = [saved, own].map((filter) =>
		isFlat(filter) ? filter : { join: 'and' as const, conditions: [], groups: [filter] },
	) as [Filter, Filter];
	return {
		join: 'and',
		conditions: [...first.conditions, ...second.conditions],
		groups: [...first.groups, ...second.groups],
	};
}

/** Merges them in the platform's format, in which the saved filter stays unchanged. */
function writtenBoth(saved: unknown, own: Filter): JsonObject {
	const added = writeFilter(own);
	if (!isObject(saved) || !isFilled(saved)) return added;
	const parts = [saved, added].map((filter) => {
		const isAnd = String(filter.relation ?? 'and').toLowerCase() === 'and';
		const { conditions, filters } = listsIn(filter);
		return isAnd || conditions.length + filters.length === 1
			? { conditions, filters }
			: { conditions: [], filters: [filter] };
	});
	const filters = parts.flatMap((part) => part.filters);
	return {
		...saved,
		relation: 'and',
		conditions: parts.flatMap((part) => part.conditions),
		...(filters.length > 0 ? { filters } : {}),
	};
}

function listsIn(filter: JsonObject): { conditions: unknown[]; filters: unknown[] } {
	const list = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);
	return { conditions: list(filter.conditions), filters: list(filter.filters) };
}

function isFilled(filter: JsonObject): boolean {
	const { conditions, filters } = listsIn(filter);
	return conditions.length + filters.length > 0;
}

/** Adds steps of conditions, which newer funnels contain (docs/service.md, "Funnel"). */
function stepsWith(page: JsonObject, own: Filter, query: AnyQuery): unknown[] | undefined {
	const { filter_field_steps: steps } = page;
	if (!Array.isArray(steps) || steps.length === 0 || !('windowMinutes' in query)) return undefined;
	const added = own.conditions.map(({ property }) => stepOf(property, query));
	if (own.groups.length === 0 && own.join === 'and' && !added.includes(undefined)) {
		return [...(steps as unknown[]), ...added];
	}
	throw new UserError(
		"The node can't add 'Filter' to this saved funnel, because each of the funnel's conditions names a step. Combine conditions by AND, and use only properties of users or of events that are steps",
	);
}
