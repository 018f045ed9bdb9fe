import type { JsonObject } from '../../../../credentials/http/json';
import { amountIn } from '../../query/json';
import type { DistributionQuery, Property } from '../../query/query';
import { toExpression } from '../../query/query';
import type { Amount, Cell } from '../../table/decimal';
import { mapSteps } from '../../table/table';
import { reportWire } from '../api';
import type { Bucket } from '../reportRows';
import { bucketLines, DISTRIBUTION_KEYS, distributionSteps } from '../reportRows';
import type { Entry } from '../rows';
import { countIn, filledCells, lineCounter, objectOf, objectsOf, UnexpectedShape } from '../rows';
import { factsIn, groupingOf, placeOf, writeGroupAndFilter } from './parts';
import { withRequestParts } from './request';

/** Distribution: `POST /api/addictions/report` (docs/service.md, "Distribution"). */

/** About as many as one has. */
const CELLS_A_ROW = 30;

export const distribution = reportWire<DistributionQuery>({
	request({ query, page }, range, how) {
		const body = withRequestParts(page ?? writeDistribution(query), range, how);
		return { path: '/api/addictions/report', body };
	},
	*readSteps(told, query) {
		const answer = objectOf(told);
		const rows = objectsOf(answer.rows, "'rows'");
		const grouping = groupingOf(answer, query.groupBy, DISTRIBUTION_KEYS);
		const counted = lineCounter();
		const read = (row: JsonObject, index: number): Entry => {
			const name = `row ${index + 1}`;
			return { ...placeOf(row, grouping, name), lines: counted(readBuckets(row, name)) };
		};
		const entries = yield* mapSteps(rows, read, CELLS_A_ROW);
		return yield* distributionSteps(factsIn(answer), grouping, entries, query);
	},
});

function writeDistribution(query: DistributionQuery): JsonObject {
	const { of, buckets } = query;
	return {
		event_name: query.event,
		unit: query.unit,
		measure_type: of === 'periods' ? 'period' : 'times',
		...(typeof of === 'object' ? { measure: writeMeasure(of) } : {}),
		...(buckets.length > 0 ? { result_bucket_param: buckets } : {}),
		...writeGroupAndFilter(query),
	};
}

function writeMeasure({ aggregator, property }: { aggregator: string; property?: Property }) {
	return { aggregator, ...(property ? { field: toExpression(property) } : {}) };
}

function readBuckets(row: JsonObject, name: string): Cell[][] {
	const total = countIn(row, 'total_people', name);
	const buckets = filledCells(row.cells, name).map(({ cell, index }): Bucket => {
		const place = `cell ${index + 1} of ${name}`;
		return {
			from: limitIn(cell, 'bucket_start', place),
			to: limitIn(cell, 'bucket_end', place),
			users: countIn(cell, 'people', place),
			name: place,
		};
	});
	return bucketLines(buckets, total, name);
}

/** The first bucket may have no start, the last one no end. */
function limitIn(cell: JsonObject, key: string, place: string): Amount | null {
	if (cell[key] === undefined || cell[key] === null) return null;
	const limit = amountIn(cell, key);
	if (limit === undefined) throw new UnexpectedShape(`'${key}' of ${place} isn't a number`);
	return limit;
}
