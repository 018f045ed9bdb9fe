import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { wireFor } from '../../api';
import type { ItemRun } from '../../item';
import { isPreview, shownRequest } from '../../item';
import type { ChangeExplanation } from '../../insight/verdict';
import { toExplainAgentItem, toExplainRows, toExplainTable } from '../../output/explain';
import type { ExplainContext } from '../../output/message/explain';
import { explainDigest, explainLines } from '../../output/message/explain';
import { inLanguage, languageOf, type MessageOptions } from '../../output/message/options';
import { addHint, writeNotes } from '../../output/meta';
import { ownItems, toItems, writeMessage } from '../../output/present';
import { isMessage } from '../../output/message/forms';
import { explainDefinition, readExplainOutput } from '../../params/explain';
import { readMessageOptions } from '../../params/message';
import { type NameResolver, TypedNames } from '../../params/names';
import { readReportOptions } from '../../params/options';
import { readCharacters } from '../../params/output';
import { readDefinitionText } from '../../params/queryMode';
import { listColumns, nameColumns } from '../../query/columns';
import { isTool, isWatched } from '../../transport/context';
import { isNameRefusal } from '../../transport/errors';
import { type EventQuery, propertyName, toExpression, TOTAL } from '../../query/query';
import type { Cell } from '../../table/decimal';
import { listRows, type Table } from '../../table/table';
import { eventReport } from '../event';
import { scopeOf } from '../forModel';
import { nameInNotes } from '../meanings';
import { notesOnValues, projectNames, readIfListed, readWithNames } from '../names';
import { assertOwnProperties } from '../ownProperties';
import {
	historyRange,
	noUsualRange,
	otherClocksNote,
	planFor,
	planReport,
	type ReportPlan,
} from '../plan';
import { requestsFor } from '../fetch';
import { fetchUsual } from '../usual';
import { Explaining, knownRequests } from './fetch';
import type { ExplainQuestion } from './question';
import { queryOf, readQuestion, requestsInWords } from './question';

export async function runExplain(run: ItemRun, now: Date): Promise<INodeExecutionData[]> {
	if (run.field('queryMode') !== 'definition') return await explain(run, readQuestion(run, now));
	const json = readDefinitionText(run.field('queryDefinition'), explainDefinition.example);
	const readWith = (names: NameResolver) => readQuestion(run, now, json, names);
	const withKnown = async () => await readWithNames(run, readWith);
	const typed = new TypedNames(wireFor(await run.connection()).refusedFunctions);
	const own = readWith(typed);
	if (typed.needsLists) return await explain(run, await withKnown());
	const checked = typed.wantsLists ? await readIfListed(run, readWith, true) : undefined;
	const question = checked ?? own;
	// The name may be a display name, which the service doesn't know.
	const first = await explain(run, question).catch(refusedName);
	return first ?? (await explain(run, await withKnown()));
}

function refusedName(error: unknown): undefined {
	if (!isNameRefusal(error)) throw error;
	return undefined;
}

async function explain(run: ItemRun, question: ExplainQuestion): Promise<INodeExecutionData[]> {
	const { field, options, itemIndex, ask } = run;
	const output = readExplainOutput(field('output'));
	const message = readMessageOptions(field);
	if (message.sendIf?.isUnusual === true) throw noUsualRange();
	const { computation, hasDisplayNames } = readReportOptions(options, question.timeZone);
	const wire = wireFor(await run.connection());
	const how = computation;
	const day = usualPlan(run, question);
	if (isPreview(run)) return toItems([previewOf(question, { wire, how }, day)], itemIndex);

	const explaining = new Explaining(question, { ask, wire, how });
	const explanation = await explaining.explain(run.catalog, async (shown) =>
		day?.series ? await fetchUsual(ask, day, day.series, wire, question.range, shown) : undefined,
	);
	addHint(run.context, otherClocksNote(question, explaining.dataUntil));
	if (isWatched(run.context)) {
		const query = { ...queryOf(question, question.dimensions), measures: [question.measure] };
		await assertOwnProperties(run, query, foundTable(query, explanation), "'Dimensions'");
	}
	const isNamed = isMessage(output) ? message.hasNames : hasDisplayNames;
	const requested = await contextOf(run, question, isNamed ? explanation : undefined, message);
	const own = inLanguage(message, requested.language);
	const scope = { report: eventReport, query: requested.query, options: { computation } };
	const labels = [nameInNotes(explanation.name)];
	const nameOf = (name: string) => requested.names?.(name) ?? name;
	const facts = {
		headline: explainLines(explanation, own, requested).join(
			own.numbers.locale.startsWith('zh') ? '。' : '. ',
		),
		timeZone: question.timeZone,
		requestedAt: requested.requestedAt,
		onValues: [
			...(output === 'agent' ? scopeOf(run, scope, labels, nameOf) : []),
			...(await notesFor(run, requested.query, question, explanation)),
		],
	};
	if (output !== 'agent') facts.onValues.forEach((note) => addHint(run.context, note));
	if (isMessage(output)) {
		const digest = explainDigest(explanation, own, { ...requested, marks: question.marks });
		const onQuiet = (why: string) => addHint(run.context, why);
		return ownItems(writeMessage(digest, output, { ...own, onQuiet }), itemIndex);
	}
	// In a table view, the column of the sentence is far to the right.
	if (output !== 'agent') addHint(run.context, facts.headline);
	const items =
		output === 'table'
			? [toExplainTable(explanation, facts)]
			: output === 'agent'
				? [toExplainAgentItem(explanation, facts, readCharacters(field('mostCharacters')))]
				: toExplainRows(explanation, facts);
	return ownItems(items, itemIndex);
}

/** Returns the numbers and values that were found, as a report would have them. */
function foundTable(
	query: EventQuery,
	{ dimensions, overall: { now, before } }: ChangeExplanation,
): Table {
	const number = Number(now) || Number(before) || 0;
	const places = query.groupBy.map(({ property }) => property);
	const rowOf = (at: number, found: Cell): Cell[] => [
		...places.map((_, index) => (index === at ? found : null)),
		number,
	];
	const rows = places.flatMap((property, at) => {
		const names = [propertyName(property), toExpression(property)];
		const own = dimensions.find(({ name }) => names.includes(name));
		return (own?.values ?? []).map(({ value }) => rowOf(at, value));
	});
	return {
		columns: listColumns(nameColumns(query)),
		rows: listRows(rows.length > 0 ? rows : [rowOf(-1, null)]),
		points: [],
		isTruncated: false,
	};
}

/** Returns notes on values that exist in neither period, as reports do. */
async function notesFor(
	run: ItemRun,
	query: ExplainContext['query'],
	{ range, comparison, today }: ExplainQuestion,
	{ overall, lateBefore: until }: ChangeExplanation,
): Promise<string[]> {
	const isForModel = isTool(run.context);
	const late = writeNotes(
		until ? [{ kind: 'lateBefore', until }] : [],
		isForModel ? 'model' : 'en',
	);
	const isManual = run.context.getMode() === 'manual';
	if (!isForModel && !isManual && run.field('queryMode') !== 'definition') return late;
	const [from = '', , , to = ''] = [range.from, range.to, comparison.from, comparison.to].sort();
	const plan = { query, range: { from, to }, today };
	const isNothing = !Number(overall.now) && !Number(overall.before);
	const values = writeNotes(await notesOnValues(run, plan, isNothing), isForModel ? 'model' : 'en');
	return [...late, ...values];
}

/** The report on the overall number, whose preceding days are the basis of the usual range. */
function usualPlan(run: ItemRun, question: ExplainQuestion): ReportPlan | undefined {
	const { hasUsual, isUsualImplied, now, measure, filter, range, comparison } = question;
	if (!hasUsual) return undefined;
	const query = { measures: [measure], groupBy: [], ...(filter ? { filter } : {}), unit: TOTAL };
	return planReport(run, now, eventReport, () => ({
		...{ query, range },
		hasUsual: isUsualImplied ? undefined : hasUsual,
		compared: { kind: 'custom', range: comparison },
	}));
}

function previewOf(
	question: ExplainQuestion,
	asking: Parameters<typeof knownRequests>[1],
	day: ReportPlan | undefined,
): IDataObject {
	const before = day && historyRange(day, question.range);
	const usual =
		day?.history && before && requestsFor(planFor(day, day.history.question), asking.wire, before);
	return {
		requests: [...knownRequests(question, asking), ...(usual ?? [])].map(shownRequest),
		request_count: requestsInWords(question),
		most_requests: question.mostRequests,
		dimensions:
			question.dimensions.length > 0
				? question.dimensions.length
				: 'chosen from the properties of the event',
	};
}

async function contextOf(
	run: ItemRun,
	question: ExplainQuestion,
	explanation: ChangeExplanation | undefined,
	message: MessageOptions,
): Promise<ExplainContext & { language?: string }> {
	const { measure, filter, dimensions, event, timeZone, now } = question;
	const chosen = (explanation?.dimensions ?? []).map(({ name }) => ({
		property: { of: 'event' as const, event, name },
	}));
	const query = {
		...queryOf(question, dimensions.length > 0 ? dimensions : chosen),
		measures: [measure],
		...(filter ? { filter } : {}),
	};
	const columns = nameColumns(query);
	const project = explanation
		? await projectNames(
				run,
				query,
				{ query, columns },
				{
					language: languageOf(message),
					isSpoken: true,
				},
			)
		: undefined;
	const [column] = columns.measures;
	return {
		query,
		timeZone,
		requestedAt: now.toISOString(),
		language: project?.language,
		...(project
			? {
					names: (key: string) => project.names(key === '' ? (column?.key ?? '') : key),
					unitOf: project.unitOf,
				}
			: {}),
	};
}
