import type { JsonObject } from '../../../../credentials/http/json';
import { writeFilter } from '../../paste/payload';
import { amountIn, flagIn } from '../../query/json';
import {
	type DistributionQuery,
	splitByUsers,
	type Property,
	type RetentionQuery,
	toExpression,
} from '../../query/query';
import type { Amount, Cell } from '../../table/decimal';
import type { ReportWire } from '../api';
import {
	boundariesOf,
	type Bucket,
	bucketLines,
	DISTRIBUTION_KEYS,
	distributionSteps,
	periodLine,
	RETENTION_KEYS,
	retentionSteps,
} from '../reportRows';
import { countIn, factsIn, filledCells, objectOf, UnexpectedShape } from '../rows';
import {
	entriesSteps,
	groupingOf,
	withRequestParts,
	writeEvent,
	writeGroupAndFilter,
} from './parts';

/** Retention: `POST /api/retentions/report` (docs/service.md, "Retention"). */

export const retentionWire: ReportWire<RetentionQuery> = {
	request({ query, page }, range, how) {
		const body = withRequestParts(page ?? writeRetention(query), range, how);
		return { path: '/api/retentions/report', body };
	},
	*readSteps(response, query) {
		const answer = objectOf(response);
		const grouping = groupingOf(answer, query.groupBy, RETENTION_KEYS);
		// Without the first day, the cells start with the following period.
		const first = flagIn(answer, 'has_first_day') === false ? 1 : 0;
		const entries = yield* entriesSteps(answer, grouping, (row, name) =>
			readPeriods(row, first, name),
		);
		return yield* retentionSteps(factsIn(answer), grouping, entries, query);
	},
};

function writeRetention(query: RetentionQuery): JsonObject {
	const { ofUsers, others } = splitByUsers(query.filter);
	return {
		first_event: writeEvent(query.first),
		second_event: writeEvent(query.second),
		unit: query.unit,
		duration: query.duration,
		is_wastage: query.isChurn,
		extend_over_end_date: query.mayEndLater,
		...writeGroupAndFilter({ ...query, filter: others }),
		...(ofUsers ? { user_filter: writeFilter(ofUsers) } : {}),
	};
}

function readPeriods(row: JsonObject, first: number, name: string): Cell[][] {
	const initial = countIn(row, 'total_people', name);
	return filledCells(row.cells, name).map(({ cell, index }) => {
		const users = countIn(cell, 'people', `cell ${index + 1} of ${name}`);
		return periodLine(index + first, initial, users, name);
	});
}

/** Distribution: `POST /api/addictions/report` (docs/service.md, "Distribution"). */

export const distributionWire: ReportWire<DistributionQuery> = {
	request({ query, page }, range, how) {
		const body = withRequestParts(page ?? writeDistribution(query), range, how);
		return { path: '/api/addictions/report', body };
	},
	*readSteps(response, query) {
		const answer = objectOf(response);
		const grouping = groupingOf(answer, query.groupBy, DISTRIBUTION_KEYS);
		const entries = yield* entriesSteps(answer, grouping, readBuckets);
		return yield* distributionSteps(factsIn(answer), grouping, entries, query);
	},
};

function writeDistribution(query: DistributionQuery): JsonObject {
	const { of } = query;
	const buckets = boundariesOf(query);
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

/** Reads a boundary; the first bucket may have no start, the last one no end. */
function limitIn(cell: JsonObject, key: string, place: string): Amount | null {
	if (cell[key] === undefined || cell[key] === null) return null;
	const limit = amountIn(cell, key);
	if (limit === undefined) throw new UnexpectedShape(`'${key}' of ${place} isn't a number`);
	return limit;
}
