/** Runs a case, and judges what comes out. */
import { WITH_KEY } from '../../harness/credentials.mts';
import { type Outcome, runNode } from '../../harness/node.mts';
import { type Came, type Expected, judgeOutcome, judgeOutput } from '../judge.mts';
import { listOf } from '../lists.mts';
import { toText } from '../wire.mts';
import type { Case } from './cases.mts';
import { formOf } from './form.mts';
import { playOf } from './service.mts';
import { expectedOf, type Returned } from './oracle.mts';
import { judgeRequests } from './form.mts';
import { todayOf } from './world.mts';

/** Noon in Shanghai. */
const run = async (one: Case, output: Case['output']) =>
	await runNode(formOf(one, output), {
		credential: WITH_KEY,
		now: Date.parse(`${todayOf(one)}T04:00:00Z`),
		answer: ({ path }) => listOf(path) ?? toText(playOf(one).answer),
	});

/** @returns what is wrong, or nothing, and what the case was judged to be */
export async function check(one: Case) {
	const { answer, isOdd, isRefusal } = playOf(one);
	const outcome = await run(one, one.output);
	const reported = expectedOf(one);
	const came: Came = {
		answer,
		isRefusal,
		expected: isOdd ? undefined : arranged(one.output, reported),
	};
	const fault =
		judgeRequests(one, outcome.sent, isOdd || isNothing(reported)) ??
		judgeOutcome(one.output, outcome, came) ??
		(isOdd || one.output === 'raw' ? undefined : await judgeMore(one, outcome, reported));
	const kind = isRefusal
		? 'refused by the service'
		: isOdd
			? 'an unknown form'
			: reported.rows.length > 0
				? 'rows'
				: 'no rows';
	return { fault, kinds: [kind, `${one.output}: ${kind}`] };
}

/** No rows, or nothing but 0 in them. */
function isNothing({ rows, columns, measures }: Returned): boolean {
	const places = measures.map((name) => columns.indexOf(name));
	return rows.every((row) => places.every((place) => !row[place]));
}

/** The same answer in another order: what nothing orders comes in one order all the same. */
async function judgeMore(one: Case, outcome: Outcome, reported: Returned) {
	const { shape } = one;
	const turned = (ranks: number[]) => ranks.map((rank) => 1000 - rank).reverse();
	// Of steps nobody says that they come in no order.
	const order = one.model === 'path' ? shape.rows : turned(shape.rows);
	const other = { ...shape, columns: turned(shape.columns), rows: order };
	const table = await run({ ...one, shape: other }, 'table');
	if (table.error !== undefined) return table.error;
	return (
		judgeOutput('table', table.items, arranged('table', reported)) ??
		judgeHints(one, table, reported) ??
		judgeHints(one, outcome, reported)
	);
}

function judgeHints({ model }: Case, { hints }: Outcome, { followed }: Returned) {
	const all = hints.join('\n');
	if (followed && !followed.test(all)) return `no hint ${followed}: ${all}`;
	if (!followed && model === 'ltv' && /\d of \d+ \w+ so far/.test(all)) return `a hint: ${all}`;
	return undefined;
}

/** The judge takes the last columns for numbers, but names of nodes are there. */
function arranged(output: Case['output'], reported: Returned): Expected {
	const { columns, rows, measures } = reported;
	const known = { ...reported, drawn: undefined, measures: measures.length };
	if (output !== 'wide') {
		const isLast = measures.every((name, index) => columns.at(index - measures.length) === name);
		const isShown = ['slack', 'markdown', 'agent'].includes(output);
		return isLast || !isShown ? known : { ...known, measures: 0 };
	}
	const names = [...columns.filter((name) => !measures.includes(name)), ...measures];
	const places = names.map((name) => columns.indexOf(name));
	const turned = rows.map((row) => places.map((place) => row[place] ?? null));
	return { ...known, columns: names, rows: turned };
}
