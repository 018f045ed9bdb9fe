import type { IDataObject } from 'n8n-workflow';

import { OperationalError } from 'n8n-workflow';

import { firstWords } from '../../credentials/http/redact';
import type { Steps } from '../../credentials/http/slices';
import { inSlices } from '../../credentials/http/slices';
import { wireFor } from '../SensorsAnalytics/api';
import { checkedSteps, type Wire } from '../SensorsAnalytics/api/api';
import { JSON_LABEL } from '../SensorsAnalytics/params/queryMode';
import { assertOwnPage } from '../SensorsAnalytics/paste/payload';
import type { DateRange } from '../SensorsAnalytics/query/query';
import { assertPoints, reportOf } from '../SensorsAnalytics/reports/fetch';
import type { Amount, Cell } from '../SensorsAnalytics/table/decimal';
import { amountOf } from '../SensorsAnalytics/table/decimal';
import type { Table } from '../SensorsAnalytics/table/table';
import { groupKeys, positionsOf, putInto } from '../SensorsAnalytics/table/table';
import type { Service } from '../SensorsAnalytics/transport/service';
import type { TriggerSettings } from './fields';
import type { Clock, Reach } from './periods';
import { periodsOn, readReach, settledReach } from './periods';

/** The report over some days, and when its data end. */
export interface FetchedPeriods {
	range: DateRange;
	table: Table;
	reach: Reach;
}

/** Fetches fresh numbers from the first period to the last one. */
export async function fetchPeriods(
	service: Service,
	{ clock, input, settleHours, latestAfterHours }: TriggerSettings,
	now: Date,
	[first, last]: [string, string],
): Promise<FetchedPeriods> {
	const range = { from: first.slice(0, 10), to: last.slice(0, 10) };
	const connection = await service.connectionOf(0);
	if (input.address) assertOwnPage(input.address, connection, JSON_LABEL);
	const wire = wireFor(connection);
	const table = await fetchTable(service, wire, { clock, input }, range);
	const reach = wire.returnsFacts
		? readReach(table, now, clock, latestAfterHours)
		: settledReach(now, clock, settleHours, latestAfterHours);
	return { range, table, reach };
}

/** Fetches the report over some days. */
export async function fetchTable(
	service: Service,
	wire: Wire,
	{ clock, input }: Pick<TriggerSettings, 'clock' | 'input'>,
	range: DateRange,
): Promise<Table> {
	const report = reportOf(wire, { model: 'event' });
	const how = { useCache: false };
	const answer = await service.call(0, report.request(input, range, how));
	let said: string;
	try {
		const table = await inSlices(checkedSteps(report, input, range, answer, how));
		assertPoints(table, clock.timeZone);
		return table;
	} catch (error) {
		said = (error as Error).message;
	}
	// The original advice is about a field that the trigger doesn't have.
	throw new OperationalError(said, {
		description:
			"To see the response unchanged, run the same report in the Sensors Analytics node with 'Output' set to Raw. Open a GitHub issue, and include your Sensors Analytics version.",
	});
}

/** The numbers of a report, by measure and period. */
export interface Numbers {
	/** Keys of the measures; with groups, keys of measure and group. */
	measures: string[];
	/** Measure and cells by the key of a group. */
	groups: ReadonlyMap<string, NumberOfGroup>;
	/**
	 * Returns null if there is no number, or several.
	 * @throws OperationalError for a text, which can't be compared
	 */
	at(measure: string, period: string): Amount | null;
	/** Approximate size in memory, in characters. */
	size: number;
}

/** Size of a row without the names of its groups. */
const ROW_SIZE = 100;

interface NumberOfGroup {
	measure: string;
	/** Index of the measure in the query. */
	index: number;
	cells: IDataObject;
}

export function* numberSteps(
	clock: Clock,
	{ table, range }: Pick<FetchedPeriods, 'table' | 'range'>,
): Steps<Numbers> {
	const { columns } = table;
	const { date, groups: by, measures: positions } = positionsOf(table);
	const expected = new Set(periodsOn(clock, range));
	// If the service's points differ from the expected ones, or groups are omitted, a missing row
	// means nothing.
	const isSparse =
		table.points.every((point) => expected.has(point.slice(0, 19))) &&
		!(by.length > 0 && table.isTruncated);
	const byGroup = new Map<string, Map<string, Cell[][]>>();
	const groups = new Map<string, NumberOfGroup>();
	const keyOf = groupKeys(by);
	let characters = 0;
	for (const row of yield* table.rows.arraySteps()) {
		yield;
		const group = by.length > 0 ? keyOf(row) : '';
		const known = byGroup.get(group);
		const rows = known ?? new Map<string, Cell[][]>();
		const period = String(row[date]).slice(0, 19);
		putInto(rows, period, row);
		if (known) continue;
		byGroup.set(group, rows);
		if (by.length === 0) continue;
		for (const at of by) characters += String(row[at]).length;
		const cells = Object.fromEntries(by.map((at) => [columns[at]?.key ?? '', row[at] ?? null]));
		for (const [index, at] of positions.entries()) {
			groups.set(`${at} ${group}`, { measure: columns[at]?.key ?? '', index, cells });
		}
	}
	const byKey = new Map(positions.map((at) => [columns[at]?.key ?? '', at]));
	const measures = by.length > 0 ? [...groups.keys()] : [...byKey.keys()];
	return {
		measures,
		groups,
		size: table.rows.length * ROW_SIZE + characters,
		at: (measure, period) => {
			const [position, group] = by.length > 0 ? placeOf(measure) : [byKey.get(measure) ?? -1, ''];
			const rows = byGroup.get(group)?.get(period) ?? [];
			const { key = measure, whenEmpty = null } = columns[position] ?? {};
			if (rows.length === 1) return toNumber(rows[0]?.[position] ?? null, key, period);
			// When clocks go back, an hour has two rows, and therefore no single number (docs/trigger.md,
			// T1).
			return rows.length === 0 && isSparse && expected.has(period) ? whenEmpty : null;
		},
	};
}

/** Splits the key of a group, which these rows may not contain. */
function placeOf(key: string): [position: number, group: string] {
	const [position = ''] = key.split(' ', 1);
	return [Number(position), key.slice(position.length + 1)];
}

function toNumber(cell: Cell, measure: string, period: string): Amount | null {
	if (cell === null || typeof cell === 'number') return cell;
	const amount = amountOf(cell);
	if (amount !== undefined) return amount;
	throw new OperationalError(
		`The value of measure '${measure}' at ${period} is text: '${firstWords(String(cell))}'`,
		{
			description:
				"The trigger can't compare text. In a formula, choose another 'Format', or set 'Format' to Sensors Analytics Default.",
		},
	);
}
