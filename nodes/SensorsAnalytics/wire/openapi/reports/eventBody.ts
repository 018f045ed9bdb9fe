import { UserError } from 'n8n-workflow';

import { findAggregator } from '../../../query/aggregators';
import { type EventQuery, type Measure, TOTAL } from '../../../query/eventQuery';
import { toExpression } from '../../../query/fieldExpression';
import { isObject, type JsonObject, textIn } from '../../../query/json';
import type { How } from '../../wire';
import { rewriteFilter, writeFilter } from '../filter';
import { assertPlainFilter, listOf, type PageKeys, sentOf, SHARED } from '../pageKeys';
import { measureNames } from './eventNames';
import { writeGroups } from './parts';

/** Of all reports that have measures. */
export const MEASURED = {
	read: ['measures', 'unit', 'by_fields', 'bucket_params', 'filter'],
	sent: [...SHARED, 'approx', 'approx_total', 'hll_precision'],
};
const KEYS = {
	read: [...MEASURED.read, 'rollup_date'],
	sent: [...MEASURED.sent, 'arith_rollup'],
};
const MEASURE_KEYS = {
	read: [
		...['event_name', 'aggregator', 'field', 'filter', 'name', 'expression', 'events', 'format'],
		'expression_filters',
	],
	sent: [
		...['params', 'split', 'profit_rate', 'by_session', 'show_cname', 'atom_measure_without_group'],
		'expression_denominator_without_group',
	],
};

/**
 * Body of an event report, without dates and computation.
 * @param page payload of the web page that the query was read from
 * @param keys what is done with keys of the payload
 * @throws UserError for what this generation can't be asked
 */
export function writeEventReport(
	query: EventQuery,
	page: JsonObject = {},
	keys: PageKeys = KEYS,
): JsonObject {
	const { unit, groupBy, filter } = query;
	if (unit === '') {
		throw new UserError(
			`The pasted or saved query has no 'unit', which the OpenAPI needs. Put one into the JSON, such as "unit": "day"`,
		);
	}
	assertBuckets(page);
	assertPlainFilter(page.filter, "'filter' of the pasted or saved query");
	const names = measureNames(query);
	const buckets = groupBy.flatMap(({ property, buckets: limits }) =>
		limits ? [[toExpression(property), limits] as const] : [],
	);
	return {
		...sentOf(page, keys),
		measures: query.measures.map((measure, index) =>
			writeMeasure(measure, names[index] as string, listOf(page.measures)[index], index),
		),
		// Totals have no points in time; a unit is required all the same.
		unit: (unit === TOTAL ? 'day' : unit).toUpperCase(),
		by_fields: writeGroups(groupBy.map(({ property }) => property)),
		...(buckets.length > 0 ? { bucket_params: Object.fromEntries(buckets) } : {}),
		...(filter ? { filter: writeFilter(filter, 'filter') } : {}),
	};
}

/** Whether totals alone are wanted, and whether they may be approximate. */
export function writeTotals({ unit }: EventQuery, { isApproximate }: How): JsonObject {
	return {
		rollup: unit === TOTAL,
		...(isApproximate === undefined ? {} : { approx: isApproximate }),
	};
}

function writeMeasure(measure: Measure, name: string, told: unknown, index: number): JsonObject {
	const place = `measure ${index + 1} of the pasted or saved query`;
	const page = isObject(told) ? told : {};
	assertPlainFilter(page.filter, `'filter' of ${place}`);
	const shared = {
		...sentOf(page, MEASURE_KEYS, place),
		name,
		...(measure.filter ? { filter: writeFilter(measure.filter, `measures.${index}.filter`) } : {}),
	};
	if (measure.kind === 'formula') {
		const filters = listOf(page.expression_filters).map((inner, at) => {
			const where = `filter ${at + 1} in 'expression_filters' of ${place}`;
			assertPlainFilter(inner, where);
			return inner === null ? null : rewriteFilter(inner, where);
		});
		return {
			expression: withFormat(measure.expression, textIn(page, 'format'), place),
			events: measure.events,
			...(filters.length > 0 ? { expression_filters: filters } : {}),
			...shared,
		};
	}
	return {
		event_name: measure.event,
		aggregator: findAggregator(measure.aggregator)?.value ?? measure.aggregator,
		...(measure.property ? { field: toExpression(measure.property) } : {}),
		...shared,
	};
}

/** The format stands behind the expression; the page may have it beside it. */
function withFormat(expression: string, format: string | undefined, place: string): string {
	if (format === undefined || expression.endsWith(`|${format}`)) return expression;
	if (!expression.includes('|')) return `${expression}|${format}`;
	throw new UserError(`The 'format' of ${place} is not the one behind its 'expression'`);
}

/** Limits of a field that is none of the groups, if only by another name, would be lost. */
function assertBuckets({ bucket_params: limits, by_fields: fields }: JsonObject): void {
	const lost = Object.keys(isObject(limits) ? limits : {}).find(
		(field) => !listOf(fields).includes(field),
	);
	if (lost === undefined) return;
	throw new UserError(
		`'bucket_params' of the pasted or saved query has limits for ${lost.slice(0, 80)}, which is not in its 'by_fields'. Call both alike, or remove the limits`,
	);
}
