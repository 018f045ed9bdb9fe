/** What must hold whatever is right: relations between runs of the node, without the oracle. */
import type { IDataObject } from 'n8n-workflow';

import type { Case } from './case.mts';
import { add } from './numbers.mts';
import { compareRanks, rankNumber } from './order.mts';
import { planOf } from './ranges.mts';
import { serve } from './serve.mts';
import { isAdditive } from './side.mts';
import type { Value } from './tell.mts';

type Differ = (what: string) => void;

/** Names that keep their keys: no measure is renamed by R6. */
const NAMES = ['m1', 'm2', 'm3'];

/** The case with all that could hide a relation taken out of it. */
function plainOf(given: Case): Case {
	return {
		...given,
		measures: given.measures.map((measure, index) => ({
			...measure,
			name: NAMES[index] as string,
		})),
		compare: { preset: 'none' },
		output: 'rows',
		hasTotals: false,
		isFilled: true,
		orderBy: undefined,
		top: undefined,
		hasRest: undefined,
		limit: undefined,
		sliceDays: undefined,
		isWhole: undefined,
		filter: undefined,
		habits: { ...given.habits, mostRows: undefined, hasTexts: undefined },
	};
}

async function rowsOf(given: Case): Promise<IDataObject[] | undefined> {
	const { items } = await serve(given);
	return items?.map(({ meta: _, ...row }) => row);
}

const text = (rows: IDataObject[] | undefined) =>
	(rows ?? []).map((row) => JSON.stringify(Object.entries(row).sort())).sort();
const areSame = (a: IDataObject[] | undefined, b: IDataObject[] | undefined) =>
	text(a).join('\n') === text(b).join('\n');

const sumAt = (rows: IDataObject[], date: unknown, key: string) =>
	rows
		.filter((row) => row.date === date)
		.reduce<Value>((sum, row) => add(sum, (row[key] ?? 0) as Value), 0);

export async function checkRelations(given: Case, differ: Differ): Promise<void> {
	const plain = plainOf(given);
	const rows = (await rowsOf(plain)) ?? [];
	const additive = plain.measures.filter(isAdditive).map(({ name }) => name);

	const reversed = { ...plain, measures: [...plain.measures].reverse() };
	if (!areSame(rows, await rowsOf(reversed))) differ('another order of measures, other numbers');

	// More answers may show how weeks start where one does not (P2).
	const { isFirstWeekCut, firstWeekday } = plain.habits;
	const isUnclear = plain.unit === 'week' && (isFirstWeekCut || firstWeekday !== 1);
	const canSlice =
		additive.length === plain.measures.length &&
		plain.unit !== 'total' &&
		!isUnclear &&
		// Refused (docs/reports.md, "Sessions").
		!plain.session;
	if (canSlice && !areSame(rows, await rowsOf({ ...plain, sliceDays: given.sliceDays ?? 7 })))
		differ('slices are not the one piece');

	const whole = (await rowsOf({ ...plain, groups: [] })) ?? [];
	const filtered = (await rowsOf({ ...plain, groups: [], filter: 'web' })) ?? [];
	for (const row of whole) {
		for (const key of additive) {
			const total = sumAt(whole, row.date, key);
			if (rows.length > 0 && sumAt(rows, row.date, key) !== total)
				differ(`groups do not add up to the whole on ${String(row.date)}`);
		}
		const counts = plain.measures.filter(({ aggregator }) => aggregator === 'general');
		for (const { name } of counts) {
			const [less, more] = [sumAt(filtered, row.date, name), sumAt(whole, row.date, name)];
			if (compareRanks(rankNumber(less), rankNumber(more)) > 0)
				differ(`a filter adds on ${String(row.date)}`);
		}
	}

	await checkSummary(given, differ);

	const { range } = planOf(plain);
	const itself = (await rowsOf({ ...plain, compare: { preset: 'custom', ...range } })) ?? [];
	for (const row of itself) {
		for (const { name } of plain.measures) {
			if (row[`${name}_previous`] !== row[name] || (row[`${name}_change`] ?? 0) !== 0)
				differ(`compared with itself, ${name} differs on ${String(row.date)}`);
		}
	}
}

/** R7, P7: a total of Table is what Summary says of the same form, whole periods or not. */
async function checkSummary(given: Case, differ: Differ): Promise<void> {
	const form: Case = {
		...plainOf(given),
		compare: given.compare,
		isWhole: given.isWhole,
		groups: [],
		hasTotals: true,
	};
	const [table, summary] = [
		await serve({ ...form, output: 'table' }),
		await serve({ ...form, output: 'summary' }),
	];
	// A Summary by hour can't leave out the hour that is not over.
	if (form.unit === 'hour' && summary.error !== undefined) return;
	const [{ totals, meta } = {}] = (table.items ?? []) as Array<{
		totals?: IDataObject | IDataObject[] | null;
		meta?: IDataObject;
	}>;
	const [own] = Array.isArray(totals) ? totals : [totals];
	const [row] = summary.items ?? [];
	if (!own || !row) {
		const fault = table.error ?? summary.error;
		if (fault !== undefined) differ(`a total or a summary fails: ${fault}`);
		return;
	}
	const other = row.meta as IDataObject;
	const isSame = ['compare_from', 'compare_to'].every((key) => meta?.[key] === other[key]);
	for (const key of Object.keys(own)) {
		const isOfOther = /_(?:previous|change|change_percent)$/.test(key);
		if (key in row && (isSame || !isOfOther) && row[key] !== own[key])
			differ(`a total of Table is ${String(own[key])}, Summary says ${String(row[key])}`);
	}
}
