/** Writes what the service tells as its OpenAPI does: rows by name, in no order (docs/service.md, "OpenAPI"). */
import type { Habits } from './case.mts';
import { asJson } from './answer.mts';
import { isNumber } from './numbers.mts';
import type { Request } from './request.mts';
import { type Told, type Value } from './tell.mts';

type Json = { [key: string]: unknown };

export function writeOpenapiAnswer(told: Told, habits: Habits, request: Request): Json {
	const { fields, names, isTotal, hasTotals } = request;
	const write = (value: Value) => {
		if (!isNumber(value)) return value;
		return habits.numbers === 'number' ? asJson(value) : String(value);
	};
	const row = (date: string, values: readonly unknown[], numbers: readonly Value[]) => [
		date,
		...numbers.map(write),
		...values,
	];
	const [first = `${request.range.from} 00:00:00`] = told.points;
	const totals = told.groups.map((group) => row(first, group.values, group.totals));
	const details = told.groups.flatMap((group) =>
		group.cells.flatMap((numbers, index) =>
			numbers ? [row(told.points[index] as string, group.values, numbers)] : [],
		),
	);
	const types = ['date', ...names, ...fields].map((name, index) => [
		name,
		index === 0 ? 'DATE' : index <= names.length ? 'DOUBLE' : 'STRING',
	]);
	return {
		code: 'SUCCESS',
		data: {
			truncated: told.isTruncated,
			sampling_factor: 64,
			metadata_columns: Object.fromEntries(types) as Json,
			detail_rows: mix(isTotal ? totals : details),
			...(hasTotals && !isTotal ? { rollup_rows: mix(totals) } : {}),
		},
	};
}

/** Another order, the same one each time. */
function mix<Row>(rows: readonly Row[]): Row[] {
	const even = rows.filter((_, index) => index % 2 === 0);
	const odd = rows.filter((_, index) => index % 2 === 1);
	return [...odd.reverse(), ...even];
}
