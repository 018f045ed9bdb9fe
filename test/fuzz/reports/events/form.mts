/** A case, filled into the form of the node. */
import type { Case, Measure } from './case.mts';
import type { Parameters } from '../../harness/node.mts';
import { SESSION } from './service.mts';

const field = (name: string) => (name === 'level' ? 'user.level' : `event.$Anything.${name}`);

/** @param output another than the case's */
export function formOf(given: Case, output: string = given.output): Parameters {
	const { range, compare, pasted } = given;
	return {
		resource: 'report',
		operation: given.session ? 'getSessionReport' : 'getEventReport',
		...(given.session ? { session: SESSION, splitByDay: given.session.endsAtMidnight } : {}),
		...(pasted ? pastedQuery(given) : fieldsQuery(given)),
		dateRange: range.preset,
		lastCount: range.count ?? 7,
		lastUnit: range.of ?? 'days',
		includeCurrent: range.withCurrent ?? false,
		...(hasWeekday(given) ? { firstWeekday: range.firstWeekday ?? 1 } : {}),
		sinceDate: range.from ?? '',
		fromDate: range.from ?? '',
		toDate: range.to ?? '',
		compareWith: compare.preset,
		compareFromDate: compare.from ?? '',
		compareToDate: compare.to ?? '',
		output: output === 'message' ? 'table' : output,
		message: { maxRows: 5000, names: 'query', layout: 'rows' },
		options: {
			...optionsOf(given),
			// A pasted query has its own.
			...(given.filter === undefined || pasted
				? {}
				: { filterJson: JSON.stringify(filterOf(given.filter)) }),
		},
	};
}

/** Whether the form asks for the first day of the week. */
export const hasWeekday = ({ range }: Case) =>
	['thisWeek', 'lastWeek', 'last'].includes(range.preset);

function optionsOf(given: Case) {
	const options: { [name: string]: unknown } = {
		requestsPerSecond: 0,
		includeMeta: true,
		fillMissingDates: given.isFilled,
		wholePeriodsOnly: given.isWhole,
		totals: given.hasTotals,
		orderBy: given.isOrderLeftOut ? undefined : given.orderBy,
		orderDirection:
			given.isAscending === undefined ? undefined : given.isAscending ? 'ascending' : 'descending',
		topGroups: given.top,
		restInOneRow: given.hasRest,
		groupLimit: given.limit,
		sliceDays: given.sliceDays,
		timeZone: given.isZoneOption ? given.zone : undefined,
	};
	return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

const filterOf = (value: string) => ({
	relation: 'and',
	conditions: [{ field: field('channel'), function: 'equal', params: [value] }],
});

function fieldsQuery(given: Case): Parameters {
	const isListed = !['quarter', 'year'].includes(given.unit);
	return {
		queryMode: 'fields',
		measures: { measure: given.measures.map(measureRow) },
		groupBy: {
			group: given.groups.map((name) => ({ field: field(name), topGroups: given.top ?? 0 })),
		},
		unit: isListed ? given.unit : 'other',
		otherUnit: isListed ? '' : given.unit,
	};
}

function measureRow({ name, aggregator, event, field: property, expression }: Measure) {
	if (expression !== undefined) return { aggregator: 'formula', expression, outputName: name };
	return {
		eventName: event,
		aggregator,
		field: property ?? '',
		outputName: name,
	};
}

function pastedQuery(given: Case): Parameters {
	const { pasted, unit } = given;
	const query = {
		measures: given.measures.map(({ name, aggregator, event, field: property, expression }) =>
			expression === undefined
				? {
						event_name: event,
						aggregator,
						...(property === undefined ? {} : { field: `event.${event}.${property}` }),
						name,
					}
				: { expression, name, events: ['A', 'B'] },
		),
		// One value of the whole range is requested together with any unit (docs/service.md, "Event
		// report").
		...(unit === 'total'
			? { unit: 'day', rollup_date: given.measures.length % 2 === 0 ? true : 'true' }
			: { unit }),
		by_fields: given.groups.map(field),
		...(given.filter === undefined ? {} : { filter: filterOf(given.filter) }),
		from_date: pasted?.from,
		to_date: pasted?.to,
		compare_from_date: pasted?.compareFrom,
		compare_to_date: pasted?.compareTo,
		...(given.session ? { session_name: SESSION, split_by_day: given.session.endsAtMidnight } : {}),
	};
	return { queryMode: 'json', queryJson: JSON.stringify(query) };
}
