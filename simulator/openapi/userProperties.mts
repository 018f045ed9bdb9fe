import { z } from 'zod';

import { computeUserProperties } from '../report/userProperties.mts';
import type { Report } from './reports.mts';
import { filter, limited, readBody } from './schema.mts';
import type { Cell, Column } from './table.mts';

const schema = z.object({
	measures: z
		.array(z.object({ aggregator: z.string().min(1), field: z.string() }))
		.length(1, 'must be one measure'),
	by_fields: z.array(z.string()).optional(),
	filter: filter.optional(),
	limit: z.number().int().nullable().optional(),
});

/**
 * Users by their properties (docs/service.md, "OpenAPI"): no dates; the number is in the column
 * `value`.
 */
export const userProperties: Report = (body, { shop, today }) => {
	const query = readBody(schema, body);
	const answer = computeUserProperties(shop, { ...query, limit: undefined }, today) as {
		rows: Array<{ by_values?: Cell[]; values: Array<number | null> }>;
	};
	const { rows, isCut } = limited(answer.rows, query.limit);
	return {
		columns: [
			...(query.by_fields ?? []).map((name): Column => ({ name, type: 'STRING' })),
			{ name: 'value', type: 'LONG' },
		],
		details: rows.map(({ by_values: group = [], values }) => [...group, ...values]),
		isTruncated: isCut,
	};
};
