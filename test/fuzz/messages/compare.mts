/**
 * Messages against the Table and the Summary of the same query, which have oracles of their own
 * (test/fuzz/report, test/fuzz/keyReports): two numbers for one question are one too many.
 */
import type { IDataObject } from 'n8n-workflow';

import { faultOf } from './cells.mts';
import { chanceOf, groupNamed, isSaidOften, leftFaults, near, tails } from './judge.mts';
import type { Case } from './cases.mts';
import type { Verdict } from './judge.mts';
import type { Claim, Said, StandsOut, Time } from './read.mts';
import { readSpan } from './read.mts';

import type { Read } from './targets.mts';
import { addDays, keyOf } from './truth.mts';

interface Others {
	/** Output Table, with its totals. */
	table: IDataObject;
	/** Output Summary; none where a report has none. */
	summary?: IDataObject;
}

type Row = unknown[];

export function compare(read: Read, drawn: Case, verdict: Verdict, others: Others): string[] {
	const faults: string[] = [];
	for (const claim of verdict.claims) {
		if (claim.kind === 'value' && !claim.isAverage)
			faults.push(...totalFaults(claim, drawn, verdict, others));
		if (drawn.resource === 'session') faults.push(...sessionFaults(claim, verdict, others.table));
		if (claim.kind === 'paths') {
			faults.push(...pathFaults(claim, others.table));
			if (claim.dates?.from !== drawn.from || claim.dates.to !== drawn.to)
				faults.push('paths without their dates');
			if (claim.start !== '$pageview') faults.push('paths of another event');
			if (claim.dates?.isOpen !== drawn.to >= drawn.today)
				faults.push('paths that are said to be over, or not');
		}
		if (claim.kind === 'further') faults.push(...furtherFaults(claim, others.table, verdict));
		// Rare queries have groups that are not drawn.
		const columns = (others.table.columns ?? []) as Array<{ role: string }>;
		if (claim.standsOut && !columns.some(({ role }) => role === 'group'))
			faults.push(...periodFaults(claim.standsOut, verdict, drawn, others.table));
		if (drawn.resource === 'userProperties' && claim.kind === 'value') {
			// Each user has one level.
			const all = (others.table.rows as Row[]).reduce((sum, row) => sum + Number(row.at(-1)), 0);
			if (claim.said.number !== all) faults.push(`${all} users in all groups`);
		}
		if (drawn.resource === 'userProperties' && claim.kind === 'listed')
			faults.push(...groupFaults(claim, others.table));
		if (['interval', 'lifetimeValue', 'attribution'].includes(drawn.resource))
			faults.push(...valueFaults(claim, drawn, others.table, read));
	}
	const { numbers, arrows } = drawn.form.message as IDataObject;
	const total = read.facts.find((line) => /^(?:Total: |合计：)/.test(line));
	// What a card has no room for is cut; other decimals than the usual ones are those of the form.
	if (total && numbers === undefined && !(read.isShort && total.endsWith('…')))
		faults.push(...totalsLineFaults(total, drawn, others));
	const isRows =
		drawn.layout === 'rows' ||
		(drawn.layout === 'people' && (drawn.resource === 'event' || drawn.resource === 'session'));
	const isPlain = numbers === undefined && arrows !== false;
	if (isRows && isPlain && !read.isShort) faults.push(...rowFaults(read, drawn, others.table));
	return faults;
}

/**
 * A number over the dates of the report is that of Summary; without a change there, the message has
 * none.
 */
function totalFaults(
	{ label, said, dates, usual }: Extract<Claim, { kind: 'value' }>,
	{ isCompared, isChosen, groupBy, measures }: Case,
	{ dates: headline, before: beforeDates }: Verdict,
	{ summary, table }: Others,
): string[] {
	const span = dates ?? headline;
	const isWhole = summary !== undefined && span?.from === summary.from && span?.to === summary.to;
	if (!isWhole || span?.isOpen) return [];
	// Without a unit, the range right before may be another one.
	const before = said.beforeDates ?? beforeDates;
	const { compare_from: from, compare_to: to } = (summary.meta ?? {}) as IDataObject;
	const isAlike = before?.from === from && before?.to === to;
	const ofSummary = (part: string) =>
		part === '' || isAlike ? summary[`${label}${part}`] : undefined;
	// Users and values of more days are others.
	const own = measures.get(label ?? '')?.of ?? '';
	const isUnlike = isChosen === true && ['users', 'distinct'].includes(own);
	const faults = saidFaults(
		isAlike ? said : { number: said.number },
		ofSummary,
		'Summary',
		// Of users by groups, a sentence on what is usual has a number without its change.
		isCompared && isAlike && !isUnlike && !isWithheld(label, table) && !(usual && groupBy),
	);
	const totals = totalsIn(table);
	const ofTable = (part: string) => totals?.[`${label}${part}`];
	return totals && ofTable('') !== undefined
		? [...faults, ...saidFaults(said, ofTable, 'Table', isCompared && isAlike && !isUnlike)]
		: faults;
}

/**
 * Whether the only row has no change (R5 of docs/calendar.md): of numbers that can't be added up,
 * the service returns nothing else, unless totals are requested.
 */
function isWithheld(label: string, table: IDataObject): boolean {
	const [row, ...others] = table.rows as Row[];
	const at = (table.columns as Array<{ name: string }>).findIndex(
		({ name }) => name === `${label}_change`,
	);
	return others.length === 0 && row?.[at] === null;
}

/**
 * A week or month that a headline has alone: its numbers, and that they are beyond the usual range.
 */
function periodFaults(
	{ label: own, name, said, isBeyond }: StandsOut,
	{ claims }: Verdict,
	{ today, measures }: Case,
	table: IDataObject,
): string[] {
	const [headline] = claims;
	const label = own ?? (headline?.kind === 'value' ? headline.label : '');
	const names = (table.columns as Array<{ name: string }>).map((column) => column.name);
	const span = readSpan(name, today);
	const row = (table.rows as Row[]).find(([date]) => date === span?.from);
	if (!row) return [`no period ${name}`];
	const resultOf = (part: string) => row[names.indexOf(`${label}${part}`)];
	const [now, before] = [Number(resultOf('')), Number(resultOf('_previous'))];
	// The first and the last one are maybe cut by the range.
	const looked = Math.max(1, (table.rows as Row[]).length - 2);
	const { of } = measures.get(label) ?? {};
	const isNews =
		of === 'amount'
			? looked * tails(Math.abs(now - before) / (before / 10)) < 0.055
			: chanceOf(now, before, looked) < 0.055;
	return [
		...saidFaults(said, resultOf, 'Table', true),
		...(isNews ? [] : [`nothing special of ${name}`]),
		// The other ones are counts, averages and the like.
		...(of === 'other' || isBeyond === (of !== 'amount') ? [] : ['beyond what is not known']),
	];
}

/** The totals of a report without groups, by the names of their columns. */
function totalsIn(table: IDataObject): IDataObject | undefined {
	const { totals, columns } = table as {
		totals?: unknown;
		columns?: Array<{ name: string; role: string }>;
	};
	const rows = (totals as { rows?: Row[] } | undefined)?.rows ?? (totals as Row[] | undefined);
	const groups = columns?.some(({ role }) => role === 'group');
	const [row] = Array.isArray(rows) ? rows : [];
	if (!row || groups) return undefined;
	if (!Array.isArray(row)) return row as IDataObject;
	const names = columns?.filter(({ role }) => role === 'measure').map(({ name }) => name) ?? [];
	return Object.fromEntries(names.map((name, index) => [name, row[index]])) as IDataObject;
}

/** A number beyond 2^53 is a text (F6 of docs/calendar.md). */
const DIGITS = /^-?\d+$/;

function saidFaults(
	said: Said,
	resultOf: (part: string) => unknown,
	whose: string,
	isCompared: boolean,
): string[] {
	const [now, before, change, percent] = ['', '_previous', '_change', '_change_percent'].map(
		resultOf,
	);
	const faults: string[] = [];
	const differs = (name: string, own: number | undefined, right: unknown, room: number) => {
		if (own === undefined) return;
		if (typeof right !== 'number' && !DIGITS.test(String(right)))
			faults.push(`${whose} tells no ${name}, the message ${own}`);
		else if (!near(own, Number(right), room))
			faults.push(`${name}: ${whose} tells ${right}, the message ${own}`);
	};
	differs('number', said.number, now, 0.0051);
	differs('number before', said.before, before, 0.0051);
	// A change is the difference of the two numbers as they are written.
	differs('change', said.change, change, 0.0101);
	differs('change in percent', said.percent, percent, 0.056);
	const isReported = said.change !== undefined || said.word !== undefined;
	if (isCompared && typeof change === 'number' && !isReported)
		faults.push(`${whose} tells a change of ${change}, the message none`);
	return faults;
}

/** Whether a measure is a formula in the format of a percentage, whose rows are fractions. */
function isFraction({ form }: Case, label: string): boolean {
	const { measure = [] } = (form.measures ?? {}) as { measure?: IDataObject[] };
	return measure.some(({ outputName, format }) => outputName === label && format === '%2p');
}

/** `Total: orders 315 ▼ 8.43% (344), buyers 219`. */
function totalsLineFaults(line: string, drawn: Case, { summary, table }: Others): string[] {
	const { measures, to, today } = drawn;
	// Of today alone, the line has the numbers so far, and no change.
	const isCompared = drawn.isCompared && drawn.from < today;
	const text = line.replace(/^(?:Total: |合计：)/, '');
	const { compare_from: from } = (summary?.meta ?? {}) as IDataObject;
	// Its totals count what is not over, which a message does only if nothing is.
	if (to >= today && drawn.from < today) return [];
	return [...measures.keys()].flatMap((label) => {
		// Without a unit, the range right before may be another one.
		if (isCompared && from !== (table.meta as IDataObject).compare_from) return [];
		const part = partOf(text, label, [...measures.keys()]);
		if (part === undefined || !summary) return [];
		const wanted = summary[label];
		// Sums of the rows and the service's own total may differ in digits that no double has.
		const isBeyond = DIGITS.test(String(wanted)) && !Number.isSafeInteger(Number(wanted));
		if (isBeyond && near(Number(part.replaceAll(',', '')), Number(wanted), 0)) return [];
		const fault = faultOf(
			part,
			wanted,
			isCompared ? summary[`${label}_change_percent`] : undefined,
			isFraction(drawn, label),
		);
		return fault ? [`total '${part}' ${fault}`] : [];
	});
}

/** The text after a name, up to the next one. */
function partOf(text: string, label: string, labels: readonly string[]): string | undefined {
	const next = labels.map((one) => `(?:, |，)${escaped(one)} `).join('|');
	return new RegExp(`(?:^|[,，：:] ?)${escaped(label)} (.+?)(?=${next}|$)`).exec(text)?.[1];
}

const escaped = (text: string) => text.replace(/[$.*+?()[\]{}|\\^]/g, '\\$&');

/** Rows of a message unless its options say otherwise. */
const MOST_ROWS = 20;

/**
 * The rows of Table; if there are more than a message shows, those of the newest dates first. Of
 * groups, each with its dates, only the newest dates that fit with all their groups.
 */
function rowsInOrder(rows: Row[], date: number, groups: number[], most: number): Row[] {
	const dateOf = (row: Row) => String(row[date]);
	const isAscending = rows.every(
		(row, index) => index === 0 || dateOf(rows[index - 1] as Row) <= dateOf(row),
	);
	if (rows.length <= most || date < 0) return rows;
	if (!isAscending) {
		const nameOf = (row: Row) => groups.map((at) => String(row[at])).join('\n');
		const names = [...new Set(rows.map(nameOf))];
		const rank = new Map(names.map((name, at) => [name, at]));
		const isByGroup = rows.every((row, at) => {
			const last = rows[at - 1];
			if (last === undefined) return true;
			const [a = 0, b = 0] = [rank.get(nameOf(last)), rank.get(nameOf(row))];
			return a === b ? dateOf(last) < dateOf(row) : a < b;
		});
		const newest = [...new Set(rows.map(dateOf))].sort().reverse();
		const countUpTo = (oldest: string) => rows.filter((row) => dateOf(row) >= oldest).length;
		const oldest = newest.filter((one, at) => at === 0 || countUpTo(one) <= most).at(-1) ?? '';
		return isByGroup ? rows.filter((row) => dateOf(row) >= oldest) : rows;
	}
	return [...rows].sort((a, b) => (dateOf(a) < dateOf(b) ? 1 : dateOf(a) > dateOf(b) ? -1 : 0));
}

/** The rows of a message are those of Table; none is hidden without a word. */
function rowFaults(read: Read, drawn: Case, table: IDataObject): string[] {
	const { isCompared } = drawn;
	const columns = table.columns as Array<{ name: string; role: string }>;
	const date = columns.findIndex(({ role }) => role === 'date');
	const { maxRows = MOST_ROWS } = drawn.form.message as IDataObject;
	const groups = columns.flatMap(({ role }, at) => (role === 'group' ? [at] : []));
	const rows = rowsInOrder(table.rows as Row[], date, groups, Number(maxRows));
	const names = columns.map(({ name }) => name);
	const isDerived = (name: string) => {
		const of = name.replace(
			/_(?:previous|change|change_percent|usual_low|usual_high|is_unusual)$/,
			'',
		);
		return of !== name && names.includes(of);
	};
	const isOwn = (name: string) => !isDerived(name);
	const measures = columns.filter(({ name, role }) => role === 'measure' && isOwn(name));
	const lines = read.table?.slice(1) ?? read.items;
	const all = (table.rows as Row[]).length;
	if (lines.length < all && !/not shown|未显示/.test(read.small))
		return [`${all - lines.length} of ${all} rows hidden without a word`];
	if (lines.length > rows.length && rows.length > 0)
		return [`${lines.length} rows, Table has ${rows.length}`];
	const shown = columns.filter(({ name }) => isOwn(name));
	const head = read.table?.[0];
	// A single date is above the table.
	const offset = head === undefined ? 0 : shown.length - head.length;
	return lines.flatMap((line, index) => {
		const row = rows[index] ?? [];
		return measures.flatMap(({ name }) => {
			const cell = Array.isArray(line)
				? (line[shown.findIndex((column) => column.name === name) - offset] ?? '')
				: partOf(
						line,
						name,
						measures.map((one) => one.name),
					);
			if (cell === undefined) return [];
			const at = columns.findIndex((column) => column.name === name);
			const change = columns.findIndex((column) => column.name === `${name}_change_percent`);
			const isReported = isCompared && change >= 0;
			const fault = faultOf(
				cell,
				row[at],
				isReported ? row[change] : undefined,
				isFraction(drawn, name),
			);
			return fault ? [`row ${index}, ${name}: '${cell}' ${fault}`] : [];
		});
	});
}

/** Of sessions: the numbers of days are those of the rows of Table. */
function sessionFaults(claim: Claim, verdict: Verdict, table: IDataObject): string[] {
	const dates = (claim.kind === 'value' ? claim.dates : undefined) ?? verdict.dates;
	const columns = table.columns as Array<{ name: string }>;
	const at = (name: string) => columns.findIndex((column) => column.name === name);
	const rows = (table.rows as Row[]).filter((row) => {
		const day = String(row[0]);
		return dates !== undefined && day >= dates.from && day <= dates.to;
	});
	if (claim.kind === 'value' && claim.isAverage) {
		const values = rows.map((row) => Number(row[at(claim.label)]));
		const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
		return Math.abs(mean - claim.said.number) > 0.051 ? [`an average of ${mean} is right`] : [];
	}
	if (claim.kind === 'extremes') {
		const lists = ['visits', 'visitors'].map((name) => rows.map((row) => Number(row[at(name)])));
		const isOne = lists.some(
			(list) =>
				Math.max(...list) === claim.high.number &&
				Math.min(...list) === claim.low.number &&
				list.at(-1) === claim.last,
		);
		return isOne && (claim.count ?? rows.length) === rows.length
			? []
			: [`not the highest and lowest of ${lists.join(' / ')}`];
	}
	return [];
}

/** The links of a table of paths. */
function linksOf(table: IDataObject) {
	const names = (table.columns as Array<{ name: string }>).map(({ name }) => name);
	const at = (row: Row, name: string) => row[names.indexOf(name)];
	return (table.rows as Row[]).map((row) => ({
		step: Number(at(row, 'step')),
		to: at(row, 'to') as string | null,
		times: Number(at(row, 'times')),
	}));
}

const sumOf = (some: ReadonlyArray<{ times: number }>) =>
	some.reduce((sum, { times }) => sum + times, 0);

/** The paths are those of the first step, and no event follows more of them than what is named. */
function pathFaults(
	{ all, next, times, percent, ended }: Extract<Claim, { kind: 'paths' }>,
	table: IDataObject,
): string[] {
	const first = linksOf(table).filter(({ step }) => step === 1);
	const count = sumOf(first);
	const most = Math.max(0, ...first.filter(({ to }) => to !== null).map((link) => link.times));
	const top = first.filter((link) => link.to !== null && link.times === most);
	const stayed = first.find(({ to }) => to === null);
	const isShare = (share: number | undefined, part: number) =>
		share !== undefined && Math.abs(share - (part / count) * 100) <= 0.051;
	const isOfNext =
		top.length === 0
			? next.length === 0 && stayed !== undefined
			: times === most &&
				isShare(percent, most) &&
				next.length === Math.min(3, top.length) &&
				next.every((name) => top.some(({ to }) => to === name));
	const isOfEnd =
		top.length === 0 ||
		(stayed === undefined
			? ended === undefined
			: ended?.times === stayed.times && isShare(ended.percent, stayed.times));
	return [
		...(count === all ? [] : [`${count} paths`]),
		...(isOfNext ? [] : [`next is ${top.map(({ to }) => to).join()}, ${most}`]),
		...(isOfEnd ? [] : [`${stayed?.times ?? 0} ended`]),
	];
}

/** Numbers of events after the first one, of which the largest are named. */
function furtherFaults(
	{ start, within, events }: Extract<Claim, { kind: 'further' }>,
	table: IDataObject,
	verdict: Verdict,
): string[] {
	const links = linksOf(table);
	const headline = verdict.claims.find((claim) => claim.kind === 'paths');
	const all = sumOf(links.filter(({ step }) => step === 1));
	const names = new Set(links.flatMap(({ to }) => (to === null ? [] : [to])));
	const known = [...names]
		.map((name) => {
			const own = links.filter(({ to }) => to === name);
			return { name, times: sumOf(own), steps: [...new Set(own.map(({ step }) => step))] };
		})
		.filter(({ name }) => name !== headline?.start && headline?.next.includes(name) !== true)
		.sort((a, b) => b.times - a.times);
	const farthest = Math.max(...links.map(({ step }) => step));
	if (start !== headline?.start || within !== farthest)
		return [`${farthest} steps after ${headline?.start}`];
	if (events.length !== Math.min(3, known.length)) return [`${known.length} events further on`];
	return events.flatMap(({ name, times, percent }, index) => {
		const own = known.find((one) => one.name === name);
		if (own?.times !== times || known[index]?.times !== times)
			return [`${name} ${own?.times} times`];
		// All have one unit.
		const isShared = known.slice(0, 3).every(({ steps }) => steps.length === 1);
		const isRight = isShared
			? percent !== undefined && Math.abs(percent - (times / all) * 100) <= 0.051
			: percent === undefined;
		return isRight ? [] : [`${name} at ${own.steps.length} steps`];
	});
}

function groupFaults(
	{ groups, others }: Extract<Claim, { kind: 'listed' }>,
	table: IDataObject,
): string[] {
	const rows = table.rows as Row[];
	const faults = groups.flatMap(({ name, said }) => {
		const row = rows.find(([group]) => keyOf(group) === groupNamed(name));
		return row && Number(row.at(-1)) === said.number ? [] : [`${name} has ${String(row?.at(-1))}`];
	});
	const rest = rows.length - groups.length;
	return others && others.count !== rest && groups.length > 0
		? [...faults, `${rest} others`]
		: faults;
}

/** Times, values and attributions: those of the rows of Table, weighted again. */
function valueFaults(
	claim: Claim,
	drawn: Case,
	table: IDataObject,
	{ bold, facts, small }: Read,
): string[] {
	const { today, from, to } = drawn;
	const names = (table.columns as Array<{ name: string }>).map(({ name }) => name);
	const all = table.rows as Row[];
	const at = (row: Row, name: string) => Number(row[names.indexOf(name)]);
	const sum = (rows: Row[], value: (row: Row) => number) =>
		rows.reduce((total, row) => total + value(row), 0);
	const isNear = ({ seconds, room }: Time, right: number) => Math.abs(seconds - right) <= room;
	// Only the table has a day that is not over, unless it is the only one.
	const isRunning = (row: Row) => String(row[0]) >= today;
	const isLeftOut = names.includes('intervals') && all.some(isRunning) && !all.every(isRunning);
	const known = all.filter((row) => at(row, 'intervals') > 0 && !(isLeftOut && isRunning(row)));
	const meanOf = (rows: Row[]) => {
		const count = sum(rows, (row) => at(row, 'intervals'));
		return {
			count,
			mean: sum(rows, (row) => at(row, 'intervals') * at(row, 'average_time')) / count,
		};
	};
	switch (claim.kind) {
		case 'interval': {
			const { count, mean } = meanOf(known);
			const users = known.length === 1 ? at(known[0] ?? [], 'users') : undefined;
			const isRight = claim.count === count && isNear(claim.mean, mean) && claim.users === users;
			const last = isLeftOut ? addDays(today, -1) : to < today ? to : today;
			const isDated = claim.dates?.from === from && claim.dates.to === last;
			if (claim.dates?.isOpen !== (to >= today && !isLeftOut)) return ['said to be over, or not'];
			const timed = known.filter((row) => known.length === 1 || String(row[0]) < today);
			const times = timed.map((row) => at(row, 'p50_time'));
			const isFar = times.length > 0 && mean > 3 * Math.max(...times);
			const isGrouped = names.indexOf('intervals') > 1;
			if ((isFar && !isGrouped) !== (claim.half !== undefined))
				return ['medians far below the mean, or not'];
			if (claim.half && !isNear(claim.half, Math.max(...times)))
				return [`half take at most ${Math.max(...times)} s`];
			return isRight && isDated ? [] : [`${mean} s of ${count} intervals is right`];
		}
		case 'means': {
			const groups = new Map<string, Row[]>();
			for (const row of known) {
				const name = String(row[1] ?? '');
				groups.set(name, [...(groups.get(name) ?? []), row]);
			}
			const isMedian = new Set(known.map(([date]) => date)).size === 1;
			if (claim.isMedian !== isMedian) return ['medians of several dates, or none of one'];
			const times = [...groups]
				.map(([name, rows]) => {
					const { count, mean } = meanOf(rows);
					const [only = [], ...others] = rows;
					const users = others.length === 0 ? at(only, 'users') : undefined;
					return { name, count, users, length: isMedian ? at(only, 'p50_time') : mean };
				})
				.filter(({ count }) => count >= 20);
			const large = times.length < groups.size ? times.length : undefined;
			if (claim.large !== large) return [`${times.length} of ${groups.size} groups`];
			const [most, least] = [Math.max, Math.min].map((pick) =>
				pick(...times.map(({ length }) => length)),
			);
			return [
				{ reported: claim.high, right: most },
				{ reported: claim.low, right: least },
			].flatMap(({ reported, right = NaN }) => {
				const own = times.find(({ name }) => name === groupNamed(reported.name));
				return own &&
					own.length === right &&
					isNear(reported.time, right) &&
					own.count === reported.count &&
					own.users === reported.users
					? []
					: [`${reported.name}: ${right} s is right`];
			});
		}
		case 'medians':
			return ['medians of dates whose later intervals do not count'];
		case 'atMost':
			return claim.parts.every(({ percent, time }) =>
				isNear(time, at(known[0] ?? [], `p${percent}_time`)),
			) && known.length === 1
				? []
				: ['other percentiles'];
		case 'spread': {
			const [low, high] = [
				Math.min(...known.map((row) => at(row, 'min_time'))),
				Math.max(...known.map((row) => at(row, 'max_time'))),
			];
			return isNear(claim.low, low) && isNear(claim.high, high) ? [] : [`from ${low} to ${high}`];
		}
		case 'periods':
		case 'worth': {
			const over = all.filter(
				(row) => at(row, 'initial_users') > 0 && addDays(String(row[0]), at(row, 'period')) < today,
			);
			const ownOf = (period: number) => over.filter((row) => at(row, 'period') === period);
			const usersOf = (period: number) => sum(ownOf(period), (row) => at(row, 'initial_users'));
			const worthOf = (period: number) =>
				sum(ownOf(period), (row) => at(row, 'initial_users') * at(row, 'value_per_user')) /
				usersOf(period);
			if (claim.kind === 'periods') {
				const starts = over.map((row) => at(row, 'period'));
				const most = Math.max(...starts.map(usersOf));
				const shown = starts.filter((period) => usersOf(period) >= most / 3);
				const isFewer = new Set(shown.map((period) => ownOf(period).length)).size > 1;
				if (claim.isOfFewer !== isFewer) return ['later periods of as many starts, or fewer'];
				return claim.periods.flatMap(({ period, number = NaN, users, isStarts }) =>
					Math.abs(number - worthOf(period)) <= 0.0051 &&
					users === usersOf(period) &&
					(isStarts ?? isSaidOften([...bold, ...facts, small].join('\n'))) ===
						ownOf(period).length > 1
						? []
						: [`${worthOf(period)} of ${usersOf(period)} users in period ${period}`],
				);
			}
			const own = ownOf(claim.period);
			const periods = [...new Set(over.map((row) => at(row, 'period')))];
			const most = Math.max(...periods.map(usersOf));
			// The headline is of the last period that half of the users have completed.
			const last = Math.max(...periods.filter((period) => usersOf(period) >= most / 3));
			if (claim.period !== last) return [`period ${last} is over`];
			const open = addDays(today, -last);
			const left = open > drawn.to ? [] : [open < drawn.from ? drawn.from : open];
			const faults = leftFaults(left, drawn, small);
			if (faults.length > 0) return faults;
			if (claim.isStarts !== own.length > 1) return ['starts are no users'];
			const days = own.map(([day]) => String(day)).sort();
			const { from = days[0], to = days.at(-1) } = claim.started ?? {};
			if (from !== days[0] || to !== days.at(-1)) return ['starts of other dates'];
			return Math.abs(claim.number - worthOf(last)) <= 0.0051 &&
				claim.users === usersOf(last) &&
				claim.starts === own.length
				? []
				: [`${worthOf(last)} of ${usersOf(last)} users, ${own.length} starts`];
		}
		case 'value': {
			const isNothing = sum(all, (row) => at(row, 'conversions')) === 0;
			return isNothing && claim.said.number === 0 && claim.dates?.from === from
				? []
				: ['a number of nothing'];
		}
		case 'credited': {
			const usersOf = (row: Row) => at(row, 'converted_users');
			const rightOf = (name: string) => usersOf(all.find(([event]) => event === name) ?? []);
			const touched = all.filter(([event]) => event !== null);
			const [first, ...others] = touched.map(usersOf);
			const areAlike = others.length > 0 && others.every((count) => count === first);
			if (claim.each !== (areAlike && others.length <= 3 ? first : undefined))
				return [`each: ${touched.map(usersOf).join()}`];
			return claim.counts.flatMap(([name, count]) =>
				rightOf(name) === count ? [] : [`users of ${name}: ${rightOf(name)}`],
			);
		}
		case 'listed': {
			const last = to < today ? to : today;
			const isDated =
				claim.dates?.from === from && claim.dates.to === last && claim.dates.isOpen === to >= today;
			const conversions = (row: Row) => at(row, 'conversions');
			const touched = all.filter(([event]) => event !== null);
			const [whole, part] = [sum(all, conversions), sum(touched, conversions)];
			const faults = isDated ? [] : ['other dates'];
			if (!(Math.abs((claim.all ?? NaN) - whole) <= 0.0051)) faults.push(`${whole} in all`);
			if (!(Math.abs((claim.touched ?? NaN) - part) <= 0.0051)) faults.push(`${part} were touched`);
			const sorted = touched
				.filter((row) => Math.abs(conversions(row)) >= 0.005)
				.sort((a, b) => conversions(b) - conversions(a));
			if (claim.groups.length !== sorted.length) faults.push(`${sorted.length} touchpoints`);
			claim.groups.forEach(({ name, said, share }, index) => {
				const row = touched.find(([event]) => event === name);
				const isRight =
					row &&
					Math.abs(said.number - conversions(row)) <= 0.0051 &&
					// Of what is negative in part, there are no shares.
					(share === undefined
						? sorted.length === 1 || all.some((one) => conversions(one) < 0)
						: Math.abs(share - at(row, 'percent')) <= 0.051) &&
					conversions(row) === conversions(sorted[index] ?? []);
				if (!isRight) faults.push(`${name}: ${String(row)}`);
			});
			return faults;
		}
		case 'nothing':
		case 'underWay':
		case 'late':
			return [];
		default:
			return [`a ${claim.kind} where none was asked for`];
	}
}
