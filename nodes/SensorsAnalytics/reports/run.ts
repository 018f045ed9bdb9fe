import {
	type IDataObject,
	type INodeExecutionData,
	OperationalError,
	UserError,
} from 'n8n-workflow';

import { quoted } from '../../../credentials/http/redact';
import { inSlices, type Steps } from '../../../credentials/http/slices';
import { type Wire, wireFor } from '../api';
import type { Ask } from '../api/api';
import { assertDays } from '../api/reportRows';
import { REPORT_IT, UnexpectedShape } from '../api/rows';
import { addDays, unitName } from '../dates/calendar';
import { completeSpan } from '../dates/periods';
import { type ItemRun, sameNote, shownRequest } from '../item';
import type { AgentFacts } from '../output/agent';
import { inLanguage, languageOf } from '../output/message/options';
import { arrivedIn, hasArrivedBefore } from '../output/message/answerDates';
import {
	type Followed,
	growthOf,
	isCutPeriod,
	isOpen,
	isRangeOpen,
	lacksData,
	lateUntil,
	openDayOf,
	windowDays,
	windowOpenFrom,
} from '../output/message/periods';
import {
	addHint,
	factSentences,
	LEFT_OUT,
	namerOf,
	UNDER_WAY,
	withDisplayNames,
} from '../output/meta';
import { ownItems, present, toItems } from '../output/present';
import { isMessage } from '../output/message/forms';
import { toRawObjects } from '../output/rows';
import { type NameResolver, TypedNames } from '../params/names';
import { JSON_LABEL, readDefinitionText } from '../params/queryMode';
import { assertOwnPage } from '../paste/payload';
import {
	type DateRange,
	type DistributionQuery,
	type FunnelQuery,
	type Queries,
	type ReportModelName,
} from '../query/query';
import { noCompletePeriod } from '../series/series';
import type { Cell } from '../table/decimal';
import {
	type Column,
	columnAt,
	dataEndOf,
	hasData,
	lazyRows,
	listRows,
	type Note,
	positionsOf,
	ROWS_A_STEP,
	type Table,
} from '../table/table';
import { isTool, isWatched } from '../transport/context';
import { isNameRefusal } from '../transport/errors';
import {
	fetchAnswers,
	fetchSeries,
	fetchTable,
	requestsFor,
	withoutNumbers,
	withOverall,
	withoutOverall,
} from './fetch';
import { forModel } from './forModel';
import { assertFunnelFilter } from './funnel';
import { NO_WINDOW, ruleOfFunnel } from './meanings';
import { explained, ownKeys, projectNames, readIfListed, readWithNames } from './names';
import {
	assertAlternatives,
	assertOwnEvents,
	assertOwnProperties,
	mayBeMisread,
} from './ownProperties';
import {
	futureNote,
	historyRange,
	isUnderWay,
	otherClocksNote,
	partsOf,
	planFor,
	planReport,
	rangesOf,
	type ReportPlan,
	withListGroups,
} from './plan';
import { type Defined, readJson, type Report } from './report';
import { fetchUsual, shownIn, withUsual, withUsualColumns } from './usual';

export async function runReport(run: ItemRun, planned: ReportPlan): Promise<INodeExecutionData[]> {
	const { context, itemIndex, ask } = run;
	const connection = await run.connection();
	const wire = wireFor(connection);
	// No request goes to a project that the query isn't of.
	if (planned.pageAddress) assertOwnPage(planned.pageAddress, connection, JSON_LABEL);
	const plan = await withListGroups(run, planned);
	const { query, output, options, message, series, now, timeZone } = plan;
	assertBegun(plan);
	const isExplained = isWatched(context);
	if (!plan.isFromPage) {
		assertAlternatives(query);
		if (isExplained) assertOwnEvents(query);
	}
	addHint(context, futureNote(plan, plan.range));
	assertLimit(plan, wire);
	if ('windowMinutes' in query) {
		if (!plan.isFromPage) assertFunnelFilter(query, wire);
		if (output !== 'raw') assertDays(query, plan.question.input.page);
		assertCompletePeriods(query, plan);
		addHint(context, cutDaysNote(query, plan));
	}
	if (options.isPreview) return toItems([preview(plan, wire)], itemIndex);
	if (context.getInputData().length > 1)
		addHint(context, sameNote(run, preview(plan, wire), message ? 'numbers' : 'rows'));
	if (output === 'raw') {
		return toItems(toRawObjects(await fetchRaw(ask, plan, wire)), itemIndex);
	}

	let last: unknown;
	const kept: Ask = async (request) => {
		last = await ask(request);
		return last;
	};
	const fetching = series
		? fetchSeries(kept, plan, series, wire)
		: fetchTable(kept, ask, plan, wire);
	const fetched = await fetching.catch((fault: unknown) => {
		if (fault instanceof UnexpectedShape) return fault;
		throw fault;
	});
	if (fetched instanceof UnexpectedShape) {
		return toItems(notUnderstood(run, plan, fetched, last), itemIndex);
	}
	addHint(context, otherClocksNote(plan, dataEndOf(fetched.table)));
	if ('windowMinutes' in query) addHint(context, windowNote(query, plan, fetched.table));
	if ('buckets' in query && !plan.isFromPage) addHint(context, oneBucketNote(query, fetched.table));
	const { comparison } = fetched;
	const chosen = fetched.range ?? plan.range;
	const range = chosen && { from: chosen.from, to: chosen.to };
	const { growth, table: checked } = series
		? { growth: undefined, table: fetched.table }
		: withGrowth(fetched.table, plan);
	if (isExplained) await assertOwnProperties(run, query, fetched.table);
	const inspect =
		plan.inspect ?? (isExplained ? async (own) => await explained(run, plan, own) : undefined);
	const inspected = inspect ? await inspect(checked) : checked;
	const hasColumns = !message && output !== 'agent';
	const usual =
		options.usual && series && chosen
			? await fetchUsual(ask, plan, series, wire, chosen, shownIn(inspected))
			: undefined;
	const withRange =
		options.usual && series ? withUsual(inspected, plan, usual, hasColumns) : inspected;
	const clock = { range, timeZone, requestedAt: now.toISOString() };
	const isWhole =
		(withRange.partial ?? []).length === 0 &&
		!lacksData(undefined, { ...clock, dataUntil: dataEndOf(withRange) });
	const isNeeded = plan.overall?.isSpare !== true || !isWhole;
	const ungrouped = isNeeded && plan.overall?.series ? { ...plan, ...plan.overall } : undefined;
	// A message that is sent because of a change needs this number.
	const isRequired = message?.sendIf?.change !== undefined;
	const overall = ungrouped?.series && fetchSeries(ask, ungrouped, ungrouped.series, wire);
	const table = overall
		? withKnownOverall(
				withRange,
				await (isRequired ? overall : overall.catch(withoutNumbers)),
				isRequired,
			)
		: withRange;
	const period = {
		range,
		comparison: comparison?.range,
		timeZone,
		unit: series?.query.foldedBy ?? series?.query.unit,
		requestedAt: now.toISOString(),
	};
	const known = !message && series ? await inSlices(lateSteps(table, period)) : table;
	const isNamed = message ? message.hasNames : options.hasDisplayNames && table.rows.length > 0;
	const project = isNamed
		? await projectNames(run, query, series, {
				// Rows name aggregators as the form does.
				language: message ? languageOf(message) : 'en',
				isSpoken: message !== undefined,
			})
		: undefined;
	const names = project?.names;
	const complete = hasColumns && usual ? withUsualColumns(known) : known;
	const own = ownKeys(query);
	const shown =
		!message && (names || own) ? withDisplayNames(complete, (key) => names?.(key), own) : complete;
	/** Returns the key of a column as shown. */
	const keyOf = (key: string) => shown.columns[columnAt(complete.columns, key)]?.key ?? key;
	const nameOf = namerOf({ names });
	for (const sentence of factSentences(known, false, message ? nameOf : keyOf)) {
		const isLeftOut = message?.layout === 'digest' && sentence === UNDER_WAY;
		addHint(context, isLeftOut ? LEFT_OUT : sentence);
	}
	const facts: AgentFacts = {
		...period,
		isCompared: comparison !== undefined,
		...(plan.range && series?.completeUnit !== undefined
			? { asked: { range: plan.range, comparison: series.comparison?.range } }
			: plan.asked
				? { asked: { range: plan.asked } }
				: {}),
		isPartial: growth?.isPartial,
		...(message && 'unit' in query ? { unit: query.unit } : {}),
		...(hasColumns ? {} : readerFacts(plan, keyOf)),
		names: message ? names : keyOf,
		unitOf: project?.unitOf,
		model:
			output === 'agent' ? await forModel(run, plan, table, range, { nameOf, keyOf }) : undefined,
	};
	const objects = await present(
		shown,
		output,
		// A model needs the notes on why there are no rows.
		{
			...options,
			...(isTool(context) && options.whenEmpty === 'nothing' ? { whenEmpty: undefined } : {}),
			characters: plan.characters,
		},
		facts,
		message && {
			...inLanguage(message, project?.language),
			onQuiet: (why) => addHint(context, why),
		},
	);
	return ownItems(objects, itemIndex);
}

/**
 * Marks periods that are over, but whose data have not all arrived, like periods in progress; they
 * have no change, and neither have totals with such data (P4 and R5 of docs/calendar.md).
 */
function* lateSteps(table: Table, period: Followed & { comparison?: DateRange }): Steps<Table> {
	const until = dataEndOf(table);
	const context = { ...period, dataUntil: until };
	const { range, comparison } = context;
	const { columns, rows, points, partial = [], notes = [] } = table;
	if (until === undefined || !range || rows.length === 0) return table;
	const isDated = positionsOf(table).date >= 0;
	const names = isDated ? points : [range.from];
	const late = names.filter((name) => lacksData(isDated ? name : undefined, context));
	const note: Note[] = late.length > 0 ? [{ kind: 'late', until }] : [];
	const marked = { partial: [...new Set([...partial, ...late])], notes: [...notes, ...note] };
	const isChange = ({ derived }: Column) => derived?.as === 'change' || derived?.as === 'percent';
	const changes = columns.map(isChange);
	if (!changes.includes(true)) return { ...table, ...marked };
	const areLate =
		late.length > 0 ||
		lacksData(undefined, context) ||
		(comparison !== undefined &&
			(lacksData(undefined, { ...context, range: comparison }) ||
				!hasArrivedBefore(table, comparison.to, 'day')));
	const hasArrived = arrivedIn(table, context);
	const hasChange = (row: readonly Cell[], own: readonly boolean[]) =>
		row.some((cell, at) => own[at] && cell !== null);
	const withoutChanges = (row: readonly Cell[], own: readonly boolean[]) =>
		row.map((cell, at) => (own[at] ? null : cell));
	const compared = lazyRows(rows.length, function* () {
		for (const row of rows.each()) yield hasArrived(row) ? row : withoutChanges(row, changes);
	});
	const ofTotals = columns.filter(({ role }) => role !== 'date').map(isChange);
	const totals = areLate && table.totals?.map((row) => withoutChanges(row, ofTotals));
	const lost = new Set<'dates' | 'totals'>();
	let count = 0;
	for (const row of rows.each()) {
		if (++count % ROWS_A_STEP === 0) yield;
		if (hasArrived(row) || !hasChange(row, changes)) continue;
		lost.add(isDated ? 'dates' : 'totals');
		break;
	}
	if (areLate && table.totals?.some((row) => hasChange(row, ofTotals))) lost.add('totals');
	if (lost.size > 0) marked.notes.push({ kind: 'lateNoChange', of: [...lost] });
	return { ...table, ...marked, rows: compared, ...(totals ? { totals } : {}) };
}

/** Adds the overall numbers, unless measures that the groups have are all missing there. */
function withKnownOverall(
	table: Table,
	fetched: { table: Table } | undefined,
	isRequired: boolean,
): Table {
	const known = emptyKeys(table);
	// Numbers that the groups have, but that are all missing without groups, are unknown.
	const unknown = fetched && emptyKeys(fetched.table).find((key) => !known.includes(key));
	if (isRequired && unknown !== undefined)
		throw new UnexpectedShape(`it has numbers of ${quoted(unknown)} only by group`);
	if (!fetched || unknown !== undefined) return withoutOverall(table);
	return withOverall(table, fetched.table);
}

/** Returns the measures that can't be added up, now and before, without any number but 0. */
function emptyKeys({ columns, rows }: Table): string[] {
	let empty = columns.flatMap(({ role, canAddUp, derived }, place) =>
		role === 'measure' && canAddUp !== true && (derived?.as ?? 'previous') === 'previous'
			? [place]
			: [],
	);
	for (const row of rows.each()) {
		if (empty.length === 0) break;
		empty = empty.filter((place) => (row[place] ?? 0) === 0);
	}
	return empty.map((place) => columns[place]?.key ?? '');
}

/** Returns facts about the query for messages and answers for AI agents. */
function readerFacts(
	{ query, options, series, hasOverlap, marks, besides, firstWeekday }: ReportPlan,
	keyOf: (key: string) => string,
): Partial<AgentFacts> {
	const { isApproximate = besides?.isApproximate } = options.computation;
	const { top, by, isDescending = true } = series?.ordering ?? {};
	const isGrouped = 'groupBy' in query && query.groupBy.length > 0;
	return {
		...{ query, besides, firstWeekday },
		subject: { events: partsOf(query).events, isChurn: 'isChurn' in query && query.isChurn },
		isCompleteOnly: series ? series.completeUnit !== undefined : options.isCompleteOnly,
		hasOverlap,
		marks,
		isTopped: options.ordering.top !== undefined && !options.ordering.hasRest && isGrouped,
		...(top === undefined ? {} : { top: { count: top, by: by && keyOf(by), isDescending } }),
		isApproximate,
	};
}

function assertLimit({ options }: ReportPlan, { limits }: Wire): void {
	const { groups, rows } = options.limits;
	if (limits === 'groups' && rows !== undefined) {
		throw new UserError(
			"The option 'Row Limit' requires an API Key (OpenAPI). Use the option 'Group Limit' or 'Top Groups' instead",
		);
	}
	if (limits === 'rows' && groups !== undefined) {
		throw new UserError(
			"The option 'Group Limit' isn't available with an API Key (OpenAPI). Use the option 'Row Limit' or 'Top Groups' instead",
		);
	}
}

/** A reader of a message would take numbers of the future for those of a past date. */
function assertBegun({ message, range, today, timeZone }: ReportPlan): void {
	if (!message || !range || range.from <= addDays(today, 1)) return;
	throw new UserError(
		`The date range starts on ${range.from}, but today is ${today} in the time zone ${timeZone}. A message can't have numbers of days that haven't begun. Choose earlier dates`,
	);
}

/**
 * Says until when later steps count, if the range ends that. Messages and answers for a model have it
 * in their own words.
 */
function windowNote(query: FunnelQuery, plan: ReportPlan, table: Table): string | undefined {
	const { message, output, options, range } = plan;
	if (message || output === 'agent' || !range || query.mayEndLater) return undefined;
	return ruleOfFunnel(query, range, clockOf(plan, table), options.isCompleteOnly);
}

function clockOf({ now, timeZone }: ReportPlan, table: Table) {
	return { requestedAt: now.toISOString(), timeZone, dataUntil: dataEndOf(table) };
}

/** Says that the service's own buckets don't suit the values, if all users are in one of them. */
function oneBucketNote({ buckets, of }: DistributionQuery, table: Table): string | undefined {
	if (buckets.length > 0 || typeof of !== 'object') return undefined;
	const [bucket, users] = ['bucket', 'users'].map((key) => columnAt(table.columns, key)) as [
		number,
		number,
	];
	const filled = new Set<Cell>();
	let most = 0;
	for (const row of table.rows.each()) {
		if (row[users] !== 0) filled.add(row[bucket] ?? null);
		most = Math.max(most, Number(row[users]));
	}
	if (filled.size !== 1 || most < 2) return undefined;
	return "All users are in one bucket, because Sensors Analytics chose the buckets. Enter 'Buckets' that suit the values, for example 100, 300, 500";
}

/** Says why no day of a funnel by date has a final number, if none has. */
function cutDaysNote(query: FunnelQuery, { range }: ReportPlan): string | undefined {
	const { isByDate, mayEndLater, windowMinutes } = query;
	if (!isByDate || mayEndLater || windowMinutes === undefined || !range || range.from === range.to)
		return undefined;
	if (addDays(range.from, windowDays(query)) <= range.to) return undefined;
	return "The 'Window Period' of each day ends after the date range, so all days have incomplete numbers, and messages have no number of a single day. Choose a longer 'Date Range', or a shorter 'Window Period'";
}

/** Without dates, users who can still convert can't be excluded. */
function assertCompletePeriods(
	{ isByDate, windowMinutes }: FunnelQuery,
	{ options, output }: ReportPlan,
): void {
	if (!options.isCompleteOnly || output === 'raw') return;
	if (windowMinutes === undefined)
		throw new UserError(
			`${NO_WINDOW}, so the option 'Complete Periods Only' can't know which days are complete. Remove the option`,
		);
	if (isByDate) return;
	throw new UserError(
		"In a funnel, the option 'Complete Periods Only' requires 'Split by Date'. Without dates, users who can still convert can't be excluded. Turn on 'Split by Date', or remove the option",
	);
}

/** Handles rows that can still grow: notes mark them, or they are left out with the totals. */
function withGrowth(
	fetched: Table,
	plan: ReportPlan,
): { growth: ReturnType<typeof growthOf>; table: Table } {
	const { query, range, message, now, timeZone, firstWeekday, options } = plan;
	const clock = { timeZone, dataUntil: dataEndOf(fetched), requestedAt: now.toISOString() };
	const until = message ? undefined : lateUntil(range, { ...clock, query });
	const late: Note[] = until === undefined ? [] : [{ kind: 'late', until }];
	const table = { ...fetched, notes: [...(fetched.notes ?? []), ...late] };
	const growth = growthOf(table, { ...clock, query, range, firstWeekday });
	if (!growth || !options.isCompleteOnly) return { growth, table: withIncomplete(table, plan) };
	const rows = table.rows.toArray().filter(growth.isWhole);
	const unit = 'unit' in query ? query.unit : 'day';
	const { date } = positionsOf(table);
	if (range && date < 0 && rows.length === 0 && table.rows.length > 0) {
		const today = openDayOf(clock) ?? '';
		const whole = completeSpan({ range }, { unit, firstWeekday, today })?.range;
		const units = `${unitName(unit)}s`;
		const isGrouped = 'groupBy' in query && query.groupBy.length > 0;
		if (whole && (whole.from !== range.from || whole.to !== range.to))
			throw new UserError(
				`Each row of this report covers all dates, so the option 'Complete Periods Only' can't exclude only the incomplete ${units}. Choose a 'Date Range' of complete ${units} (${whole.from} to ${whole.to}), ${isGrouped ? 'remove the group, ' : ''}or remove the option`,
			);
	}
	const hasFewer = !message && rows.length < table.rows.length;
	const leftOut: Note[] = hasFewer ? [{ kind: 'leftOut' }] : [];
	const notes = rows.length > 0 ? leftOut : [noCompletePeriod(unit)];
	return {
		growth,
		table: {
			...table,
			rows: listRows(rows),
			totals: undefined,
			notes: [...(table.notes ?? []), ...notes],
		},
	};
}

/** Adds notes that messages and meta also need: a hint stays in the editor. */
function withIncomplete(table: Table, plan: ReportPlan): Table {
	const { query, message, range, today, firstWeekday } = plan;
	if (!range || table.rows.length === 0) return table;
	const notes: Note[] = [...(table.notes ?? [])];
	// Messages leave out these numbers of groups.
	const isShown = !message || positionsOf(table).date >= 0;
	if (isShown && isUnderWay(query, range, today, firstWeekday)) notes.push({ kind: 'underWay' });
	const open = windowOpenFrom({ ...clockOf(plan, table), query, range });
	// Who can still convert in an unknown window is unknown.
	if (open !== undefined && 'windowMinutes' in query && query.windowMinutes !== undefined) {
		const ends = 'mayEndLater' in query && !query.mayEndLater ? { until: range.to } : {};
		notes.push({ kind: 'windowOpen', from: open, ...ends });
	}
	return { ...table, notes: [...notes, ...partialNotes(table, plan, range)] };
}

/**
 * Names dates that are open or cut, which sentences of messages say in their own words; of users who
 * are followed, other notes say what is open.
 */
function partialNotes(table: Table, plan: ReportPlan, range: DateRange): Note[] {
	const { query, message } = plan;
	if (message?.layout === 'digest' || 'windowMinutes' in query) return [];
	const clock = clockOf(plan, table);
	const { date } = positionsOf(table);
	const isFollowed = 'duration' in query;
	if (date < 0)
		return !message && !isFollowed && isRangeOpen(range, clock)
			? [{ kind: 'partial', periods: [], range }]
			: [];
	const unit = unitName(('unit' in query ? query.unit : undefined) ?? 'day');
	const dates = new Set<string>();
	for (const row of table.rows.each()) dates.add(String(row[date]));
	const periods = [...dates].filter(
		(name) => (!isFollowed && isOpen(name, unit, clock)) || isCutPeriod(name, unit, range),
	);
	return periods.length > 0 ? [{ kind: 'partial', periods }] : [];
}

/** An answer that isn't understood must not reach a chat or an AI agent. */
function notUnderstood(
	{ context }: ItemRun,
	{ report, output }: ReportPlan,
	fault: UnexpectedShape,
	answer: unknown,
): IDataObject[] {
	// A model would interpret an answer of any shape, and a workflow would take no items for no data.
	const isEmpty = Array.isArray(answer) && answer.length === 0;
	if (report.unknownForm === 'error' || isMessage(output) || output === 'agent' || isEmpty) {
		throw new OperationalError(fault.message, {
			description: `To get the response unchanged, set 'Output' to Raw. ${REPORT_IT}`,
		});
	}
	addHint(context, `${fault.message}. The node returned the response unchanged. ${REPORT_IT}`);
	return toRawObjects(answer);
}

function preview(plan: ReportPlan, wire: Wire): IDataObject {
	const { history, range } = plan;
	const before = history && range && historyRange(plan, range);
	const plans = [
		plan,
		...(plan.overall && !plan.overall.isSpare ? [{ ...plan, ...plan.overall }] : []),
	];
	const requests = [
		...plans.flatMap((own) => rangesOf(own).flatMap((one) => requestsFor(own, wire, one))),
		...(before ? requestsFor(planFor(plan, history.question), wire, before) : []),
	];
	return { requests: requests.map(shownRequest) };
}

async function fetchRaw(ask: Ask, plan: ReportPlan, wire: Wire): Promise<unknown> {
	const answers: unknown[] = [];
	for (const range of rangesOf(plan)) {
		for (const answer of await fetchAnswers(ask, plan, wire, range)) answers.push(answer);
	}
	return plan.series ? answers.flat() : answers[0];
}

/**
 * Runs a JSON query. Everything that can be checked without the service is checked before the first
 * request. Names that the service may know are sent unchanged; the project's lists are requested if
 * a name can't be one of the service, if the service refuses one, and if nothing was found.
 */
export async function runDefinition<Name extends ReportModelName>(
	run: ItemRun,
	report: Report<Name>,
	now: Date,
): Promise<INodeExecutionData[]> {
	const json = readDefinitionText(run.field('queryDefinition'), report.example);
	const planWith = (names: NameResolver): ReportPlan =>
		planReport(
			run,
			now,
			report,
			(now): Defined<Queries[Name]> => readJson(report, json, { names, now }),
		);
	const runKnown = async (known: ReportPlan): Promise<INodeExecutionData[]> =>
		await runReport(run, {
			...known,
			inspect: async (table) => await explained(run, known, table),
		});

	const names = new TypedNames(wireFor(await run.connection()).refusedFunctions);
	const plan = planWith(names);
	if (names.needsLists) return await runKnown(await readWithNames(run, planWith));
	// The lists may show that a name is a property of users, or an event in another spelling.
	if (mayBeMisread(plan.query))
		return await runKnown((await readIfListed(run, planWith, true)) ?? plan);

	let other: ReportPlan | undefined;
	const planOther = async (areAccepted = false): Promise<ReportPlan | undefined> => {
		const known = await readIfListed(run, planWith, areAccepted);
		return JSON.stringify(known?.query) === JSON.stringify(plan.query) ? undefined : known;
	};
	const inspect = async (table: Table): Promise<Table> => {
		const isFound = hasData(table);
		if (!isFound || names.wantsLists) other = await planOther(isFound);
		return other ? table : await explained(run, plan, table);
	};
	const items = await runReport(run, { ...plan, inspect }).catch(async (error: unknown) => {
		if (!isNameRefusal(error)) throw error;
		other = await planOther();
		if (!other) throw error;
		return [];
	});
	return other ? await runKnown(other) : items;
}
