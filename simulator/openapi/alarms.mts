import type { FastifyRequest } from 'fastify';
import { DateTime } from 'luxon';
import { z } from 'zod';

import type { AlarmRule } from '../data/alarms.mts';
import type { Shop } from '../data/shop.mts';
import { computeReport } from '../report/compute.mts';
import type { ReportQuery } from '../report/query.mts';
import type { World } from '../world.mts';
import { callerOf } from './caller.mts';
import { ParameterFault } from './fault.mts';
import { readBody } from './schema.mts';
import { generalName } from './segmentation.mts';

const listQuery = z.object({
	title: z.string().optional(),
	units: z.array(z.enum(['HOUR', 'DAY', 'WEEK', 'MONTH'])).optional(),
	create_user_ids: z.array(z.number().int()).optional(),
	disables: z.array(z.boolean()).optional(),
});
const detailQuery = z.object({ config_id: z.string().regex(/^\d+$/, 'must be a number') });

/** How far back firings are searched for, in periods. */
const MOST_BACK = { HOUR: 72, DAY: 31 };
/** An alert is computed this long after the end of its period. */
const COMPUTED_AFTER_MINUTES = 5;
const FORMAT = 'yyyy-MM-dd HH:mm:ss';

/** Alerts and the last firing of each of them (docs/service.md, "Alarms"). */
export function addAlarms(
	answer: (method: 'GET' | 'POST', path: string, run: (request: FastifyRequest) => object) => void,
	world: World,
): void {
	answer('POST', '/analytics/v1/smart-alarm/all', (request) => {
		callerOf(request, world);
		const { title, units, create_user_ids: owners, disables } = readBody(listQuery, request.body);
		const ids = world.alarms
			.filter(
				(rule) =>
					(title === undefined || rule.title.includes(title)) &&
					(units === undefined || units.includes(rule.unit)) &&
					(owners === undefined || owners.includes(world.accounts.get(rule.owner).id)) &&
					(disables === undefined || disables.includes(rule.isDisabled ?? false)),
			)
			.map(({ id }) => id);
		return { total: ids.length, ids };
	});
	answer('GET', '/analytics/v1/smart-alarm/detail', (request) => {
		const { project } = callerOf(request, world);
		const { config_id: id } = readBody(detailQuery, request.query);
		const rule = world.alarms.find((one) => String(one.id) === id);
		if (!rule) throw new ParameterFault(`config_id: there is no alarm ${id}`);
		const newest = rule.isDisabled
			? undefined
			: newestFiring(rule, world.shopOf(project), world.serviceTime());
		return {
			id: rule.id,
			title: rule.title,
			emails: rule.emails,
			unit: rule.unit,
			send_alarm: true,
			...(newest ? { history: newest } : {}),
		};
	});
}

/** Returns the last firing by now; of several groups that fired at once, the last one. */
function newestFiring(rule: AlarmRule, shop: Shop, now: string): object | undefined {
	const unit = rule.unit === 'HOUR' ? 'hour' : 'day';
	const computed = DateTime.fromFormat(now, FORMAT, { zone: 'utc' }).minus({
		minutes: COMPUTED_AFTER_MINUTES,
	});
	for (let back = 0; back < MOST_BACK[rule.unit]; back++) {
		const end = computed.startOf(unit).minus({ [`${unit}s`]: back });
		const period = end.minus({ [`${unit}s`]: 1 });
		const before = numbersAt(rule, shop, unit, period.minus({ [`${unit}s`]: 1 }));
		const fired = [...numbersAt(rule, shop, unit, period)]
			.map(([group, value]) => ({ group, value, limit: limitOf(rule, before.get(group)) }))
			.filter(({ value, limit }) => {
				if (limit === undefined) return false;
				return rule.fires === 'below' ? value < limit : value > limit;
			})
			.sort((a, b) => (a.group < b.group ? -1 : 1))
			.at(-1);
		if (fired) {
			return {
				execute_time: end.plus({ minutes: COMPUTED_AFTER_MINUTES }).toFormat(FORMAT),
				alarm_time: end.toFormat(FORMAT),
				alarm_value: String(fired.value),
				alarm_last_value: String(
					'number' in rule.reference ? fired.limit : before.get(fired.group),
				),
				alarm_field: rule.byField === undefined ? '' : generalName(rule.byField),
				alarm_group: fired.group,
				// The documents show only one sample of each of these three.
				alarm_function: rule.fires === 'below' ? 'less' : 'greater',
				alarm_reference: 'number' in rule.reference ? '固定值' : '上一周期',
				alarm_unit: 'number' in rule.reference ? 'value' : 'percent',
				receivers: rule.emails,
			};
		}
	}
	return undefined;
}

/** Returns undefined if there is nothing to compare with, so that it does not fire. */
function limitOf({ reference }: AlarmRule, before: number | undefined): number | undefined {
	if ('number' in reference) return reference.number;
	return before === undefined ? undefined : (before * reference.percentOfBefore) / 100;
}

/** Returns the number of the period by group; groups without a value are ignored. */
function numbersAt(
	{ event, aggregator, field, byField }: AlarmRule,
	shop: Shop,
	unit: 'hour' | 'day',
	period: DateTime,
): Map<string, number> {
	const day = period.toFormat('yyyy-MM-dd');
	const query = {
		measures: [{ event_name: event, aggregator, field }],
		by_fields: byField === undefined ? undefined : [byField],
		unit,
		from_date: day,
		to_date: day,
	} as ReportQuery;
	const { rows } = computeReport(shop, query, day);
	const at = unit === 'hour' ? period.hour : 0;
	return new Map(
		rows.flatMap(({ values, by_values: [group] = [''] }): Array<[string, number]> => {
			const value = (values as Array<Array<number | null>>)[at]?.[0] ?? null;
			return group === null || group === undefined || value === null
				? []
				: [[String(group), value]];
		}),
	);
}
