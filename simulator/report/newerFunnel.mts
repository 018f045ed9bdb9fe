import { z } from 'zod';

import type { Shop } from '../data/shop.mts';
import type { Account } from '../identity/accounts.mts';
import { badRequest } from '../refusal.mts';
import { readBody } from './cohorts.mts';
import { computeFunnel } from './funnel.mts';

const schema = z.looseObject({
	funnel_define: z.looseObject({
		steps: z.array(z.looseObject({ event_name: z.string() })),
		max_convert_time: z.number(),
	}),
	by_fields: z.array(z.string()).optional(),
	by_field_steps: z.array(z.number().int()).optional(),
	filter: z.looseObject({ conditions: z.array(z.unknown()).optional() }).optional(),
	filter_field_steps: z.array(z.number().int()).optional(),
	request_type: z.literal('SA_FUNNEL'),
});

interface Entry {
	date?: string;
	by_value?: string | null;
	steps: Array<{ converted_user: number; conversion_rate: number }>;
}

/**
 * Computes the same funnels for requests of the newer page (docs/service.md, "Funnel"): groups have
 * steps, and dates are a group. Some cells are subtotals, which name their columns; counts are
 * texts.
 */
export function computeNewerFunnel(
	shop: Shop,
	body: unknown,
	today: string,
	account?: Account,
): object {
	const { funnel_define: funnel, by_fields: fields = [], ...query } = readBody(schema, body);
	const isTime = (field: string) => field.endsWith('.$time');
	const [time, ...times] = fields.filter(isTime);
	const [group, ...groups] = fields.filter((field) => !isTime(field));
	if (times.length + groups.length > 0) throw badRequest('by_fields: too many');
	if ((query.by_field_steps ?? []).length !== fields.length)
		throw badRequest('by_field_steps: must have one for each group');
	const conditions = query.filter?.conditions ?? [];
	if ((query.filter_field_steps ?? []).length !== conditions.length)
		throw badRequest('filter_field_steps: must have one for each condition');
	const { by_field_steps: _steps, filter_field_steps: _filterSteps, ...rest } = query;
	const { funnel_detail: entries } = computeFunnel(
		shop,
		{ ...rest, funnel, by_field: group, state: time === undefined ? undefined : 'trends' },
		today,
		account,
	) as { funnel_detail: Entry[] };
	const cells = entries.map(({ date, by_value: value, steps }) => ({
		...(date === undefined || time === undefined ? {} : { [time]: date }),
		...(group === undefined || value === undefined ? {} : { [group]: value }),
		...(group !== undefined && value === undefined ? { rollup_columns: [group] } : {}),
		...Object.fromEntries(
			steps.flatMap(({ converted_user: users, conversion_rate: rate }, index) => [
				[`step_${index + 1}.user_count`, String(users)],
				[`step_${index + 1}.conversion_rate`, rate],
			]),
		),
		'step_fold.user_count': String(steps.at(-1)?.converted_user),
	}));
	const names = [...fields, ...new Set(cells.flatMap((cell) => Object.keys(cell)))];
	return {
		by_fields: fields,
		table_data: {
			column_meta_list: [...new Set(names)].map((name) => ({ data_name: name })),
			cells,
		},
	};
}
