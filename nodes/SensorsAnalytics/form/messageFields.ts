import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { MESSAGE_FORMS, messageOptions } from '../output/message';
import { showWhen } from './showWhen';

/** What fields hold that nobody has changed, or that are not there. */
export const MESSAGE_DEFAULTS = {
	locale: 'en-US',
	numbers: 'auto',
	decimals: 2,
	currency: 'CNY',
	maxRows: 20,
} as const;
const { locale, numbers, decimals, currency, maxRows } = MESSAGE_DEFAULTS;

/** Entries of the list 'Output' that are messages. */
export const messageOutputOptions: INodePropertyOptions[] = messageOptions;

const ROBOTS = ['dingtalk', 'wecom'];

const styles: INodePropertyOptions[] = [
	{ name: 'As They Are', value: 'auto', description: 'Up to two digits behind the point' },
	{ name: 'Whole Numbers', value: 'integer' },
	{ name: 'Decimals', value: 'decimal' },
	{ name: 'Percent', value: 'percent', description: '0.25 is written as 25%' },
	{ name: 'Currency', value: 'currency' },
];

/** What a message looks like. */
export const messageFields: INodeProperties[] = showWhen({ output: [...MESSAGE_FORMS] }, [
	{
		displayName: 'Title',
		name: 'messageTitle',
		type: 'string',
		default: '',
		placeholder: "e.g. Yesterday's orders",
		description: 'Headline of the message; what the report is and its dates if empty',
	},
	{
		displayName: 'Message',
		name: 'message',
		type: 'collection',
		placeholder: 'Add Detail',
		default: {},
		options: [
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
				displayName: 'Color Cells By',
				name: 'colorBy',
				type: 'options',
				default: 'change',
				options: [
					{ name: 'Change in Percent', value: 'change' },
					{ name: 'Value', value: 'value' },
				],
				description: 'What Green Limit and Red Limit are compared with',
			},
			{
				displayName: 'Currency',
				name: 'currency',
				type: 'string',
				default: currency,
				placeholder: 'e.g. CNY',
				description: 'Code of the currency, for numbers written as such',
			},
			{
				displayName: 'Decimals',
				name: 'decimals',
				type: 'number',
				typeOptions: { minValue: 0, maxValue: 10 },
				default: decimals,
				description: 'Digits behind the point, for decimals, percents and currencies',
			},
			{
				displayName: 'Green Limit',
				name: 'greenLimit',
				type: 'string',
				default: '',
				placeholder: 'e.g. 10',
				description:
					'Cells at or above it are green. Where it is below Red Limit, less is better: those at or below it are.',
			},
			{
				displayName: 'Highlights',
				name: 'highlights',
				type: 'boolean',
				default: true,
				description:
					'Whether a sentence above the table tells the total, its change, and who gained and lost most',
			},
			{
				displayName: 'Layout',
				name: 'layout',
				type: 'options',
				default: 'people',
				options: [
					{
						name: 'As People Read It',
						value: 'people',
						description: 'A retention has a column per period, a funnel what is lost between steps',
					},
					{ name: 'Rows of the Report', value: 'rows' },
				],
				description: 'How funnels, retention and distributions are laid out',
			},
			{
				displayName: 'Link',
				name: 'link',
				type: 'string',
				default: '',
				placeholder: 'e.g. https://analytics.example.com',
				displayOptions: { show: { '/output': [...ROBOTS, 'teams'] } },
				description: 'Where the button of a card leads',
			},
			{
				displayName: 'Locale',
				name: 'locale',
				type: 'string',
				default: locale,
				placeholder: 'e.g. zh-CN',
				description:
					'Language and country whose way to write numbers is used. With zh-CN the words of the message are Chinese as well.',
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
				displayName: 'Mention',
				name: 'mention',
				type: 'string',
				default: '',
				placeholder: 'e.g. 13800000000, zhangsan',
				displayOptions: { show: { '/output': ROBOTS } },
				description:
					'Phone numbers or user IDs of those to call, with commas between them, or all (DingTalk). Names in the data call nobody.',
			},
			{
				displayName: 'Most Rows',
				name: 'maxRows',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: maxRows,
				description: 'How many rows to show; a line says how many more there are',
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
				displayName: 'Numbers',
				name: 'numbers',
				type: 'options',
				default: numbers,
				options: styles,
			},
			{
				displayName: 'Red Limit',
				name: 'redLimit',
				type: 'string',
				default: '',
				placeholder: 'e.g. -10',
				description:
					'Cells at or below it are red. Where it is above Green Limit, less is better: those at or above it are.',
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
				displayName: 'Style',
				name: 'style',
				type: 'options',
				default: 'markdown',
				displayOptions: { show: { '/output': ROBOTS } },
				options: [
					{ name: 'Card', value: 'card', description: 'With a button; takes a Link' },
					{ name: 'Markdown', value: 'markdown' },
				],
			},
			{
				displayName: 'Thousands Separator',
				name: 'thousands',
				type: 'boolean',
				default: true,
				description: 'Whether to part thousands, as in 12,345',
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
		],
	},
]);
