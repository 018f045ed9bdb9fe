import type { IDataObject } from 'n8n-workflow';

import type { Chart } from './chartData';
import { cut } from './fit';
import { sparklines } from './sparkline';
import { text } from './teams';
import type { Words } from './words';

/** Each takes some room in a message that has little. */
const MAX_BARS = 8;
const MAX_NAME = 24;
/** Parts of the width that bars have. */
const WIDTH = 100;

/** Bars as columns of their width, and numbers over time as lines of blocks. */
export function barsOf(chart: Chart, words: Words): IDataObject[] {
	if (chart.kind === 'line') return sparklines({ chart }).map((line) => text(line));
	const [series, before] = chart.series;
	if (!series) return [];
	const other = before?.isPrevious ? before : undefined;
	const numbers = [...series.values, ...(other?.values ?? [])].slice(0);
	const most = numbers.reduce<number>((top, value) => Math.max(top, Math.abs(value ?? 0)), 0);
	if (most === 0) return [];
	const shown = chart.categories.slice(0, MAX_BARS);
	const bars = shown.map((category, index) =>
		barOf(category, series.values[index] ?? null, most, chart),
	);
	const left = chart.categories.length - shown.length;
	const more = chart.series.length > (other ? 2 : 1) ? [series.name] : [];
	return [
		...(more.length > 0 ? [text(series.name, { weight: 'Bolder' })] : []),
		...bars,
		...(left > 0
			? [
					text(words.firstGroups(shown.length, chart.categories.length), {
						isSubtle: true,
						size: 'Small',
					}),
				]
			: []),
	];
}

function barOf(category: string, value: number | null, most: number, chart: Chart): IDataObject {
	const part = Math.round((Math.abs(value ?? 0) / most) * WIDTH);
	const column = (width: number, items: IDataObject[], style?: string) => ({
		type: 'Column',
		width,
		...(style ? { style } : {}),
		items,
	});
	const bar = part > 0 ? [column(part, [text(' ')], (value ?? 0) < 0 ? 'warning' : 'accent')] : [];
	const number = value === null ? '–' : chart.write(value);
	return {
		type: 'ColumnSet',
		spacing: 'Small',
		columns: [
			column(60, [text(cut(category, MAX_NAME))]),
			...bar,
			column(WIDTH + 50 - part, [text(number)]),
		],
	};
}
