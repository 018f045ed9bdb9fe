import { UserError } from 'n8n-workflow';

import { arrayOrEmpty, type JsonObject, objectOrEmpty } from '../../../../credentials/http/json';
import { firstWords } from '../../../../credentials/http/redact';
import { natureOf } from '../../query/columns';
import { firstTwice } from '../../query/json';
import type { AttributionQuery } from '../../query/query';
import { type Amount, type Cell, compareAmounts, percentOf, sumOf } from '../../table/decimal';
import { compareValues, mapSteps, sortSteps } from '../../table/table';
import {
	columnWith,
	countIn,
	gatherSteps,
	isTotal,
	numberOf,
	tableSteps,
	toCell,
	UnexpectedShape,
} from '../rows';
import {
	openapiReport,
	ownGroups,
	PAYLOAD,
	sentOf,
	SHARED,
	writeEvent,
	writeFilter,
	writeGroups,
	writeTarget,
} from './request';
import { type DetailRow, largestFirstSteps, linesSteps } from './table';

/** Attribution: `POST /model/attribution/report` (docs/service.md, "OpenAPI"). */

const KEYS = {
	read: [
		...['target_event', 'attribution_events', 'model_type', 'lookback_window'],
		...['direct_conversion', 'filter', 'unit'],
	],
	sent: [...SHARED, 'rollup', 'bucket_params', 'link_events'],
};
const TOUCHED_KEYS = {
	...{ read: ['events', 'by_fields', 'by_field'], sent: ['bucket_params'] },
	filters: ['filter'],
};
const TOUCHPOINT_KEYS = ['link_events', 'bucket_params'];

const COLUMNS = [
	columnWith('event', 'group', 'string'),
	columnWith('touches', 'measure'),
	columnWith('converting_touches', 'measure'),
	columnWith('converted_users', 'measure'),
	columnWith('conversions', 'measure'),
	columnWith('percent', 'measure'),
];
const OWN_KEYS = COLUMNS.map(({ key }) => key);

/** Reads a row per group and touchpoint, and one without an event for other conversions. */
export const attributionWire = openapiReport<AttributionQuery>(
	'attribution',
	KEYS,
	writeAttribution,
	function* (answer, query) {
		const { tabular, lines, grouping } = yield* linesSteps(answer, query.groupBy, OWN_KEYS);
		const touched = new Set<Cell>(query.touchpoints.map(({ event }) => event));
		const touchpoints = yield* mapSteps(
			lines.filter(({ cells }) => !isTotal(cells.event_name)),
			(line) => readTouchpoint(line, query, touched),
		);
		// Only additive measures have shares, and only if no row is omitted.
		const isWhole = natureOf(query.target) === 'sum' && !tabular.facts.isTruncated;
		const overall: Amount = sumOf(touchpoints.map(({ conversions }) => conversions)) ?? 0;
		// Rows with equal numbers are sorted by name, because rows come in no order.
		const byName = yield* sortSteps(
			touchpoints,
			(a, b) =>
				compareAmounts(b.conversions, a.conversions) ||
				Number(a.event === null) - Number(b.event === null) ||
				compareValues(a.event, b.event),
		);
		const sorted = yield* mapSteps(
			yield* largestFirstSteps(byName, ({ conversions }) => conversions),
			(row) => ({
				group: row.group,
				line: [...row.cells, isWhole ? percentOf(row.conversions, overall) : null],
			}),
		);
		const entries = yield* gatherSteps(sorted);
		return yield* tableSteps(tabular.facts, grouping, COLUMNS, entries, 'whole', 'conversions');
	},
);

function readTouchpoint(
	{ cells, group, name }: DetailRow,
	query: AttributionQuery,
	touched: ReadonlySet<Cell>,
) {
	if (!('event_name' in cells)) throw new UnexpectedShape("the column 'event_name' is missing");
	const event = toCell(cells.event_name, name);
	const isInQuery = event === null ? query.hasDirect : touched.has(event);
	if (!isInQuery) throw new UnexpectedShape(`${name} contains an event that was not requested`);
	const conversions = numberOf(cells, 'goal_conversion', name);
	const countOf = (key: string) =>
		event === null && (cells[key] ?? null) === null ? null : countIn(cells, key, name);
	return {
		group: group.map((value) => toCell(value, name)),
		event,
		conversions,
		cells: [
			event,
			countOf('click_times'),
			countOf('converted_number'),
			countOf('converted_user_number'),
			conversions,
		] as Cell[],
	};
}

function writeAttribution(query: AttributionQuery, page: JsonObject): JsonObject {
	const { target, touchpoints, filter, lookback } = query;
	const events = touchpoints.map(({ event }) => event);
	const twice = firstTwice(events);
	if (twice !== undefined) {
		throw new UserError(
			`The touchpoint ${firstWords(twice)} occurs twice, which the response can't distinguish. Keep one, or run the report once for each`,
		);
	}
	const touched = objectOrEmpty(page.attribution_events);
	const place = `'attribution_events' of ${PAYLOAD}`;
	const groups = writeGroups(ownGroups(query.groupBy));
	return {
		target_event: writeTarget(target, page.target_event, `'target_event' of ${PAYLOAD}`),
		attribution_events: {
			...sentOf(touched, TOUCHED_KEYS, place),
			events: touchpoints.map((event, index) =>
				writeEvent(
					event,
					arrayOrEmpty(touched.events)[index],
					`event ${index + 1} of ${place}`,
					undefined,
					TOUCHPOINT_KEYS,
				),
			),
			...(groups.length > 0 ? { by_fields: groups } : {}),
		},
		model_type: query.rule,
		lookback_window: { unit: lookback.unit.toUpperCase(), value: lookback.value },
		direct_conversion: query.hasDirect,
		...(filter ? { filter: writeFilter(filter, 'filter') } : {}),
	};
}
