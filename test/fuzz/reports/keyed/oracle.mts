/** What docs/reports.md says that comes out, from "Attribution" to "Paths"; shares nothing with the node. */
import { compareGroups } from '../events/values.mts';
import { type Cell, groupNames, mixed, percent, ranksOf, toCell } from '../wire.mts';
import type { Expected } from '../judge.mts';
import type { Case } from './cases.mts';
import {
	creditsOf,
	followed,
	lastDayOf,
	rangeOf,
	returnedPaths,
	type ReturnedWorth,
	waitsOf,
	wholesOf,
	worthsOf,
} from './world.mts';
import { DATES, type Link, type Node, timesOf } from './world.mts';

/** The table that must come; paths have numbers before names. */
export interface Returned extends Omit<Expected, 'measures' | 'drawn'> {
	/** Names of columns that hold numbers to look at. */
	measures: string[];
	/** What a hint says of periods that have not come yet. */
	followed: RegExp | undefined;
}

const OWN = {
	attribution: [
		'event',
		'touches',
		'converting_touches',
		'converted_users',
		'conversions',
		'percent',
	],
	ltv: ['period', 'initial_users', 'value_per_user'],
	interval: [],
	path: [],
};

export function expectedOf(one: Case): Returned {
	const shared = { totals: null, hasDate: false, isTruncated: one.shape.isCut, isSampled: false };
	switch (one.model) {
		case 'attribution': {
			const rows = attributionRows(one);
			const columns = [...groupNames(one.fields, OWN.attribution), ...OWN.attribution];
			return { ...shared, columns, rows, measures: OWN.attribution.slice(1), followed: undefined };
		}
		case 'ltv':
			return { ...shared, ...ltvTable(one) };
		case 'interval':
			return { ...shared, ...intervalTable(one) };
		case 'path':
			return { ...shared, ...pathTable(one) };
	}
}

function attributionRows(one: Case): Cell[][] {
	const credits = creditsOf(one);
	const rankOf = ranksOf(credits.map(({ group, conversions }) => ({ group, size: conversions })));
	const whole = credits.reduce((sum, { conversions }) => sum + conversions, 0);
	const hasShares = !one.shape.isCut && one.value !== 'avg';
	return credits
		.map((credit) => ({ ...credit, rank: rankOf(credit.group) }))
		.sort(
			(a, b) =>
				a.rank - b.rank || b.conversions - a.conversions || compareGroups([a.event], [b.event]),
		)
		.map(({ group, event, touches, converting, users, conversions }) => [
			...group.map(toCell),
			event,
			event === null ? null : touches,
			event === null ? null : converting,
			users,
			conversions,
			hasShares ? percent(conversions, whole) : null,
		]);
}

function ltvTable(one: Case) {
	const { fields, unit, duration, shape } = one;
	const reported = worthsOf(one);
	const isGrouped = fields.length > 0;
	const rankOf = ranksOf(reported.map(({ group, users }) => ({ group, size: users })));
	const sorted = [...reported].sort((a, b) =>
		isGrouped
			? rankOf(a.group) - rankOf(b.group)
			: (a.date as string) < (b.date as string)
				? -1
				: 1,
	);
	const cellsOf = ({ users, values }: ReturnedWorth): Cell[][] =>
		values.flatMap((value, period) => (value === null ? [] : [[period, users, value]]));
	const rows = sorted.flatMap((worth) =>
		cellsOf(worth).map((cells) => [
			...(isGrouped ? worth.group.map(toCell) : [worth.date]),
			...cells,
		]),
	);
	const count = followed(one, rangeOf(one).from);
	const [first] = reported;
	const lastStart = DATES[unit].findLast((date) => date <= lastDayOf(one)) as string;
	const isOpen = rows.map((row) => followed(one, lastStart) <= Number(row.at(-3)));
	return {
		columns: [...(isGrouped ? groupNames(one.fields, OWN.ltv) : ['date']), ...OWN.ltv],
		rows,
		totals: !isGrouped && shape.hasWhole && first ? cellsOf(first) : null,
		hasDate: !isGrouped,
		measures: ['initial_users', 'value_per_user'],
		...(isGrouped ? { isOpen } : {}),
		followed: count < duration ? new RegExp(`\\b${count} of ${duration} ${unit}`) : undefined,
		growing: rows.map((row) => {
			const start = isGrouped ? rangeOf(one).to : String(row[0]);
			const period = Number(row.at(-3));
			// The last week or month has only its first day within the range.
			const isCut = !isGrouped && unit !== 'day' && start === rangeOf(one).to;
			return isCut || followed(one, start) <= period;
		}),
	};
}

function intervalTable(one: Case) {
	const { unit, percentiles, shape } = one;
	const measures = [
		...['intervals', 'users', 'min_time'],
		...percentiles.map((number) => `p${number}_time`),
		...['max_time', 'average_time', 'average_time_of_users'],
	];
	const waits = waitsOf(one);
	const rankOf = ranksOf(
		waits.map((wait) => ({ group: wait.group, size: timesOf(wait)?.intervals ?? 0 })),
	);
	const cellsOf = (wait: (typeof waits)[number]): Cell[] => {
		const times = timesOf(wait);
		const { intervals, users, least, most, average, averageOfUsers } = times ?? NO_TIMES;
		const marks = percentiles.map((percentile) => times?.at(percentile) ?? null);
		const cells = [intervals, users, least, ...marks, most, average, averageOfUsers];
		return [...wait.group.map(toCell), ...cells];
	};
	const wholes = wholesOf(one).sort((a, b) => rankOf(a.group) - rankOf(b.group));
	return {
		columns: ['date', ...groupNames(one.fields, measures), ...measures],
		rows: [...waits]
			.sort((a, b) => a.day - b.day || rankOf(a.group) - rankOf(b.group))
			.map((wait) => [DATES[unit][wait.day] as string, ...cellsOf(wait)]),
		totals: shape.hasWhole && waits.length > 0 ? wholes.map(cellsOf) : null,
		hasDate: true,
		measures,
		followed: undefined,
	};
}

const NO_TIMES = {
	intervals: 0,
	users: 0,
	least: null,
	most: null,
	average: null,
	averageOfUsers: null,
};

const LINKS = ['step', 'from', 'to', 'times', 'percent', 'source', 'target'];
const PATHS = {
	links: LINKS,
	nodes: ['step', 'event', 'times', 'percent', 'id'],
	both: ['kind', ...LINKS],
};

function pathTable(one: Case) {
	const { returned, shape, isBackward } = one;
	const { nodes, links, leftOut } = returnedPaths(one);
	const began = nodes.filter(({ step }) => step === 0).reduce((sum, { times }) => sum + times, 0);
	const labelOf = ({ event, group }: Node) =>
		event === null || group === undefined ? event : `${event} (${group})`;
	const nameOf = (node: Node) => `${node.step + 1}. ${labelOf(node) ?? '(several)'}`;
	const endOf = (link: Link) => `${link.step + 2}. (${isBackward ? 'start' : 'end'})`;

	// In the order of the service: the most frequent ones first.
	const ranked = mixed(nodes, shape.rows).sort((x, y) => x.step - y.step || y.times - x.times);
	const nodeRows = ranked.map((node) => {
		const share = percent(node.times, began);
		const { step, times } = node;
		return {
			step,
			order: 0,
			cells:
				returned === 'both'
					? ['node', step + 1, labelOf(node), null, times, share, nameOf(node), null]
					: [step + 1, labelOf(node), times, share, nameOf(node)],
		};
	});
	// With the node that they lead away from, ends last.
	const place = ({ from, to }: Link) => ranked.indexOf(from) * 2 + (to === null ? 1 : 0);
	const linkRows = mixed(links, shape.rows)
		.sort((x, y) => place(x) - place(y) || y.times - x.times)
		.map((link) => {
			const { from: near, to: far, step, times } = link;
			const share = percent(times, near.times);
			const farLabel = far === null ? null : labelOf(far);
			const farName = far === null ? endOf(link) : nameOf(far);
			const ends = isBackward
				? [farLabel, labelOf(near), times, share, farName, nameOf(near)]
				: [labelOf(near), farLabel, times, share, nameOf(near), farName];
			const cells = [...(returned === 'both' ? ['link'] : []), step + 1, ...ends];
			return { step, order: 1, cells };
		});
	const rows = [
		...(returned === 'links' ? [] : nodeRows),
		...(returned === 'nodes' ? [] : linkRows),
	].sort((a, b) => a.step - b.step || a.order - b.order);
	return {
		columns: PATHS[returned],
		rows: rows.map(({ cells }) => cells as Cell[]),
		measures: ['times', 'percent'],
		isTruncated: shape.isCut || leftOut.some((count) => count > 0),
		isSampled: shape.sample === 32,
		followed: undefined,
	};
}
