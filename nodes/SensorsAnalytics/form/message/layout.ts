import type { INodeProperties } from 'n8n-workflow';

import type { MessageOptions } from '../../output/message/options';
import { BOUNDS, within } from '../../params/bounds';
import { listOf, readWhole, textOf } from '../../params/read';
import type { Details } from './details';
import { ROBOTS } from './robots';

const LAYOUTS: Array<MessageOptions['layout']> = ['digest', 'people', 'rows'];
/** What 'Most Rows' holds if nobody has changed it. */
const MOST_ROWS = 20;

/** Which parts of the report a message shows, and how they are laid out. */
export const layoutFields: INodeProperties[] = [
	{
		displayName: 'Arrows',
		name: 'arrows',
		type: 'boolean',
		default: true,
		description: 'Whether changes are written as ▲ 5% rather than +5%',
	},
	{
		displayName: 'Chart',
		name: 'chart',
		type: 'boolean',
		default: true,
		description:
			'Whether to draw a chart where the message can hold one (robots of DingTalk and WeCom show a line of blocks). Turn it off if Slack refuses the blocks.',
	},
	{
		displayName: 'Good Direction',
		name: 'goodWay',
		type: 'options',
		default: 'none',
		options: [
			{ name: 'Down', value: 'down', description: 'A decrease is green, an increase red' },
			{ name: 'None', value: 'none', description: 'Changes have no color' },
			{ name: 'Up', value: 'up', description: 'An increase is green, a decrease red' },
		],
		description: 'Which direction of a change is good. It decides the color of changes.',
	},
	{
		displayName: 'Highlights',
		name: 'highlights',
		type: 'boolean',
		default: true,
		description:
			'Whether to add facts below the headline: where the change lies, highest and lowest, other measures',
	},
	{
		displayName: 'Layout',
		name: 'layout',
		type: 'options',
		default: 'digest',
		options: [
			{
				name: 'Digest',
				value: 'digest',
				description: 'A headline, a few facts, and a small table',
			},
			{
				name: 'Rows',
				value: 'rows',
				description: 'The rows of the report',
			},
			{
				name: 'Table',
				value: 'people',
				description:
					'A table of the whole report. Retention has one column per period, funnels show the users lost between steps.',
			},
		],
		description: 'Whether the message answers in sentences, or lists rows',
	},
	{
		displayName: 'Measures',
		name: 'measures',
		type: 'string',
		default: '',
		placeholder: 'e.g. orders, revenue',
		description: 'Output names of the measures to show, with commas between them; all if empty',
	},
	{
		displayName: 'Most Rows',
		name: 'maxRows',
		type: 'number',
		typeOptions: within('maxRows'),
		default: MOST_ROWS,
		description:
			"How many rows to show unless 'Layout' is Digest; a line says how many more there are",
	},
	{
		displayName: 'Names',
		name: 'names',
		type: 'options',
		default: 'project',
		options: [
			{
				name: 'As the Project Displays Them',
				value: 'project',
				description: 'Takes up to three more requests',
			},
			{ name: 'As in the Query', value: 'query' },
		],
		description: 'How events, properties and measures without an output name are called',
	},
	{
		displayName: 'Rows As',
		name: 'rowsAs',
		type: 'options',
		default: 'table',
		displayOptions: { show: { '/output': ['slack', 'markdown', ...ROBOTS] } },
		options: [
			{
				name: 'List',
				value: 'list',
				description: 'For robots that show no tables, and for several reports in one message',
			},
			{ name: 'Table', value: 'table' },
		],
	},
	{
		displayName: 'Totals Line',
		name: 'totals',
		type: 'boolean',
		default: true,
		description: 'Whether a line above the table tells the totals, where they are known',
	},
	{
		displayName: 'Value Before',
		name: 'before',
		type: 'boolean',
		default: true,
		description: 'Whether the number compared with stands in brackets beside its change',
	},
];

type Layout = Omit<MessageOptions, 'title' | 'numbers' | 'limits' | 'style' | 'link' | 'mentions'>;

/** @throws UserError that names the field */
export function readLayout(details: Details): Layout {
	const rowsAs = textOf(details.rowsAs);
	return {
		measures: listOf(details.measures).map(textOf).filter(Boolean),
		maxRows: readWhole(
			details.maxRows ?? MOST_ROWS,
			"'Most Rows' of the message",
			...BOUNDS.maxRows,
		),
		hasArrows: details.arrows !== false,
		hasChart: details.chart !== false,
		...(rowsAs === 'list' || rowsAs === 'table' ? { rowsAs } : {}),
		layout: LAYOUTS.find((layout) => layout === details.layout) ?? 'digest',
		...(details.goodWay === 'up' || details.goodWay === 'down' ? { goodWay: details.goodWay } : {}),
		hasBefore: details.before !== false,
		hasNames: details.names !== 'query',
		hasHighlights: details.highlights !== false,
		hasTotals: details.totals !== false,
	};
}
