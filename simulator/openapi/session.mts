import { z } from 'zod';

import { EVENTS, type ShopEvent, type Value } from '../data/shop.mts';
import { AGGREGATORS } from '../report/aggregate.mts';
import { compileEvent } from '../report/cohorts.mts';
import { findField } from '../report/fields.mts';
import { compileFilter } from '../report/filter.mts';
import { periodsOf } from '../report/periods.mts';
import { sessionsBetween } from '../report/sessions.mts';
import { Fault, ParameterFault } from './fault.mts';
import type { Report, Setting } from './reports.mts';
import { filter, limited, ranged, readBody } from './schema.mts';
import { generalName, TOTAL_GROUP } from './segmentation.mts';
import type { Cell, Column } from './table.mts';

/** Definitions of sessions (docs/service.md, "OpenAPI"). */
export const SESSIONS = [
	define(1, 'app_visit', '一次访问', Object.keys(EVENTS), 1800),
	define(2, 'shopping', '一次购物', ['ViewProduct', 'AddToCart', 'PayOrder'], 600),
	define(3, 'long_stay', '持续关注', Object.keys(EVENTS), 43_200),
];

function define(id: number, name: string, cname: string, events: string[], seconds: number) {
	return {
		id,
		name,
		cname,
		events,
		session_interval_seconds: seconds,
		is_event_split: false,
		start_event: '',
		stop_event: '',
		comment: '',
		create_time: '2026-02-01T01:00:00Z',
		update_time: '2026-02-01T01:00:00Z',
		user_name: 'admin',
	};
}

export const sessionQuery = z.object({
	...ranged,
	measures: z
		.array(
			z.object({
				name: z.string().min(1, 'must not be empty'),
				event_name: z.string().min(1, 'must not be empty'),
				aggregator: z.string().min(1, 'must not be empty'),
				field: z.string().optional(),
				filter: filter.optional(),
			}),
		)
		.min(1, 'must have at least one measure'),
	unit: z.enum(['HOUR', 'DAY', 'WEEK', 'MONTH']),
	session_name: z.string().min(1, 'must not be empty'),
	split_by_day: z.boolean().optional(),
});

/** A session with a measured event: where it counts, and its measured events. */
interface Hit {
	begun: string;
	group: Value[];
	events: ShopEvent[];
}

/**
 * Sessions (docs/service.md, "OpenAPI"): like event analysis, but it counts sessions with the
 * event. A session counts when it starts, under the group of its first such event.
 */
export const session: Report = (body, { shop, today, account, traits }) => {
	const query = readBody(sessionQuery, body);
	const { from_date: from, to_date: to } = query;
	const fields = query.by_fields ?? [];
	const measured = hitsOf(query, { shop, today, account });
	const measures = query.measures.map(({ aggregator, field }, index) => {
		const rule = AGGREGATORS[aggregator.toLowerCase()];
		const place = `measures.${index}`;
		if (!rule || rule.window) throw new ParameterFault(`${place}.aggregator: is unknown`);
		const valued = rule.field === 'none' ? undefined : findField(field ?? '', `${place}.field`);
		// A session counts once, but has the values of all its events.
		const compute = (own: Hit[]) =>
			rule.compute(
				own.flatMap(({ events }) => (valued ? events : events.slice(0, 1))),
				valued,
			);
		return { hits: measured[index] ?? [], compute };
	});

	const periods = periodsOf(
		query.unit.toLowerCase() as 'hour' | 'day' | 'week' | 'month',
		from,
		to,
	);
	// Keys are days, or days and hours.
	const labels = new Map(
		periods.flatMap(({ label, days, hour }) =>
			days.map((day) => [hour === undefined ? day : `${day} ${hour}`, label] as const),
		),
	);
	const linesOf = (isWhole: boolean, isGrouped: boolean) => {
		const placed = measures.map(({ hits }) => {
			const places = new Map<string, Hit[]>();
			for (const hit of hits) {
				const begun = labels.get(hit.begun.slice(0, 13)) ?? labels.get(hit.begun.slice(0, 10));
				const label = isWhole ? `${from} 00:00:00` : begun;
				const group = isGrouped ? hit.group : hit.group.map(() => TOTAL_GROUP);
				const key = JSON.stringify([label, ...group]);
				const own = places.get(key);
				if (own) own.push(hit);
				else places.set(key, [hit]);
			}
			return places;
		});
		const keys = new Set(placed.flatMap((places) => [...places.keys()]));
		return [...keys].map((key): Cell[] => {
			const [date, ...group] = JSON.parse(key) as Cell[];
			const values = measures.map(({ compute }, index) => compute(placed[index]?.get(key) ?? []));
			return [date as Cell, ...values, ...group];
		});
	};

	const { rows, isCut } = limited(linesOf(query.rollup === true, true), query.limit);
	const hasTotals = query.rollup !== true && traits.hasTotalLines && fields.length > 0;
	return {
		columns: [
			{ name: 'date', type: 'DATE' },
			...query.measures.map(({ name }): Column => ({ name, type: 'DOUBLE' })),
			...fields.map((field): Column => ({ name: generalName(field), type: 'STRING' })),
		],
		details: [...rows, ...(hasTotals ? linesOf(false, false) : [])],
		isTruncated: isCut,
	};
};

/** Returns the sessions in which each measure's event happened. */
export function hitsOf(
	query: z.infer<typeof sessionQuery>,
	{ shop, today, account }: Pick<Setting, 'shop' | 'today' | 'account'>,
): Hit[][] {
	const { from_date: from, to_date: to } = query;
	const definition = SESSIONS.find(({ name }) => name === query.session_name);
	if (!definition) {
		const cause = `SESSION_NOT_EXISTS(session=${query.session_name})`;
		throw new Fault(200, 'COMMON-R-131-1', cause, 'Unknown exception of the service');
	}
	const sessions = sessionsBetween(shop, from, to, {
		events: definition.events,
		seconds: definition.session_interval_seconds,
		endsAtMidnight: query.split_by_day === true,
	});
	const passes = compileFilter(query.filter, 'filter', today);
	const fields = query.by_fields ?? [];
	const groups = fields.map((field, index) => findField(field, `by_fields.${index}`));

	return query.measures.map(({ event_name, filter: own }, index) => {
		const place = `measures.${index}`;
		const isMeant = compileEvent({ event_name, filter: own }, place, today, account);
		return sessions.flatMap((events): Hit[] => {
			const meant = events.filter((event) => isMeant(event) && passes(event));
			const [first] = meant;
			if (!first) return [];
			const group = groups.map(({ valueOf }) => valueOf(first));
			return [{ begun: (events[0] as ShopEvent).time, group, events: meant }];
		});
	});
}
