import { z } from 'zod';

import type { Value } from '../data/shop.mts';
import { ParameterFault } from './fault.mts';
import { funnelQuery, waysOf } from './funnel.mts';
import type { Setting } from './reports.mts';
import { linesOf, retentionQuery } from './retention.mts';
import { readBody } from './schema.mts';
import { paging, usersPage } from './userPages.mts';

type Slice = (body: unknown, setting: Setting) => object;

const funnelSlice = funnelQuery.extend({
	...paging,
	/** From 0. */
	slice_step: z.number().int().min(0).optional(),
	/** Those who took the step and not the next one. */
	slice_wastage_user: z.boolean().optional(),
	slice_by_values: z.array(z.string()).optional(),
});
const retentionSlice = retentionQuery.extend({
	...paging,
	by_field: z.string().optional(),
	slice_date: z.string().optional(),
	/** A number as text; null: all who came first. */
	slice_interval: z.string().regex(/^\d+$/, 'must be a number').nullable().optional(),
	slice_by_value: z.string().optional(),
});

const funnel: Slice = (body, setting) => {
	const query = readBody(funnelSlice, body);
	const { slice_step: step = 0, slice_by_values: group, slice_wastage_user: isLost } = query;
	if (step >= query.funnel.steps.length) throw new ParameterFault('slice_step: no such step');
	// One line for the whole range: whoever came on several days counts once.
	const lines = [...waysOf({ ...query, rollup: true }, setting)];
	const ways = lines.filter(([key]) => isGroup(key, group)).flatMap(([, own]) => own);
	const isMeant = (level: number) => (isLost === true ? level === step + 1 : level > step);
	return usersPage(
		ways.filter(({ level }) => isMeant(level)).map(({ user }) => user),
		query,
	);
};

const retention: Slice = (body, setting) => {
	const query = readBody(retentionSlice, body);
	const { by_field: field, slice_date: date, slice_interval: period = null } = query;
	const lines = [...linesOf({ ...query, by_fields: field ? [field] : [] }, setting)];
	const group = query.slice_by_value === undefined ? undefined : [query.slice_by_value];
	const users = lines
		.filter(([key]) => isGroup(key, group))
		.filter(([key]) => date === undefined || (JSON.parse(key) as string[])[0] === date)
		.flatMap(([, { initial, came }]) => (period === null ? initial : (came[Number(period)] ?? [])));
	return usersPage([...new Map(users.map((user) => [user.id, user] as const)).values()], query);
};

/** Users of a cell of a report, by the path below `/model` (docs/service.md, "OpenAPI"). */
export const SLICES: Record<string, Slice> = {
	'/model/funnel/users': funnel,
	'/model/retention/users': retention,
};

/** Whether a line is of the group; of any where none is named. */
function isGroup(key: string, wanted: string[] | undefined): boolean {
	if (wanted === undefined) return true;
	const [, ...group] = JSON.parse(key) as Value[];
	return JSON.stringify(group.map(String)) === JSON.stringify(wanted);
}
