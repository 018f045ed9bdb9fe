import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { MESSAGE_FORMS } from '../output/message/options';
import { showWhen } from './showWhen';

/** Entries of the list 'Output' that are messages. */
export const messageOutputOptions: INodePropertyOptions[] = [
	{
		name: 'Message for Slack',
		value: 'slack',
		description: 'One item with blocks for the Slack node (Message Type: Blocks), and plain text',
	},
	{
		name: 'Message in Markdown',
		value: 'markdown',
		description: 'One item with a table in Markdown, for DingTalk, WeCom and others',
	},
	{
		name: 'Message for Feishu or Lark',
		value: 'feishu',
		description: 'One item with a card for a robot, with table and chart',
	},
	{
		name: 'Message in HTML',
		value: 'html',
		description: 'One item with a page for e-mail, with table and chart',
	},
];

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
		description: 'Headline of the message',
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
					'Whether to draw a chart where the message can hold one (all but Markdown). Turn it off if Slack refuses the blocks.',
			},
			{
				displayName: 'Currency',
				name: 'currency',
				type: 'string',
				default: 'CNY',
				placeholder: 'e.g. CNY',
				description: 'Code of the currency, for numbers written as such',
			},
			{
				displayName: 'Decimals',
				name: 'decimals',
				type: 'number',
				typeOptions: { minValue: 0, maxValue: 10 },
				default: 2,
				description: 'Digits behind the point, for decimals, percents and currencies',
			},
			{
				displayName: 'Locale',
				name: 'locale',
				type: 'string',
				default: 'en-US',
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
				displayName: 'Most Rows',
				name: 'maxRows',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: 20,
				description: 'How many rows to show; a line says how many more there are',
			},
			{
				displayName: 'Numbers',
				name: 'numbers',
				type: 'options',
				default: 'auto',
				options: styles,
			},
			{
				displayName: 'Rows As',
				name: 'rowsAs',
				type: 'options',
				default: 'table',
				displayOptions: { show: { '/output': ['markdown'] } },
				options: [
					{ name: 'List', value: 'list', description: 'For robots that show no tables' },
					{ name: 'Table', value: 'table' },
				],
			},
			{
				displayName: 'Thousands Separator',
				name: 'thousands',
				type: 'boolean',
				default: true,
				description: 'Whether to part thousands, as in 12,345',
			},
		],
	},
]);
