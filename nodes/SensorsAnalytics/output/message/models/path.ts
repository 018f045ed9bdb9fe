import type { Cell } from '../../../table/decimal';
import type { Table } from '../../../table/table';
import { listRows } from '../../../table/table';
import { clean, cut, cutApart } from '../text';
import type { View, ViewTools } from '../view';
import { entitiesOf, numberColumn, numberIn, textColumn } from './entities';

const MAX_BARS = 12;
const MAX_NAME = 60;

/** The links of paths, under what people call their events; the names that charts need are left out. */
export function viewPath(table: Table, { words, nameOf }: ViewTools): View {
	const { at } = entitiesOf(table, 'step');
	const [step, from, to] = [at('step'), at('from'), at('to')];
	const [times, percent] = [at('times'), at('percent')];
	const nameIn = (cell: Cell | undefined, none: string) =>
		cell === null || cell === undefined ? none : cut(clean(nameOf(String(cell))), MAX_NAME);
	const links = table.rows.toArray().map((row) => ({
		from: nameIn(row[from], words.pathStart),
		to: nameIn(row[to], words.pathEnd),
		step: numberIn(row, step),
		times: numberIn(row, times),
		percent: numberIn(row, percent),
		isEnd: row[from] === null || row[to] === null,
	}));
	const arrow = (link: (typeof links)[number]) => `${link.from} → ${link.to}`;
	const drawn = links.slice(0, MAX_BARS);
	const own = [textColumn('from'), textColumn('to'), numberColumn('times')];
	return {
		table: {
			columns: [textColumn('step'), ...own, numberColumn('percent')],
			rows: listRows(
				links.map((link): Cell[] => [link.step, link.from, link.to, link.times, link.percent]),
			),
		},
		labels: new Map(),
		shares: new Set(['percent']),
		counts: new Set(['times']),
		chart: {
			kind: 'bar',
			categories: cutApart(
				drawn.map((link) => `${link.step}. ${arrow(link)}`),
				MAX_NAME,
			),
			series: [
				{
					name: words.headings.times ?? 'times',
					values: drawn.map((link) => link.times),
					isPrevious: false,
				},
			],
			notes: drawn.length < links.length ? [words.firstGroups(drawn.length, links.length)] : [],
		},
		title: words.paths,
		groups: ['step', 'from', 'to'],
		notes: [],
	};
}
