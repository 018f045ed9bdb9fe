import type { Cell } from '../../../table/decimal';
import type { Table } from '../../../table/table';
import { listRows } from '../../../table/table';
import type { Chart } from '../chartData';
import { isCohortOver } from '../periods';
import { clean, cut, cutApart } from '../text';
import type { View, ViewTools } from '../view';
import type { Entity } from './entities';
import { entitiesOf, groupOf, numberColumn, numberIn, placeName, shareOf } from './entities';

const MAX_LINES = 6;
const MAX_NAME = 60;

/**
 * One row per start (or group), one column per period: what share of the users came back. Periods
 * that have not come yet are empty.
 */
export function viewRetention(table: Table, tools: ViewTools): View {
	const { words, wanted, unit, subject, nameOf, asked } = tools;
	const { columns, date, entities, at } = entitiesOf(table, 'period');
	const [period, initial] = [at('period'), at('initial_users')];
	const isCount = wanted.includes('users') && !wanted.includes('percent');
	const shown = at(isCount ? 'users' : 'percent');
	const periods = [...new Set(table.rows.toArray().map((row) => numberIn(row, period)))];
	periods.sort((a, b) => a - b);
	const keys = periods.map((count) => `period ${count}`);
	const hasInitial = wanted.length === 0 || wanted.includes('initial_users');
	const rows = entities.map(({ place, rows: own }): Cell[] => {
		const byPeriod = new Map(own.map((row) => [numberIn(row, period), row]));
		return [
			...place,
			...(hasInitial ? [own[0]?.[initial] ?? null] : []),
			// Empty, where the period has not come yet.
			...periods.map((count) =>
				byPeriod.has(count) ? (byPeriod.get(count)?.[shown] ?? null) : '',
			),
		];
	});
	const places = { period, initial, users: at('users') };
	const over = entities.map((entity) => ({
		...entity,
		rows: entity.rows.filter((row) =>
			isCohortOver(date < 0 ? undefined : entity.place[date], numberIn(row, period), asked),
		),
	}));
	const curvesBy = (keyOf: (entity: Entity) => string) => curvesOf(over, keyOf, periods, places);
	const curves = curvesBy((entity) => groupOf(entity, date));
	const labels = periods.map((count) => words.period(count, unit));
	const events = subject.events.map((event) => cut(clean(nameOf(event)), MAX_NAME));
	const title = words.retention(events, subject.isChurn);
	return {
		table: {
			columns: [
				...columns,
				...(hasInitial ? [numberColumn('initial_users')] : []),
				...keys.map(numberColumn),
			],
			rows: listRows(rows),
		},
		labels: new Map(keys.map((key, index) => [key, labels[index] as string])),
		shares: new Set(isCount ? [] : keys),
		counts: new Set(['initial_users', ...(isCount ? keys : [])]),
		chart: periods.length > 1 ? chartOf(curves, labels) : undefined,
		title,
		groups: columns.filter(({ role }) => role !== 'date').map(({ key }) => key),
		notes: [],
	};

	function chartOf(all: Curve[], categories: string[]): Omit<Chart, 'write'> {
		const drawn = [...all].sort((a, b) => b.size - a.size).slice(0, MAX_LINES);
		const names = cutApart(
			drawn.map(({ first }) => {
				const name = placeName(first, columns, words);
				const groups = columns.filter((_column, index) => index !== date);
				const place = first.place.filter((_cell, index) => index !== date);
				return groups.length > 0
					? placeName({ ...first, place }, groups, words)
					: all.length === 1 && entities.length > 1
						? words.allUsers
						: name || words.allUsers;
			}),
			MAX_NAME,
		);
		return {
			kind: 'line',
			categories,
			valueName: '%',
			series: drawn.map(({ shares }, index) => ({
				name: names[index] as string,
				values: shares,
				isPrevious: false,
			})),
			notes: drawn.length < all.length ? [words.largestGroups(drawn.length, all.length)] : [],
		};
	}
}

interface Curve {
	first: Entity;
	/** Users that came first. */
	size: number;
	/** Percent of those whose period has come. */
	shares: Array<number | null>;
}

/** A curve for each group: the users of all its starts, as far as their periods have come. */
function curvesOf(
	entities: readonly Entity[],
	keyOf: (entity: Entity) => string,
	periods: readonly number[],
	at: { period: number; initial: number; users: number },
): Curve[] {
	const byGroup = new Map<string, Entity[]>();
	for (const entity of entities) {
		const key = keyOf(entity);
		const own = byGroup.get(key);
		if (own) own.push(entity);
		else byGroup.set(key, [entity]);
	}
	return [...byGroup.values()].map((own) => {
		const sums = sumsOf(own, at);
		return {
			first: own[0] as Entity,
			size: own.reduce((sum, { rows }) => sum + numberIn(rows[0], at.initial), 0),
			shares: periods.map((count) => {
				const sum = sums.get(count);
				return sum ? shareOf(sum.users, sum.initial) : null;
			}),
		};
	});
}

/** Users by period, and how many came first of those whose period has come. */
function sumsOf(
	own: readonly Entity[],
	at: { period: number; initial: number; users: number },
): Map<number, { users: number; initial: number }> {
	const sums = new Map<number, { users: number; initial: number }>();
	for (const { rows } of own) {
		for (const row of rows) {
			const count = numberIn(row, at.period);
			const { users, initial } = sums.get(count) ?? { users: 0, initial: 0 };
			sums.set(count, {
				users: users + numberIn(row, at.users),
				initial: initial + numberIn(row, at.initial),
			});
		}
	}
	return sums;
}
