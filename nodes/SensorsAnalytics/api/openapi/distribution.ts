import { UserError } from 'n8n-workflow';

import type { JsonObject } from '../../../../credentials/http/json';
import { type DistributionQuery, toExpression } from '../../query/query';
import { mapSteps } from '../../table/table';
import {
	boundariesOf,
	type Bucket,
	bucketLines,
	DISTRIBUTION_KEYS,
	distributionSteps,
	lowestBoundary,
} from '../reportRows';
import { countIn, lineCounter, readDate, type RowKey, toCell, UnexpectedShape } from '../rows';
import {
	COHORT_KEYS,
	onlyGroup,
	openapiReport,
	ownGroups,
	readRegion,
	sentOf,
	writeAggregate,
	writeFilter,
} from './request';
import { type DetailRow, groupingFor, largestFirstSteps, linesSteps } from './table';

/** Distribution: `POST /model/addiction/report` (docs/service.md, "OpenAPI"). */

const KEYS = {
	read: [
		...COHORT_KEYS.read,
		...['event_name', 'measure_type', 'measure', 'result_bucket_param', 'result_bucket_params'],
		// Measures of the users in a bucket, which no row shows.
		'addition_measures',
		'rollup_date',
	],
	sent: COHORT_KEYS.sent,
	filters: ['user_filter'],
};
const MEASURE_KEYS = { read: ['event_name', 'aggregator', 'field'] };
const BUCKET = /^(?:bucket_region|addiction_user_bucket)_(\d+)$/;
/** One boundary makes no bucket. */
const FEWEST_LIMITS = 2;

export const distributionWire = openapiReport<DistributionQuery>(
	'addiction',
	KEYS,
	writeDistribution,
	function* (answer, query) {
		const ownNames = ownGroups(query.groupBy);
		// The group is in the column of the date.
		const { tabular, lines } = yield* linesSteps(answer, [], DISTRIBUTION_KEYS);
		const bucketColumns = [...tabular.places.keys()].flatMap((key) => BUCKET.exec(key)?.[1] ?? []);
		const numbers = [...new Set(bucketColumns)];
		if (lines.length > 0 && numbers.length === 0)
			throw new UnexpectedShape('the columns of the buckets are missing');
		const counted = lineCounter();
		const read = ({ cells, name }: DetailRow) => {
			const total = countIn(cells, 'total_user', name);
			const buckets = numbers.flatMap((number) => readBucket(cells, number, name));
			return {
				...readPlace({ cells, name }, ownNames.length > 0),
				lines: counted(bucketLines(buckets, total, name)),
				total,
			};
		};
		const entries = yield* mapSteps(lines, read, numbers.length);
		const grouping = groupingFor(ownNames, DISTRIBUTION_KEYS);
		const ordered = yield* largestFirstSteps(entries, ({ total }) => total);
		return yield* distributionSteps(tabular.facts, grouping, ordered, query);
	},
);

/** Reads `by_value`: a group if groups were requested, otherwise a date. */
function readPlace({ cells, name }: Pick<DetailRow, 'cells' | 'name'>, isGrouped: boolean): RowKey {
	if (!('by_value' in cells)) throw new UnexpectedShape("the column 'by_value' is missing");
	return isGrouped
		? { date: null, group: [toCell(cells.by_value, name)], hasGroup: true }
		: { date: readDate(cells.by_value, name), group: [], hasGroup: false };
}

/** Returns an empty list if the row has no such bucket. */
function readBucket(cells: JsonObject, number: string, name: string): Bucket[] {
	const [region, key] = [cells[`bucket_region_${number}`], `addiction_user_bucket_${number}`];
	const isNothing = (value: unknown) => value === null || value === undefined;
	if (isNothing(region) && isNothing(cells[key])) return [];
	const place = `bucket ${number} of ${name}`;
	return [{ ...readRegion(region, place), users: countIn(cells, key, place), name: place }];
}

/** Returns the body of a distribution, without dates and computation. */
export function writeDistribution(query: DistributionQuery, page: JsonObject = {}): JsonObject {
	const { of, filter } = query;
	const group = onlyGroup(query.groupBy, 'distribution');
	sentOf(page.measure, MEASURE_KEYS, "'measure' of the pasted or saved query");
	const limits = writeLimits(query);
	return {
		event_name: query.event,
		unit: query.unit.toUpperCase(),
		measure_type: of === 'periods' ? 'period' : 'times',
		...(typeof of === 'object' ? { measure: writeAggregate(of) } : {}),
		...(limits.length > 0 ? { result_bucket_params: limits } : {}),
		rollup: query.isWhole === true,
		...(group ? { by_field: toExpression(group) } : {}),
		...(filter ? { filter: writeFilter(filter, 'filter') } : {}),
	};
}

/** One boundary alone makes no bucket here. */
function writeLimits(query: DistributionQuery): number[] {
	const limits = boundariesOf(query);
	const [first] = limits;
	if (first === undefined || limits.length >= FEWEST_LIMITS) return limits;
	throw new UserError(
		`The only bucket boundary, ${first}, makes no buckets, because buckets start at ${lowestBoundary(query)} with the OpenAPI. Enter a boundary above ${lowestBoundary(query)}`,
	);
}
