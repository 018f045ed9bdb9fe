import type { Steps } from '../../../../credentials/http/slices';
import { findAggregator } from '../../query/aggregators';
import { measuredProperty } from '../../query/columns';
import { countsEntries, propertyName } from '../../query/query';
import {
	add,
	type Amount,
	amountOf,
	type Cell,
	compareAmounts,
	type Fraction,
	percentAsNumber,
	percentOf,
	subtract,
} from '../../table/decimal';
import type { Column, Table } from '../../table/table';
import {
	BETWEEN,
	CELLS_A_ROW,
	columnAt,
	groupedBy,
	lazyRows,
	listRows,
	mapSteps,
	sortSteps,
} from '../../table/table';
import { axisOf, type Chart, leftOutNote } from './chart';
import { inOrder, roundedShare } from './numbers';
import type { Followed } from './periods';
import { cohortsOver, isCutPeriod, isOpen, windowsOver } from './periods';
import { MAX_STEPS } from './scope';
import { clean, cutApart } from './text';
import { type MessageTexts, type MoneyWriter, titleOfReport, valueInWords } from './words';

/** The rows of one date and group, in a report with several rows for each. */
export interface Entity {
	/** Date and groups. */
	place: Cell[];
	rows: Cell[][];
}

/** The columns before a report's own ones, and the rows grouped by them, in order. */
interface Entities {
	columns: Column[];
	date: number;
	entities: Entity[];
	/** Returns the index of a column. */
	at: (key: string) => number;
}

/** @param first key of the first of the report's own columns */
export function* entitySteps({ columns, rows }: Table, first: string): Steps<Entities> {
	const at = (key: string) => columnAt(columns, key);
	const own = columns.slice(0, at(first));
	const byPlace = new Map<string, Entity>();
	yield* mapSteps(rows.toArray(), (row) => {
		const place = row.slice(0, own.length);
		const key = JSON.stringify(place);
		const entity = byPlace.get(key);
		if (entity) entity.rows.push(row);
		else byPlace.set(key, { place, rows: [row] });
	});
	return {
		columns: own,
		date: own.findIndex(({ role }) => role === 'date'),
		entities: [...byPlace.values()],
		at,
	};
}

/** Returns the name of a group, without its date. */
export function groupName(
	{ place }: Pick<Entity, 'place'>,
	date: number,
	words: MessageTexts,
): string {
	return place
		.filter((_cell, index) => index !== date)
		.map((cell) => clean(valueInWords(cell, words)))
		.join(BETWEEN);
}

function groupNames(some: readonly Entity[], date: number, words: MessageTexts): string[] {
	return cutApart(
		some.map((entity) => groupName(entity, date, words)),
		MAX_NAME,
	);
}

/** Returns the keys of the columns that aren't dates. */
export function keysOfGroups(columns: readonly Column[]): string[] {
	return columns.filter(({ role }) => role !== 'date').map(({ key }) => key);
}

/** Returns the heading of each column. */
function headings(keys: readonly string[], names: readonly string[]): Map<string, string> {
	return new Map(keys.map((key, index) => [key, names[index] as string]));
}

/** Returns a key for the groups of an entity, without its date. */
export function keyOf({ place }: Entity, date: number): string {
	return JSON.stringify(place.filter((_cell, index) => index !== date));
}

/** Returns a number with all digits of the report. */
export function amountIn(row: readonly Cell[] | undefined, at: number): Amount {
	return amountOf(row?.[at]) ?? 0;
}

/** Returns a number of periods or steps, or a percentage, which JavaScript numbers hold exactly. */
export function numberIn(row: readonly Cell[] | undefined, at: number): number {
	return Number(amountIn(row, at));
}

/** Adds numbers of users; a result that isn't finite is ignored. */
export function plus(sum: Amount, more: Amount): Amount {
	return add(sum, more) ?? sum;
}

/** Subtracts numbers of users. */
export function minus(all: Amount, left: Amount): Amount {
	return subtract(all, left) ?? 0;
}

/** Rows that are made when they are shown. */
function rowsOf<One>(list: readonly One[], rowOf: (one: One) => Cell[]): Table['rows'] {
	return lazyRows(list.length, function* () {
		for (const one of list) yield rowOf(one);
	});
}

function textColumn(key: string): Column {
	return { key, role: 'group', type: 'string', whenEmpty: null };
}

function numberColumn(key: string): Column {
	return { key, role: 'measure', type: 'number', whenEmpty: null };
}

/** Whether cells are numbers of users instead of their shares. */
function isOfUsers(requested: readonly string[]): boolean {
	return requested.includes('users') && !requested.includes('percent');
}

const MAX_LINES = 6;

/**
 * Returns one row per start (or group), and one column per period with the rate of users who came
 * back. Future periods are empty.
 */
function* viewRetention(table: Table, tools: ViewTools): Steps<View> {
	const { words, requested, unit, subject, nameOf, context } = tools;
	const { columns, date, entities, at } = yield* entitySteps(table, 'period');
	const [period, initial] = [at('period'), at('initial_users')];
	const isCount = isOfUsers(requested);
	const shown = at(isCount ? 'users' : 'percent');
	const over = yield* withPeriodsOver(entities, date, period, context);
	// A row of all starts has no number of those alone whose period is over.
	const shownRows = date < 0 ? over : entities;
	const seen = new Set<number>();
	for (const { rows: own } of shownRows) {
		for (const row of own) seen.add(numberIn(row, period));
		yield;
	}
	const periods = [...seen].sort((a, b) => a - b);
	const keys = periods.map((count) => `period ${count}`);
	const hasInitial = requested.length === 0 || requested.includes('initial_users');
	const rowOf = ({ place, rows: own }: Entity, index: number): Cell[] => {
		const byPeriod = new Map(own.map((row) => [numberIn(row, period), row]));
		return [
			...place,
			...(hasInitial ? [entities[index]?.rows[0]?.[initial] ?? null] : []),
			// The cell is empty if the period is in the future.
			...periods.map((count) =>
				byPeriod.has(count) ? (byPeriod.get(count)?.[shown] ?? null) : '',
			),
		];
	};
	const rows = yield* mapSteps(shownRows, rowOf, periods.length * CELLS_A_ROW);
	const places = { period, initial, users: at('users') };
	const curves = yield* curvesOf(over, (entity) => keyOf(entity, date), periods, places);
	const groups = keysOfGroups(columns);
	const labels = periods.map((count) => words.retentionPeriod(count, unit));
	const events = subject.events.map((event) => nameOf(event));
	const name = words.views[subject.isChurn ? 'churn' : 'retention'];
	const title = titleOfReport(words, name, events);
	return {
		table: {
			columns: [
				...columns,
				...(hasInitial ? [numberColumn('initial_users')] : []),
				...keys.map(numberColumn),
			],
			rows: listRows(rows),
		},
		labels: headings(keys, labels),
		shares: new Set(isCount ? [] : keys),
		counts: new Set(['initial_users', ...(isCount ? keys : [])]),
		chart: drawCurves(),
		title,
		groups,
		notes: [],
	};

	/** The rate of the initial period would dwarf the others, and a single period is no curve. */
	function drawCurves(): Omit<Chart, 'write'> | undefined {
		const known = [...periods.keys()].filter(
			(index) =>
				(periods[index] ?? 0) > 0 && curves.some(({ shares }) => (shares[index] ?? null) !== null),
		);
		if (known.length < 2 && (known.length === 0 || groups.length === 0)) return undefined;
		const drawn = [...curves].sort((a, b) => compareAmounts(b.size, a.size)).slice(0, MAX_LINES);
		const firsts = drawn.map(({ first }) => first);
		const names =
			groups.length > 0 ? groupNames(firsts, date, words) : [words.rate(subject.isChurn)];
		const notes = leftOutNote(drawn.length, curves.length, false, words);
		const shown = known.map((index) => labels[index] ?? '');
		const values = drawn.map(({ shares }) => known.map((index) => shares[index] ?? null));
		const isOne = known.length === 1;
		const isPrevious = false;
		const series = isOne
			? [{ name: shown.join(''), values: values.flat(), isPrevious }]
			: values.map((own, index) => ({ name: names[index] ?? '', values: own, isPrevious }));
		return {
			...(isOne
				? { kind: 'bar', categories: names }
				: { kind: 'line', isCurve: true, categories: shown }),
			...{ valueName: '%', series, notes },
		};
	}
}

/** Returns the entities of a retention with their complete periods only. */
export function* withPeriodsOver(
	entities: readonly Entity[],
	date: number,
	period: number,
	context: Followed,
): Steps<Entity[]> {
	const isOver = cohortsOver(context);
	const over: Entity[] = [];
	for (const { place, rows } of entities) {
		const start = date < 0 ? undefined : place[date];
		over.push({ place, rows: rows.filter((row) => isOver(start, numberIn(row, period))) });
		yield;
	}
	return over;
}

interface Curve {
	first: Entity;
	/** Number of initial users. */
	size: Amount;
	/** Percentages; null for future periods. */
	shares: Array<number | null>;
}

/** Returns a curve for each group: the users of all its starts, except for future periods. */
function* curvesOf(
	entities: readonly Entity[],
	keyOf: (entity: Entity) => string,
	periods: readonly number[],
	at: { period: number; initial: number; users: number },
): Steps<Curve[]> {
	const byGroup = [...groupedBy(entities, keyOf).values()];
	const curveOf = (own: Entity[]): Curve => {
		const sums = sumsByPeriod(own, at);
		return {
			first: own[0] as Entity,
			size: own.reduce<Amount>((sum, { rows }) => plus(sum, amountIn(rows[0], at.initial)), 0),
			shares: periods.map((count) => {
				const sum = sums.get(count);
				return sum ? roundedShare(percentAsNumber(sum.part, sum.base)) : null;
			}),
		};
	};
	return yield* mapSteps(byGroup, curveOf, periods.length * CELLS_A_ROW);
}

/** Returns the share of users by period, of the starts that have reached the period. */
export function sumsByPeriod(
	own: readonly Entity[],
	at: { period: number; initial: number; users: number },
): Map<number, Fraction & { starts: number }> {
	const sums = new Map<number, Fraction & { starts: number }>();
	for (const { rows } of own) {
		for (const row of rows) {
			const count = numberIn(row, at.period);
			const { part, base, starts } = sums.get(count) ?? { part: 0, base: 0, starts: 0 };
			const initial = amountIn(row, at.initial);
			if (initial === 0) continue;
			sums.set(count, {
				part: plus(part, amountIn(row, at.users)),
				base: plus(base, initial),
				starts: starts + 1,
			});
		}
	}
	return sums;
}

/** More groups don't fit side by side. */
const MAX_GROUPS = 8;

type DrawnFunnel = Omit<Chart, 'write'>;

/**
 * Returns the steps in order: for one funnel with the losses between them, for several groups side
 * by side, for several dates one row each.
 */
function* viewFunnel(table: Table, tools: ViewTools): Steps<View> {
	const { words, nameOf, withStepFilter, writeCount, writeShare, context, subject } = tools;
	const { columns, date, entities, at } = yield* entitySteps(table, 'step');
	yield 'long';
	const [event, users] = [at('event'), at('users')];
	const usersOf = ({ rows }: Entity) => rows.map((row) => amountIn(row, users));
	// Days whose starts still have time to convert, or whose time the range limits, always have lower
	// rates.
	const isOver = windowsOver(context);
	const over = date < 0 ? entities : entities.filter(({ place }) => isOver(place[date]));
	const none: Entity = { place: [], rows: [] };
	const longest = entities.reduce((a, b) => (b.rows.length > a.rows.length ? b : a), none);
	const events = longest === none ? subject.events : longest.rows.map((row) => row[event]);
	const names = events.map((name, index) => {
		return name === null || name === undefined ? '' : withStepFilter(nameOf(String(name)), index);
	});
	const steps = names.map((name, index) => `${index + 1}. ${name}`.trim());
	const withShare = (count: Amount, first: Amount) =>
		words.aside(writeCount(count), writeShare(percentOf(count, first)));
	const stepNames = names.map((name, index) => name || String(index + 1));
	const named =
		stepNames.length > MAX_STEPS
			? [...stepNames.slice(0, 1), '…', ...stepNames.slice(-1)]
			: stepNames;
	const counted = countsEntries(context.query)
		? words.countedHeading('entry')
		: (words.headings.users ?? 'users');
	const base = {
		shares: new Set<string>(),
		counts: new Set(['users']),
		title: titleOfReport(words, words.views.funnel, named),
		groups: keysOfGroups(columns),
		notes: [],
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
		const counts = shown.map(usersOf);
		const rows = steps.flatMap((step, index): Cell[][] => [
			...(index > 0
				? [[words.lostBefore(step), ...counts.map((own) => writeLost(own, index))]]
				: []),
			[step, ...counts.map((own) => withShare(own[index] ?? 0, own[0] ?? 0))],
		]);
		return {
			table: { columns: [textColumn('step'), ...keys.map(numberColumn)], rows: listRows(rows) },
			labels: headings(keys, namesOf(shown)),
			chart: bars(shown),
			notes: [
				...(shown.length < entities.length
					? [words.moreGroups(entities.length - shown.length)]
					: []),
			],
		};
	}

	function byDate() {
		const keys = steps.map((_step, index) => `step ${index}`);
		const rowOf = (entity: Entity): Cell[] => {
			const counts = usersOf(entity);
			return [...entity.place, ...counts.map((count) => withShare(count, counts[0] ?? 0))];
		};
		return {
			table: {
				columns: [...columns, ...keys.map(numberColumn)],
				rows: rowsOf(entities, rowOf),
			},
			labels: headings(keys, steps),
			chart: lines(),
		};
	}

	/** Returns users who took the previous step, but not this one. */
	function lostIn(counts: readonly Amount[], index: number): Amount {
		return minus(counts[index - 1] ?? 0, counts[index] ?? 0);
	}

	function writeLost(counts: readonly Amount[], index: number): string {
		return withShare(lostIn(counts, index), counts[index - 1] ?? 0);
	}

	function namesOf(some: readonly Entity[]): string[] {
		return groupNames(some, date, words);
	}

	function bars(some: readonly Entity[]): DrawnFunnel {
		const drawn = some.slice(0, MAX_SERIES);
		const series = namesOf(drawn).map((name, index) => ({
			name: name || counted,
			values: usersOf(drawn[index] as Entity).map(Number),
			isPrevious: false,
		}));
		const notes = leftOutNote(drawn.length, entities.length, true, words);
		return { kind: 'bar', isSteps: true, categories: cutApart(steps, MAX_NAME), series, notes };
	}

	/** Returns how many users took all steps, as a line for each group. */
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
				const [first = 0] = counts ?? [];
				return first === 0 ? null : roundedShare(percentAsNumber(counts?.at(-1) ?? 0, first));
			});
			return { name: names[index] || words.conversion, values, isPrevious: false };
		});
		return {
			kind: 'line',
			categories: axisOf(dates, words),
			valueName: series.length > 1 ? `${words.conversion} (%)` : '%',
			series,
			notes: leftOutNote(drawn.length, byGroup.size, true, words),
		};
	}
}

const MAX_BARS = 12;

/**
 * Returns what reads a node of a link. A node without an event is an end of paths, or several events
 * together: only the names for charts distinguish them.
 */
export function nodeReader({ columns }: Table, words: MessageTexts, nameOf: ViewTools['nameOf']) {
	const at = (...keys: string[]) => keys.map((key) => columnAt(columns, key));
	const places = { from: at('from', 'source'), to: at('to', 'target') };
	return (row: readonly Cell[], side: 'from' | 'to') => {
		const [event = null, id] = places[side].map((index) => row[index]);
		if (event !== null) return { name: nameOf(String(event)) };
		return String(id).includes('. (several)')
			? { name: words.pathSeveral }
			: { name: side === 'from' ? words.pathStart : words.pathEnd, isEnd: true };
	};
}

/** Returns the links of paths with display names of events, without the names that charts need. */
function* viewPath(table: Table, { words, nameOf, subject, context }: ViewTools): Steps<View> {
	const [event] = subject.events;
	const isBackward = context.query && 'isBackward' in context.query && context.query.isBackward;
	const at = (key: string) => columnAt(table.columns, key);
	const [step, times, percent] = [at('step'), at('times'), at('percent')];
	const nodeIn = nodeReader(table, words, nameOf);
	const links = yield* mapSteps(table.rows.toArray(), (row) => ({
		from: nodeIn(row, 'from').name,
		to: nodeIn(row, 'to').name,
		step: numberIn(row, step),
		times: amountIn(row, times),
		percent: numberIn(row, percent),
	}));
	const arrow = (link: (typeof links)[number]) => `${link.from} → ${link.to}`;
	const drawn = links.slice(0, MAX_BARS);
	const own = [textColumn('from'), textColumn('to'), numberColumn('times')];
	return {
		table: {
			columns: [textColumn('step'), ...own, numberColumn('percent')],
			rows: rowsOf(links, ({ step, from, to, times, percent }) => [step, from, to, times, percent]),
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
			notes: leftOutNote(drawn.length, links.length, true, words),
		},
		title: words.paths(event === undefined ? undefined : nameOf(event), !isBackward),
		groups: [],
		notes: [],
	};
}

const MAX_SERIES = 6;
const MAX_NAME = 60;

/** Returns the name of a range; a range of counts includes both of its boundaries. */
export function bucketName(
	limits: ReadonlyArray<Cell | undefined>,
	query: Followed['query'],
	words: MessageTexts,
	writeCount: (amount: Amount) => string,
	moneyWriter: MoneyWriter,
): string {
	const [low, high] = limits.map((limit) => amountOf(limit));
	const of = query && 'of' in query && typeof query.of === 'object' ? query.of : undefined;
	const property = of && measuredProperty({ kind: 'event', event: '', ...of });
	const write = moneyWriter(property, true) ?? writeCount;
	const isCounted = query && 'of' in query && (query.of === 'times' || query.of === 'periods');
	const isInteger = (one: Amount) => Number.isInteger(Number(one));
	if (isCounted && low !== undefined && high !== undefined && [low, high].every(isInteger)) {
		const ends = [low, subtract(high, 1) ?? high].map(write);
		return [...new Set(ends)].join('–');
	}
	const written = (one?: Amount) => (one === undefined ? null : write(one));
	return words.bucket(written(low), written(high));
}

/** Names what a distribution computes per user, such as `Sum of amount`; empty if it counts. */
export function distributedValue(
	query: Followed['query'],
	words: MessageTexts,
	nameOf: (name: string) => string,
): string {
	if (!query || !('of' in query) || typeof query.of !== 'object') return '';
	const { aggregator, property } = query.of;
	const known = findAggregator(aggregator);
	const name = property ? nameOf(propertyName(property)) : '';
	if (!known) return name || aggregator;
	return words.language === 'zh'
		? `${name}${known.interfaceName}`
		: known.label.replace('a Property', () => name);
}

/** Each group may have ranges of its own. */
const MAX_RANGES = 100;

/**
 * Returns how many users are in which range: for one date or group a row per range, for several a
 * column per range. The names say that a range excludes its upper boundary.
 */
function* viewDistribution(table: Table, tools: ViewTools): Steps<View> {
	const { words, requested, writeCount, moneyWriter, subject, nameOf, context, unit } = tools;
	const [event] = subject.events;
	const value = distributedValue(context.query, words, nameOf);
	const own = titleOfReport(words, words.views.distribution, event ? [nameOf(event)] : []);
	const title = value ? words.aside(own, value) : own;
	const { columns, date, entities, at } = yield* entitySteps(table, 'bucket');
	yield 'long';
	const [from, to, users] = [at('bucket_from'), at('bucket_to'), at('users')];
	const [percent, total] = [at('percent'), at('total_users')];
	const limitsOf = (row: Cell[]) => JSON.stringify([row[from], row[to]]);
	const buckets = new Map<string, Cell[]>();
	const byLimits = new Map<Entity, Map<string, Cell[]>>();
	for (const entity of entities) {
		const own = new Map<string, Cell[]>();
		for (const row of entity.rows) {
			const limits = limitsOf(row);
			// Of two ranges with the same boundaries the first one counts.
			if (!own.has(limits)) own.set(limits, row);
			if (!buckets.has(limits)) buckets.set(limits, row);
		}
		byLimits.set(entity, own);
		yield;
	}
	const low = (row: Cell[]) => amountOf(row[from]) ?? -Infinity;
	const sorted = yield* sortSteps([...buckets], ([, a], [, b]) => compareAmounts(low(a), low(b)));
	const names = sorted
		.slice(0, entities.length === 1 ? sorted.length : MAX_RANGES)
		.map(([, row]) =>
			bucketName([row[from], row[to]], context.query, words, writeCount, moneyWriter),
		);
	const rowIn = (entity: Entity, bucket: number) =>
		byLimits.get(entity)?.get(sorted[bucket]?.[0] ?? '');
	const base = {
		title,
		groups: keysOfGroups(columns),
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
			labels: new Map(value === '' ? [] : [['bucket', value]]),
			shares: new Set(['percent']),
			counts: new Set(['users']),
			chart: bars(),
		};
	}

	function many() {
		const keys = names.map((_name, index) => `bucket ${index}`);
		const isCount = isOfUsers(requested);
		const rowOf = (entity: Entity): Cell[] => [
			...entity.place,
			entity.rows[0]?.[total] ?? null,
			...keys.map((_key, index) => rowIn(entity, index)?.[isCount ? users : percent] ?? ''),
		];
		const left = sorted.length - names.length;
		return {
			table: {
				columns: [...columns, numberColumn('total_users'), ...keys.map(numberColumn)],
				rows: rowsOf(entities, rowOf),
			},
			labels: headings(keys, names),
			shares: new Set(isCount ? [] : keys),
			counts: new Set(['total_users', ...(isCount ? keys : [])]),
			chart: date < 0 ? bars() : lines(),
			notes: left > 0 ? [words.moreRanges(left)] : [],
		};
	}

	/** Returns a bar per range, for each of the first groups. */
	function bars(): Omit<Chart, 'write'> {
		const drawn = entities.slice(0, MAX_SERIES);
		const shown = names.slice(0, MAX_RANGES);
		// The bars of one date don't name it, because the title does.
		const labels = groupNames(drawn, date, words);
		return {
			kind: 'bar',
			categories: cutApart(shown, MAX_NAME),
			series: drawn.map((entity, index) => ({
				name: labels[index] || words.headings.users || 'users',
				values: shown.map((_name, bucket) => numberIn(rowIn(entity, bucket), users)),
				isPrevious: false,
			})),
			points: sorted.length,
			notes: leftOutNote(drawn.length, entities.length, true, words),
		};
	}

	/** Returns the share of each of the first ranges, over the dates. */
	function lines(): Omit<Chart, 'write'> | undefined {
		const all = new Set(entities.map(({ place }) => String(place[date])));
		// Lines over dates only exist for a single group.
		if (all.size < entities.length) return undefined;
		const dates = inOrder(
			[...all].filter(
				(day) => !isOpen(day, unit, context) && !isCutPeriod(day, unit, context.range),
			),
		);
		if (dates.length < 2) return undefined;
		const byDate = new Map(entities.map((entity) => [String(entity.place[date]), entity]));
		const drawn = names.slice(0, MAX_SERIES);
		return {
			kind: 'line',
			categories: axisOf(dates, words),
			valueName: '%',
			series: drawn.map((name, bucket) => ({
				name,
				values: dates.map((day) => {
					const share = rowIn(byDate.get(day) as Entity, bucket)?.[percent];
					return typeof share === 'number' ? share : null;
				}),
				isPrevious: false,
			})),
			notes: leftOutNote(drawn.length, sorted.length, true, words),
		};
	}
}

/** A report's own table for people. */
export interface View {
	/** Cells of measures may be texts, which stay unchanged. */
	table: Pick<Table, 'columns' | 'rows'>;
	/** Headings by key. */
	labels: ReadonlyMap<string, string>;
	/** Keys of percentages (of 100), whose cells are darker for higher values. */
	shares: ReadonlySet<string>;
	/** Keys of numbers of users. */
	counts: ReadonlySet<string>;
	chart?: Omit<Chart, 'write'>;
	title: string;
	/** Keys of the properties that it is grouped by. */
	groups: string[];
	notes: string[];
}

/** Parts of the query that the rows don't show. */
export interface Subject {
	/** Names of its events, in order. */
	events: readonly string[];
	/** Whether it counts churned users. */
	isChurn: boolean;
}

/** Functions and facts for making a view. */
interface ViewTools {
	words: MessageTexts;
	/** Requested measures; all if it is empty. */
	requested: readonly string[];
	/** Query, dates and time of the request. */
	context: Followed;
	/** Day, week or month, if known. */
	unit?: string;
	/** Parts of the query (Subject). */
	subject: Subject;
	/** Returns the display name of an event. */
	nameOf: (name: string) => string;
	/** Adds the filter of a funnel's step to its name. */
	withStepFilter: (name: string, index: number) => string;
	writeCount: (value: Amount | null) => string;
	moneyWriter: MoneyWriter;
	/** Writes a percentage (of 100). */
	writeShare: (value: number | null) => string;
}

/** Reports with columns of their own. */
type Model =
	| 'retention'
	| 'funnel'
	| 'distribution'
	| 'path'
	| 'interval'
	| 'lifetime'
	| 'attribution';

/**
 * Returns which report a table is, by columns that only this report has; undefined for reports with
 * measures, whose names may be the same.
 */
export function modelOf({ columns, drawn }: Pick<Table, 'columns' | 'drawn'>): Model | undefined {
	if (drawn === undefined) return undefined;
	const keys = new Set(columns.map(({ key }) => key));
	const has = (...names: string[]) => names.every((name) => keys.has(name));
	if (has('period', 'initial_users', 'users', 'percent')) return 'retention';
	if (has('step', 'event', 'users', 'percent_of_previous', 'percent_of_first')) return 'funnel';
	// Together with nodes, links are ordinary rows.
	if (has('from', 'to', 'times', 'percent') && !has('kind')) return 'path';
	if (has('bucket', 'total_users', 'users', 'percent')) return 'distribution';
	if (has('min_time')) return 'interval';
	if (has('value_per_user')) return 'lifetime';
	return has('touches') ? 'attribution' : undefined;
}

/**
 * Returns the view of a report that people read differently from its rows; undefined for others.
 */
export function* viewSteps(table: Table, tools: ViewTools): Steps<View | undefined> {
	const model = modelOf(table);
	if (model === 'retention') return yield* viewRetention(table, tools);
	if (model === 'funnel') return yield* viewFunnel(table, tools);
	if (model === 'path') return yield* viewPath(table, tools);
	return model === 'distribution' ? yield* viewDistribution(table, tools) : undefined;
}
