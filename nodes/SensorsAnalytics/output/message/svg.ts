import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { withFile } from '../file';
import { drawChart } from './chart';
import type { Digest } from './digest';
import type { Target } from './target';
import { escapeText } from './text';

export const chart: Target = {
	option: {
		name: 'Chart',
		description: 'One item with a chart as SVG, and the same as a file, for web pages',
	},
	write: toSvg,
};

/** The chart alone: `svg` as text, and a file under the key `data`. */
function toSvg(digest: Digest): IDataObject {
	if (!digest.chart) {
		throw new UserError(
			"There is nothing to draw: a chart takes several dates, or groups. Choose 'Group By' or a longer 'Date Range', and leave the detail 'Chart' of the message on",
		);
	}
	const svg = drawChart(digest.chart, digest.title);
	const json = {
		title: escapeText(digest.title),
		svg,
		text: escapeText(digest.summary),
		notes: [...digest.notes(), ...digest.chart.notes].map(escapeText),
	};
	return withFile(json, svg, 'chart.svg', 'image/svg+xml');
}
