/** Runs a case, and judges what comes out. */

import { WITH_KEY } from '../harness/credentials.mts';
import type { Subject } from '../harness/draws.mts';
import { type Outcome, runNode } from '../harness/node.mts';
import { differ, judgeOutput } from '../reports/judge.mts';
import { type Case, cases } from './cases.mts';
import { formOf } from './form.mts';
import { makeOdd } from './oddities.mts';
import { type Expected, expectedOf } from './oracle.mts';
import { judgeRequests } from './requests.mts';
import { listOf } from './lists.mts';
import { answerOf, asItem, toText } from './service.mts';
import { todayOf } from './told.mts';

const UNKNOWN = 'has an unexpected structure';
/** Forms in which nothing may go on that is not understood. */
const MESSAGES = ['slack', 'markdown', 'agent'];

/** What was judged. */
type Kind = 'rows' | 'no rows' | 'raw' | 'unknown form' | 'error';

type Ran = (one: Case, output: string) => Promise<Outcome>;

/** Noon in Shanghai. */
const run: Ran = async (one, output) =>
	await runNode(formOf(one, output), {
		credential: WITH_KEY,
		now: Date.parse(`${todayOf(one)}T04:00:00Z`),
		answer: ({ path }) => listOf(path) ?? toText(tellOf(one).answer, one),
	});

/** What the service says, and whether anybody may read it. */
function tellOf(one: Case) {
	const answer = answerOf(one);
	const isOdd = makeOdd(answer, one);
	return { answer, isOdd };
}

export const subject: Subject<Case> = {
	cases,
	check: async (one) => {
		const { fault, kind } = await check(one);
		return {
			fault,
			kinds: [`${one.model}: ${kind}`, `${one.model}, ${one.output}: ${kind}`],
		};
	},
};

async function check(one: Case): Promise<{ fault: string | undefined; kind: Kind }> {
	const { answer, isOdd } = tellOf(one);
	const outcome = await run(one, one.output);
	const expected = expectedOf(one);
	const isEmpty = isOdd || isNothing(expected);
	const asked = judgeRequests(one, outcome.sent, isEmpty);
	if (asked !== undefined) return { fault: `${asked} ${outcome.error}`, kind: 'error' };
	if (answer.code !== 'SUCCESS') {
		const isTold = outcome.error !== undefined && !outcome.error.includes(UNKNOWN);
		return {
			fault: isTold ? undefined : `a refusal went on: ${JSON.stringify(outcome)}`,
			kind: 'error',
		};
	}
	if (one.output === 'raw')
		return {
			fault: outcome.error ?? differ('raw', outcome.items, [asItem(answer, one)]),
			kind: 'raw',
		};
	if (isOdd)
		return { fault: judgeUnknown(one, outcome, asItem(answer, one)), kind: 'unknown form' };
	const kind = expected.rows.length > 0 ? 'rows' : 'no rows';
	return { fault: outcome.error ?? (await judgeKnown(one, outcome, expected)), kind };
}

/** No rows, or nothing but 0 in them. */
function isNothing({ rows, columns, measures }: Expected): boolean {
	const places = measures.map((name) => columns.indexOf(name));
	return rows.every((row) => places.every((place) => !row[place]));
}

function judgeUnknown(one: Case, { error, items, hints }: Outcome, asItCame: unknown) {
	if (MESSAGES.includes(one.output)) {
		return error?.includes(UNKNOWN)
			? undefined
			: `an unknown form went on: ${error ?? JSON.stringify(items)}`;
	}
	if (error !== undefined) return error;
	if (!hints.some((hint) => hint.includes(UNKNOWN)))
		return `no hint at an unknown form: ${JSON.stringify(items)}`;
	return differ('unknown form', items, [asItCame]);
}

async function judgeKnown(one: Case, outcome: Outcome, expected: Expected) {
	const unknown = outcome.hints.find((hint) => hint.includes(UNKNOWN));
	if (unknown !== undefined) return unknown;
	// The same answer in another order: what nothing orders comes in one order all the same.
	const { shape } = one;
	const turned = (ranks: number[]) => ranks.map((rank) => 1000 - rank).reverse();
	// Of steps nobody says that they come in no order.
	const order = one.model === 'path' ? shape.rows : turned(shape.rows);
	const other = { ...shape, columns: turned(shape.columns), rows: order };
	const table = await run({ ...one, shape: other }, 'table');
	if (table.error !== undefined) return table.error;
	const [item = {}] = table.items;
	return (
		judgeOutput('table', [item], arranged('table', expected)) ??
		judgeHints(one, table, expected) ??
		judgeHints(one, outcome, expected) ??
		judgeOutput(one.output, outcome.items, arranged(one.output, expected))
	);
}

function judgeHints({ model }: Case, { hints }: Outcome, expected: Expected) {
	const all = hints.join('\n');
	if (expected.followed && !expected.followed.test(all))
		return `no hint ${expected.followed}: ${all}`;
	if (!expected.followed && model === 'ltv' && /\d of \d+ \w+ so far/.test(all))
		return `a hint: ${all}`;
	return undefined;
}

/** The judge of other reports takes numbers for what stands behind all else; names of nodes do there. */
function arranged(output: Case['output'], expected: Expected) {
	const { columns, rows, measures } = expected;
	const known = { ...expected, drawn: undefined, measures: measures.length };
	if (output !== 'wide') {
		const isLast = measures.every((name, index) => columns.at(index - measures.length) === name);
		return isLast || !MESSAGES.includes(output) ? known : { ...known, measures: 0 };
	}
	const names = [...columns.filter((name) => !measures.includes(name)), ...measures];
	const places = names.map((name) => columns.indexOf(name));
	const turned = rows.map((row) => places.map((place) => row[place] ?? null));
	return { ...known, columns: names, rows: turned };
}
