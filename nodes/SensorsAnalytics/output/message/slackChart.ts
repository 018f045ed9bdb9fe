import type { IDataObject } from 'n8n-workflow';

import type { Chart } from './chartData';
import { LIMITS } from './limits';
import { cut, cutApart } from './text';
import type { Words } from './words';

const {
	title: MAX_TITLE,
	label: MAX_LABEL,
	series: MAX_SERIES,
	points: MAX_CATEGORIES,
} = LIMITS.slackChart;

/**
 * A chart as Slack draws it itself. Every series needs a number at every category: points where
 * the first series has none, and then other series with gaps, are left out, which notes say.
 * @returns no block where too little is left to draw
 */
export function toSlackChart(chart: Chart, words: Words): { block?: IDataObject; notes: string[] } {
	const known = chart.categories.flatMap((_category, index) =>
		typeof chart.series[0]?.values[index] === 'number' ? [index] : [],
	);
	const isLine = chart.kind === 'line';
	const points = isLine ? known.slice(-MAX_CATEGORIES) : known.slice(0, MAX_CATEGORIES);
	if (points.length < (isLine ? 2 : 1)) return { notes: [] };

	const isWhole = ({ values }: Chart['series'][number]) =>
		points.every((index) => typeof values[index] === 'number');
	const series = chart.series.filter(isWhole).slice(0, MAX_SERIES);
	const leftOut = chart.series.filter((one) => !series.includes(one));
	const gaps = chart.categories.filter((_category, index) => !known.includes(index));
	const leftOutNames = [...(isLine ? [] : gaps), ...leftOut.map(({ name }) => name)];
	const categories = cutApart(
		points.map((index) => chart.categories[index] || words.none),
		MAX_LABEL,
	);
	const names = cutApart(
		series.map(({ name }) => name || words.none),
		MAX_LABEL,
	);
	const block = {
		type: 'data_visualization',
		title: cut(titleOf(chart) || words.none, MAX_TITLE),
		chart: {
			type: chart.kind,
			series: series.map(({ values }, place) => ({
				name: names[place],
				data: points.map((index, at) => ({ label: categories[at], value: values[index] })),
			})),
			axis_config: {
				categories,
				...(chart.valueName ? { y_label: cut(chart.valueName, MAX_TITLE) } : {}),
			},
		},
	};
	const notes = [
		...chart.notes,
		isLine && known.length > points.length ? words.lastPoints(points.length, known.length) : '',
		isLine && gaps.length > 0 ? words.pointsWithoutNumber(gaps.length) : '',
		leftOutNames.length > 0 ? words.leftOutOfChart(leftOutNames.join(', ')) : '',
	].filter(Boolean);
	return { block, notes };
}

/** What is drawn: the message's own title stands above already. */
function titleOf({ valueName, series }: Chart): string {
	const measures = series.filter(({ isPrevious }) => !isPrevious).map(({ name }) => name);
	return valueName ?? measures.join(', ');
}
