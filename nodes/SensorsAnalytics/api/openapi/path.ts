import { UserError } from 'n8n-workflow';

import {
	arrayOrEmpty,
	isObject,
	type JsonObject,
	objectOrEmpty,
} from '../../../../credentials/http/json';
import { firstWords } from '../../../../credentials/http/redact';
import type { Steps } from '../../../../credentials/http/slices';
import { firstTwice, flagIn, textIn } from '../../query/json';
import { ANY_EVENT, type PathQuery } from '../../query/query';
import { add, type Amount, type Cell, compareAmounts, percentOf, sumOf } from '../../table/decimal';
import { type Column, mapSteps, sortSteps, type Table } from '../../table/table';
import {
	columnWith,
	countIn,
	factsIn,
	lineCounter,
	listIn,
	objectsOf,
	tableSteps,
	UnexpectedShape,
} from '../rows';
import {
	assertPlainFilter,
	dataOf,
	openapiReport,
	PAYLOAD,
	writeEvent,
	writeFilter,
	writeGroupAndFilter,
} from './request';

interface Node {
	id: string;
	/** null if several events are merged. */
	event: string | null;
	times: Amount;
	/** Number of the step; 1 is the source. */
	step: number;
	/** Position among the nodes of its step, the most frequent first. */
	place: number;
	/** Display name, which no other node has. */
	name: string;
}

/** A link from a node to one of the next step. */
interface Link {
	near: Node;
	/** undefined where paths end, or start. */
	far?: Node;
	times: Amount;
}

/** Maximum number of nodes and links: each takes memory, and a row. */
const MAX_PARTS = 1_000_000;
type LineCounter = ReturnType<typeof lineCounter>;

/** Names of nodes where paths start and end, and of merged events. */
const [START, END, SEVERAL] = ['(start)', '(end)', '(several)'];

const TIMES = [columnWith('times', 'measure'), columnWith('percent', 'measure')];
const LINK = [
	...[
		columnWith('step', 'group'),
		columnWith('from', 'group', 'string'),
		columnWith('to', 'group', 'string'),
	],
	...TIMES,
	...[columnWith('source', 'group', 'string'), columnWith('target', 'group', 'string')],
];
const NODE = [
	...[columnWith('step', 'group'), columnWith('event', 'group', 'string')],
	...TIMES,
	columnWith('id', 'group', 'string'),
];
const BOTH = [columnWith('kind', 'group', 'string'), ...LINK];

/**
 * Reads links, nodes or both, by step and the most frequent first (docs/reports.md). Links must
 * lead somewhere, and not exceed what they come from.
 */
export function* pathSteps(answer: unknown, query: PathQuery): Steps<Table> {
	const data = dataOf(answer);
	// Empty lists may be omitted.
	if (!['nodes', 'links', 'truncated'].some((key) => key in data)) {
		throw new UnexpectedShape("both 'nodes' and 'links' are missing");
	}
	const counted = lineCounter(MAX_PARTS);
	const nodeLayers = layersOf(data, 'nodes', counted);
	checkEvents(nodeLayers, query);
	const layers = yield* nodesSteps(nodeLayers);
	const nodes = layers.flat();
	const byId = new Map<string, Node>();
	yield* mapSteps(nodes, (node) => void byId.set(node.id, node));
	if (byId.size < nodes.length) throw new UnexpectedShape('two nodes have the same ID');
	const [overall = 0, ...later] = yield* mapSteps(
		layers,
		(layer) => sumOf(layer.map(({ times }) => times)) ?? 0,
		nodes.length,
	);
	// The answer says how many nodes of step 1 it omits, but not how frequent they were: the sum is
	// unknown.
	const isWhole = (leftOutIn(data)[0] ?? 0) === 0;
	const grown = isWhole ? later.findIndex((sum) => compareAmounts(sum, overall) > 0) : -1;
	if (grown >= 0) throw new UnexpectedShape(`step ${grown + 2} has more paths than the first step`);
	const linkLayers = layersOf(data, 'links', counted);
	const linksByStep = yield* linksSteps(linkLayers, byId, query.isBackward);
	const links = linksByStep.flat();
	const isEmpty = nodes.every(({ times }) => compareAmounts(times, 0) === 0);
	if (links.length === 0 && !isEmpty && query.rows === 'links')
		throw new UnexpectedShape('it has nodes without links');
	yield 'long';
	const ofNode = ({ times }: Node) => [times, isWhole ? percentOf(times, overall) : null];
	const linkRow = (link: Link) => toRow(link, query.isBackward);
	const nodeRow = (node: Node) => [node.step, node.event, ...ofNode(node), node.name];
	const rows = {
		*links() {
			return { columns: LINK, lines: yield* mapSteps(links, linkRow, LINK.length) };
		},
		*nodes() {
			return { columns: NODE, lines: yield* mapSteps(nodes, nodeRow, NODE.length) };
		},
		*both() {
			const lines: Cell[][][] = [];
			for (const [index, layer] of layers.entries()) {
				const ofNodes = (node: Node) => [
					...['node', node.step, node.event, null],
					...[...ofNode(node), node.name, null],
				];
				lines.push(yield* mapSteps(layer, ofNodes, BOTH.length));
				const own = linksByStep[index] ?? [];
				lines.push(yield* mapSteps(own, (link) => ['link', ...linkRow(link)], BOTH.length));
			}
			return { columns: BOTH, lines: lines.flat() };
		},
	} satisfies { [what: string]: () => Steps<{ columns: Column[]; lines: Cell[][] }> };
	const { columns, lines } = yield* rows[query.rows]();
	const entry = { date: null, group: [], hasGroup: false, lines };
	const grouping = { fields: [], columns: [] };
	yield 'long';
	return yield* tableSteps(factsOf(data), grouping, columns, [entry], 'whole', 'times');
}

function checkEvents(layers: readonly JsonObject[][], { source, events }: PathQuery): void {
	const all = new Set([source, ...events].map(({ event }) => event));
	const first = new Set([source.event]);
	layers.forEach((layer, index) => {
		const known = index === 0 ? first : all;
		// An event that a pasted query leaves open may be any event.
		if (known.has('') || known.has(ANY_EVENT)) return;
		for (const node of layer) {
			const event = textIn(node, 'event_name');
			if (event !== undefined && flagIn(node, 'is_aggregate') !== true && !known.has(event))
				throw new UnexpectedShape(
					`step ${index + 1} has the event ${firstWords(event)}, which was not requested`,
				);
		}
	});
}

/** Reads nodes by step, the most frequent first, each with a unique name. */
function* nodesSteps(all: readonly JsonObject[][]): Steps<Node[][]> {
	const layers: Node[][] = [];
	for (const [index, objects] of all.entries()) {
		const nodes = yield* mapSteps(objects, (object, place): Node => {
			const name = `node ${place + 1} of step ${index + 1}`;
			const id = textIn(object, 'id');
			if (id === undefined) throw new UnexpectedShape(`${name} has no 'id'`);
			const times = countIn(object, 'times', name);
			return { id, event: eventOf(object, name), times, step: index + 1, place, name: '' };
		});
		const layer = yield* sortSteps(nodes, (a, b) => compareAmounts(b.times, a.times));
		const taken = new Set<string>();
		yield* mapSteps(layer, (node, place) => {
			const name = `${node.step}. ${node.event ?? SEVERAL}`;
			node.place = place;
			node.name = taken.has(name) ? `${name} [${node.id}]` : name;
			taken.add(name);
		});
		layers.push(layer);
	}
	return layers;
}

function eventOf(object: JsonObject, name: string): string | null {
	if (flagIn(object, 'is_aggregate') === true) return null;
	const event = textIn(object, 'event_name');
	if (event === undefined) throw new UnexpectedShape(`${name} has no 'event_name'`);
	const value = object.by_value;
	return ['string', 'number', 'boolean'].includes(typeof value)
		? `${event} (${String(value)})`
		: event;
}

/** Reads links by step, in the order of their nodes, the most frequent first; ends are last. */
function* linksSteps(
	input: readonly JsonObject[][],
	byId: ReadonlyMap<string, Node>,
	isBackward: boolean,
): Steps<Link[][]> {
	const all: Link[][] = [];
	const nodeOf = (id: string | undefined, step: number) => {
		const node = byId.get(id ?? '');
		return node?.step === step ? node : undefined;
	};
	for (const [index, layer] of input.entries()) {
		const links = yield* mapSteps(layer, (object, place): Link => {
			const name = `link ${place + 1} of step ${index + 1}`;
			const ends = ['source', 'target'].map((key) => textIn(object, key));
			// For paths that lead to an event, the answer doesn't say which end is which: the end in the
			// step counts.
			const [near] = (isBackward ? ends : ends.slice(0, 1))
				.flatMap((id) => nodeOf(id, index + 1) ?? [])
				.sort((a, b) => a.place - b.place);
			const farId = ends.find((id) => id !== near?.id);
			if (!near || farId === undefined)
				throw new UnexpectedShape(`${name} doesn't start at a node`);
			const far = nodeOf(farId, index + 2);
			if (!far && flagIn(object, 'is_wastage') !== true) {
				throw new UnexpectedShape(`${name} doesn't lead to a node of the next step`);
			}
			return { near, times: countIn(object, 'times', name), ...(far ? { far } : {}) };
		});
		const rank = ({ near, far }: Link) => near.place * 2 + (far ? 0 : 1);
		const sorted = yield* sortSteps(
			links,
			(a, b) => rank(a) - rank(b) || compareAmounts(b.times, a.times),
		);
		yield* withinSteps(sorted);
		all.push(sorted);
	}
	return all;
}

/** Links of a step, by their nodes, can't be more frequent than the node. */
function* withinSteps(links: readonly Link[]): Steps<void> {
	let [node, sum]: [Node | undefined, Amount] = [undefined, 0];
	yield* mapSteps(links, ({ near, times }) => {
		[node, sum] = near === node ? [near, add(sum, times) ?? times] : [near, times];
		if (compareAmounts(sum, near.times) <= 0) return;
		const name = firstWords(near.id);
		throw new UnexpectedShape(`the links of the node ${name} have more paths than the node`);
	});
}

function toRow({ near, far, times }: Link, isBackward: boolean): Cell[] {
	const events = [near.event, far?.event ?? null];
	const end = `${near.step + 1}. ${isBackward ? START : END}`;
	const names = [near.name, far?.name ?? end];
	if (isBackward) for (const pair of [events, names]) pair.reverse();
	return [near.step, ...events, times, percentOf(times, near.times), ...names];
}

const LISTS = ['nodes', 'links', 'truncate_rows'];

/** Reads a list per step; each may be in an object, as in the machine-readable description. */
function layersOf(data: JsonObject, key: string, counted: LineCounter): JsonObject[][] {
	const list = listIn(data, key, LISTS);
	if (!Array.isArray(list)) throw new UnexpectedShape(`'${key}' isn't a list`);
	return list.map((layer: unknown, index) =>
		counted(objectsOf(isObject(layer) ? layer.values : layer, `step ${index + 1} of '${key}'`)),
	);
}

/** Returns the number of omitted nodes of each step. */
function leftOutIn({ truncate_rows: counts }: JsonObject): number[] {
	return arrayOrEmpty(counts).map(Number);
}

function factsOf(data: JsonObject) {
	const facts = factsIn(data);
	return {
		...facts,
		// Paths that continue after the last step don't make the rows incomplete.
		isTruncated: facts.isTruncated === true || leftOutIn(data).some((count) => count > 0),
	};
}

/** Paths: `POST /model/path/analytics/report` (docs/service.md, "OpenAPI"). */

const FILTERS = ['single_event_with_filters', 'single_event_with_filter'];
const KEYS = {
	read: [
		...['source_type', 'source_event', 'event_names', 'col_limit', 'row_limit', 'by_field'],
		...['session_interval', 'by_fields', 'filter', ...FILTERS],
	],
	sent: ['sampling_factor', 'use_cache', 'bucket_params'],
	filters: ['user_filter'],
};

const pathReport = openapiReport<PathQuery>('path/analytics', KEYS, writePath, pathSteps);

export const pathWire: typeof pathReport = {
	...pathReport,
	request(...requested) {
		const { body, ...request } = pathReport.request(...requested);
		// The rows are limited by step instead.
		return { ...request, body: { ...body, limit: undefined } };
	},
};

export function writePath(query: PathQuery, page: JsonObject = {}): JsonObject {
	const { source, events, pauseSeconds } = query;
	const names = events.map(({ event }) => event);
	const twice = firstTwice(names);
	if (twice !== undefined) {
		throw new UserError(`The event ${twice} occurs twice in the paths. Keep one of the two`);
	}
	for (const key of FILTERS) {
		const filters = page[key];
		for (const [event, inner] of Object.entries(objectOrEmpty(filters))) {
			assertPlainFilter(inner, `'${key}' of ${PAYLOAD}, for ${event}`);
		}
	}
	const filtered = events.flatMap(({ event, filter: own }) =>
		own ? [[event, writeFilter(own)] as const] : [],
	);
	return {
		source_type: query.isBackward ? 'termination_event' : 'initial_event',
		source_event: writeEvent(source, page.source_event, `'source_event' of ${PAYLOAD}`),
		event_names: names,
		...(filtered.length > 0 ? { single_event_with_filters: Object.fromEntries(filtered) } : {}),
		col_limit: query.steps,
		row_limit: query.eventsPerStep,
		...(pauseSeconds === undefined ? {} : { session_interval: pauseSeconds }),
		...writeGroupAndFilter(query),
	};
}
