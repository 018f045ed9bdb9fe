import type { Cell } from '../../../table/decimal';
import { amountOf, compareAmounts } from '../../../table/decimal';
import type { Table } from '../../../table/table';
import { listRows } from '../../../table/table';
import type { Chart } from '../chartData';
import { inOrder, writeShortDate } from '../dates';
import { isOpen } from '../periods';
import { clean, cut, cutApart } from '../text';
import type { View, ViewTools } from '../view';
import type { Entity } from './entities';
import { entitiesOf, numberColumn, numberIn, placeName, textColumn } from './entities';

const MAX_SERIES = 6;
const MAX_NAME = 60;

/**
 * How many users in which range: of one date or group a row per range, of several a column per
 * range. Ranges say that their upper limit does not belong to them.
 */
export function viewDistribution(table: Table, tools: ViewTools): View {
	const { words, wanted, writeCount, subject, nameOf, asked, unit } = tools;
	const [event] = subject.events;
	const title = words.distribution(event && cut(clean(nameOf(event)), MAX_NAME));
	const { columns, date, entities, at } = entitiesOf(table, 'bucket');
	const [from, to, users] = [at('bucket_from'), at('bucket_to'), at('users')];
	const [percent, total] = [at('percent'), at('total_users')];
	const limitsOf = (row: Cell[]) => JSON.stringify([row[from], row[to]]);
	const buckets = new Map<string, Cell[]>();
	for (const row of table.rows.toArray()) {
		if (!buckets.has(limitsOf(row))) buckets.set(limitsOf(row), row);
	}
	const low = (row: Cell[]) => amountOf(row[from]) ?? -Infinity;
	const high = (row: Cell[]) => amountOf(row[to]) ?? Infinity;
	const sorted = [...buckets].sort(
		([, a], [, b]) => compareAmounts(low(a), low(b)) || compareAmounts(high(a), high(b)),
	);
	const limit = (value: Cell | undefined) => {
		const amount = amountOf(value);
		return amount === undefined ? null : writeCount(amount);
	};
	const names = sorted.map(([, row]) => words.bucket(limit(row[from]), limit(row[to])));
	const byLimits = new Map(
		entities.map((entity) => [
			entity,
			// Backwards: of two with the same limits the first one counts.
			new Map([...entity.rows].reverse().map((row) => [limitsOf(row), row])),
		]),
	);
	const rowIn = (entity: Entity, bucket: number) =>
		byLimits.get(entity)?.get(sorted[bucket]?.[0] ?? '');
	const base = {
		title,
		groups: columns.filter(({ role }) => role !== 'date').map(({ key }) => key),
		notes: [],
	};
	return entities.length === 1
		? { ...base, ...single(entities[0] as Entity) }
		: { ...base, ...many() };

	function single(entity: Entity) {
		const rows = names.map((name, index): Cell[] => {
			const row = rowIn(entity, index);
			return [...entity.place, name, row?.[users] ?? null, row?.[percent] ?? null];
		});
		return {
			table: {
				columns: [...columns, textColumn('bucket'), numberColumn('users'), numberColumn('percent')],
				rows: listRows(rows),
			},
			labels: new Map<string, string>(),
			shares: new Set(['percent']),
			counts: new Set(['users']),
			chart: bars(),
		};
	}

	function many() {
		const keys = names.map((_name, index) => `bucket ${index}`);
		const isCount = wanted.includes('users') && !wanted.includes('percent');
		const rows = entities.map((entity): Cell[] => [
			...entity.place,
			entity.rows[0]?.[total] ?? null,
			...keys.map((_key, index) => rowIn(entity, index)?.[isCount ? users : percent] ?? ''),
		]);
		return {
			table: {
				columns: [...columns, numberColumn('total_users'), ...keys.map(numberColumn)],
				rows: listRows(rows),
			},
			labels: new Map(keys.map((key, index) => [key, names[index] as string])),
			shares: new Set(isCount ? [] : keys),
			counts: new Set(['total_users', ...(isCount ? keys : [])]),
			chart: date < 0 ? bars() : lines(),
		};
	}

	/** A bar a range, for each of the first groups. */
	function bars(): Omit<Chart, 'write'> {
		const drawn = entities.slice(0, MAX_SERIES);
		const labels = cutApart(
			drawn.map((entity) => placeName(entity, columns, words)),
			MAX_NAME,
		);
		return {
			kind: 'bar',
			categories: cutApart(names, MAX_NAME),
			series: drawn.map((entity, index) => ({
				name: labels[index] || words.headings.users || 'users',
				values: names.map((_name, bucket) => numberIn(rowIn(entity, bucket), users)),
				isPrevious: false,
			})),
			notes:
				drawn.length < entities.length ? [words.firstGroups(drawn.length, entities.length)] : [],
		};
	}

	/** The share of each of the first ranges, over the dates. */
	function lines(): Omit<Chart, 'write'> | undefined {
		const all = new Set(entities.map(({ place }) => String(place[date])));
		// A line of dates is one of a single group.
		if (all.size < entities.length) return undefined;
		const dates = inOrder([...all].filter((day) => !isOpen(day, unit, asked)));
		if (dates.length < 2) return undefined;
		const byDate = new Map(entities.map((entity) => [String(entity.place[date]), entity]));
		const drawn = names.slice(0, MAX_SERIES);
		return {
			kind: 'line',
			categories: cutApart(dates.map(writeShortDate), MAX_NAME),
			valueName: '%',
			series: drawn.map((name, bucket) => ({
				name,
				values: dates.map((day) => {
					const share = rowIn(byDate.get(day) as Entity, bucket)?.[percent];
					return typeof share === 'number' ? share : null;
				}),
				isPrevious: false,
			})),
			notes: drawn.length < names.length ? [words.firstGroups(drawn.length, names.length)] : [],
		};
	}
}
