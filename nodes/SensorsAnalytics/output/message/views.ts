import type { Amount, Cell } from '../../table/decimal';
import { add, amountOf, compareAmounts, percentOf, subtract } from '../../table/decimal';
import type { Column, Table } from '../../table/table';
import { groupedBy, listRows } from '../../table/table';
import type { Chart } from './chart';
import { inOrder, writeDate, writeShortDate } from './numbers';
import type { Followed } from './periods';
import { cohortsOver, isOpen, isWindowOver } from './periods';
import { clean, cut, cutApart } from './text';
import type { MessageTexts } from './words';

/** The rows of one date and group, of a report that has several for each. */
export interface Entity {
	/** Date and groups. */
	place: Cell[];
	rows: Cell[][];
}

/** What stands in front of a report's own columns, and the rows by it, in their order. */
interface Entities {
	columns: Column[];
	date: number;
	entities: Entity[];
	/** Where a column stands in a row. */
	at: (key: string) => number;
}

/** @param first key of the first of the report's own columns */
export function entitiesOf({ columns, rows }: Table, first: string): Entities {
	const at = (key: string) => columns.findIndex((column) => column.key === key);
	const own = columns.slice(0, at(first));
	const byPlace = new Map<string, Entity>();
	for (const row of rows.toArray()) {
		const place = row.slice(0, own.length);
		const key = JSON.stringify(place);
		const entity = byPlace.get(key);
		if (entity) entity.rows.push(row);
		else byPlace.set(key, { place, rows: [row] });
	}
	return {
		columns: own,
		date: own.findIndex(({ role }) => role === 'date'),
		entities: [...byPlace.values()],
		at,
	};
}

/** What people call a date and group. */
export function placeName(
	{ place }: Entity,
	columns: readonly Column[],
	words: MessageTexts,
): string {
	return place
		.map((cell, index) => {
			if (cell === null) return words.none;
			return columns[index]?.role === 'date' ? writeDate(String(cell)) : clean(String(cell));
		})
		.join(' / ');
}

/** The groups of an entity, without its date, as a text that is the same for the same groups. */
export function keyOf({ place }: Entity, date: number): string {
	return JSON.stringify(place.filter((_cell, index) => index !== date));
}

/** With all digits that the report has. */
export function amountIn(row: readonly Cell[] | undefined, at: number): Amount {
	return amountOf(row?.[at]) ?? 0;
}

/** What counts periods or steps, or is a percent: never beyond the numbers of JavaScript. */
export function numberIn(row: readonly Cell[] | undefined, at: number): number {
	return Number(amountIn(row, at));
}

/** A sum of numbers of users; what is beyond all numbers adds nothing. */
export function plus(sum: Amount, more: Amount): Amount {
	return add(sum, more) ?? sum;
}

/** Users that are no longer there. */
export function minus(all: Amount, left: Amount): Amount {
	return subtract(all, left) ?? 0;
}

function textColumn(key: string): Column {
	return { key, role: 'group', type: 'string', whenEmpty: null };
}

function numberColumn(key: string): Column {
	return { key, role: 'measure', type: 'number', whenEmpty: null };
}

const MAX_LINES = 6;

/**
 * One row per start (or group), one column per period: what share of the users came back. Periods
 * that have not come yet are empty.
 */
function viewRetention(table: Table, tools: ViewTools): View {
	const { words, requested, unit, subject, nameOf, context } = tools;
	const { columns, date, entities, at } = entitiesOf(table, 'period');
	const [period, initial] = [at('period'), at('initial_users')];
	const isCount = requested.includes('users') && !requested.includes('percent');
	const shown = at(isCount ? 'users' : 'percent');
	const periods = [...new Set(table.rows.toArray().map((row) => numberIn(row, period)))];
	periods.sort((a, b) => a - b);
	const keys = periods.map((count) => `period ${count}`);
	const hasInitial = requested.length === 0 || requested.includes('initial_users');
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
	const isOver = cohortsOver(context);
	const over = entities.map((entity) => ({
		...entity,
		rows: entity.rows.filter((row) =>
			isOver(date < 0 ? undefined : entity.place[date], numberIn(row, period)),
		),
	}));
	const curvesBy = (keyOf: (entity: Entity) => string) => curvesOf(over, keyOf, periods, places);
	const curves = curvesBy((entity) => keyOf(entity, date));
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
		// The period of the start says nothing alone.
		chart: curves.some(({ shares }) => shares.some((share, index) => index > 0 && share !== null))
			? chartOf(curves, labels)
			: undefined,
		title,
		groups: columns.filter(({ role }) => role !== 'date').map(({ key }) => key),
		notes: [],
	};

	function chartOf(all: Curve[], categories: string[]): Omit<Chart, 'write'> {
		const drawn = [...all].sort((a, b) => compareAmounts(b.size, a.size)).slice(0, MAX_LINES);
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
	size: Amount;
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
	const byGroup = groupedBy(entities, keyOf);
	return [...byGroup.values()].map((own) => {
		const sums = sumsOf(own, at);
		return {
			first: own[0] as Entity,
			size: own.reduce<Amount>((sum, { rows }) => plus(sum, amountIn(rows[0], at.initial)), 0),
			shares: periods.map((count) => {
				const sum = sums.get(count);
				return sum ? percentOf(sum.users, sum.initial) : null;
			}),
		};
	});
}

/** Users by period, and how many came first of those whose period has come. */
function sumsOf(
	own: readonly Entity[],
	at: { period: number; initial: number; users: number },
): Map<number, { users: Amount; initial: Amount }> {
	const sums = new Map<number, { users: Amount; initial: Amount }>();
	for (const { rows } of own) {
		for (const row of rows) {
			const count = numberIn(row, at.period);
			const { users, initial } = sums.get(count) ?? { users: 0, initial: 0 };
			sums.set(count, {
				users: plus(users, amountIn(row, at.users)),
				initial: plus(initial, amountIn(row, at.initial)),
			});
		}
	}
	return sums;
}

/** More do not stand beside each other. */
const MAX_GROUPS = 8;
/** Steps that a title tells. */
const MAX_TOLD = 4;

type DrawnFunnel = Omit<Chart, 'write'>;

/**
 * The steps in their order: of one funnel with what is lost between them, of several groups side
 * by side, of several dates one row each.
 */
function viewFunnel(table: Table, tools: ViewTools): View {
	const { words, nameOf, writeCount, writeShare, context } = tools;
	const { columns, date, entities, at } = entitiesOf(table, 'step');
	const [event, users] = [at('event'), at('users')];
	const usersOf = ({ rows }: Entity) => rows.map((row) => amountIn(row, users));
	// Days whose starts still have time to convert, or whose time the range cuts, always have less.
	const over =
		date < 0 ? entities : entities.filter(({ place }) => isWindowOver(place[date], context));
	const longest = entities.reduce((a, b) => (b.rows.length > a.rows.length ? b : a));
	const names = longest.rows.map((row) => {
		const name = row[event];
		return name === null || name === undefined ? '' : cut(clean(nameOf(String(name))), MAX_NAME);
	});
	const steps = names.map((name, index) => `${index + 1}. ${name}`.trim());
	const withShare = (count: Amount, first: Amount) =>
		words.aside(writeCount(count), writeShare(percentOf(count, first)));
	const stepNames = names.map((name, index) => name || String(index + 1));
	const named =
		stepNames.length > MAX_TOLD
			? [...stepNames.slice(0, 1), '…', ...stepNames.slice(-1)]
			: stepNames;
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
			writeShare(percentOf(count, first)),
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
		const { query, range } = context;
		const isCut = query && 'windowMinutes' in query && !query.mayEndLater;
		return isCut && range ? [words.windowCut(range.to)] : [];
	}

	/** Users who took the step before, and not this one. */
	function lostIn(counts: readonly Amount[], index: number): Amount {
		return minus(counts[index - 1] ?? 0, counts[index] ?? 0);
	}

	function writeLost(counts: readonly Amount[], index: number): string {
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

	function bars(some: readonly Entity[]): DrawnFunnel {
		const drawn = some.slice(0, MAX_SERIES);
		const series = namesOf(drawn).map((name, index) => ({
			name: name || words.headings.users || 'users',
			values: usersOf(drawn[index] as Entity).map(Number),
			isPrevious: false,
		}));
		const notes =
			drawn.length < entities.length ? [words.firstGroups(drawn.length, entities.length)] : [];
		return { kind: 'bar', isSteps: true, categories: cutApart(steps, MAX_NAME), series, notes };
	}

	/** How many took all steps, a line for each group. */
	function lines(): DrawnFunnel | undefined {
		const dates = inOrder([...new Set(over.map(({ place }) => String(place[date])))]);
		const byGroup = groupedBy(over, (entity) => keyOf(entity, date));
		if (dates.length < 2) return undefined;
		const drawn = [...byGroup.values()].slice(0, MAX_SERIES);
		const names = namesOf(drawn.map(([first]) => first as Entity));
		const series = drawn.map((own, index) => {
			const byDate = new Map(own.map((entity) => [String(entity.place[date]), usersOf(entity)]));
			const values = dates.map((day) => {
				const counts = byDate.get(day);
				return counts ? percentOf(counts.at(-1) ?? 0, counts[0] ?? 0) : null;
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

const MAX_BARS = 12;

/** The links of paths, under what people call their events; the names that charts need are left out. */
function viewPath(table: Table, { words, nameOf }: ViewTools): View {
	const { at } = entitiesOf(table, 'step');
	const [step, from, to] = [at('step'), at('from'), at('to')];
	const [times, percent] = [at('times'), at('percent')];
	const nameIn = (cell: Cell | undefined, none: string) =>
		cell === null || cell === undefined ? none : cut(clean(nameOf(String(cell))), MAX_NAME);
	const links = table.rows.toArray().map((row) => ({
		from: nameIn(row[from], words.pathStart),
		to: nameIn(row[to], words.pathEnd),
		step: numberIn(row, step),
		times: amountIn(row, times),
		percent: numberIn(row, percent),
		isEnd: row[from] === null || row[to] === null,
	}));
	const arrow = (link: (typeof links)[number]) => `${link.from} → ${link.to}`;
	const drawn = links.slice(0, MAX_BARS);
	const own = [textColumn('from'), textColumn('to'), numberColumn('times')];
	return {
		table: {
			columns: [textColumn('step'), ...own, numberColumn('percent')],
			rows: listRows(
				links.map((link): Cell[] => [link.step, link.from, link.to, link.times, link.percent]),
			),
		},
		labels: new Map(),
		shares: new Set(['percent']),
		counts: new Set(['times']),
		chart: {
			kind: 'bar',
			categories: cutApart(
				drawn.map((link) => `${link.step}. ${arrow(link)}`),
				MAX_NAME,
			),
			series: [
				{
					name: words.headings.times ?? 'times',
					values: drawn.map((link) => Number(link.times)),
					isPrevious: false,
				},
			],
			notes: drawn.length < links.length ? [words.firstGroups(drawn.length, links.length)] : [],
		},
		title: words.paths,
		groups: [],
		notes: [],
	};
}

const MAX_SERIES = 6;
const MAX_NAME = 60;

/** What a range is called; of numbers that are counted with both of its limits. */
export function bucketName(
	limits: ReadonlyArray<Cell | undefined>,
	query: Followed['query'],
	words: MessageTexts,
	write: (amount: Amount) => string,
): string {
	const [low, high] = limits.map((limit) => amountOf(limit));
	const isCounted = query && 'of' in query && (query.of === 'times' || query.of === 'periods');
	const isInteger = (one: Amount) => Number.isInteger(Number(one));
	if (isCounted && low !== undefined && high !== undefined && [low, high].every(isInteger))
		return words.integers(write(low), write(subtract(high, 1) ?? high));
	return words.bucket(
		...([low, high].map((one) => (one === undefined ? null : write(one))) as [
			string | null,
			string | null,
		]),
	);
}

/**
 * How many users in which range: of one date or group a row per range, of several a column per
 * range. Ranges say that their upper limit does not belong to them.
 */
function viewDistribution(table: Table, tools: ViewTools): View {
	const { words, requested, writeCount, subject, nameOf, context, unit } = tools;
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
	const names = sorted.map(([, row]) =>
		bucketName([row[from], row[to]], context.query, words, writeCount),
	);
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
		const isCount = requested.includes('users') && !requested.includes('percent');
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
		// Bars of a date have no line of dates: the title tells it.
		const isGroup = (_cell: unknown, index: number) => index !== date;
		const labels = cutApart(
			drawn.map(({ place, rows }) =>
				placeName({ place: place.filter(isGroup), rows }, columns.filter(isGroup), words),
			),
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
		const dates = inOrder([...all].filter((day) => !isOpen(day, unit, context)));
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

/** What a message shows of a report: a table of its own, laid out for people. */
export interface View {
	/** Cells of measures may be texts, which are shown as they are. */
	table: Pick<Table, 'columns' | 'rows'>;
	/** Headings by key. */
	labels: ReadonlyMap<string, string>;
	/** Keys of percents (of 100), which are darker where there is more. */
	shares: ReadonlySet<string>;
	/** Keys of numbers of users. */
	counts: ReadonlySet<string>;
	chart?: Omit<Chart, 'write'>;
	title: string;
	/** Keys of the properties by which it is split. */
	groups: string[];
	notes: string[];
}

/** What a report that does not tell it in its rows was asked of. */
export interface Subject {
	/** Names of its events, in their order. */
	events: readonly string[];
	/** Whether users count who did not come back. */
	isChurn: boolean;
}

/** What a view is made with. */
interface ViewTools {
	words: MessageTexts;
	/** Measures that are wanted; all if empty. */
	requested: readonly string[];
	/** What was asked, of which dates, when. */
	context: Followed;
	/** Day, week or month, where it is known. */
	unit?: string;
	/** What it was asked of: see Subject. */
	subject: Subject;
	/** What people call an event. */
	nameOf: (name: string) => string;
	writeCount: (value: Amount | null) => string;
	/** Of 100. */
	writeShare: (value: number | null) => string;
}

/** Which report a table is, by the columns that only this one has. */
export function modelOf({
	columns,
	drawn,
}: Pick<Table, 'columns' | 'drawn'>): 'retention' | 'funnel' | 'distribution' | 'path' | undefined {
	if (drawn === undefined) return undefined;
	const keys = new Set(columns.map(({ key }) => key));
	const has = (...names: string[]) => names.every((name) => keys.has(name));
	if (has('period', 'initial_users', 'users', 'percent')) return 'retention';
	if (has('step', 'event', 'users', 'percent_of_previous', 'percent_of_first')) return 'funnel';
	// With nodes among them, links are rows like any others.
	if (has('from', 'to', 'times', 'percent') && !has('kind')) return 'path';
	return has('bucket', 'total_users', 'users', 'percent') ? 'distribution' : undefined;
}

/** The view of a report that people read in another way than its rows; undefined for others. */
export function viewOf(table: Table, tools: ViewTools): View | undefined {
	const model = table.rows.length > 0 ? modelOf(table) : undefined;
	if (model === 'retention') return viewRetention(table, tools);
	if (model === 'funnel') return viewFunnel(table, tools);
	if (model === 'path') return viewPath(table, tools);
	return model && viewDistribution(table, tools);
}
