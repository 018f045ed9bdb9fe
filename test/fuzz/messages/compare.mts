/**
 * Messages against the Table and the Summary of the same query, which have oracles of their own
 * (test/fuzz/report, test/fuzz/keyReports): two numbers for one question are one too many.
 */
import type { IDataObject } from 'n8n-workflow';

import { faultOf } from '../report/messages.mts';
import type { Case } from './cases.mts';
import type { Verdict } from './judge.mts';
import type { Claim, Said } from './read.mts';

import type { Read } from './targets.mts';
import { addDays } from './truth.mts';

export interface Others {
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
		if (claim.kind === 'links') {
			faults.push(...linkFaults(claim, others.table));
			if (claim.isMost && (claim.dates?.from !== drawn.from || claim.dates.to !== drawn.to))
				faults.push('paths without their dates');
			if (claim.isMost && claim.start !== '$pageview') faults.push('paths of another event');
		}
		if (drawn.resource === 'userProperties' && claim.kind === 'listed')
			faults.push(...groupFaults(claim, others.table));
	}
	const total = read.facts.find((line) => /^(?:Total: |合计：)/.test(line));
	// What a card has no room for is cut.
	if (total && !(read.isShort && total.endsWith('…')))
		faults.push(...totalsLineFaults(total, drawn, others));
	const isRows =
		drawn.layout === 'rows' ||
		(drawn.layout === 'people' && (drawn.resource === 'event' || drawn.resource === 'session')) ||
		(drawn.layout === 'digest' &&
			['interval', 'lifetimeValue', 'attribution'].includes(drawn.resource));
	if (isRows && !read.isShort) faults.push(...rowFaults(read, drawn, others.table));
	return faults;
}

/** A number over the dates of the report is that of Summary; where that tells no change, nobody does. */
function totalFaults(
	{ label, said, dates }: Extract<Claim, { kind: 'value' }>,
	{ isCompared }: Case,
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
	const faults = saidFaults(
		isAlike ? said : { number: said.number },
		ofSummary,
		'Summary',
		isCompared && isAlike && !isWithheld(label, table),
	);
	const totals = totalsIn(table);
	const own = (part: string) => totals?.[`${label}${part}`];
	return totals && own('') !== undefined
		? [...faults, ...saidFaults(said, own, 'Table', isCompared)]
		: faults;
}

/**
 * Whether the only row has no change (R5 of docs/calendar.md): of what can't be added up the service
 * tells nothing else, unless totals are asked for.
 */
function isWithheld(label: string, table: IDataObject): boolean {
	const [row, ...others] = table.rows as Row[];
	const at = (table.columns as Array<{ name: string }>).findIndex(
		({ name }) => name === `${label}_change`,
	);
	return others.length === 0 && row?.[at] === null;
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

function saidFaults(
	said: Said,
	told: (part: string) => unknown,
	whose: string,
	isCompared: boolean,
): string[] {
	const [now, before, change, percent] = ['', '_previous', '_change', '_change_percent'].map(told);
	const faults: string[] = [];
	const differs = (name: string, own: number | undefined, right: unknown, room: number) => {
		if (own === undefined) return;
		if (typeof right !== 'number') faults.push(`${whose} tells no ${name}, the message ${own}`);
		else if (Math.abs(own - right) > room)
			faults.push(`${name}: ${whose} tells ${right}, the message ${own}`);
	};
	differs('number', said.number, now, 0.0051);
	differs('number before', said.before, before, 0.0051);
	differs('change', said.change, change, 0.0051);
	differs('change in percent', said.percent, percent, 0.056);
	const isTold = said.change !== undefined || said.word !== undefined;
	if (isCompared && typeof change === 'number' && !isTold)
		faults.push(`${whose} tells a change of ${change}, the message none`);
	return faults;
}

/** `Total: orders 315 ▼ 8.43% (344), buyers 219`. */
function totalsLineFaults(
	line: string,
	{ measures, isCompared, to, today }: Case,
	{ summary, table }: Others,
): string[] {
	const text = line.replace(/^(?:Total: |合计：)/, '');
	const { compare_from: from } = (summary?.meta ?? {}) as IDataObject;
	// Its totals count what is not over, which a message does not.
	if (to >= today) return [];
	return [...measures.keys()].flatMap((label) => {
		// Without a unit, the range right before may be another one.
		if (isCompared && from !== (table.meta as IDataObject).compare_from) return [];
		const part = partOf(text, label, [...measures.keys()]);
		if (part === undefined || !summary) return [];
		const fault = faultOf(
			part,
			summary[label],
			isCompared ? summary[`${label}_change_percent`] : undefined,
		);
		return fault ? [`total '${part}' ${fault}`] : [];
	});
}

/** What stands behind a name, up to the next one. */
function partOf(text: string, label: string, labels: readonly string[]): string | undefined {
	const next = labels.map((one) => `(?:, |，)${escaped(one)} `).join('|');
	return new RegExp(`(?:^|[,，：:] ?)${escaped(label)} (.+?)(?=${next}|$)`).exec(text)?.[1];
}

const escaped = (text: string) => text.replace(/[$.*+?()[\]{}|\\^]/g, '\\$&');

/** The rows of a message are those of Table, in their order; none is hidden without a word. */
function rowFaults(read: Read, drawn: Case, table: IDataObject): string[] {
	const { isCompared, layout, resource, today } = drawn;
	const columns = table.columns as Array<{ name: string; role: string }>;
	// What can still grow is in no digest.
	const isOver = ([start, period]: Row) => addDays(String(start), Number(period)) < today;
	const isCut = layout === 'digest' && resource === 'lifetimeValue';
	const rows = (table.rows as Row[]).filter((row) => !isCut || isOver(row));
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
	if (lines.length < rows.length && !/not shown|未显示/.test(read.small))
		return [`${rows.length - lines.length} of ${rows.length} rows hidden without a word`];
	if (lines.length > rows.length && rows.length > 0)
		return [`${lines.length} rows, Table has ${rows.length}`];
	const shown = columns.filter(({ name }) => isOwn(name));
	const head = read.table?.[0];
	// A single date stands above the table.
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
			const isTold = isCompared && change >= 0;
			const fault = faultOf(cell, row[at], isTold ? row[change] : undefined);
			return fault ? [`row ${index}, ${name}: '${cell}' ${fault}`] : [];
		});
	});
}

/** Of sessions: what is told of days is that of the rows of Table. */
function sessionFaults(claim: Claim, { dates }: Verdict, table: IDataObject): string[] {
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
		return isOne && claim.count === rows.length
			? []
			: [`not the highest and lowest of ${lists.join(' / ')}`];
	}
	return [];
}

function linkFaults(
	{ links, isMost }: Extract<Claim, { kind: 'links' }>,
	table: IDataObject,
): string[] {
	const names = (table.columns as Array<{ name: string }>).map(({ name }) => name);
	const at = (row: Row, name: string) => row[names.indexOf(name)];
	const all = (table.rows as Row[]).filter(
		(row) => at(row, 'from') !== null && at(row, 'to') !== null,
	);
	const most = Math.max(...all.map((row) => Number(at(row, 'times'))));
	return links.flatMap(({ name, times, percent }) => {
		const row = all.find(
			(one) => `${at(one, 'step')}. ${at(one, 'from')} → ${at(one, 'to')}` === name,
		);
		if (!row) return [`no link ${name}`];
		const isRight =
			Number(at(row, 'times')) === times && Math.abs(Number(at(row, 'percent')) - percent) <= 0.051;
		if (!isRight) return [`${name}: ${String(at(row, 'times'))} (${String(at(row, 'percent'))}%)`];
		return isMost && times !== most ? [`${name} is not the most frequent one`] : [];
	});
}

function groupFaults(
	{ groups, others }: Extract<Claim, { kind: 'listed' }>,
	table: IDataObject,
): string[] {
	const rows = table.rows as Row[];
	const faults = groups.flatMap(({ name, said }) => {
		const row = rows.find(
			([group]) => String(group ?? '(none)') === name || (group === null && name === '未知'),
		);
		return row && Number(row.at(-1)) === said.number ? [] : [`${name} has ${String(row?.at(-1))}`];
	});
	const rest = rows.length - groups.length;
	return others && others.count !== rest && groups.length > 0
		? [...faults, `${rest} others`]
		: faults;
}
