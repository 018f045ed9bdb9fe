import { z } from 'zod';

import { badRequest } from '../refusal.mts';

const scalar = z.union([z.string(), z.number(), z.boolean()]);

export interface Filter {
	relation?: string;
	conditions?: Array<{
		field: string;
		function: string;
		params?: Array<string | number | boolean>;
	}>;
	filters?: Filter[];
}

export const filter: z.ZodType<Filter> = z.lazy(() =>
	z.object({
		relation: z
			.string()
			.regex(/^(and|or)$/i, 'must be and or or')
			.optional(),
		conditions: z
			.array(
				z.object({ field: z.string(), function: z.string(), params: z.array(scalar).optional() }),
			)
			.optional(),
		filters: z.array(filter).optional(),
	}),
);

export const date = z
	.string()
	.regex(/^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?$/, 'must be a date yyyy-MM-dd')
	.refine((text) => {
		const day = text.slice(0, 10);
		const parsed = new Date(`${day}T00:00:00Z`);
		return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(day);
	}, 'is no day of the calendar');

/** Saved queries also have true and false as texts (docs/service.md, "Event report"). */
export const flag = z
	.union([z.boolean(), z.enum(['true', 'false'])])
	.transform((value) => value === true || value === 'true');

const measure = z
	.object({
		event_name: z.string().min(1, 'must not be empty').optional(),
		aggregator: z.string().min(1, 'must not be empty').optional(),
		field: z.string().optional(),
		expression: z.string().min(1, 'must not be empty').optional(),
		events: z.array(z.string()).optional(),
		filter: filter.optional(),
		name: z.string().optional(),
	})
	.superRefine((value, context) => {
		if (value.expression !== undefined) {
			// Custom metrics need a name (docs/service.md, "Formulas").
			if (!value.name)
				context.addIssue({
					code: 'custom',
					path: ['name'],
					message: 'a custom metric needs a name',
				});
			return;
		}
		for (const key of ['event_name', 'aggregator'] as const) {
			if (value[key] === undefined)
				context.addIssue({ code: 'custom', path: [key], message: 'is missing' });
		}
	});

const report = z.object({
	measures: z.array(measure).min(1, 'must have at least one measure'),
	unit: z.enum(['hour', 'day', 'week', 'month']).optional(),
	by_fields: z.array(z.string()).optional(),
	bucket_params: z.record(z.string(), z.array(z.coerce.number()).min(1)).optional(),
	filter: filter.optional(),
	from_date: date,
	to_date: date,
	compare_from_date: date.optional(),
	compare_to_date: date.optional(),
	limit: z.number().int().optional(),
	detail_and_rollup: flag.optional(),
	/** Whether to return one value for the date range. */
	rollup_date: flag.optional(),
	sampling_factor: z.number().int().min(1).max(64).optional(),
});

export type Measure = z.infer<typeof measure>;
export type ReportQuery = z.output<typeof report>;

/**
 * Reads the body of `POST /api/events/report` (docs/service.md, "Event report"); unknown keys are
 * ignored.
 */
export function readReportQuery(body: unknown): ReportQuery {
	const result = report.safeParse(body);
	if (!result.success) {
		const [issue] = result.error.issues;
		throw badRequest(`${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'not readable'}`);
	}
	const query = result.data;
	if (query.from_date > query.to_date) throw badRequest('from_date: must not be after to_date');
	return query;
}
