/**
 * A service that answers in every documented form (docs/service.md, "Funnel" and the headings after
 * it), and in some that the node must refuse.
 */
import {
	type Json,
	LAYER,
	MANY,
	type Value,
	WHOLE,
	generalName,
	numberAs as write,
	rateAs,
} from '../wire.mts';
import type { Case, Shape } from './cases.mts';
import { DAYS, EVENTS, type Fact, limitsOf } from './world.mts';

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
		shape.echo === 'any' ? generalName(expression) : expression,
	);
	if (shape.fieldKey !== 'answer' && shape.echo === 'none') return {};
	if (names.length === 0) return { by_field: '' };
	if (names.length === 1 && model !== 'userProperties') return { by_field: names[0] };
	return { by_fields: names };
}

/** Date and group of a fact. */
function placeOf({ date, group }: Fact, { fields, shape, model }: Case): Json {
	// The whole range may have the date of its first day.
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
	return wholeDate === '$ALL' ? WHOLE : null;
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
		completion_converted_user: write(fact.counts.at(-1) as number, 'plain'),
	};
}

/**
 * A line above the dates by groups, in answers where no group has a line for the whole range
 * (docs/service.md, "Funnel").
 */
function allTogether(facts: Fact[], { fields, shape, isSplit, size }: Case): Json[] {
	const isReported = ({ group }: Fact) =>
		group !== null &&
		!group.includes(LAYER) &&
		(shape.noValue === 'null' || group.some((value) => value !== null));
	const isFit = isSplit && fields.length > 0 && facts.every(({ date }) => date !== null);
	if (!shape.wholeFirst || !isFit || !facts.some(isReported)) return [];
	const steps = Array.from({ length: size }, () => ({ [shape.users]: 1_000_000 }));
	return [{ steps, completion_converted_user: 1_000_000 }];
}

function tableOf(facts: Fact[], { fields, shape }: Case): Json {
	const names = fields.map(({ expression }) =>
		shape.echo === 'any' ? generalName(expression) : expression,
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
	return rates === 'none' ? {} : { percent: rateAs(ratio, rates) };
}

const numberAs = (count: number, { numbers }: Shape) => write(count, numbers);

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

const isLayer = (row: Json) => JSON.stringify(row).includes(LAYER);

/**
 * Makes the answer odd in place.
 * @returns false where this oddity has no place in it
 */
export function makeOdd(answer: Json, one: Case): boolean {
	if (one.oddity === undefined) return false;
	const table = answer.table_data as Json | undefined;
	if (table) return oddTable(table, one);
	const key = one.model === 'funnel' ? 'funnel_detail' : 'rows';
	const rows = answer[key] as Json[];
	if (one.oddity === 'noRows') return delete answer[key];
	const row = rows[0];
	if (!row) return false;
	if (one.oddity === 'noObject') {
		rows[0] = 5 as unknown as Json;
		return true;
	}
	return oddAny(rows, row, one) || oddCounts(row, one);
}

function oddAny(rows: Json[], row: Json, { oddity, fields, model }: Case): boolean {
	const isGrouped = fields.length > 0;
	switch (oddity) {
		case 'twice': {
			const own = rows.find((candidate) => !isLayer(candidate));
			if (!own) return false;
			rows.push({ ...own });
			return true;
		}
		case 'noDate':
			if (isGrouped || model === 'userProperties') return false;
			row['date' in row ? 'date' : 'by_value'] = 'San Francisco';
			return true;
		case 'moreValues':
			delete row.by_value;
			row.by_values = [...fields.map(() => '2026-11-01'), '2026-11-02', 'x'].slice(
				isGrouped ? 1 : 0,
			);
			if (isGrouped) row.by_values = [...(row.by_values as unknown[]), 'y'];
			return true;
		case 'objectValue':
			if (!isGrouped) return false;
			delete row.by_value;
			row.by_values = fields.map(() => ({ a: 1 }));
			return true;
		case 'noCells':
			return delete row[
				model === 'funnel' ? 'steps' : model === 'userProperties' ? 'values' : 'cells'
			];
		default:
			return false;
	}
}

function oddCounts(row: Json, { oddity, model, shape }: Case): boolean {
	if (model === 'userProperties') return false;
	if (model === 'funnel') return oddSteps(row, row.steps as Json[], oddity, shape.users);
	switch (oddity) {
		case 'noTotal':
			return delete row.total_people;
		case 'negative':
			row.total_people = -1;
			return true;
		case 'noNumber':
			row.total_people = 'many';
			return true;
		case 'tooMany': {
			const cell = (row.cells as Array<Json | null>).find(
				(one) => one !== null && typeof one.people !== 'undefined' && one.people !== null,
			);
			if (!cell) return false;
			cell.people = MANY;
			return true;
		}
		default:
			return false;
	}
}

function oddSteps(row: Json, steps: Json[], oddity: Case['oddity'], users: string): boolean {
	const [first, second] = steps as [Json, Json];
	switch (oddity) {
		case 'noTotal':
			return delete first[users];
		case 'negative':
			first[users] = -1;
			return true;
		case 'noNumber':
			first[users] = 'many';
			return true;
		case 'grows':
			second[users] = MANY;
			delete row.completion_converted_user;
			return true;
		case 'twoCounts':
			first[users === 'people' ? 'user_count' : 'people'] = MANY;
			return true;
		case 'otherEnd':
			row.completion_converted_user = MANY;
			return true;
		case 'moreSteps':
			steps.push({ [users]: 0 });
			delete row.completion_converted_user;
			return true;
		default:
			return false;
	}
}

function oddTable(table: Json, one: Case): boolean {
	const cells = table.cells as Json[];
	const { oddity, fields, size } = one;
	if (oddity === 'noRows') return delete table.cells;
	if (oddity === 'comparison') {
		table.compare_cells = [{}];
		return true;
	}
	const [cell] = cells;
	if (!cell) return false;
	const names = (table.column_meta_list as Json[]).map(({ data_name: name }) => String(name));
	switch (oddity) {
		case 'twice': {
			const own = cells.find((candidate) => !isLayer(candidate));
			if (!own) return false;
			cells.push({ ...own });
			return true;
		}
		case 'noObject':
			cells[0] = 5 as unknown as Json;
			return true;
		case 'noDate':
			cell[names[0] as string] = 'San Francisco';
			return true;
		case 'objectValue':
			if (fields.length === 0) return false;
			cell[names[1] as string] = { a: 1 };
			return true;
		case 'noColumn': {
			if (fields.length === 0) return false;
			table.column_meta_list = [];
			const gone = names[1] as string;
			for (const other of cells) delete other[gone];
			return true;
		}
		case 'strangeColumn':
			cell.channel = 'search';
			return true;
		case 'noTotal':
			return delete cell['step_1.user_count'];
		case 'noNumber':
			cell['step_1.user_count'] = 'many';
			return true;
		case 'negative':
			cell['step_1.user_count'] = -1;
			return true;
		case 'grows':
			cell['step_2.user_count'] = MANY;
			delete cell['step_fold.user_count'];
			return true;
		case 'otherEnd':
			cell['step_fold.user_count'] = MANY;
			return true;
		case 'moreSteps':
			cell[`step_${size + 1}.user_count`] = 0;
			return true;
		default:
			return false;
	}
}
