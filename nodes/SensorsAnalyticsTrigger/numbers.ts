import { OperationalError } from 'n8n-workflow';

import { firstWords } from '../../credentials/http/redact';
import { type Amount, amountOf } from '../SensorsAnalytics/table/decimal';
import { type Cell, positionsOf } from '../SensorsAnalytics/table/table';
import type { Look } from './look';
import { type Clock, periodsOn } from './periods';

/** The numbers of a report without groups, by measure and period. */
export interface Numbers {
	/** Keys of the measures. */
	measures: string[];
	/**
	 * Null where there is none, or no single one.
	 * @throws OperationalError for a text: it can't be compared
	 */
	at(measure: string, period: string): Amount | null;
}

export function numbersOf(clock: Clock, { table, range }: Look): Numbers {
	const { date, measures: positions } = positionsOf(table);
	const byPeriod = new Map<string, Cell[][]>();
	for (const row of table.rows.toArray()) {
		const period = String(row[date]).slice(0, 19);
		const rows = byPeriod.get(period);
		if (rows) rows.push(row);
		else byPeriod.set(period, [row]);
	}
	const expected = new Set(periodsOn(clock, range));
	// Where the service's points are others than ours, a gap does not say that nothing happened.
	const isSparse = table.points.every((point) => expected.has(point.slice(0, 19)));
	const byKey = new Map(positions.map((index) => [table.columns[index]?.key ?? '', index]));
	return {
		measures: [...byKey.keys()],
		at: (measure, period) => {
			const position = byKey.get(measure) ?? -1;
			const rows = byPeriod.get(period) ?? [];
			if (rows.length === 1) return toNumber(rows[0]?.[position] ?? null, measure, period);
			// Told in two parts, as clocks go back, it is no single number (docs/trigger.md, T1).
			const isNothing = rows.length === 0 && isSparse && expected.has(period);
			return isNothing ? (table.columns[position]?.whenEmpty ?? null) : null;
		},
	};
}

function toNumber(cell: Cell, measure: string, period: string): Amount | null {
	if (cell === null || typeof cell === 'number') return cell;
	const amount = amountOf(cell);
	if (amount !== undefined) return amount;
	throw new OperationalError(
		`The number of measure '${measure}' at ${period} is a text: '${firstWords(String(cell))}'`,
		{
			description:
				"It can't be compared. In a formula, choose another 'Format', or leave it to the service.",
		},
	);
}
