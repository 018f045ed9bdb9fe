import { z } from 'zod';

import type { ShopEvent, ShopUser, Value } from '../data/shop.mts';
import { groupValueOf } from '../report/compute.mts';
import { usersByRow } from '../report/distribution.mts';
import { compileEvent } from '../report/cohorts.mts';
import { compileFilter } from '../report/filter.mts';
import { periodsOf } from '../report/periods.mts';
import { distributionQuery } from './distribution.mts';
import { ParameterFault } from './fault.mts';
import { funnelQuery, waysOf } from './funnel.mts';
import { pathQuery, pathsOf } from './path.mts';
import type { Setting } from './reports.mts';
import { linesOf, retentionQuery } from './retention.mts';
import { readBody } from './schema.mts';
import { generalName, segmentationQuery } from './segmentation.mts';
import { hitsOf, sessionQuery } from './session.mts';
import { paging, usersPage } from './userPages.mts';

type Slice = (body: unknown, setting: Setting) => object;

const funnelSlice = funnelQuery.extend({
	...paging,
	/** From 0. */
	slice_step: z.number().int().min(0).optional(),
	/** Users who took the step and not the next one. */
	slice_wastage_user: z.boolean().optional(),
	slice_by_values: z.array(z.string()).optional(),
});
const retentionSlice = retentionQuery.extend({
	...paging,
	by_field: z.string().optional(),
	slice_date: z.string().optional(),
	/** A number as text; null: all initial users. */
	slice_interval: z.string().regex(/^\d+$/, 'must be a number').nullable().optional(),
	slice_by_value: z.string().optional(),
});

const ofSeries = {
	...paging,
	slice_by_values: z.array(z.string()).optional(),
	/** A point in time in the report's format, or its day alone. */
	slice_date: z
		.string()
		.regex(/^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?$/, 'must be a date')
		.optional(),
};
const segmentationSlice = segmentationQuery.extend({
	...ofSeries,
	/** Whether it is about the date range. */
	rollup_date: z.boolean().optional(),
});
const distributionSlice = distributionQuery.extend({
	...paging,
	slice_by_value: z.string().optional(),
	slice_freq: z.number().int().optional(),
	slice_max_freq: z
		.number()
		.int()
		.max(2 ** 31 - 1)
		.optional(),
});

const sessionSlice = sessionQuery.extend(ofSeries);
const element = z.object({
	slice_event_name: z.string().min(1),
	slice_by_value: z.string().optional(),
});
const pathSlice = pathQuery.extend({
	...paging,
	/** From 1. */
	session_level: z.number().int().min(1).optional(),
	slice_element_filters: z.array(element).optional(),
	next_slice_element_filters: z.array(element).optional(),
	edge_type: z.enum(['WASTAGE', 'RETENTION', 'ALL']).optional(),
});

/** Users with one of the events, at a point in time or in the date range. */
const segmentation: Slice = (body, { shop, today, account }) => {
	const query = readBody(segmentationSlice, body);
	const tests = query.measures.map(({ event_name: event = '', filter }, index) =>
		compileEvent({ event_name: event, filter }, `measures.${index}`, today, account),
	);
	const passes = compileFilter(query.filter, 'filter', today);
	const valuesOf = (query.by_fields ?? []).map((field, index) => {
		const limits = query.bucket_params?.[field] ?? query.bucket_params?.[generalName(field)];
		return groupValueOf(field, `by_fields.${index}`, limits);
	});
	const { slice_by_values: group, slice_date: date, rollup_date: isWhole = false } = query;
	const label = date?.padEnd('yyyy-MM-dd HH:mm:ss'.length, ' 00:00:00');
	const isOfGroup = (event: ShopEvent) =>
		group === undefined ||
		JSON.stringify(valuesOf.map((valueOf) => String(valueOf(event)))) === JSON.stringify(group);
	const unit = query.unit.toLowerCase() as Parameters<typeof periodsOf>[0];
	const users = periodsOf(unit, query.from_date, query.to_date)
		.filter((period) => isWhole || label === undefined || period.label === label)
		.flatMap(({ days, hour }) =>
			days
				.flatMap((day) => shop.eventsOf(day))
				.filter(({ time }) => hour === undefined || time.slice(11, 13) === hour),
		)
		.filter((event) => tests.some((isMeant) => isMeant(event)) && passes(event))
		.filter(isOfGroup)
		.map(({ user }) => user);
	return usersPage(unique(users), query);
};

/** Users of one row whose number is in [slice_freq, slice_max_freq). */
const distribution: Slice = (body, { shop, today, account }) => {
	const query = readBody(distributionSlice, body);
	const { slice_freq: from = 0, slice_max_freq: to = from + 1 } = query;
	const request = {
		...query,
		unit: query.unit.toLowerCase(),
		measure: query.measure?.field ? query.measure : undefined,
	};
	// Without the name of the row, the service finds nobody.
	const row = usersByRow(shop, request, today, account).get(query.slice_by_value ?? '') ?? [];
	const users = row.filter(({ number }) => number >= from && number < to).map(({ user }) => user);
	return usersPage(unique(users), query);
};

const funnel: Slice = (body, setting) => {
	const query = readBody(funnelSlice, body);
	const { slice_step: step = 0, slice_by_values: group, slice_wastage_user: isLost } = query;
	if (step >= query.funnel.steps.length) throw new ParameterFault('slice_step: no such step');
	// The date range is one line, so that a user of several days counts once.
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
	return usersPage(unique(users), query);
};

/** Users with the event in their sessions of a point in time; default: the first day. */
const session: Slice = (body, setting) => {
	const query = readBody(sessionSlice, body);
	const { slice_by_values: group, slice_date: date = query.from_date, unit } = query;
	const label = date.padEnd('yyyy-MM-dd HH:mm:ss'.length, ' 00:00:00');
	const request = unit.toLowerCase() as Parameters<typeof periodsOf>[0];
	const periods = periodsOf(request, query.from_date, query.to_date).filter(
		(period) => period.label === label,
	);
	const users = hitsOf(query, setting)
		.flat()
		.filter(({ begun }) =>
			periods.some(
				({ days, hour = begun.slice(11, 13) }) =>
					days.includes(begun.slice(0, 10)) && begun.slice(11, 13) === hour,
			),
		)
		.filter((hit) => group === undefined || isSame(hit.group, group))
		.map(({ events }) => (events[0] as ShopEvent).user);
	return usersPage(unique(users), query);
};

/** Users whose paths have an event as a step; default: all users with this step. */
const path: Slice = (body, setting) => {
	const query = readBody(pathSlice, body);
	const { session_level: level = 1, edge_type: edge = 'ALL' } = query;
	const isOne = (event: ShopEvent | undefined, names: Array<{ slice_event_name: string }> = []) =>
		event !== undefined &&
		(names.length === 0 || names.some(({ slice_event_name: name }) => name === event.event));
	const users = pathsOf(query, setting)
		.filter((events) => isOne(events[level - 1], query.slice_element_filters))
		.filter((events) => {
			const next = events[level];
			if (query.next_slice_element_filters) return isOne(next, query.next_slice_element_filters);
			return edge === 'ALL' || (next === undefined) === (edge === 'WASTAGE');
		})
		.map(([first]) => (first as ShopEvent).user);
	return usersPage(unique(users), query);
};

/** Users of a cell of a report, by the path below `/model` (docs/service.md, "OpenAPI"). */
export const SLICES: Record<string, Slice> = {
	'/model/segmentation/users': segmentation,
	'/model/addiction/users': distribution,
	'/model/funnel/users': funnel,
	'/model/retention/users': retention,
	'/model/session/users': session,
	'/model/user-path/users': path,
};

function unique(users: readonly ShopUser[]): ShopUser[] {
	return [...new Map(users.map((user) => [user.id, user] as const)).values()];
}

/** Whether a line has the group; true if none is named. */
function isGroup(key: string, wanted: string[] | undefined): boolean {
	if (wanted === undefined) return true;
	const [, ...group] = JSON.parse(key) as Value[];
	return isSame(group, wanted);
}

function isSame(group: readonly Value[], wanted: readonly string[]): boolean {
	return JSON.stringify(group.map(String)) === JSON.stringify(wanted);
}
