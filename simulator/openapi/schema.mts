import { z } from 'zod';

import { filter as looseFilter, type Filter } from '../report/query.mts';
import { Fault, ParameterFault } from './fault.mts';

/**
 * Functions in the vendor's list (docs/service.md, "Filters"), and two that only its own client
 * sends.
 */
const FUNCTIONS = new Set([
	...['equal', 'notEqual', 'contain', 'notContain', 'isSet', 'notSet', 'isEmpty', 'isNotEmpty'],
	...['rlike', 'notrlike', 'less', 'greater', 'between', 'isTrue', 'isFalse'],
	...['lessEqual', 'greaterEqual'],
]);

export const day = z
	.string()
	.regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a date yyyy-MM-dd')
	.refine((text) => {
		const parsed = new Date(`${text}T00:00:00Z`);
		return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text);
	}, 'is no day of the calendar');

/** Enumerations are upper case here. */
export const unit = z.enum(['HOUR', 'DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR']);

export const filter = looseFilter.superRefine((value, context) => {
	const complain = (message: string) => context.addIssue({ code: 'custom', message });
	const check = ({ relation, conditions = [], filters = [] }: Filter): void => {
		if (relation !== undefined && !['AND', 'OR'].includes(relation))
			complain(`relation: no enum constant ${relation}`);
		for (const { function: name } of conditions)
			if (!FUNCTIONS.has(name)) complain(`function: "${name}" is unknown`);
		filters.forEach(check);
	};
	check(value);
});

/** Parameters that all reports over dates share. */
export const ranged = {
	from_date: day,
	to_date: day,
	filter: filter.optional(),
	by_fields: z.array(z.string()).optional(),
	rollup: z.boolean().optional(),
	/** Limit of rows, not groups; -1: no limit. */
	limit: z.number().int().nullable().optional(),
	sampling_factor: z.number().int().min(1).max(64).optional(),
	use_cache: z.boolean().optional(),
	request_id: z.string().optional(),
};

export const eventWithFilter = z.object({
	event_name: z.string().min(1, 'must not be empty'),
	filter: filter.optional(),
});

/** Reads a body; unknown keys are ignored, because the vendor's own samples have some. */
export function readBody<T>(schema: z.ZodType<T>, body: unknown): T {
	const result = schema.safeParse(body ?? {});
	if (!result.success) {
		const [issue] = result.error.issues;
		throw new ParameterFault(
			`${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'not readable'}`,
		);
	}
	const { from_date: from, to_date: to } = result.data as { from_date?: string; to_date?: string };
	if (from !== undefined && to !== undefined && from > to)
		throw new ParameterFault('from_date: must not be after to_date');
	return result.data;
}

/** Returns the first rows. */
export function limited<T>(
	rows: T[],
	limit: number | null | undefined,
): { rows: T[]; isCut: boolean } {
	const most = limit === undefined || limit === null ? DEFAULT_LIMIT : limit;
	if (most < -1 || most === 0) throw new Fault(400, 'COMMON-D-27-1', 'limit: must be -1 or more');
	const kept = most === -1 ? rows : rows.slice(0, most);
	return { rows: kept, isCut: kept.length < rows.length };
}

/** "A front-end-friendly number" (docs/service.md, "Sampling and cache"). */
const DEFAULT_LIMIT = 1000;
