import { UserError } from 'n8n-workflow';

import { arrayOrEmpty, type JsonObject } from '../../../../credentials/http/json';
import { spelledAggregator } from '../../query/aggregators';
import { nameColumns } from '../../query/columns';
import { type Measure, toExpression, TOTAL, type UserPropertiesQuery } from '../../query/query';
import type { Cell } from '../../table/decimal';
import { listRows, mapSteps } from '../../table/table';
import { checkUsers } from '../reportRows';
import { distinctSteps, lineCounter, readNumber, toCell } from '../rows';
import { openapiReport, sentOf, writeGroupAndFilter } from './request';
import { groupPlaces, isTotalOfGroups, largestFirstSteps, placeOf, readTabular } from './table';

/** Users by their properties: `POST /model/user-analytics/report` (docs/service.md, "OpenAPI"). */

const KEYS = {
	// The report is about users at present, so it has no dates.
	read: [
		...['measures', 'by_field', 'by_fields', 'filter', 'unit', 'approx'],
		...['time_zone_mode', 'server_time_zone'],
	],
	sent: ['sampling_factor', 'use_cache', 'bucket_params'],
};
const MEASURE_KEYS = { read: ['aggregator', 'field', 'expression', 'name', 'event_name'] };
/** The only column of numbers. */
const VALUE = 'value';

export const userPropertiesWire = openapiReport<UserPropertiesQuery>(
	'user-analytics',
	KEYS,
	writeUserProperties,
	function* (answer, { measures, groupBy }) {
		const tabular = readTabular(answer);
		const { details, facts } = tabular;
		lineCounter()(details);
		const groups = groupBy.map((property) => ({ property }));
		const columns = nameColumns({ measures, groupBy: groups, unit: TOTAL });
		const isThere = details.length > 0;
		const places = isThere ? groupPlaces(tabular, groupBy) : [];
		const value = isThere ? placeOf(tabular, VALUE) : -1;
		const read = (cells: unknown[], index: number) => {
			if (isTotalOfGroups(cells, places)) return undefined;
			const name = `row ${index + 1}`;
			const group = places.map((place) => toCell(cells[place], name));
			const number = readNumber(cells[value], name);
			return { group, number };
		};
		const rows = (yield* mapSteps(details, read)).filter((row) => row !== undefined);
		yield* distinctSteps(
			rows.map(({ group }) => group),
			'rows',
		);
		const ordered = yield* largestFirstSteps(rows, ({ number }) => number);
		const cells = yield* mapSteps(ordered, ({ group, number }): Cell[] => [...group, number]);
		checkUsers({ measures }, cells);
		return {
			columns: [...columns.groups, ...columns.measures],
			rows: listRows(cells),
			points: [],
			...facts,
		};
	},
);

function writeUserProperties(query: UserPropertiesQuery, page: JsonObject): JsonObject {
	const { measures } = query;
	if (measures.length !== 1) {
		throw new UserError(
			`User property reports have one measure with the OpenAPI, not ${measures.length}. Keep one of the 'measures', or run the report once for each`,
		);
	}
	for (const measure of arrayOrEmpty(page.measures)) {
		sentOf(measure, MEASURE_KEYS, 'a measure of the pasted or saved query');
	}
	return {
		measures: measures.map(writeMeasure),
		...writeGroupAndFilter(query),
	};
}

/** Writes a measure without a name, because its column always has the same name. */
function writeMeasure(measure: Measure): JsonObject {
	if (measure.kind === 'formula') return { expression: measure.expression };
	return {
		aggregator: spelledAggregator(measure.aggregator),
		field: measure.property ? toExpression(measure.property) : '',
	};
}
