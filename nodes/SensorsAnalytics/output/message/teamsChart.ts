import type { IDataObject } from 'n8n-workflow';

import type { Chart } from './chartData';
import { blocksOf, sparklines } from './sparkline';
import { text, textRun } from './teams';
import { cut } from './text';
import type { Words } from './words';

/** Each takes some room in a message that has little. */
const MAX_BARS = 8;
const MAX_NAME = 24;
/** Blocks of the longest bar. */
const LENGTH = 20;

/** Bars of blocks beside their names, and numbers over time as lines of blocks. */
export function barsOf(chart: Chart, words: Words): IDataObject[] {
	if (chart.kind === 'line') return sparklines({ chart }).map((line) => text(line));
	const [series] = chart.series;
	const values = series?.values ?? [];
	const most = values.reduce<number>((top, value) => Math.max(top, Math.abs(value ?? 0)), 0);
	if (!series || most === 0) return [];
	const shown = chart.categories.slice(0, MAX_BARS);
	const isOneOfMany = chart.series.filter(({ isPrevious }) => !isPrevious).length > 1;
	const small = { isSubtle: true, size: 'Small' };
	return [
		...(isOneOfMany ? [text(series.name, { weight: 'Bolder' })] : []),
		...shown.map((category, index) => barOf(category, values[index] ?? null, most, chart)),
		...(shown.length < chart.categories.length
			? [text(words.firstGroups(shown.length, chart.categories.length), small)]
			: []),
	];
}

function barOf(name: string, value: number | null, most: number, chart: Chart): IDataObject {
	const column = (width: number, item: IDataObject) => ({ type: 'Column', width, items: [item] });
	const blocks = blocksOf(Math.abs(value ?? 0) / most, LENGTH);
	const color = (value ?? 0) < 0 ? 'Warning' : 'Accent';
	const bar = blocks === '' ? [] : [textRun(blocks, { color })];
	const number = textRun(` ${value === null ? '–' : chart.write(value)}`);
	return {
		type: 'ColumnSet',
		spacing: 'None',
		columns: [
			column(1, text(cut(name, MAX_NAME))),
			column(3, { type: 'RichTextBlock', inlines: [...bar, number] }),
		],
	};
}
