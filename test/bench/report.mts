/**
 * A made-up answer of the service (docs/service.md, "Event report", shape A), and what the node
 * makes of it.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { withModules } from './modules.mts';

const MEASURES = 10;

/** They are taken from the sources as the package takes them: compiled, in one file. */
const MODULES = {
	columns: 'nodes/SensorsAnalytics/query/columns',
	reader: 'nodes/SensorsAnalytics/api/legacy/event',
	slices: 'credentials/http/slices',
	arranger: 'nodes/SensorsAnalytics/series/series',
	rows: 'nodes/SensorsAnalytics/output/rows',
	items: 'nodes/SensorsAnalytics/output/present',
};
const exported = Object.entries(MODULES).map(
	([name, path]) => `export * as ${name} from './${path}';`,
);
const { columns, reader, slices, arranger, rows, items } = withModules(
	exported.join('\n'),
	(file) => createRequire(join(process.cwd(), 'package.json'))(file) as unknown,
) as {
	columns: typeof import('../../nodes/SensorsAnalytics/query/columns');
	reader: typeof import('../../nodes/SensorsAnalytics/api/legacy/event');
	slices: typeof import('../../credentials/http/slices');
	arranger: typeof import('../../nodes/SensorsAnalytics/series/series');
	rows: typeof import('../../nodes/SensorsAnalytics/output/rows');
	items: typeof import('../../nodes/SensorsAnalytics/output/present');
};

/** An answer with about this number of numbers: groups × days × 10 measures. */
export function answerText(cells: number): string {
	const side = sideOf(cells);
	const series = Array.from({ length: side }, (_, day) => `${dateAt(day)} 00:00:00`);
	return JSON.stringify({
		by_fields: ['event.$Anything.city'],
		series,
		rows: Array.from({ length: side }, (_, group) => ({
			by_values: [`group ${group}`],
			values: series.map((_date, day) =>
				Array.from({ length: MEASURES }, (_none, measure) =>
					numberAt(group * 31 + day * 7 + measure, measure),
				),
			),
		})),
		num_rows: side,
		total_rows: side,
		truncated: false,
		sampling_factor: 64,
	});
}

/** The same with a key (docs/service.md, "OpenAPI"): a row for each group and day, in no order. */
export function keyAnswerText(cells: number): string {
	const side = sideOf(cells);
	const measureNames = Array.from({ length: MEASURES }, (_, index) => `measure_${index + 1}`);
	const columns = ['date', 'event.$Anything.city', ...measureNames];
	const rows = Array.from({ length: side * side }, (_, row) => {
		const [day, group] = [row % side, Math.floor(row / side)];
		return [
			`${dateAt(day)} 00:00:00`,
			`group ${group}`,
			...measureNames.map((_name, measure) => numberAt(group * 31 + day * 7 + measure, measure)),
		];
	});
	return JSON.stringify({
		code: 'SUCCESS',
		data: {
			truncated: false,
			column_infos: columns.map((name) => ({ column_name: name, data_type: 'STRING' })),
			detail_rows: rows.sort((a, b) => String(a[2]).localeCompare(String(b[2]))),
		},
	});
}

/** Groups, and days. */
export function sideOf(cells: number): number {
	return Math.round(Math.sqrt(cells / MEASURES));
}

export function dateAt(day: number): string {
	return new Date(Date.UTC(2020, 0, 1 + day)).toISOString().slice(0, 10);
}

/** Counts mostly, and every third measure a sum of money with two decimals. */
function numberAt(seed: number, measure: number): number {
	return measure % 3 === 2 ? Math.round(((seed * 7919) % 1_000_000) * 1.37) / 100 : seed % 5000;
}

/** @param name of the measures, in front of their numbers */
function partsOf(name: string): Parameters<typeof columns.nameColumns>[0] {
	return {
		measures: Array.from({ length: MEASURES }, (_, index) => ({
			kind: 'event' as const,
			event: 'PayOrder',
			aggregator: 'general',
			name: `${name}${index + 1}`,
		})),
		groupBy: [{ property: { of: 'event', event: 'PayOrder', name: 'city' } }],
		unit: 'day',
	};
}

const parts = partsOf('measure_');
const request = columns.nameColumns(parts);
type Plan = Parameters<typeof arranger.arrangeSteps>[0];

/** A plain report: filled, neither compared nor ordered. */
function planFor(days: number): Plan {
	return {
		query: parts,
		columns: request,
		range: { from: dateAt(0), to: dateAt(days - 1) },
		timeZone: 'Asia/Shanghai',
		now: new Date('2026-11-21T14:30:00+08:00'),
		firstWeekday: 1,
		isFilled: true,
		ordering: { isDescending: true },
		hasTotals: false,
	} as Plan;
}

/** What makes items of an answer that has been parsed, of a report with measures of that name. */
export function toItemsOf(name: string): (answer: unknown) => unknown[] {
	const own = columns.nameColumns(partsOf(name));
	return (answer) => {
		const table = slices.atOnce(reader.eventReportSteps(answer, own));
		return items.toItems(rows.toRows(table), 0);
	};
}

export const toItems = toItemsOf('measure_');

/** The same of a report that is filled, its periods named by the calendar. */
export function toArrangedItems(answer: unknown): unknown[] {
	const table = slices.atOnce(reader.eventReportSteps(answer, request));
	const plan = planFor(table.points.length);
	const current = { tables: [table], ranges: [plan.range] };
	return items.toItems(rows.toRows(slices.atOnce(arranger.arrangeSteps(plan, { current }))), 0);
}
