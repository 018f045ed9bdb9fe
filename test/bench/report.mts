/** A made-up answer of the service (field notes 11.1, shape A), and what the node makes of it. */
import { createRequire } from 'node:module';
import { join } from 'node:path';

const MEASURES = 10;
const load = createRequire(join(process.cwd(), 'package.json'));
const NODE = './dist/nodes/SensorsAnalytics';

type Modules = {
	columns: typeof import('../../nodes/SensorsAnalytics/query/columns');
	reader: typeof import('../../nodes/SensorsAnalytics/wire/legacy/readEventReport');
	rows: typeof import('../../nodes/SensorsAnalytics/output/rows');
	items: typeof import('../../nodes/SensorsAnalytics/output/items');
};
const { columns, reader, rows, items }: Modules = {
	columns: load(`${NODE}/query/columns`) as Modules['columns'],
	reader: load(`${NODE}/wire/legacy/readEventReport`) as Modules['reader'],
	rows: load(`${NODE}/output/rows`) as Modules['rows'],
	items: load(`${NODE}/output/items`) as Modules['items'],
};

/** An answer with about so many numbers: groups × days × 10 measures. */
export function answerText(cells: number): string {
	const side = Math.round(Math.sqrt(cells / MEASURES));
	const series = Array.from({ length: side }, (_, day) => {
		const date = new Date(Date.UTC(2020, 0, 1 + day)).toISOString().slice(0, 10);
		return `${date} 00:00:00`;
	});
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

/** Counts mostly, and every third measure a sum of money with two decimals. */
function numberAt(seed: number, measure: number): number {
	return measure % 3 === 2 ? Math.round(((seed * 7919) % 1_000_000) * 1.37) / 100 : seed % 5000;
}

const asked = columns.nameColumns({
	measures: Array.from({ length: MEASURES }, (_, index) => ({
		kind: 'event' as const,
		event: 'PayOrder',
		aggregator: 'general',
		name: `measure_${index + 1}`,
	})),
	groupBy: [{ property: { of: 'event', event: 'PayOrder', name: 'city' } }],
	unit: 'day',
});

/** The items of an answer that has been parsed. */
export function toItems(answer: unknown): unknown[] {
	return items.toItems(rows.toRows(reader.readEventReport(answer, asked).table), 0);
}
