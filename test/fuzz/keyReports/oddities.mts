/** Answers that nobody may read (docs/reports.md, "What is not known"). */
import type { Case } from './cases.mts';
import { type Answer, columnsOf, LAYER, WHOLE } from './service.mts';

type Json = { [key: string]: unknown };

const COUNTS = {
	attribution: ['click_times', 'converted_number', 'converted_user_number'],
	ltv: ['initial_user'],
	interval: ['cnt', 'people'],
	path: [],
};
/** Beside counts, what a report can't do without. */
const NUMBERS = {
	attribution: ['goal_conversion'],
	ltv: ['amount_ltv_0'],
	interval: ['min_time', 'max_time', 'avg_time', 'uniqavg_time'],
	path: [],
};

const groupsOf = (one: Case) =>
	one.fields.length === 0 ? [] : one.model === 'interval' ? ['by_field'] : columnsOf(one);

/**
 * Makes the answer odd in place.
 * @returns false where this oddity has no place in it
 */
export function makeOdd(answer: Answer, one: Case): boolean {
	const { oddity } = one;
	if (oddity === undefined) return false;
	if (oddity === 'envelope') {
		answer.code = 'COMMON-D-27-1';
		return true;
	}
	if (answer.paths) return oddPaths(answer.paths as Paths, one);
	return oddForm(answer, one) || oddRow(answer, one) || oddModel(answer, one);
}

/** The first line that is none of totals, and tells numbers. */
function rowOf({ rows }: Answer, one: Case): Json | undefined {
	return rows.find(
		(row) =>
			!Object.values(row).some((value) => value === LAYER) &&
			!(row.date === WHOLE && groupsOf(one).length === 0) &&
			!(one.model === 'interval' && (row.date === WHOLE || Number(row.cnt) === 0)) &&
			!(one.model === 'attribution' && row.event_name === null),
	);
}

/** One of several, by the seed. */
const pick = <One,>(list: One[], { shape }: Case) =>
	list[(shape.columns[0] as number) % list.length] as One;

function oddForm(answer: Answer, one: Case): boolean {
	const { oddity, model } = one;
	const remove = (...names: string[]) =>
		(answer.columns = answer.columns.filter((name) => !names.includes(name)));
	switch (oddity) {
		case 'rowsNoList':
			answer.rows = {} as unknown as Json[];
			return true;
		case 'noColumn': {
			const event = model === 'attribution' ? ['event_name'] : [];
			const date =
				model === 'interval' || (model === 'ltv' && one.fields.length === 0) ? ['date'] : [];
			if (!rowOf(answer, one)) return false;
			// Of the periods, the service may leave out some.
			const numbers = model === 'ltv' ? [] : NUMBERS[model];
			remove(pick([...COUNTS[model], ...numbers, ...event, ...date], one));
			return true;
		}
		case 'lostGroup': {
			const names = groupsOf(one);
			if (names.length === 0 || answer.rows.length === 0) return false;
			remove(...names);
			return true;
		}
		case 'noPercentile':
			if (model !== 'interval' || !rowOf(answer, one)) return false;
			remove(String(pick(one.percentiles, one)));
			return true;
		default:
			return false;
	}
}

function oddRow(answer: Answer, one: Case): boolean {
	const { oddity, model } = one;
	const row = rowOf(answer, one);
	if (!row) return false;
	const count = pick(COUNTS[model], one);
	const number = pick([...COUNTS[model], ...NUMBERS[model]], one);
	switch (oddity) {
		case 'rowNoList':
			answer.rows.push(5 as unknown as Json);
			return true;
		case 'shortRow':
			row.length = answer.columns.length - 1;
			return true;
		case 'longRow':
			row.more = [1];
			return true;
		case 'twice':
			answer.rows.push({ ...row });
			return true;
		case 'negative':
			row[count] = -1;
			return true;
		case 'noNumber':
			row[number] = 'many';
			return true;
		case 'objectNumber':
			row[number] = { a: 1 };
			return true;
		case 'nullCount':
			row[count] = null;
			return true;
		case 'objectGroup': {
			const [name] = groupsOf(one);
			if (name === undefined) return false;
			row[name] = { a: 1 };
			return true;
		}
		case 'noDate':
		case 'noDay':
			if (model === 'attribution' || (model === 'ltv' && one.fields.length > 0)) return false;
			row.date = oddity === 'noDate' ? 'San Francisco' : '2026-02-31';
			return true;
		default:
			return false;
	}
}

function oddModel(answer: Answer, one: Case): boolean {
	const { oddity, model } = one;
	const row = rowOf(answer, one);
	if (!row) return false;
	const is = (name: Case['model']) => model === name;
	switch (oddity) {
		case 'strangeEvent':
			row.event_name = 'D';
			return is('attribution');
		case 'unaskedDirect':
			if (!is('attribution') || one.hasDirect) return false;
			row.event_name = null;
			return true;
		case 'fallingTimes': {
			const [first] = one.percentiles;
			if (!is('interval')) return false;
			row[String(first)] = 1e9;
			return true;
		}
		case 'averageOutside':
			if (!is('interval')) return false;
			row[pick(['avg_time', 'uniqavg_time'], one)] = pick([-1, 1e9], one);
			return true;
		case 'moreUsers':
			if (!is('interval')) return false;
			row.people = 1e6;
			return true;
		case 'noAmount':
			if (!is('ltv')) return false;
			row.amount_ltv_0 = pick(['-', '', '1;5', 'NaN', 'Infinity', '0x10'], one);
			return true;
		case 'secondMeasure':
			if (!is('ltv')) return false;
			answer.rows.push({ ...row, measure_name: 'other', amount_ltv_0: '1' });
			return true;
		default:
			return false;
	}
}

interface Paths {
	nodes: Json[][];
	links: Json[][];
}

function oddPaths(paths: Paths, one: Case): boolean {
	const { nodes, links } = paths;
	const { oddity, isBackward, shape } = one;
	const node = nodes[0]?.[0];
	const link = links[0]?.[0];
	switch (oddity) {
		case 'rowsNoList':
			Object.assign(paths, { nodes: 'none' });
			return true;
		case 'stepNoList':
			nodes.push(1 as unknown as Json[]);
			return true;
		default:
			break;
	}
	if (!node) return false;
	switch (oddity) {
		case 'rowNoList':
			nodes[0]?.push(5 as unknown as Json);
			return true;
		case 'twoIds':
		case 'twice':
			nodes[0]?.push({ ...node });
			return true;
		case 'negative':
			node.times = -1;
			return true;
		case 'noNumber':
			node.times = 'many';
			return true;
		case 'objectNumber':
			node.times = { a: 1 };
			return true;
		case 'nullCount':
			node.times = null;
			return true;
		case 'noColumn':
			return delete node.times;
		case 'noId':
			return delete node.id;
		case 'noEvent':
			return delete node.event_name;
		case 'objectGroup':
			node.event_name = { a: 1 };
			return true;
		case 'stepGrows':
			if (!nodes[1]?.[0]) return false;
			nodes[1][0].times = 1e9;
			return true;
		default:
			break;
	}
	if (!link) return false;
	const near = isBackward && shape.isTurned ? 'target' : 'source';
	const far = near === 'source' ? 'target' : 'source';
	switch (oddity) {
		case 'noSource':
			link[near] = 'nowhere';
			return true;
		case 'turnedLink':
			// Before an event, both ways are read.
			if (isBackward) return false;
			[link.source, link.target] = [link.target, link.source];
			return true;
		case 'noTarget':
			if (link.is_wastage === true) return false;
			link[far] = 'nowhere';
			return true;
		case 'linksGrow':
			link.times = 1e9;
			return true;
		case 'linkTwice':
			links[0]?.push({ ...link, times: 0 });
			// Of nodes, links tell nothing but whether they fit.
			return one.returned !== 'nodes';
		case 'turnedSteps':
			// Before an event, links say nothing of their direction.
			if (nodes.length < 2 || isBackward) return false;
			nodes.reverse();
			return true;
		default:
			return false;
	}
}
