import type { Steps } from '../../../../credentials/http/slices';
import { addDays, unitName } from '../../dates/calendar';
import { within } from '../../dates/range';
import { propertyName } from '../../query/query';
import type { Amount, Cell } from '../../table/decimal';
import {
	add,
	amountOf,
	compareAmounts,
	divided,
	fromUnits,
	percentAsNumber,
	toUnits,
} from '../../table/decimal';
import type { Column, Table } from '../../table/table';
import {
	BETWEEN,
	columnAt,
	groupedBy,
	groupedSteps,
	groupKeys,
	mapSteps,
	positionsOf,
	sortSteps,
} from '../../table/table';
import type { AnswerTools, MessageAnswer } from './answer';
import { asTable, firstRows, overlapOf } from './answer';
import { notCountedFrom, untilNow } from './answerDates';
import { axisOf, type Chart, chartOfOne } from './chart';
import {
	behind,
	earlyText,
	groupHeading,
	groupInSentence,
	leastBase,
	inRanks,
	rankedBy,
	rankedText,
	leftText,
	startsOf,
	startsText,
	usualPeriods,
} from './cohorts';
import {
	cohortsOver,
	datesIn,
	isCutPeriod,
	isOpen,
	isRangeOpen,
	lastDayOf,
	openDayOf,
} from './periods';
import { lengthOf } from './scope';
import { capital } from './text';
import { groupName } from './views';

/**
 * Writes what a message says about intervals, lifetime values and attributions (see answer.ts).
 */

const MAX_TOLD = 3;
/** Maximum number of points in a chart. */
const MAX_DRAWN = 20;
/** An average that exceeds each median by this factor comes from a few long times. */
const FAR = 3;
export const PERCENTILE = /^p(\d+)_time$/;
const SECONDS = [
	['day', 86_400],
	['hour', 3600],
	['minute', 60],
	['second', 1],
] as const;

/** Returns functions that read the table of such a report. */
function readerOf(
	{ columns, rows }: Table,
	{ words, context, dates, nameOf, shorten }: AnswerTools,
) {
	const at = (key: string) => columnAt(columns, key);
	const { date, groups } = positionsOf({ columns });
	const own = groups.filter((index) => !['period', 'event'].includes(columns[index]?.key ?? ''));
	const nameOfGroup = (row: readonly Cell[]) =>
		shorten(groupName({ place: own.map((index) => row[index] ?? null) }, -1, words));
	return {
		at,
		date,
		own,
		of: own.map((index) => columns[index] as Column),
		rows: rows.toArray(),
		number: (row: readonly Cell[], key: string) => Number(amountOf(row[at(key)]) ?? NaN),
		event: nameOf,
		nameOfGroup,
		/** Different groups can look alike. */
		groupsIn: (some: Cell[][]) =>
			[...groupedBy(some, groupKeys(own)).values()].map((of): [string, Cell[][]] => [
				nameOfGroup(of[0] ?? []),
				of,
			]),
		span: context.range ? dates.range(context.range) : '',
	};
}

/** Writes a time in its two largest units, rounded once. */
function durationOf(seconds: number, { said }: AnswerTools): string {
	for (const [index, [unit, size]] of SECONDS.entries()) {
		const [small, part] = SECONDS[index + 1] ?? [unit, size];
		const rounded = Math.round(seconds / part) * part;
		if (rounded < size && unit !== 'second') continue;
		const rest = (rounded % size) / part;
		const overall = said.seconds(Math.floor(rounded / size), unit);
		return rest > 0 ? `${overall} ${said.seconds(rest, small)}` : overall;
	}
	return '';
}

/** Returns a chart of times in the longest one's unit, or in a smaller one in which none is 0. */
function timeChart(
	kind: Chart['kind'],
	name: string,
	times: ReadonlyArray<[string, number]>,
	{ said }: AnswerTools,
): Omit<Chart, 'write'> {
	const drawn = kind === 'line' ? times.slice(-MAX_DRAWN) : times.slice(0, MAX_DRAWN);
	const most = drawn.reduce((longest, [, time]) => Math.max(longest, time), 0);
	const rounded = (time: number, size: number) => Math.round((time / size) * 10) / 10;
	const isLarge = (size: number) =>
		most >= size && drawn.every(([, time]) => time === 0 || rounded(time, size) > 0);
	const [unit, size] = SECONDS.find(([, one]) => isLarge(one)) ?? ['second', 1];
	const label = said.inUnit(name, unit);
	const chart = chartOfOne(
		kind,
		label,
		drawn.map(([category, time]) => [category, rounded(time, size)]),
	);
	return { ...chart, points: times.length };
}

export function* intervalSteps(table: Table, tools: AnswerTools): Steps<MessageAnswer> {
	const { said, words, context, numbers, dates } = tools;
	const { rows, number, date, own, of, event, span: overall, ...reader } = readerOf(table, tools);
	const { range, query, unit } = context;
	const mayEndLater = query && 'quantiles' in query && query.mayEndLater;
	const unitOf = said.unit(unitName(unit ?? 'day'));
	const steps =
		query && 'quantiles' in query
			? [query.first, query.second].map((one) => event(one.event)).join(' → ')
			: '';
	const time = (seconds: number) => durationOf(seconds, tools);
	const names = datesIn(rows, date);
	yield 'long';
	const open = names.filter((name) => isOpen(name, unit, context));
	// Incomplete periods don't count, unless there are no others.
	const [running] = open.length < names.length ? open : [];
	const isOver = (row: readonly Cell[]) => running === undefined || String(row[date]) < running;
	const known = rows.filter((row) => number(row, 'intervals') > 0 && isOver(row));
	const isRunning = range !== undefined && isRangeOpen(range, context);
	yield 'long';
	const days = datesIn(known, date);
	yield 'long';
	const meanOf = (some: readonly Cell[][]) => {
		const count = some.reduce((sum, row) => sum + number(row, 'intervals'), 0);
		const all = some.reduce(
			(sum, row) => sum + number(row, 'intervals') * number(row, 'average_time'),
			0,
		);
		return { count, mean: all / count };
	};
	const [only] = known;
	const span =
		range && running !== undefined
			? dates.range({ from: range.from, to: addDays(running, -1) })
			: isRunning
				? untilNow(tools, range)
				: overall;
	const end = isRunning ? openDayOf(context) : range?.to;
	const isCut = end !== undefined && only !== undefined && !mayEndLater;
	const cut = isCut ? [said.lateStarts(dates.day(end), days.length > 1 ? unitOf : undefined)] : [];
	const left = notCountedFrom(running, tools);
	const limits = [...left, said.paired];
	const base = { dates: span, facts: [], limits, inFacts: cut, needed: [...left, ...cut] };
	if (!only) return { ...base, limits: left, headline: said.noIntervals(steps, span) };
	const { mean } = meanOf(known);
	const percentiles = table.columns.flatMap(({ key }) => {
		const [, percent] = PERCENTILE.exec(key) ?? [];
		return percent === undefined ? [] : [{ key, percent }];
	});
	const drawn = percentiles.find(({ percent }) => percent === '50');
	/** Users of several rows may be the same. */
	const intervalsOf = (some: readonly Cell[][]) =>
		said.intervals(
			numbers.write(meanOf(some).count),
			some.length === 1 ? numbers.write(number(some[0] ?? [], 'users')) : '',
		);
	const averageOf = (name: string) => said.interval(name, span, time(mean), intervalsOf(known));
	yield 'long';
	if (own.length > 0) return { ...base, ...(yield* ofGroups()) };
	const edge = (key: string, pick: (...all: number[]) => number) =>
		time(known.reduce((end, row) => pick(end, number(row, key)), number(only, key)));
	const ends = said.shortest(edge('min_time', Math.min), edge('max_time', Math.max));
	const isWhole = (name: string) => !open.includes(name) && !isCutPeriod(name, unit, range);
	const whole = known.filter((row) => isWhole(String(row[date])));
	const axis = axisOf(
		whole.map((row) => String(row[date])),
		words,
	);
	const medianIn = (row: readonly Cell[]) => number(row, drawn?.key ?? '');
	// Medians of dates have no average.
	const byMedian = drawn
		? [...(known.length === 1 ? known : whole)].sort((a, b) => medianIn(a) - medianIn(b))
		: [];
	const [low, high] = [byMedian[0], byMedian.at(-1)];
	// In no date, half of the intervals are longer than its median.
	const bound = drawn ? known.reduce((most, row) => Math.max(most, medianIn(row)), 0) : Infinity;
	const least = known.reduce((so, row) => Math.min(so, medianIn(row)), bound);
	const ofDates = known.length > 1 ? unitOf : '';
	const headlineOf = (name: string) =>
		mean > FAR * bound
			? said.halfWithin(
					name,
					span,
					time(least),
					time(bound),
					ofDates,
					time(mean),
					intervalsOf(known),
				)
			: averageOf(name);
	const headlines = { headline: headlineOf(steps), bare: headlineOf('') };
	if (known.length === 1) {
		const described = percentiles.map(({ key, percent }) =>
			said.atMost(percent, time(number(only, key))),
		);
		return { ...base, ...headlines, facts: [described.join(' · '), ...cut, ends].filter(Boolean) };
	}
	const on = (row: readonly Cell[]) => ({
		name: dateOf(row),
		number: time(medianIn(row)),
	});
	// The later dates look shorter than they are.
	const medians =
		low && high && !isCut && medianIn(low) !== medianIn(high)
			? [said.medians(on(high), on(low), said.unit(unitOf, days.length))]
			: [];
	return {
		...base,
		...headlines,
		facts: [...cut, ...medians, ends],
		chart: timeChart(
			'line',
			drawn ? said.median : said.mean,
			whole.map((row, index) => [axis[index] ?? '', number(row, drawn?.key ?? 'average_time')]),
			tools,
		),
		table: asTable(
			[
				words.dates[unit ?? ''] ?? words.headings.date ?? '',
				words.headings.intervals ?? '',
				said.mean,
				...medianHeading(),
			],
			known
				.slice(-tools.mostRows)
				.map((row) => [
					dateOf(row),
					numbers.write(number(row, 'intervals')),
					time(number(row, 'average_time')),
					...(drawn ? [time(number(row, drawn.key))] : []),
				]),
		),
	};

	/** Writes the dates of a row within those of the report. */
	function dateOf(row: readonly Cell[]): string {
		const from = String(row[date]);
		const to = lastDayOf(from, unit);
		return from === to || from.includes('T')
			? dates.day(from)
			: dates.range(within({ from, to }, range));
	}

	function medianHeading(): string[] {
		return drawn ? [said.median] : [];
	}

	function* ofGroups() {
		// On one date each group has its median; over several dates it is unknown.
		const key = days.length === 1 ? drawn?.key : undefined;
		const what = key === undefined ? said.mean : said.median;
		const byGroup = [...(yield* groupedSteps(known, groupKeys(own))).values()];
		const groupOf = (some: Cell[][]) => {
			const { count, mean } = meanOf(some);
			const length = key === undefined ? mean : number(some[0] ?? [], key);
			return { name: reader.nameOfGroup(some[0] ?? []), base: count, mean, length, some };
		};
		const groups = yield* mapSteps(byGroup, groupOf, known.length / byGroup.length);
		yield 'long' as const;
		const ranked = yield* sortSteps(
			groups,
			rankedBy(tools, (a, b) => a.length - b.length),
		);
		const large = ranked.filter(({ base }) => base >= leastBase(tools));
		const named = ({ name, length, some }: (typeof groups)[number]) => ({
			name,
			number: time(length),
			aside: intervalsOf(some),
		});
		const [most, least] = [large[0], large.at(-1)];
		const parts = said.large(said.groups(large.length), leastBase(tools), 'interval');
		const only = large.length < ranked.length ? said.onlyOf(parts) : '';
		const isUntested = most && least && time(most.length) !== time(least.length);
		const rankedOf = (label: string) => {
			if (isUntested) return said.highLow(label, named(most), named(least)) + only;
			const listed = ranked.slice(0, MAX_TOLD);
			const list = said.list(listed.map(named));
			return said.ofList(label, said.andMore(list, ranked.length - listed.length));
		};
		// An interval can be in several groups of a list, which no further request adds up.
		const hasOverlap = groups.length > 1 && context.hasOverlap === true;
		const headlineOf = (name: string) =>
			hasOverlap ? rankedOf(said.lengthsOf(name, span, what)) : averageOf(name);
		return {
			headline: headlineOf(steps),
			bare: headlineOf(''),
			isOfAll: !hasOverlap,
			isUntested,
			facts: [...(isUntested && !hasOverlap ? [rankedOf(what)] : []), ...cut],
			limits: [...limits, ...listLimits(tools, groups.length)],
			besides: cut,
			groups: groups.length,
			chart: timeChart(
				'bar',
				what,
				groups.map(({ name, length }) => [name, length]),
				tools,
			),
			table: firstRows(
				[
					groupHeading(of, tools),
					words.headings.intervals ?? '',
					said.mean,
					...(key === undefined ? [] : medianHeading()),
				],
				ranked,
				({ name, base, mean, length }) => [
					name,
					numbers.write(base),
					time(mean),
					...(key === undefined ? [] : [time(length)]),
				],
				tools,
			),
		};
	}
}

interface LifetimeAnswer extends MessageAnswer {
	/** The period of the headline, and its value and users, for a row of a table of groups. */
	all?: { period: number; cells: [string, string] };
}

interface Worth {
	period: number;
	users: number;
	/** Value per user. */
	worth: number;
	starts: number;
}

/** @param asked period of the headline; default: the last one that enough users have completed */
export function* lifetimeSteps(
	table: Table,
	tools: AnswerTools,
	asked?: number,
): Steps<LifetimeAnswer> {
	const { said, words, context, numbers } = tools;
	const { rows, at, number, date, own, of, event, groupsIn } = readerOf(table, tools);
	const { query, unit } = context;
	const names = rows.map((row) => row[date]);
	const value = query && 'value' in query ? query.value : undefined;
	const start = query && 'start' in query && 'event' in query.start ? query.start.event : '';
	const { property } = value ?? {};
	const what = property ? event(propertyName(property)) : said.count(event(value?.event ?? ''));
	const isOver = cohortsOver(context);
	const finished = rows.filter((row) =>
		isOver(date < 0 ? undefined : row[date], number(row, 'period')),
	);
	const over = finished.filter((row) => number(row, 'initial_users') > 0);
	const worthHeading = said.worthHeading(what);
	const write = (worth: number) => tools.writeOf('value_per_user', worth);
	yield 'long';
	const all = (yield* worthIn(over)).sort((a, b) => a.period - b.period);
	yield 'long';
	const most = all.reduce((so, { users }) => Math.max(so, users), 0);
	// The last periods are those of a few early starts.
	const known = all.filter(({ users }) => users >= most / 3);
	const last = known.find(({ period }) => period === asked) ?? known.at(-1);
	const isOfMore = known.some(({ starts }) => starts > (last?.starts ?? starts));
	const left = last ? leftText('startsLeft', names, last.period, tools) : '';
	const { span, unitOf, isRepeated, startsIn, usersHeading, limits, needed } = startsOf(
		names,
		date >= 0,
		tools,
		{
			counted: over.map((row) => row[date]),
			isSaid: own.length === 0 && last !== undefined && (last.starts > 1 || date < 0),
			left: left && last && isOfMore ? said.within(words.period(last.period, unit), left) : left,
		},
	);
	const base = {
		...{ dates: span, facts: [], needed },
		limits: [...limits, ...(unitOf === 'day' ? [] : [said.mayBeBefore(event(start), unitOf)])],
	};
	const isOfNobody =
		finished.length > 0 && rows.every((row) => amountOf(row[at('initial_users')]) === 0);
	if (isOfNobody) return { ...base, headline: said.did('0', event(start), span) };
	const ofAll =
		own.length > 0 && table.overall
			? yield* lifetimeSteps(table.overall, tools, last?.period)
			: undefined;
	if (!last) {
		const headline = earlyText(names, tools);
		if (!ofAll || ofAll.isEarly) return { ...base, headline, isEarly: true };
		return {
			...ofAll,
			limits: [...ofAll.limits, said.within(groupHeading(of, tools), said.noNumber)],
		};
	}
	if (own.length > 0) return { ...base, ...(yield* ofGroups(last.period)) };
	const areOfFewer = (some: typeof all) => some.some(({ starts }) => starts !== last.starts);
	const countedIn = ({ starts }: typeof last) => (starts > 1 || date < 0 ? startsIn : '');
	const others = usualPeriods(known, ({ period }) => period, unit, MAX_TOLD + 1)
		.filter((one) => one !== last)
		.map((one) => ({
			name: words.period(one.period, unit),
			number: write(one.worth),
			aside: said.base(numbers.write(one.users), countedIn(one) || countedIn(last)),
		}));
	const isFewer = date >= 0 && others.length > 0 && areOfFewer(known);
	return {
		...base,
		...(date >= 0 ? { dates: startsText(reached(all[0]?.period ?? 0), tools) } : {}),
		headline: said.worth(
			words.period(last.period, unit),
			event(start),
			what,
			write(last.worth),
			numbers.write(last.users),
			isRepeated && date >= 0
				? said.startUnits(last.starts, unitOf, startsText(reached(last.period), tools))
				: '',
			countedIn(last),
		),
		all: { period: last.period, cells: [write(last.worth), numbers.write(last.users)] },
		facts:
			others.length > 0
				? [
						said.byPeriod(worthHeading, others, true) +
							behind(isFewer ? said.fewer(unitOf) : '', tools),
					]
				: [],
		chart: worthChart(
			'line',
			all.map(({ period, worth }) => [words.period(period, unit), worth]),
			words.headings.value_per_user ?? '',
		),
		table: {
			...asTable(
				[
					words.periods(unit),
					worthHeading,
					usersHeading,
					...(date >= 0 ? [words.starts(unitOf)] : []),
				],
				all
					.slice(-tools.mostRows)
					.map((one) => [
						words.period(one.period, unit),
						write(one.worth),
						numbers.write(one.users),
						...(date >= 0 ? [String(one.starts)] : []),
					]),
			),
			// The sentence leaves out the last periods of a few starts, and the table does not.
			about: !isFewer && date >= 0 && areOfFewer(all) ? [capital(said.fewer(unitOf))] : [],
		},
	};

	/** Returns the starts that reached a period. */
	function reached(period: number): unknown[] {
		return rowsAt(period).map((row) => row[date]);
	}

	function rowsAt(period: number): Cell[][] {
		return over.filter((row) => number(row, 'period') === period);
	}

	function worthChart(kind: Chart['kind'], bars: ReadonlyArray<[string, number]>, name: string) {
		const rounded = bars.map(([category, worth]) => [category, Math.round(worth * 100) / 100]);
		const chart = chartOfOne(kind, name, rounded as Array<[string, number]>, what);
		return { ...chart, ...(kind === 'line' ? { isCurve: true as const } : {}) };
	}

	/**
	 * Returns the value of all users who had a complete period, weighted by the users of each start.
	 */
	function* worthIn(some: readonly Cell[][]): Steps<Worth[]> {
		const byPeriod = yield* groupedSteps(some, (row) => String(number(row, 'period')));
		return yield* mapSteps([...byPeriod], worthOf, some.length / byPeriod.size);
	}

	function worthOf([period, own]: [string, Cell[][]]): Worth {
		const users = own.reduce((sum, row) => sum + number(row, 'initial_users'), 0);
		// A mean of rounded numbers is no more exact than they are.
		const decimals = own.reduce(
			(most, row) => Math.max(most, `${number(row, 'value_per_user')}`.split('.')[1]?.length ?? 0),
			2,
		);
		const sum = own.reduce((left, row) => {
			const worth = toUnits(number(row, 'value_per_user'), decimals);
			return left + toUnits(number(row, 'initial_users'), 0) * worth;
		}, 0n);
		const worth = Number(fromUnits(divided(sum, toUnits(users, 0)), decimals));
		return { period: Number(period), users, worth, starts: own.length };
	}

	function* ofGroups(period: number) {
		const groups = yield* mapSteps(groupsIn(rowsAt(period)), ([name, some]) => {
			const one = worthOf([String(period), some]);
			return { name, base: one.users, ...one };
		});
		yield 'long' as const;
		const compare = (a: { worth: number }, b: { worth: number }) => a.worth - b.worth;
		const periodName = words.period(period, unit);
		// The headline of all users has the event and what the value is.
		const label = ofAll
			? said.by(groupHeading(of, tools))
			: said.worthBy(periodName, event(start), what);
		const how = { write: ({ worth }: { worth: number }) => write(worth), compare };
		const parts = { isTruncated: table.isTruncated, isBelowAll: ofAll !== undefined };
		const ranking = rankedText(label, groups, tools, { startsIn, ...parts }, how);
		// The number of the headline.
		const totals = ofAll?.all?.period === period ? [[said.total(false), ...ofAll.all.cells]] : [];
		const shown = groups.slice(0, tools.mostRows - totals.length);
		const drawn = groups.slice(0, MAX_DRAWN);
		return {
			headline: ofAll?.headline ?? ranking,
			isOfAll: ofAll !== undefined,
			isUntested: groups.length > 1,
			needed: (ofAll ?? base).needed,
			facts: ofAll ? [ranking, ...ofAll.facts] : [],
			limits: [...(ofAll ?? base).limits, ...overlapOf(tools, groups.length)],
			groups: groups.length,
			chart: {
				...worthChart(
					'bar',
					drawn.map(({ name, worth }) => [name, worth]),
					said.through(words.headings.value_per_user ?? '', periodName),
				),
				points: groups.length,
			},
			table: {
				...asTable(
					[groupHeading(of, tools), said.through(worthHeading, periodName), usersHeading],
					[
						...inRanks(shown, tools, compare).map((one) => [
							one.name,
							write(one.worth),
							numbers.write(one.base),
						]),
						...totals,
					],
					totals.length > 0,
				),
				left: groups.length - shown.length,
			},
		};
	}
}

export function* attributionSteps(table: Table, tools: AnswerTools): Steps<MessageAnswer> {
	const { said, words, context, numbers } = tools;
	const reader = readerOf(table, tools);
	const { rows, at, own, of, event, nameOfGroup, span: overall } = reader;
	const { range, query } = context;
	const { target, rule = '', lookback, hasDirect } = query && 'touchpoints' in query ? query : {};
	const isTouchedOnly = hasDirect !== true;
	const { property } = target ?? {};
	const targetName = event(target?.event ?? '');
	const what = property
		? event(propertyName(property))
		: target?.aggregator === 'general'
			? said.count(targetName)
			: targetName;
	const write = (number: Amount) => tools.writeOf('conversions', number);
	const touchpoint = (row: readonly Cell[]) => {
		const name = row[at('event')];
		return name === null || name === undefined ? said.untouched : event(String(name));
	};
	const named = yield* mapSteps(rows, (row) => ({
		name: [
			...(own.length > 0 ? [groupInSentence(nameOfGroup(row), of, tools)] : []),
			touchpoint(row),
		].join(' / '),
		number: amountOf(row[at('conversions')]) ?? 0,
		percent: amountOf(row[at('percent')]),
		row,
	}));
	const described = yield* sortSteps(named, (a, b) => compareAmounts(b.number, a.number));
	const groups = new Set(yield* mapSteps(rows, groupKeys(own)));
	yield 'long';
	const drawn = described.slice(0, MAX_DRAWN);
	type Credited = Pick<(typeof described)[number], 'name' | 'number'>;
	const sumOf = (some: readonly Credited[]) =>
		some.reduce<Amount>((sum, { number }) => add(sum, number) ?? sum, 0);
	const cents = (number: Amount) => Math.round(Number(number) * 100);
	// Of nothing there are no shares.
	const isAdded =
		!(groups.size > 1 && context.hasOverlap === true) &&
		described.every(({ number, percent }) => percent !== undefined || number === 0);
	yield 'long';
	const all = sumOf(described);
	yield 'long';
	const isNothing = cents(all) === 0;
	// If a sum has negative parts, its parts aren't shares. A single touchpoint has everything.
	const hasShares =
		isAdded &&
		!isNothing &&
		described.every(({ number }) => compareAmounts(number, 0) >= 0) &&
		!(isTouchedOnly && described.length === 1);
	const shareOf = (part: Amount) => (hasShares ? numbers.share(percentAsNumber(part, all)) : '');
	const withShare = ({ name, number }: Credited) => ({
		...{ name, number: write(number), aside: shareOf(number) },
	});
	yield 'long';
	const touched = described.filter(({ row }) => row[at('event')] !== null);
	yield 'long';
	const whole = { name: '', number: sumOf(touched) };
	const count = touched.length === MAX_TOLD + 1 ? touched.length : MAX_TOLD;
	const [shown, left] = [touched.slice(0, count), touched.slice(count)];
	const credits: Credited[] = [
		...shown,
		...(left.length > 0 && isAdded
			? [{ name: said.otherTouchpoints(left.length), number: sumOf(left) }]
			: []),
	].filter(({ number }) => cents(number) !== 0);
	// The share is what people compare.
	const list = credits
		.map(withShare)
		.map(({ name, number, aside }) =>
			aside ? { name, number: aside, aside: number } : { name, number },
		);
	const within = lookback ? lengthText(lookback) : '';
	const ruleText = [said.rules[rule] ?? ''].filter(Boolean);
	const isRuleNamed = isAdded && list.length > 0 && (rule === 'first' || rule === 'last');
	const span =
		range !== undefined && isRangeOpen(range, context) ? untilNow(tools, range) : overall;
	const convertedUsers = () => {
		const counts = shown
			.map(({ name, row }) => ({ name, amount: amountOf(row[at('converted_users')]) ?? 0 }))
			.sort((a, b) => compareAmounts(b.amount, a.amount))
			.map(({ name, amount }) => ({ name, number: numbers.write(amount) }));
		const [{ number = '' } = {}, ...others] = counts;
		const areAlike = others.length > 0 && others.every((one) => one.number === number);
		if (!areAlike || left.length > 0) return said.list(counts);
		return said.each(number);
	};
	yield 'long';
	return {
		dates: span,
		headline: headlineOf(),
		facts: shown.length > 0 ? [said.ofList(said.convertedUsers(rule), convertedUsers())] : [],
		limits: [
			...(isRuleNamed ? [] : ruleText),
			...(isTouchedOnly && !isAdded ? [said.withoutTouch(targetName, within)] : []),
			...(!isTouchedOnly && !isAdded && within !== '' ? [said.touchWindow(within)] : []),
			...listLimits(tools, groups.size),
		],
		...(isRuleNamed ? { inFacts: ruleText } : {}),
		groups: own.length > 0 ? groups.size : undefined,
		chart: {
			...chartOfOne(
				'bar',
				what,
				drawn.map(({ name, number }) => [name, cents(number) / 100]),
			),
			points: described.length,
		},
		table: firstRows(
			[
				[...(own.length > 0 ? [groupHeading(of, tools)] : []), said.touchpoint].join(BETWEEN),
				what,
				...(hasShares ? [words.headings.percent ?? ''] : []),
			],
			described,
			({ name, number }) => [name, write(number), ...(hasShares ? [shareOf(number)] : [])],
			tools,
		),
	};

	function headlineOf(): string {
		if (!isAdded) return said.of(what, span, said.list(list));
		// The values of other touchpoints may add up to 0.
		const isAll = list.length === 1 && (!property || touched.length === 1);
		const credited = list.length > 0 ? said.credited(list, isAll, rule) : '';
		const total = write(all);
		if (!isTouchedOnly) {
			const touchedOf = isNothing ? total : said.touched(total, within, withShare(whole));
			return said.of(what, span, touchedOf) + credited;
		}
		const event = property ? targetName : '';
		return said.touchedOnly(what, span, total, event, within) + credited;
	}

	function lengthText({ value, unit }: { value: number; unit: string }): string {
		const name = unit.toLowerCase();
		if (name !== 'day' && name !== 'hour' && name !== 'minute') return `${value} ${name}`;
		return lengthOf(value * { day: 1440, hour: 60, minute: 1 }[name], said);
	}
}

/** Returns a note if intervals or conversions can be in several groups, or if this is unknown. */
function listLimits({ said, context: { hasOverlap } }: AnswerTools, groups: number): string[] {
	if (groups < 2 || !hasOverlap) return [];
	return [hasOverlap === 'maybe' ? said.mayBeList : said.inSeveral.events];
}
