/** Distribution: `POST /api/addictions/report` (docs/service.md, "Distribution"). */
import type { Property } from '../../../query/eventQuery';
import { toExpression } from '../../../query/fieldExpression';
import { amountIn, type JsonObject } from '../../../query/json';
import type { DistributionQuery } from '../../../query/modelQueries';
import type { Amount } from '../../../table/decimal';
import { mapSteps } from '../../../table/steps';
import type { Cell } from '../../../table/table';
import { countIn, filledCells, objectOf, objectsOf } from '../../rows/cells';
import {
	type Bucket,
	bucketLines,
	DISTRIBUTION_KEYS,
	distributionSteps,
} from '../../rows/distribution';
import { type Entry, lineCounter } from '../../rows/entries';
import { UnknownForm } from '../../rows/unknownForm';
import { reportWire } from '../../wire';
import { withRequestParts } from '../requestParts';
import { writeGroupAndFilter } from './cohort';
import { factsIn } from './facts';
import { groupingOf, placeOf } from './place';

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
	if (limit === undefined) throw new UnknownForm(`'${key}' of ${place} is no number`);
	return limit;
}
