/** Looks of the trigger at a report, and services that give it one. */
import type { JsonObject } from '../../credentials/http/json';
import type { DateRange } from '../../nodes/SensorsAnalytics/query/query';
import type { Cell } from '../../nodes/SensorsAnalytics/table/decimal';
import type { Column } from '../../nodes/SensorsAnalytics/table/table';
import type { Service } from '../../nodes/SensorsAnalytics/transport/service';
import type { TriggerCondition } from '../../nodes/SensorsAnalyticsTrigger/condition';
import type { TriggerSettings } from '../../nodes/SensorsAnalyticsTrigger/fields';
import { readReach } from '../../nodes/SensorsAnalyticsTrigger/periods';
import type { FetchedPeriods } from '../../nodes/SensorsAnalyticsTrigger/numbers';
import { table } from './tables.mts';

const DAYS = { unit: 'day', timeZone: 'Asia/Shanghai' } as const;
const ORDERS = { kind: 'event', event: 'PayOrder', aggregator: 'general', name: 'orders' } as const;

/** A service whose credential has an API secret. */
export function withSecret(service: object): Service {
	const connectionOf = async () => ({ mode: 'apiSecret' });
	return { connectionOf, ...service } as unknown as Service;
}

interface LookDetails {
	range: DateRange;
	/** Up to when the data reach; to the end of 2026 if left out. */
	reach?: string;
	isTruncated?: boolean;
	isSampled?: boolean;
}

export function lookAt(
	columns: Column[],
	rows: Cell[][],
	{ range, reach = '2026-12-31 00:00:00', ...flags }: LookDetails,
): FetchedPeriods {
	const reported = table(columns, rows, { dataUpdatedAt: reach, ...flags });
	const now = new Date('2027-01-01T00:00:00Z');
	return { range, table: reported, reach: readReach(reported, now, DAYS, undefined) };
}

export function settingsOf(
	condition?: TriggerCondition,
	more: Partial<TriggerSettings> = {},
): TriggerSettings {
	return {
		clock: DAYS,
		input: { query: { unit: 'day', measures: [ORDERS], groupBy: [] } },
		condition,
		catchUp: 31,
		startsWithLast: false,
		settleHours: 2,
		counting: 'a',
		...more,
	};
}

/**
 * A service that returns a number of orders per day, 0 for others.
 * @param reach up to when its data reach, `YYYY-MM-DD HH:mm:ss`
 * @returns with the ranges that it was asked for, `from..to`
 */
export function serviceOf(orders: { [day: string]: number | null }, reach: string) {
	const requests: string[] = [];
	const call = async (_item: number, { body }: { body: JsonObject }) => {
		const [from, to] = [body.from_date as string, body.to_date as string];
		requests.push(`${from}..${to}`);
		const days: string[] = [];
		for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000)
			days.push(new Date(at).toISOString().slice(0, 10));
		return {
			series: days.map((day) => `${day} 00:00:00`),
			rows: [{ values: days.map((day) => [day in orders ? orders[day] : 0]) }],
			data_update_time: reach,
		};
	};
	return { requests, service: withSecret({ call }) };
}
