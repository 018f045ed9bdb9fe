import type { Cell } from '../../../table/decimal';
import type { Table } from '../../../table/table';
import { listRows } from '../../../table/table';
import type { Chart } from '../chartData';
import { inOrder, writeShortDate } from '../dates';
import { isWindowOver } from '../periods';
import { clean, cut, cutApart } from '../text';
import type { View, ViewTools } from '../view';
import type { Entity } from './entities';
import {
	entitiesOf,
	groupOf,
	numberColumn,
	numberIn,
	placeName,
	shareOf,
	textColumn,
} from './entities';

const MAX_SERIES = 6;
/** More do not stand beside each other. */
const MAX_GROUPS = 8;
const MAX_NAME = 60;
/** Steps that a title tells. */
const MAX_TOLD = 4;

type Drawn = Omit<Chart, 'write'>;

/**
 * The steps in their order: of one funnel with what is lost between them, of several groups side
 * by side, of several dates one row each.
 */
export function viewFunnel(table: Table, tools: ViewTools): View {
	const { words, nameOf, writeCount, writeShare, asked } = tools;
	const { columns, date, entities, at } = entitiesOf(table, 'step');
	const [event, users] = [at('event'), at('users')];
	const usersOf = ({ rows }: Entity) => rows.map((row) => numberIn(row, users));
	// Days whose starts still have time to convert, or whose time the range cuts, always have less.
	const over =
		date < 0 ? entities : entities.filter(({ place }) => isWindowOver(place[date], asked));
	const longest = entities.reduce((a, b) => (b.rows.length > a.rows.length ? b : a));
	const names = longest.rows.map((row) => {
		const name = row[event];
		return name === null || name === undefined ? '' : cut(clean(nameOf(String(name))), MAX_NAME);
	});
	const steps = names.map((name, index) => `${index + 1}. ${name}`.trim());
	const withShare = (count: number, first: number) =>
		words.beside(writeCount(count), writeShare(shareOf(count, first)));
	const told = names.map((name, index) => name || String(index + 1));
	const named = told.length > MAX_TOLD ? [...told.slice(0, 1), '…', ...told.slice(-1)] : told;
	const base = {
		shares: new Set<string>(),
		counts: new Set(['users']),
		title: words.funnel(named),
		groups: columns.filter(({ role }) => role !== 'date').map(({ key }) => key),
		notes: cutNotes(),
	};
	if (date >= 0 && entities.length > 1) return { ...base, ...byDate() };
	if (entities.length > 1) return { ...base, ...sideBySide() };
	return { ...base, ...single() };

	function single() {
		const counts = usersOf(longest);
		const [first = 0] = counts;
		const rows = counts.map((count, index): Cell[] => [
			...longest.place,
			steps[index] as string,
			count,
			writeShare(shareOf(count, first)),
			index === 0 ? '' : writeLost(counts, index),
		]);
		const own = [numberColumn('users'), numberColumn('percent_of_first'), numberColumn('lost')];
		return {
			table: { columns: [...columns, textColumn('step'), ...own], rows: listRows(rows) },
			labels: new Map([['lost', words.lost]]),
			chart: bars([longest]),
		};
	}

	function sideBySide() {
		const shown = entities.slice(0, MAX_GROUPS);
		const keys = shown.map((_entity, index) => `group ${index}`);
		const labels = namesOf(shown);
		const counts = shown.map(usersOf);
		const rows = steps.flatMap((step, index): Cell[][] => [
			...(index > 0
				? [[words.lostBefore(step), ...counts.map((own) => writeLost(own, index))]]
				: []),
			[step, ...counts.map((own) => withShare(own[index] ?? 0, own[0] ?? 0))],
		]);
		return {
			table: { columns: [textColumn('step'), ...keys.map(numberColumn)], rows: listRows(rows) },
			labels: new Map(keys.map((key, index) => [key, labels[index] as string])),
			chart: bars(shown),
			notes: [
				...base.notes,
				...(shown.length < entities.length
					? [words.moreGroups(entities.length - shown.length)]
					: []),
			],
		};
	}

	function byDate() {
		const keys = steps.map((_step, index) => `step ${index}`);
		const rows = entities.map((entity): Cell[] => {
			const counts = usersOf(entity);
			return [...entity.place, ...counts.map((count) => withShare(count, counts[0] ?? 0))];
		});
		return {
			table: { columns: [...columns, ...keys.map(numberColumn)], rows: listRows(rows) },
			labels: new Map(keys.map((key, index) => [key, steps[index] as string])),
			chart: lines(),
		};
	}

	/** Who started shortly before the range ends has less time, where later steps do not count. */
	function cutNotes(): string[] {
		const { query, range } = asked;
		const isCut = query && 'windowMinutes' in query && !query.mayEndLater;
		return isCut && range ? [words.windowCut(range.to)] : [];
	}

	/** Users who took the step before, and not this one. */
	function lostIn(counts: readonly number[], index: number): number {
		return (counts[index - 1] ?? 0) - (counts[index] ?? 0);
	}

	function writeLost(counts: readonly number[], index: number): string {
		return withShare(lostIn(counts, index), counts[index - 1] ?? 0);
	}

	/** Without their dates. */
	function namesOf(some: readonly Entity[]): string[] {
		const isGroup = (_cell: unknown, index: number) => index !== date;
		const groups = columns.filter(isGroup);
		return cutApart(
			some.map((entity) =>
				placeName({ ...entity, place: entity.place.filter(isGroup) }, groups, words),
			),
			MAX_NAME,
		);
	}

	function bars(some: readonly Entity[]): Drawn {
		const drawn = some.slice(0, MAX_SERIES);
		const series = namesOf(drawn).map((name, index) => ({
			name: name || words.headings.users || 'users',
			values: usersOf(drawn[index] as Entity),
			isPrevious: false,
		}));
		const notes =
			drawn.length < entities.length ? [words.firstGroups(drawn.length, entities.length)] : [];
		return { kind: 'bar', categories: cutApart(steps, MAX_NAME), series, notes };
	}

	/** How many took all steps, a line for each group. */
	function lines(): Drawn | undefined {
		const dates = inOrder([...new Set(over.map(({ place }) => String(place[date])))]);
		const byGroup = new Map<string, Entity[]>();
		for (const entity of over) {
			const key = groupOf(entity, date);
			const own = byGroup.get(key);
			if (own) own.push(entity);
			else byGroup.set(key, [entity]);
		}
		if (dates.length < 2) return undefined;
		const drawn = [...byGroup.values()].slice(0, MAX_SERIES);
		const names = namesOf(drawn.map(([first]) => first as Entity));
		const series = drawn.map((own, index) => {
			const byDate = new Map(own.map((entity) => [String(entity.place[date]), usersOf(entity)]));
			const values = dates.map((day) => {
				const counts = byDate.get(day);
				return counts ? shareOf(counts.at(-1) ?? 0, counts[0] ?? 0) : null;
			});
			return { name: names[index] || words.conversion, values, isPrevious: false };
		});
		return {
			kind: 'line',
			categories: cutApart(dates.map(writeShortDate), MAX_NAME),
			valueName: `${words.conversion} (%)`,
			series,
			notes: drawn.length < byGroup.size ? [words.firstGroups(drawn.length, byGroup.size)] : [],
		};
	}
}
