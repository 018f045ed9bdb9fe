/** Writes what the OpenAPI tells: tables by the names of columns (docs/service.md, "OpenAPI"). */
import type { Case } from './cases.mts';
import { startsOf } from './facts.mts';
import { type Told, tellsDates } from './openapiLines.mts';
import { floatOf, inDigits } from './service.mts';
import { EVENTS, type Fact, type Field } from './world.mts';

export type Json = { [key: string]: unknown };

/** An answer before its columns are put in some order. */
export interface Table {
	truncated: boolean;
	/** Keys beside the table. */
	more: Json;
	columns: Array<{ name: string; type: string }>;
	rows: unknown[][];
}

interface Column {
	name: string;
	type: 'DATE' | 'STRING' | 'LONG' | 'DOUBLE';
	cellOf: (fact: Fact) => unknown;
}

export function tableOf(one: Case, { lines, isTruncated }: Told): Table {
	const columns = columnsOf(one)
		.map((column, index) => ({ column, rank: one.key.columns[index] as number }))
		.sort((a, b) => a.rank - b.rank)
		.map(({ column }) => column);
	return {
		truncated: isTruncated,
		more:
			one.model === 'distribution'
				? { by_field: one.fields.map((f) => nameOf(f, one))[0] ?? '' }
				: {},
		columns: columns.map(({ name, type }) => ({ name, type })),
		rows: lines.map((fact) => columns.map(({ cellOf }) => cellOf(fact))),
	};
}

/** The envelope with the table in it. */
export function envelopeOf({ truncated, more, columns, rows }: Table, { key }: Case): Json {
	const infos = columns.map(({ name, type }) => ({ column_name: name, data_type: type }));
	const data = {
		truncated,
		...more,
		metadata_columns: Object.fromEntries(columns.map(({ name, type }) => [name, type])),
		...(key.hasInfos ? { column_infos: infos } : {}),
		detail_rows: rows,
	};
	return { code: 'SUCCESS', request_id: '21181032a2d85cc8f8bd403b8d374c19', data };
}

/** What the answer calls a group. */
export function nameOf({ expression }: Field, { key }: Case): string {
	return key.isGeneral ? expression.replace(/^event\.\w+\./, 'event.$Anything.') : expression;
}

function columnsOf(one: Case): Column[] {
	const groups = one.fields.map(
		(field, index): Column => ({
			name: nameOf(field, one),
			type: 'STRING',
			cellOf: ({ group }) => group?.[index] ?? null,
		}),
	);
	const date: Column = { name: 'date', type: 'DATE', cellOf: (fact) => dateOf(fact, one) };
	switch (one.model) {
		case 'userProperties':
			return [...groups, { name: 'value', type: 'LONG', cellOf: ({ total }) => write(total, one) }];
		case 'retention':
			return [date, ...groups, ...periods(one)];
		case 'distribution':
			return [placeOf(one), ...regions(one)];
		case 'funnel':
			return [date, ...groups, ...steps(one)];
	}
}

/** A point in time without a group, else its value. */
function placeOf(one: Case): Column {
	const isGrouped = one.fields.length > 0;
	const cellOf = (fact: Fact) => (isGrouped ? (fact.group?.[0] ?? null) : dateOf(fact, one));
	return { name: 'by_value', type: 'STRING', cellOf };
}

function dateOf({ date }: Fact, one: Case): string | null {
	const { shape, key } = one;
	const write = (day: string) => (shape.hasTime ? `${day} 00:00:00` : day);
	if (date !== null) return write(date);
	// As in the totals of an event report; beside days it would be one of them.
	if (key.whole === 'first' && !tellsDates(one)) return write('2026-11-01');
	return key.whole === 'null' ? null : '$ALL';
}

function periods(one: Case): Column[] {
	const numbers = Array.from({ length: one.size + 1 }, (_, period) => period);
	return [
		{ name: 'initial_user', type: 'LONG', cellOf: ({ total }) => write(total, one) },
		...numbers.flatMap((period): Column[] => [
			{
				name: `retention_user_date_period_${period}`,
				type: 'LONG',
				cellOf: ({ counts }) => write(counts[period] ?? null, one),
			},
			...rate(one, `retention_rate_date_period_${period}`, ({ counts, total }) => [
				counts[period] ?? null,
				total,
			]),
		]),
	];
}

function regions(one: Case): Column[] {
	const starts = startsOf(one);
	const limit = (value: number) => (one.key.regions === 'float' ? value.toFixed(1) : String(value));
	return [
		{ name: 'total_user', type: 'LONG', cellOf: ({ total }) => write(total, one) },
		{ name: 'unique_average', type: 'DOUBLE', cellOf: () => 1.5 },
		...starts.flatMap((from, index): Column[] => {
			const to = starts[index + 1];
			const end = to === undefined ? one.key.lastRegion : `${limit(to)})`;
			return [
				{
					name: `bucket_region_${index + 1}`,
					type: 'STRING',
					cellOf: () => `[${limit(from)}, ${end}`,
				},
				{
					name: `addiction_user_bucket_${index + 1}`,
					type: 'LONG',
					cellOf: ({ counts }) => write(counts[index] ?? null, one),
				},
				...rate(one, `addiction_rate_bucket_${index + 1}`, ({ counts, total }) => [
					counts[index] ?? null,
					total,
				]),
			];
		}),
	];
}

function steps(one: Case): Column[] {
	const count = (step: number) => (fact: Fact) => fact.counts[step] as number;
	const transitions = Array.from({ length: one.size - 1 }, (_, index) => index + 1);
	const named = one.shape.namesSteps ? EVENTS.slice(0, one.size) : [];
	const last = count(one.size - 1);
	return [
		...named.map(
			(event, index): Column => ({
				name: index === 0 ? 'funnel_root' : `funnel_level_${index}`,
				type: 'STRING',
				cellOf: () => event,
			}),
		),
		{ name: 'total_user', type: 'LONG', cellOf: (fact) => write(count(0)(fact), one) },
		...transitions.flatMap((n): Column[] => [
			{
				name: `convert_user_step_${n}`,
				type: 'LONG',
				cellOf: (fact) => write(count(n)(fact), one),
			},
			{
				name: `wastage_user_step_${n}`,
				type: 'LONG',
				cellOf: (fact) => write(count(n - 1)(fact) - count(n)(fact), one),
			},
			...rate(one, `convert_rate_step_${n}`, (fact) => [count(n)(fact), count(n - 1)(fact)]),
			{ name: `median_converted_time_step_${n}`, type: 'DOUBLE', cellOf: () => 2490.5 },
		]),
		{ name: 'completion_converted_user', type: 'LONG', cellOf: (fact) => write(last(fact), one) },
		...rate(one, 'completion_rate', (fact) => [last(fact), count(0)(fact)]),
	];
}

/** Ratio or percent, as number or text: nobody can tell which. */
function rate(
	{ shape: { rates } }: Case,
	name: string,
	partsOf: (fact: Fact) => [part: number | null, whole: number],
): Column[] {
	if (rates === 'none') return [];
	const cellOf = (fact: Fact) => {
		const [part, whole] = partsOf(fact);
		if (part === null) return null;
		const ratio = whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 10_000;
		return { ratio, percent: ratio * 100, text: (ratio * 100).toFixed(2) }[rates];
	};
	return [{ name, type: 'DOUBLE', cellOf }];
}

function write(count: number | null, { key: { numbers } }: Case) {
	if (count === null) return null;
	const exact = inDigits(count);
	if (numbers === 'plain') return exact;
	if (numbers === 'float') return floatOf(count);
	return numbers === 'text' ? String(exact) : exact.toLocaleString('en-US');
}
