import { z } from 'zod';

import type { Shop } from '../data/shop.mts';
import { computeDistribution } from '../report/distribution.mts';
import { rate } from './rates.mts';
import type { Report } from './reports.mts';
import { filter, limited, ranged, readBody } from './schema.mts';
import type { Cell, Column } from './table.mts';

export const distributionQuery = z.object({
	...ranged,
	event_name: z.string().min(1, 'must not be empty'),
	unit: z.enum(['DAY', 'WEEK', 'MONTH']),
	measure_type: z.enum(['times', 'period']),
	measure: z.object({ aggregator: z.string(), field: z.string().optional() }).optional(),
	user_filter: filter.optional(),
	by_field: z.string().optional(),
	/** At least two, strictly rising: [a, b) … [last, ∞). */
	result_bucket_params: z
		.array(z.coerce.number())
		.min(2, 'must have at least two limits')
		.refine(
			(limits) =>
				limits.every((limit, index) => index === 0 || limit > (limits[index - 1] as number)),
			'must rise',
		)
		.optional(),
});

interface LegacyRow {
	by_value?: string | null;
	total_people: number;
	cells: Array<{ people: number; bucket_start: number; bucket_end?: number }>;
}

const DEFAULT_LIMITS = [1, 3, 5, 10];

/** Distribution (docs/service.md, "OpenAPI"): a line per period, or per value of `by_field`. */
export const distribution: Report = (body, { shop, today, account, traits }) => {
	const query = readBody(distributionQuery, body);
	const limits = query.result_bucket_params ?? DEFAULT_LIMITS;
	const { rows } = computeDistribution(
		shop as Shop,
		{
			...query,
			unit: query.unit.toLowerCase(),
			measure: query.measure?.field ? query.measure : undefined,
			result_bucket_param: limits,
			rollup_date: query.rollup,
		},
		today,
		account,
	) as { rows: LegacyRow[] };
	const buckets = limits.map((_, index) => index + 1);
	const kept = limited(rows, query.limit);
	return {
		more: { by_field: query.by_field ?? '' },
		columns: [
			{ name: 'by_value', type: 'STRING' },
			{ name: 'total_user', type: 'LONG' },
			...buckets.flatMap((n): Column[] => [
				{ name: `bucket_region_${n}`, type: 'STRING' },
				{ name: `addiction_user_bucket_${n}`, type: 'LONG' },
				{ name: `addiction_rate_bucket_${n}`, type: 'DOUBLE' },
			]),
		],
		details: kept.rows.map(({ by_value: value = null, cells: shown }): Cell[] => {
			const total = shown.reduce((sum, { people }) => sum + people, 0);
			return [
				value,
				total,
				...shown.flatMap(({ people, bucket_start: low, bucket_end: high }): Cell[] => [
					`[${low}, ${high ?? '∞'})`,
					people,
					rate(people, total, traits),
				]),
			];
		}),
		isTruncated: kept.isCut,
	};
};
