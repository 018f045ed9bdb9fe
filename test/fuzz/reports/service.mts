/**
 * A service that tells facts in every documented form (docs/service.md, "Funnel" and the headings
 * behind it).
 */
import type { Case, Shape } from './cases.mts';
import { DAYS, EVENTS, type Fact, type Value } from './world.mts';

type Json = { [key: string]: unknown };
export const LAYER = '$layer_total_reserved_word';

/** Facts in the order in which the service tells them. */
export function inOrder(facts: Fact[], { order }: Shape): Fact[] {
	return facts
		.map((fact, index) => ({ fact, rank: order[index % order.length] as number }))
		.sort((a, b) => a.rank - b.rank)
		.map(({ fact }) => fact);
}

/** The limits of buckets: 1, 2, … */
export function limitsOf(size: number): number[] {
	return Array.from({ length: size }, (_, index) => index + 2);
}

export function answerOf(one: Case, facts: Fact[]): Json {
	const { model, shape, fields } = one;
	const shared = { truncated: false, sampling_factor: 64, ...echoOf(one) };
	switch (model) {
		case 'retention':
			return {
				...shared,
				...(shape.hasFirstDay ? { has_first_day: true } : { has_first_day: false }),
				rows: facts.map((fact) => ({
					...placeOf(fact, one),
					total_people: numberAs(fact.total, shape),
					cells: periodsOf(fact, shape),
				})),
			};
		case 'distribution':
			return {
				...shared,
				rows: facts.map((fact) => ({
					...placeOf(fact, one),
					total_people: numberAs(fact.total, shape),
					cells: bucketsOf(fact, one),
				})),
			};
		case 'funnel':
			return shape.funnel === 'details'
				? {
						...shared,
						funnel_detail: [
							...allTogether(facts, one),
							...facts.map((fact) => detailOf(fact, one)),
						],
					}
				: { ...shared, table_data: tableOf(facts, one) };
		case 'userProperties':
			return {
				...shared,
				rows: facts.map((fact) => ({
					values:
						shape.values === 'list'
							? [[numberAs(fact.total, shape)]]
							: [numberAs(fact.total, shape)],
					...(fields.length > 0 ? { by_values: fact.group } : {}),
				})),
			};
	}
}

function echoOf({ fields, shape, model }: Case): Json {
	const names = fields.map(({ expression }) =>
		shape.echo === 'any' ? expression.replace(/^event\.\w+\./, 'event.$Anything.') : expression,
	);
	if (shape.fieldKey !== 'answer' && shape.echo === 'none') return {};
	if (names.length === 0) return { by_field: '' };
	if (names.length === 1 && model !== 'userProperties') return { by_field: names[0] };
	return { by_fields: names };
}

/** Date and group of a fact. */
function placeOf({ date, group }: Fact, { fields, shape, model }: Case): Json {
	// The whole range may be told by its first day.
	const day = date ?? (shape.whole === true && shape.hasTime ? (DAYS[0] as string) : null);
	const time = day === null ? null : shape.hasTime ? `${day} 00:00:00` : day;
	if (fields.length > 0) {
		const own = group === null ? {} : valuesOf(group, shape);
		return model === 'funnel' ? { ...dateOf(time, shape), ...own } : own;
	}
	if (model === 'funnel' && shape.values !== 'by_value') return dateOf(time, shape);
	if (time === null) return shape.wholeDate === 'absent' ? {} : { by_value: wholeOf(shape) };
	return shape.values === 'list' ? { by_value: [time] } : { by_value: time };
}

function dateOf(time: string | null, shape: Shape): Json {
	if (time !== null) return { date: time };
	return shape.wholeDate === 'absent' ? {} : { date: wholeOf(shape) };
}

function wholeOf({ wholeDate }: Shape): string | null {
	return wholeDate === '$ALL' ? '$ALL' : null;
}

function valuesOf(group: Value[], { values, noValue }: Shape): Json {
	if (group.every((value) => value === null) && noValue === 'absent') return {};
	if (values === 'by_values') return { by_values: group };
	if (values === 'both')
		return { by_values: group, by_value: group.length === 1 ? group[0] : group };
	return { by_value: group.length === 1 && values === 'by_value' ? group[0] : group };
}

function periodsOf({ counts, total }: Fact, shape: Shape): unknown[] {
	const cells = counts.flatMap((people): unknown[] => {
		if (people !== null)
			return [{ people: numberAs(people, shape), ...rateOf(people, total, shape) }];
		return {
			missing: [],
			null: [null],
			empty: [{}],
			nulls: [{ people: null, percent: null }],
		}[shape.unreached];
	});
	return shape.hasFirstDay ? cells : cells.slice(1);
}

function bucketsOf({ counts, total }: Fact, { shape, size }: Case): unknown[] {
	const limits = limitsOf(size);
	const cells = counts.map((people, index) => ({
		people: numberAs(people as number, shape),
		...rateOf(people as number, total, shape),
		...(index === 0 && shape.limits === 'noFirst' ? {} : { bucket_start: limits[index - 1] ?? 1 }),
		...(index < limits.length ? { bucket_end: limits[index] } : {}),
	}));
	return (shape.order[0] as number) % 2 === 0 ? cells : cells.reverse();
}

function detailOf(fact: Fact, one: Case): Json {
	const { shape } = one;
	return {
		...placeOf(fact, one),
		steps: fact.counts.map((users, index) => ({
			...(shape.namesSteps ? { event_name: EVENTS[index] } : {}),
			[shape.users]: numberAs(users as number, shape),
			...(index === 0 ? {} : rateOf(users as number, fact.counts[index - 1] as number, shape)),
		})),
		completion_converted_user: inDigits(fact.counts.at(-1) as number),
	};
}

/** In front of dates by groups, where no group is told of the whole range (docs/service.md, "Funnel"). */
function allTogether(facts: Fact[], { fields, shape, isSplit, size }: Case): Json[] {
	const isTold = ({ group }: Fact) =>
		group !== null &&
		!group.includes(LAYER) &&
		(shape.noValue === 'null' || group.some((value) => value !== null));
	const isFit = isSplit && fields.length > 0 && facts.every(({ date }) => date !== null);
	if (!shape.wholeFirst || !isFit || !facts.some(isTold)) return [];
	const steps = Array.from({ length: size }, () => ({ [shape.users]: 1_000_000 }));
	return [{ steps, completion_converted_user: 1_000_000 }];
}

function tableOf(facts: Fact[], { fields, shape }: Case): Json {
	const names = fields.map(({ expression }) =>
		shape.echo === 'any' ? expression.replace(/^event\.\w+\./, 'event.$Anything.') : expression,
	);
	const time = shape.timeColumn === 'typed' ? 'moment' : shape.timeColumn;
	const own = facts.map(({ date, group, counts }) => ({
		...(date !== null
			? { [time]: shape.hasTime ? `${date} 00:00:00` : date }
			: shape.wholeDate === 'absent'
				? {}
				: { [time]: wholeOf(shape) }),
		...Object.fromEntries(
			names.flatMap((name, index) => {
				const value = group === null ? undefined : group[index];
				if (value === undefined || (value === null && shape.noValue === 'absent')) return [];
				return [[name, value] as const];
			}),
		),
		...Object.fromEntries(
			counts.flatMap((users, index) => [
				[`step_${index + 1}.user_count`, numberAs(users as number, shape)],
				[`step_${index + 1}.conversion_rate`, 12.5],
			]),
		),
		'step_fold.user_count': numberAs(counts.at(-1) as number, shape),
		'step_fold.conversion_rate': '12.50',
		wastage_user: 3,
	}));
	const [first] = own;
	const { subtotals } = shape;
	const cells = [
		...own,
		...(first && subtotals !== undefined ? [{ ...first, rollup_columns: subtotals }] : []),
	].map((cell) => ({ rollup_columns: [], ...cell }));
	return {
		column_meta_list: [
			{ data_name: time, data_type: 'DATETIME' },
			...names.map((name) => ({ data_name: name, data_type: 'STRING' })),
			{ data_name: 'step_1.user_count', data_type: 'NUMBER' },
		],
		cells,
	};
}

function rateOf(part: number, whole: number, { rates }: Shape): Json {
	const ratio = whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 10_000;
	switch (rates) {
		case 'ratio':
			return { percent: ratio };
		case 'percent':
			return { percent: ratio * 100 };
		case 'text':
			return { percent: `${(ratio * 100).toFixed(2)}` };
		case 'none':
			return {};
	}
}

function numberAs(count: number, { numbers }: Shape): number | bigint | string {
	const exact = inDigits(count);
	if (numbers === 'plain') return exact;
	return numbers === 'text' ? String(exact) : exact.toLocaleString('en-US');
}

/** Beyond 2^53 with all its digits, which String() and JSON round. */
export const inDigits = (count: number): number | bigint =>
	Number.isSafeInteger(count) ? count : BigInt(count);

/** A whole number that is written as floating point (`144.0`). */
export const floatOf = (count: number) => `@@float ${inDigits(count)}`;

/** JSON text, with the digits of long numbers. */
export function toText(answer: unknown): string {
	return JSON.stringify(marked(answer))
		.replace(/"@@long (-?\d+)"/g, '$1')
		.replace(/"@@float (-?\d+)"/g, '$1.0');
}

/** The same as n8n can hold it: long numbers are text. */
export function asItem(answer: unknown): unknown {
	return JSON.parse(
		JSON.stringify(marked(answer))
			.replace(/@@long /g, '')
			.replace(/"@@float (-?\d+)"/g, (_, digits: string) =>
				Number.isSafeInteger(Number(digits)) ? digits : `"${digits}"`,
			),
	);
}

/** Not by a replacer: n8n gives bigint a toJSON, which comes before it. */
function marked(value: unknown): unknown {
	if (typeof value === 'bigint') return `@@long ${value}`;
	if (Array.isArray(value)) return value.map(marked);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, marked(inner)]));
}

/** The query in the service's own words. */
export function queryOf({ model, fields, shape, size, isSplit, query, mayEndLater }: Case): Json {
	const names = fields.map(({ expression }) => expression);
	const key =
		model === 'userProperties' && shape.fieldKey !== 'answer' ? 'by_fields' : shape.fieldKey;
	const groups =
		names.length === 0 || key === 'answer'
			? {}
			: key === 'by_field' && names.length === 1
				? { by_field: names[0] }
				: key === 'list'
					? { by_field: names }
					: { by_fields: names };
	const dates = {
		...{ from_date: DAYS[0], to_date: DAYS.at(-1) },
		...(shape.whole === undefined ? {} : { rollup_date: shape.whole }),
	};
	const later = mayEndLater ? { extend_over_end_date: true } : {};
	switch (model) {
		case 'retention':
			return {
				first_event: { event_name: 'A' },
				second_event: { event_name: 'B' },
				unit: 'day',
				duration: size,
				...later,
				...dates,
				...groups,
			};
		case 'distribution':
			return { event_name: 'A', unit: 'day', measure_type: 'times', ...dates, ...groups };
		case 'funnel': {
			const steps = EVENTS.slice(0, size).map((name) => ({ event_name: name }));
			return {
				[shape.funnel === 'table' ? 'funnel_define' : 'funnel']: {
					steps,
					max_convert_time: 10_080,
				},
				...(query === 'saved' && isSplit ? { state: 'trends' } : {}),
				...later,
				...dates,
				...groups,
			};
		}
		case 'userProperties':
			return { measures: [{ aggregator: 'count', field: '' }], ...groups };
	}
}
