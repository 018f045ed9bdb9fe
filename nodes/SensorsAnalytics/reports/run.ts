import {
	type IDataObject,
	type INodeExecutionData,
	OperationalError,
	UserError,
} from 'n8n-workflow';
import { wireFor } from '../api';
import type { Ask, Wire } from '../api/api';
import { UnexpectedShape } from '../api/rows';
import { dateInZone } from '../dates/zone';
import { type ItemRun, sameNote } from '../item';
import type { MessageOptions } from '../output/message/options';
import { growthOf } from '../output/message/periods';
import { addHint, addHints, withDisplayNames } from '../output/meta';
import { isMessage, ownItems, present, toItems } from '../output/present';
import { toItemJson, toRawObjects } from '../output/rows';
import { isTool } from '../output/tool';
import { type NameResolver, TypedNames } from '../params/names';
import { readDefinitionText } from '../params/queryMode';
import { FULL_SAMPLE, type Queries, type ReportModelName } from '../query/query';
import { noWholePeriod } from '../series/series';
import { listRows, type Note, type Table } from '../table/table';
import { isNameRefusal } from '../transport/errors';
import { fetchAnswers, fetchSeries, fetchTable, plainly, requestsFor } from './fetch';
import { forModel, futureNote } from './forModel';
import { assertFunnelFilter } from './funnel';
import { explained, isEmpty, namesFor, projectNames } from './names';
import {
	historyRange,
	isUnderWay,
	partsOf,
	planReport,
	rangesOf,
	type ReportPlan,
	windowOpenFrom,
} from './plan';
import { type Defined, readJson, type Report } from './report';
import { fetchUsual, shownIn, withUsual, withUsualColumns } from './usual';

export { planReport } from './plan';
export { planSaved } from './saved';

/** Fetches what was planned, and gives it in the form that was chosen. */
export async function runReport(run: ItemRun, plan: ReportPlan): Promise<INodeExecutionData[]> {
	const { context, itemIndex, ask } = run;
	const connection = await run.connection();
	const wire = await wireFor(connection);
	addHint(context, otherProject(plan.pageProject, connection.project));
	const today = dateInZone(plan.now, plan.timeZone);
	addHint(context, plan.range && futureNote(plan.range, today));
	assertLimit(plan, wire);
	if (!plan.isFromPage && 'windowMinutes' in plan.query) assertFunnelFilter(plan.query, wire);
	assertWhole(plan);
	if (plan.options.isPreview) return toItems([preview(plan, wire)], itemIndex);
	const what = isMessage(plan.output) ? 'numbers' : 'rows';
	addHint(context, sameNote(run, preview(plan, wire), what));
	if (plan.output === 'raw') {
		return toItems(toRawObjects(await fetchRaw(ask, plan, wire)), itemIndex);
	}

	const answers: unknown[] = [];
	const kept: Ask = async (request) => {
		const answer = await ask(request);
		answers.push(answer);
		return answer;
	};
	const fetching = plan.series
		? fetchSeries(kept, plan, plan.series, wire)
		: fetchTable(kept, ask, plan, wire);
	const fetched = await fetching.catch(unknownForm);
	if (fetched instanceof UnexpectedShape) {
		return toItems(notUnderstood(run, plan, fetched, answers), itemIndex);
	}
	const { comparison } = fetched;
	const sampled = wire.returnsFacts ? fetched.table : withSample(fetched.table, plan);
	const growth = plan.series
		? undefined
		: growthOf(sampled, {
				query: plan.query,
				range: plan.range,
				requestedAt: plan.now.toISOString(),
				timeZone: plan.timeZone,
			});
	const isWholeOnly = plan.options.isWholeOnly && growth !== undefined;
	const checked = isWholeOnly ? wholeRows(sampled, plan, growth) : withUnderWay(sampled, plan);
	const looked = await (plan.look ?? lookOf(run, plan))(checked);
	const { output, options, timeZone, message, series, limit, characters, query } = plan;
	const chosen = fetched.range ?? plan.range;
	const usual =
		options.usual && series && chosen
			? await fetchUsual(ask, plan, series, wire, chosen, shownIn(looked))
			: undefined;
	const hasColumns = !isMessage(output) && output !== 'agent';
	const withRange = options.usual && series ? withUsual(looked, plan, usual, hasColumns) : looked;
	const ungrouped = plan.whole?.series && { ...plan, ...plan.whole };
	const table = ungrouped?.series
		? { ...withRange, whole: (await fetchSeries(ask, ungrouped, ungrouped.series, wire)).table }
		: withRange;
	addHints(context, table);
	const range = chosen && { from: chosen.from, to: chosen.to };
	const isNamed = isMessage(output) ? message.hasNames : options.hasDisplayNames;
	// An item of rows does without: to ask for the language of a locale takes a tenth of a millisecond.
	const languageOf = () =>
		message.isProjectLanguage ? undefined : new Intl.Locale(message.numbers.locale).language;
	const project =
		isNamed && (table.rows.length > 0 || isMessage(output))
			? await projectNames(run, query, series, {
					language: languageOf(),
					isSpoken: isMessage(output),
				})
			: undefined;
	const names = project?.names;
	const asked = {
		range,
		isCompared: comparison !== undefined,
		comparison: comparison?.range,
		timeZone,
		unit: series?.query.foldedBy ?? series?.query.unit,
		requestedAt: plan.now.toISOString(),
		isTopped:
			options.ordering.top !== undefined &&
			!options.ordering.hasRest &&
			'groupBy' in query &&
			query.groupBy.length > 0,
		...(isMessage(output) && 'unit' in query ? { unit: query.unit } : {}),
		query,
		isWholeOnly: series?.wholeUnit !== undefined,
		canGrow: growth?.canGrow,
		hasUnreadFilter: plan.hasUnreadFilter,
		...scopeOf(plan),
		subject: {
			events: partsOf(query).events,
			isChurn: 'isChurn' in query && query.isChurn,
		},
		names,
		unitOf: project?.unitOf,
		model: output === 'agent' ? await forModel(run, plan, table, range) : undefined,
	};
	const whole = hasColumns ? withUsualColumns(table) : table;
	const shown = names && !isMessage(output) ? withDisplayNames(whole, names) : whole;
	const objects = await present(
		shown,
		output,
		{ ...options, limit, characters },
		asked,
		inLanguage(message, project?.language),
	);
	const isQuiet = isMessage(output) && message.sendIf?.isUnusual === true && objects.length === 0;
	addHint(context, isQuiet ? 'No number is unusual, so the node returns no message.' : undefined);
	return ownItems(objects, itemIndex);
}

/** Where a query was made in one project and is asked of another one. */
function otherProject(pasted: string | undefined, asked: string): string | undefined {
	if (pasted === undefined || pasted === asked) return undefined;
	return `The pasted URL belongs to the project '${pasted}', but the credential uses the project '${asked}'.`;
}

/** The message in the language of the project, where that is wanted. */
function inLanguage(message: MessageOptions, language: string | undefined): MessageOptions {
	if (!message.isProjectLanguage || language !== 'zh') return message;
	return { ...message, numbers: { ...message.numbers, locale: 'zh-CN' } };
}

/** What of the options a message tells. */
function scopeOf({ options, series }: ReportPlan) {
	const { computation } = options;
	const { top, hasRest, by, isDescending = true } = series?.ordering ?? {};
	return {
		...(top !== undefined ? { top: { count: top, by, isDescending }, hasRest } : {}),
		samplingFactor: computation.samplingFactor,
		isApproximate: computation.isApproximate,
	};
}

/** @throws UserError for the limit of the other generation */
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

/** Where no answer tells that it is of a sample, who asked for one knows it. */
function withSample(table: Table, { options }: ReportPlan): Table {
	const { samplingFactor = FULL_SAMPLE } = options.computation;
	return { ...table, isSampled: table.isSampled || samplingFactor < FULL_SAMPLE };
}

/** Who tries a form, or a model, is told which values are not there; other executions cost no more requests for it. */
function lookOf(run: ItemRun, plan: ReportPlan): (table: Table) => Promise<Table> {
	const isAsked = run.context.getMode() === 'manual' || isTool(run.context);
	return async (table) => (isAsked ? await explained(run, plan, table) : table);
}

/** @throws UserError where no row tells users who can still convert from those who can't */
function assertWhole({ options, query, output }: ReportPlan): void {
	if (!options.isWholeOnly || output === 'raw') return;
	if (!('windowMinutes' in query) || query.isByDate) return;
	throw new UserError(
		"In a funnel, the option 'Complete Periods Only' requires 'Split by Date'. Without dates, users who can still convert can't be excluded. Turn on 'Split by Date', or remove the option",
	);
}

/** The rows that have their whole time; of all of them there are no totals. */
function wholeRows(
	table: Table,
	{ query }: ReportPlan,
	{ isWhole }: NonNullable<ReturnType<typeof growthOf>>,
): Table {
	const rows = table.rows.toArray().filter(isWhole);
	const notes = rows.length > 0 ? [] : [noWholePeriod('unit' in query ? query.unit : 'day')];
	return {
		...table,
		rows: listRows(rows),
		totals: undefined,
		notes: [...(table.notes ?? []), ...notes],
	};
}

/** In messages and meta, too: a hint stays in the editor. */
function withUnderWay(table: Table, { query, range, now, timeZone }: ReportPlan): Table {
	if (!range || table.rows.length === 0) return table;
	const today = dateInZone(now, timeZone);
	const notes: Note[] = [...(table.notes ?? [])];
	if (isUnderWay(query, range, today)) notes.push({ kind: 'underWay' });
	const open = windowOpenFrom(query, range, today);
	if (open !== undefined) {
		const ends = 'mayEndLater' in query && !query.mayEndLater ? { until: range.to } : {};
		notes.push({ kind: 'windowOpen', from: open, ...ends });
	}
	return { ...table, notes };
}

function unknownForm(fault: unknown): UnexpectedShape {
	if (fault instanceof UnexpectedShape) return fault;
	throw fault;
}

/** The answer as it came, where that may be; what is not understood must not reach a chat or an AI agent. */
function notUnderstood(
	{ context }: ItemRun,
	{ report, output }: ReportPlan,
	fault: UnexpectedShape,
	answers: unknown[],
): IDataObject[] {
	// A model would take an answer in whatever form for what it looks like.
	if (report.unknownForm === 'error' || isMessage(output) || output === 'agent') {
		throw new OperationalError(fault.message, {
			description:
				"To get the response unchanged, set 'Output' to Raw. Open a GitHub issue, and include your Sensors Analytics version.",
		});
	}
	addHint(
		context,
		`${fault.message}. The node returned the response unchanged. Open a GitHub issue, and include your Sensors Analytics version.`,
	);
	return toRawObjects(answers.at(-1));
}

function preview(plan: ReportPlan, wire: Wire): IDataObject {
	const { history, range, series } = plan;
	const before = history && range && historyRange(plan, range);
	const plans = [plan, ...(plan.whole ? [{ ...plan, ...plan.whole }] : [])];
	const requests = [
		...plans.flatMap((own) => rangesOf(own).flatMap((one) => requestsFor(own, wire, one))),
		...(before
			? requestsFor({ ...plan, series: series && plainly(series) }, wire, before, history.question)
			: []),
	];
	return {
		requests: requests.map(({ method = 'POST', path, body }) => ({
			method,
			path,
			body: toItemJson((body ?? {}) as IDataObject),
		})),
	};
}

async function fetchRaw(ask: Ask, plan: ReportPlan, wire: Wire): Promise<unknown> {
	const answers: unknown[] = [];
	for (const range of rangesOf(plan)) {
		for (const answer of await fetchAnswers(ask, plan, wire, range)) answers.push(answer);
	}
	return plan.series ? answers.flat() : answers[0];
}

/**
 * Runs a query in JSON. All that can be judged without the service is judged before the first
 * request. Names that the service may know go out as they are; the project's lists are asked for
 * where a name can be none of its names, where the service refuses one, and where nothing was found.
 * @throws UserError that lists what a name or a word can be
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
	const planKnown = async (): Promise<ReportPlan> => {
		const known = await namesFor(await run.catalog(), planWith);
		const planned = planWith(known);
		known.assertKnown();
		return planned;
	};

	const runKnown = async (known: ReportPlan): Promise<INodeExecutionData[]> =>
		await runReport(run, { ...known, look: async (table) => await explained(run, known, table) });

	const names = new TypedNames();
	const plan = planWith(names);
	if (names.needsLists) return await runKnown(await planKnown());

	let other: ReportPlan | undefined;
	const planOther = async (): Promise<ReportPlan | undefined> => {
		const known = await planKnown().catch(keepFirst);
		return known === undefined || isSame(known, plan) ? undefined : known;
	};
	const look = async (table: Table): Promise<Table> => {
		if (isEmpty(table)) other = await planOther();
		return other ? table : await explained(run, plan, table);
	};
	const first = await runReport(run, { ...plan, look }).then(
		(items): Outcome => ({ items }),
		(error: unknown): Outcome => ({ refusal: nameRefusal(error) }),
	);
	if (first.refusal) other = await planOther();
	return other ? await runKnown(other) : given(first);
}

interface Outcome {
	items?: INodeExecutionData[];
	/** The service's, for names that it does not know. */
	refusal?: Error;
}

/** @throws what else went wrong */
function nameRefusal(error: unknown): Error {
	if (isNameRefusal(error)) return error;
	throw error;
}

/** What the lists say of a name counts; where they can't be had, what came first. */
function keepFirst(error: unknown): undefined {
	if (error instanceof UserError) throw error;
	return undefined;
}

function given({ items, refusal }: Outcome): INodeExecutionData[] {
	if (items) return items;
	throw refusal as Error;
}

function isSame(one: ReportPlan, other: ReportPlan): boolean {
	return JSON.stringify(one.query) === JSON.stringify(other.query);
}
