import { z } from 'zod';

import { type Result, computeReport } from '../report/compute.mts';
import type { ReportQuery } from '../report/query.mts';
import { ParameterFault } from './fault.mts';
import type { Report } from './reports.mts';
import { filter, limited, ranged, readBody, unit } from './schema.mts';
import type { Cell, Column } from './table.mts';

export const TOTAL_GROUP = '$layer_total_reserved_word';

const measure = z.object({
	name: z.string().min(1, 'must not be empty'),
	event_name: z.string().min(1, 'must not be empty').optional(),
	aggregator: z.string().min(1, 'must not be empty').optional(),
	field: z.string().optional(),
	expression: z.string().optional(),
	events: z.array(z.string()).optional(),
	filter: filter.optional(),
});
export const segmentationQuery = z.object({
	...ranged,
	measures: z.array(measure).min(1, 'must have at least one measure'),
	unit,
	bucket_params: z.record(z.string(), z.array(z.coerce.number()).min(1)).optional(),
	detail_and_rollup: z.boolean().optional(),
});

/** Event analysis (docs/service.md, "OpenAPI"). */
export const segmentation: Report = (body, { shop, today, account, traits }) => {
	const query = readBody(segmentationQuery, body);
	const names = query.measures.map(({ name }) => name);
	if (new Set(names).size < names.length) throw new ParameterFault('measures: names must differ');
	const fields = query.by_fields ?? [];
	const request = { ...query, limit: undefined, unit: query.unit.toLowerCase() } as ReportQuery;
	const compute = (change: Partial<ReportQuery>) =>
		computeReport(shop, { ...request, ...change }, today, account);
	const isText = query.measures.map(({ expression }) => expression !== undefined);
	const cellOf = (value: number | null, index: number): Cell =>
		isText[index] && value !== null ? writeCustom(value, query.measures[index]?.expression) : value;
	const start = `${query.from_date} 00:00:00`;
	const totalRows = () =>
		compute({ unit: undefined }).rows.map(({ values, by_values: group = [] }) => [
			start,
			...(values as Array<number | null>).map(cellOf),
			...(group as Cell[]),
		]);

	const columns: Column[] = [
		{ name: 'date', type: 'DATE' },
		...names.map((name): Column => ({ name, type: 'DOUBLE' })),
		...fields.map((field): Column => ({ name: generalName(field), type: 'STRING' })),
	];
	if (query.rollup) {
		const { rows, isCut } = limited(totalRows(), query.limit);
		return { columns, details: rows, isTruncated: isCut };
	}
	const totalLines =
		traits.hasTotalLines && fields.length > 0
			? linesOf(compute({ by_fields: undefined, bucket_params: undefined }), cellOf).map((line) => [
					...line,
					...fields.map(() => TOTAL_GROUP),
				])
			: [];
	const { rows, isCut } = limited(linesOf(compute({}), cellOf), query.limit);
	return {
		columns,
		details: [...rows, ...totalLines],
		totals: query.detail_and_rollup ? totalRows() : undefined,
		isTruncated: isCut,
	};
};

/** Returns a line per point in time and group; without events there is none. */
function linesOf(
	{ series = [], rows }: Result,
	cellOf: (value: number | null, index: number) => Cell,
): Cell[][] {
	return rows.flatMap(({ values, by_values: group = [] }) =>
		(values as Array<Array<number | null>>).flatMap((numbers, index) =>
			numbers.every((value) => value === null || value === 0)
				? []
				: [[series[index] as string, ...numbers.map(cellOf), ...(group as Cell[])]],
		),
	);
}

/** Custom metrics are sent as text; `%n` with thousands separators. */
function writeCustom(value: number, expression = ''): string {
	return expression.endsWith('|%n') ? value.toLocaleString('en-US') : String(value);
}

/** Grouped event properties have the name of any event's property. */
export function generalName(field: string): string {
	return field.replace(/^event\.[^.]+\./, 'event.$Anything.');
}
