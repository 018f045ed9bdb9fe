/** Runs a case, and judges what comes out. */

import type { IDataObject } from 'n8n-workflow';

import type { Case } from './cases.mts';
import { differ, judgeOutput } from './judge.mts';
import { makeOdd } from './oddities.mts';
import { type Expected, expectedOf } from './oracle.mts';
import { type Outcome, type Run, runNode } from './runNode.mts';
import { answerOf, asItem, inOrder, LAYER, limitsOf, queryOf, toText } from './service.mts';
import {
	DAYS,
	distribution,
	EVENTS,
	type Fact,
	funnel,
	retention,
	userProperties,
} from './world.mts';

const OPERATIONS = {
	retention: 'getRetentionReport',
	distribution: 'getDistributionReport',
	funnel: 'getFunnelReport',
	userProperties: 'getUserPropertyReport',
};
/** Forms in which nothing may go on that is not understood. */
const MESSAGES = ['slack', 'markdown', 'feishu', 'html', 'agent'];

/** @returns what is wrong, or nothing */
export async function check(one: Case, run: Run = runNode): Promise<string | undefined> {
	const { answer, expected } = play(one);
	const outcome = await run(parametersOf(one), (path, body) =>
		path.includes('/bookmarks/')
			? JSON.stringify({
					id: 1,
					name: 'Saved',
					type: {
						funnel: '/funnel/',
						retention: '/retention/',
						distribution: '/addiction/',
						userProperties: 'USER_ANALYTICS_MODEL',
					}[one.model],
					data: JSON.stringify(queryOf(one)),
				})
			: toText(isWithoutGroups(one, body) ? wholeOf(one) : answer),
	);
	const isMessage = MESSAGES.includes(one.output);
	const asItCame = [asItem(answer)];
	const asked = checkRequest(one, outcome);
	if (asked) return asked;
	if (one.output === 'raw') {
		return outcome.error ?? differ('raw', outcome.items, asItCame);
	}
	if (!expected) {
		if (isMessage) {
			return outcome.error?.includes('a form that this node does not know')
				? undefined
				: `an unknown form went on: ${JSON.stringify(outcome.items)}`;
		}
		if (outcome.error !== undefined) return outcome.error;
		if (!outcome.hints.some((hint) => hint.includes('a form that this node does not know')))
			return `no hint at an unknown form: ${JSON.stringify(outcome.items)}`;
		return differ('unknown form', outcome.items, asItCame);
	}
	if (outcome.error !== undefined) return outcome.error;
	if (outcome.hints.some((hint) => hint.includes('a form that'))) return outcome.hints.join();
	return judgeOutput(one.output, outcome.items, expected);
}

/** Whether the groups of the query were left out. */
function isWithoutGroups({ fields, shape }: Case, body: string): boolean {
	const hadGroups = fields.length > 0 && shape.fieldKey !== 'answer';
	return hadGroups && !/"by_fields?":/.test(body);
}

function wholeOf(one: Case): { [key: string]: unknown } {
	const whole = { ...one, fields: [] };
	return answerOf(whole, inOrder(factsOf(whole), one.shape));
}

/** What the service tells, and what must come of it. */
export function play(one: Case): {
	answer: { [key: string]: unknown };
	expected: Expected | undefined;
} {
	const facts = inOrder(factsOf(one), one.shape);
	const answer = answerOf(one, withLayers(one, facts));
	const copy = structuredClone(answer);
	if (makeOdd(copy, one)) return { answer: copy, expected: undefined };
	return { answer, expected: expectedOf(one, facts, factsOf({ ...one, fields: [] })) };
}

function factsOf(one: Case): Fact[] {
	const { model, world, fields, size, shape, isSplit, weight } = one;
	const all = {
		retention: () => retention(world, fields, size),
		distribution: () => distribution(world, fields, limitsOf(size)),
		funnel: () => funnel(world, fields, size),
		userProperties: () => userProperties(world, fields),
	}[model]();
	const isWanted = ({ date, group }: Fact) => {
		if (model === 'userProperties') return true;
		if (group === null && fields.length > 0) return shape.withWhole && isTimely(date);
		return isTimely(date);
	};
	const isTimely = (date: string | null) => {
		if (fields.length > 0 && model !== 'funnel') return date === null;
		const wantsDates = model !== 'funnel' || isSplit;
		if (one.oddity === 'onlyOther' && model === 'funnel') return (date !== null) !== wantsDates;
		return (date !== null) === wantsDates || shape.withOther;
	};
	return all.filter(isWanted).map((fact) => ({
		...fact,
		total: fact.total * weight,
		counts: fact.counts.map((count) => (count === null ? null : count * weight)),
	}));
}

/** Lines of all values of a group among the others. */
function withLayers({ fields, shape, model }: Case, facts: Fact[]): Fact[] {
	const [first] = facts;
	if (!shape.withLayer || !first || fields.length === 0 || model === 'userProperties') return facts;
	return [...facts, { ...first, group: fields.map(() => LAYER) }];
}

function parametersOf(one: Case): IDataObject {
	const { model, query, output, isSplit, fields, size } = one;
	const shared = {
		output,
		// The oracle knows the rows; how people read them is tested by test/unit.
		message: { maxRows: 1000, thousands: false, layout: 'rows', names: 'query' },
		options: { requestsPerSecond: 0 },
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
		const queryJson = JSON.stringify(queryOf(one));
		return { ...start, ...split, queryMode: 'json', queryJson, dateRange: 'asPasted' };
	}
	return {
		...start,
		...split,
		queryMode: 'fields',
		dateRange: 'custom',
		fromDate: DAYS[0],
		toDate: DAYS.at(-1),
		groupByField: fields[0]?.expression ?? '',
		firstEvent: 'A',
		secondEvent: 'B',
		eventName: 'A',
		distributionOf: 'times',
		unit: 'day',
		duration: size,
		steps: { step: EVENTS.slice(0, size).map((eventName) => ({ eventName })) },
		window: 7,
		windowUnit: 'days',
	} as IDataObject;
}

/** Dates and split must stand in the request. */
function checkRequest({ model, isSplit }: Case, { sent, error }: Outcome): string | undefined {
	const last = sent.at(-1);
	if (!last) return `nothing was sent: ${error}`;
	const [first, second, third] = sent.filter((one) => one.path.includes('/report'));
	if (third || (second && model !== 'funnel')) return `too many requests: ${third?.body}`;
	if (second && !first?.body.includes('by_field')) return 'asked twice without groups';
	const body = JSON.parse(last.body) as IDataObject;
	if (model === 'userProperties')
		return body.from_date === undefined ? undefined : 'dates were sent';
	if (body.from_date !== DAYS[0] || body.to_date !== DAYS.at(-1))
		return `other dates: ${last.body}`;
	if (model !== 'funnel') return undefined;
	return (body.state === 'trends') === isSplit ? undefined : `split is not said: ${last.body}`;
}
