/** Runs a case, and judges what comes out. */

import type { IDataObject } from 'n8n-workflow';

import { WITH_KEY, WITH_SECRET } from '../../harness/credentials.mts';
import { type Outcome, runNode } from '../../harness/node.mts';
import type { Case } from './cases.mts';
import { type Came, type Expected, isSaidUnknown, judgeOutcome } from '../judge.mts';
import { isOfProperties, listOf, readsListGroups } from '../lists.mts';
import { LAYER, mixed, toText } from '../wire.mts';
import { makeOdd } from './service.mts';
import { keyQueryOf, playWithKey, type Reply, replyWithKey } from './openapi.mts';
import { expectedOf, inTime } from './oracle.mts';
import { answerOf, queryOf } from './service.mts';
import { DAYS, EVENTS, type Fact, factsOf, hasOwnLimits, limitsOf, lastDayOf } from './world.mts';

const OPERATIONS = {
	retention: 'getRetentionReport',
	distribution: 'getDistributionReport',
	funnel: 'getFunnelReport',
	userProperties: 'getUserPropertyReport',
};

/** @param hasKey with a key of the OpenAPI in the credential */
export type Run = (
	parameters: IDataObject,
	reply: Reply,
	one: Pick<Case, 'hasKey' | 'today'>,
) => Promise<Outcome>;

/** At noon in Shanghai. */
export const runAlone: Run = async (parameters, reply, { hasKey, today }) =>
	await runNode(parameters, {
		credential: hasKey ? WITH_KEY : WITH_SECRET,
		now: Date.parse(`${today}T04:00:00Z`),
		answer: ({ path, body }) => reply(path, body),
	});

export const checkAlone = async (one: Case) => await check(one, runAlone);

/** @returns what is wrong, or nothing, and what the case was judged to be */
export async function check(one: Case, run: Run) {
	const { came: all, reply, faultIn } = one.hasKey ? withKey(one) : withSecret(one);
	const list = (path: string) =>
		readsListGroups(one) && isOfProperties(path) ? listOf(path) : undefined;
	const outcome = await run(
		parametersOf(one),
		(path, body) => list(path) ?? reply(path, body),
		one,
	);
	// Without dates, nobody knows who can still take a step.
	if (one.isCompleteOnly && one.model === 'funnel' && !one.isSplit && one.output !== 'raw') {
		const isReported = outcome.error?.includes("requires 'Split by Date'");
		return { fault: isReported ? undefined : `not refused: ${outcome.error}`, kinds: ['refused'] };
	}
	const came = { ...all, expected: all.expected && inTime(one, all.expected) };
	// A row without a date covers all dates, of which some may be over.
	const over = DAYS.filter((day) => day < one.today);
	const isMixed = over.length > 0 && over.length < DAYS.length;
	const isUndated = one.model !== 'userProperties' && !all.expected?.hasDate;
	if (
		isMixed &&
		isUndated &&
		one.output !== 'raw' &&
		all.expected?.rows.length &&
		came.expected?.rows.length === 0
	) {
		const isReported = outcome.error?.includes(
			`Choose a 'Date Range' of complete days (${over[0]} to ${over.at(-1)})`,
		);
		if (isReported || !all.expected.mayBeUnknown)
			return {
				fault: isReported ? undefined : `not refused: ${outcome.error}`,
				kinds: ['refused'],
			};
	}
	const kind = came.isRefusal
		? 'refused by the service'
		: !came.expected
			? 'an unknown form'
			: came.expected.mayBeUnknown
				? `not documented, ${isSaidUnknown(outcome) ? 'refused' : 'read'}`
				: came.expected.rows.length > 0
					? 'rows'
					: 'no rows';
	return {
		fault:
			faultIn(outcome) ??
			(hasNobody(one, outcome) ? undefined : judgeOutcome(one.output, outcome, came)),
		kinds: [kind, `${one.hasKey ? 'with a key' : 'with a secret'}: ${kind}`],
	};
}

/**
 * Of a funnel by date that nobody entered, an answer without dates has no rows; in one that is cut,
 * which says so, those who did may be missing.
 */
function hasNobody(one: Case, { items, error }: Outcome): boolean {
	const isByDate = one.model === 'funnel' && one.isSplit && one.output !== 'raw';
	if (!isByDate || error !== undefined) return false;
	if (one.hasKey && one.keyOddity === 'noColumn' && one.key.mostRows !== undefined) return true;
	return items.length === 0 && factsOf(one).every(({ counts: [first] }) => !first);
}

/** How a service is played, and what comes of it. */
interface Scene {
	came: Came;
	reply: Reply;
	/** What is wrong with the requests. */
	faultIn: (outcome: Outcome) => string | undefined;
}

function withKey(one: Case): Scene {
	const { answer, expected, isRefusal } = playWithKey(one);
	const refused: string[] = [];
	return {
		// The answer as it came is the envelope.
		came: { answer, expected, isRefusal },
		reply: replyWithKey(one, answer, (what) => refused.push(what)),
		faultIn: ({ sent, error }) => {
			const reports = sent.filter(({ path }) => path.includes('/report'));
			if (refused[0] !== undefined) return refused[0];
			return reports.length === 1 ? undefined : `${reports.length} requests: ${error}`;
		},
	};
}

function withSecret(one: Case): Scene {
	const { answer, expected } = play(one);
	const types = {
		funnel: '/funnel/',
		retention: '/retention/',
		distribution: '/addiction/',
		userProperties: 'USER_ANALYTICS_MODEL',
	};
	const nest = (text: string) => (one.shape.isNested ? JSON.stringify(text) : text);
	const data = nest(JSON.stringify(queryOf(one)));
	return {
		came: { answer, expected, isRefusal: false },
		reply: (path, body) =>
			path.includes('/bookmarks/')
				? JSON.stringify({ id: 1, name: 'Saved', type: nest(types[one.model]), data })
				: toText(isWithoutGroups(one, body) ? wholeOf(one) : answer),
		faultIn: (outcome) => checkRequest(one, outcome),
	};
}

/** Whether the groups of the query were left out. */
function isWithoutGroups({ fields, shape }: Case, body: string): boolean {
	const hadGroups = fields.length > 0 && shape.fieldKey !== 'answer';
	const { by_field: one, by_fields: several } = JSON.parse(body) as IDataObject;
	const reported = [one, several].flat().filter((field) => field !== undefined && field !== '');
	return hadGroups && reported.every((field) => String(field).endsWith('.$time'));
}

function wholeOf(one: Case): { [key: string]: unknown } {
	const whole = { ...one, fields: [] };
	return answerOf(whole, mixed(reportedFacts(whole), one.shape.order));
}

/** What the service answers, and what must result from it. */
function play(one: Case): {
	answer: { [key: string]: unknown };
	expected: Expected | undefined;
} {
	const facts = mixed(reportedFacts(one), one.shape.order);
	const answer = answerOf(one, withLayers(one, facts));
	const copy = structuredClone(answer);
	if (makeOdd(copy, one)) return { answer: copy, expected: undefined };
	return { answer, expected: expectedOf(one, facts, reportedFacts({ ...one, fields: [] })) };
}

function reportedFacts(one: Case): Fact[] {
	const { model, fields, shape, isSplit } = one;
	const isWanted = ({ date, group }: Fact) => {
		if (model === 'userProperties') return true;
		if (group === null && fields.length > 0) return shape.withWhole && isTimely(date);
		return isTimely(date);
	};
	const isTimely = (date: string | null) => {
		if (fields.length > 0 && model !== 'funnel') return date === null;
		if (shape.whole !== undefined) return date === null;
		const wantsDates = model !== 'funnel' || isSplit;
		if (one.oddity === 'onlyOther' && model === 'funnel') return (date !== null) !== wantsDates;
		return (date !== null) === wantsDates || shape.withOther;
	};
	return factsOf(one).filter(isWanted);
}

/** Lines of all values of a group among the others. */
function withLayers({ fields, shape, model }: Case, facts: Fact[]): Fact[] {
	const [first] = facts;
	if (!shape.withLayer || !first || fields.length === 0 || model === 'userProperties') return facts;
	return [...facts, { ...first, group: fields.map(() => LAYER) }];
}

function parametersOf(one: Case): IDataObject {
	const { model, query, output, isSplit, fields, size, hasKey, isCompleteOnly } = one;
	const isSampled = hasKey && one.key.isSampled;
	const shared = {
		output,
		// The oracle knows the rows; how people read them is tested by test/unit.
		message: { maxRows: 1000, thousands: false, layout: 'rows', names: 'query' },
		options: {
			requestsPerSecond: 0,
			...(isSampled ? { samplingFactor: 32 } : {}),
			...(isCompleteOnly ? { wholePeriodsOnly: true } : {}),
		},
	};
	if (query === 'saved') {
		return {
			resource: 'savedReport',
			operation: 'runSavedReport',
			savedReport: '1',
			dateRange: 'asPasted',
			compareWith: 'asPasted',
			...shared,
		};
	}
	const start = { resource: 'report', operation: OPERATIONS[model], ...shared };
	const split = model === 'funnel' ? { splitByDate: isSplit } : {};
	if (query === 'json') {
		const queryJson = JSON.stringify(hasKey ? keyQueryOf(one) : queryOf(one));
		return { ...start, ...split, queryMode: 'json', queryJson, dateRange: 'asPasted' };
	}
	return {
		...start,
		...split,
		queryMode: 'fields',
		dateRange: 'custom',
		fromDate: DAYS[0],
		toDate: DAYS.at(-1),
		groupByField: fields[0]?.typed ?? fields[0]?.expression ?? '',
		firstEvent: 'A',
		secondEvent: 'B',
		eventName: 'A',
		distributionOf: 'times',
		buckets: hasOwnLimits(one) ? limitsOf(size).join(', ') : '',
		unit: 'day',
		duration: size,
		steps: { step: EVENTS.slice(0, size).map((eventName) => ({ eventName })) },
		window: 7,
		windowUnit: 'days',
	} as IDataObject;
}

const [OLDER, NEWER] = ['/api/funnel/report', '/api/v2/sa/funnel/report/'];

/** Dates and split must be in the request. */
function checkRequest(one: Case, { sent, error }: Outcome): string | undefined {
	const { model, isSplit, shape, query } = one;
	const last = sent.at(-1);
	if (!last) return `nothing was sent: ${error}`;
	const [first, second, third] = sent.filter((one) => one.path.includes('/report'));
	if (third || (second && model !== 'funnel')) return `too many requests: ${third?.body}`;
	if (second && !first?.body.includes('by_field')) return 'asked twice without groups';
	const body = JSON.parse(last.body) as IDataObject;
	if (model === 'userProperties')
		return body.from_date === undefined ? undefined : 'dates were sent';
	if (body.from_date !== DAYS[0] || body.to_date !== lastDayOf(one))
		return `other dates: ${last.body}`;
	if (model !== 'funnel') return undefined;
	const address = shape.funnel === 'table' && query !== 'form' ? NEWER : OLDER;
	if (last.path.split('?')[0] !== address) return `sent to ${last.path}`;
	return (body.state === 'trends') === isSplit ? undefined : `split is not said: ${last.body}`;
}
