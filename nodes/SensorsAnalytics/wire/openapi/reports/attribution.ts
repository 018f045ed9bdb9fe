/** Attribution: `POST /model/attribution/report` (docs/service.md, "OpenAPI"). */
import { UserError } from 'n8n-workflow';

import { natureOf } from '../../../query/columns';
import { isObject, type JsonObject } from '../../../query/json';
import type { AttributionQuery } from '../../../query/modelQueries';
import type { Cell } from '../../../table/table';
import { type Amount, compareAmounts, percentOf, sumOf } from '../../../table/decimal';
import { compareValues } from '../../../table/values';
import { column, countIn } from '../../rows/cells';
import { toTable } from '../../rows/entries';
import { ALL_DATES, ALL_VALUES, toCell } from '../../rows/place';
import { gatherLines } from '../../rows/gather';
import { UnknownForm } from '../../rows/unknownForm';
import { numberOf } from '../../rows/values';
import type { ReportWire } from '../../wire';
import { writeFilter } from '../filter';
import { largestFirst } from '../order';
import { assertPlainFilter, listOf, sentOf, SHARED } from '../pageKeys';
import { requestFor } from '../requestParts';
import { type Line, readLines, readTabular } from '../table';
import { writeEvent, writeGroups, writeTarget } from './parts';

const KEYS = {
	read: [
		...['target_event', 'attribution_events', 'model_type', 'lookback_window'],
		...['direct_conversion', 'filter', 'unit'],
	],
	sent: [...SHARED, 'rollup', 'bucket_params', 'link_events'],
};
const TOUCHED_KEYS = { read: ['events', 'by_fields', 'by_field'], sent: ['bucket_params'] };
const TOUCHPOINT_KEYS = ['link_events', 'bucket_params'];
const WHOLE = 'the pasted or saved query';

const COLUMNS = [
	column('event', 'group', 'string'),
	column('touches', 'measure'),
	column('converting_touches', 'measure'),
	column('converted_users', 'measure'),
	column('conversions', 'measure'),
	column('percent', 'measure'),
];
const OWN_KEYS = COLUMNS.map(({ key }) => key);

/** One row per group and touchpoint, and one without an event for what none of them led to. */
export const attribution: ReportWire<AttributionQuery> = {
	request({ query, page, unread }, range, how) {
		if (unread) throw unread;
		return requestFor('attribution', writeAttribution(query, page), range, how);
	},
	read(answer, query) {
		const tabular = readTabular(answer);
		const { lines, grouping } = readLines(tabular, query.groupBy, OWN_KEYS);
		const told = lines
			.filter(({ cells }) => cells.event_name !== ALL_DATES && cells.event_name !== ALL_VALUES)
			.map((line) => readTouchpoint(line, query));
		// Only what can be added up has parts, and only if none is left out.
		const isWhole = natureOf(query.target) === 'sum' && !tabular.facts.isTruncated;
		const whole: Amount = sumOf(told.map(({ conversions }) => conversions)) ?? 0;
		// Of as many, by name: rows come in no order.
		told.sort(
			(a, b) =>
				compareAmounts(b.conversions, a.conversions) ||
				Number(a.event === null) - Number(b.event === null) ||
				compareValues(a.event, b.event),
		);
		const sorted = largestFirst(told, ({ conversions }) => conversions).map((row) => ({
			group: row.group,
			line: [...row.cells, isWhole ? percentOf(row.conversions, whole) : null],
		}));
		return toTable(tabular.facts, grouping, COLUMNS, gatherLines(sorted), 'whole', 'conversions');
	},
};

function readTouchpoint({ cells, group, name }: Line, query: AttributionQuery) {
	if (!('event_name' in cells)) throw new UnknownForm("no column 'event_name'");
	const event = toCell(cells.event_name, name);
	const isAsked = event === null ? query.hasDirect : isTouchpoint(event, query);
	if (!isAsked) throw new UnknownForm(`${name} is of no event that was asked for`);
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

function isTouchpoint(event: Cell, { touchpoints }: AttributionQuery): boolean {
	return touchpoints.some((touchpoint) => touchpoint.event === event);
}

function writeAttribution(query: AttributionQuery, page: JsonObject = {}): JsonObject {
	const { target, touchpoints, filter, lookback } = query;
	const events = touchpoints.map(({ event }) => event);
	const twice = events.find((event, index) => events.indexOf(event) < index);
	if (twice !== undefined) {
		throw new UserError(
			`${twice} is a touchpoint twice, which answers would call alike. Keep one of them, or run the report once for each`,
		);
	}
	assertPlainFilter(page.filter, `'filter' of ${WHOLE}`);
	const touched = isObject(page.attribution_events) ? page.attribution_events : {};
	const place = `'attribution_events' of ${WHOLE}`;
	const groups = writeGroups(query.groupBy);
	return {
		...sentOf(page, KEYS),
		target_event: writeTarget(target, page.target_event, `'target_event' of ${WHOLE}`),
		attribution_events: {
			...sentOf(touched, TOUCHED_KEYS, place),
			events: touchpoints.map((event, index) =>
				writeEvent(
					event,
					listOf(touched.events)[index],
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
