import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { UserError } from 'n8n-workflow';

import { quoted } from '../../../credentials/http/redact';
import { formsThatTake, MESSAGE_FORMS, takes } from '../output/message/forms';
import type {
	ColorThresholds,
	Mentions,
	MessageOptions,
	NumberStyle,
} from '../output/message/options';
import { assertFew, BOUNDS, boundsOf } from './bounds';
import type { ReadField } from './read';
import { listOf, noNumber, readOneOf, readInteger, textOf } from './read';
import { showWhen } from './show';

/** Thresholds for green and red cells. */
const colorFields: INodeProperties[] = [
	{
		displayName: 'Color Cells By',
		name: 'colorBy',
		type: 'options',
		default: 'change',
		options: [
			{ name: 'Change (%)', value: 'change' },
			{ name: 'Value', value: 'value' },
		],
		description: "Number to compare with 'Green Limit' and 'Red Limit'",
	},
	{
		displayName: 'Green Limit',
		name: 'greenLimit',
		type: 'string',
		default: '',
		placeholder: 'e.g. 10',
		description:
			"Cells at or above this value are green. If 'Green Limit' is lower than 'Red Limit', cells at or below this value are green.",
	},
	{
		displayName: 'Red Limit',
		name: 'redLimit',
		type: 'string',
		default: '',
		placeholder: 'e.g. -10',
		description:
			"Cells at or below this value are red. If 'Red Limit' is higher than 'Green Limit', cells at or above this value are red.",
	},
];

export function readLimits({
	colorBy,
	greenLimit,
	redLimit,
}: Details): ColorThresholds | undefined {
	const green = readNumber(greenLimit, "'Green Limit' of the message");
	const red = readNumber(redLimit, "'Red Limit' of the message");
	if (green === undefined && red === undefined) return undefined;
	return { by: colorBy === 'value' ? 'value' : 'change', green, red };
}

function readNumber(value: unknown, label: string): number | undefined {
	const text = textOf(value);
	if (text === '') return undefined;
	const number = Number(text);
	if (Number.isFinite(number)) return number;
	throw noNumber(text, label, '-5');
}

/** Words that mean everybody. */
const EVERYBODY = ['all', '@all', '所有人', '@所有人'];
const PHONE = /^(?:1\d{10}|\+[\d-]{6,20})$/;
/** User IDs in the format of DingTalk and WeCom, which contain no markup. */
const USER_ID = /^[\w.@-]{1,64}$/;
const ADDRESS = /^https?:\/\/[^\s"'<>]{1,2000}$/i;

/** Fields of robots and webhooks, in addition to the report. */
const robotFields: INodeProperties[] = [
	{
		displayName: 'Link',
		name: 'link',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://analytics.example.com',
		displayOptions: { show: { '/output': formsThatTake('link') } },
		description: "URL that the card's button opens",
	},
	{
		displayName: 'Mention',
		name: 'mention',
		type: 'string',
		default: '',
		placeholder: 'e.g. 13800000000, zhangsan',
		displayOptions: { show: { '/output': formsThatTake('mention') } },
		description:
			'Comma-separated phone numbers or user IDs to mention. For DingTalk, "all" mentions everyone. Names in the data never trigger a mention.',
	},
	{
		displayName: 'Style',
		name: 'style',
		type: 'options',
		default: 'markdown',
		displayOptions: { show: { '/output': formsThatTake('style') } },
		options: [
			{
				name: 'Card',
				value: 'card',
				description: "Card with a button that opens the address in 'Link'",
			},
			{ name: 'Markdown', value: 'markdown' },
		],
	},
];

type Robot = Pick<MessageOptions, 'style' | 'link' | 'mentions'>;

export function readRobot({ style, link, mention }: Details): Robot {
	return {
		style: style === 'card' ? 'card' : 'markdown',
		link: readLink(textOf(link)),
		mentions: readMentions(mention),
	};
}

function readLink(link: string): string {
	if (link === '' || ADDRESS.test(link)) return link;
	throw new UserError(
		"'Link' of the message isn't a web address. Enter an address that starts with https://",
	);
}

/** Only names typed here can notify anybody: a text with blanks or markup isn't a name. */
function readMentions(value: unknown): Mentions {
	const names = listOf(value).map(textOf).filter(Boolean);
	assertFew(names, "'Mention' of the message");
	const mentions: Mentions = { everybody: false, phones: [], userIds: [] };
	for (const name of names) {
		if (EVERYBODY.includes(name.toLowerCase())) mentions.everybody = true;
		else if (PHONE.test(name)) mentions.phones.push(name);
		else if (USER_ID.test(name)) mentions.userIds.push(name);
		else {
			throw new UserError(
				`'Mention' of the message contains ${quoted(name)}, which is neither a phone number nor a user ID. Enter comma-separated phone numbers or user IDs, or all. From an expression, return several as a list`,
			);
		}
	}
	return mentions;
}

const [APART, UNUSUAL_FIRST] = ['none', 'unusual'];
export const IN_INPUT_ORDER = 'listed';

const LAYOUTS: Array<MessageOptions['layout']> = ['digest', 'people', 'rows'];
const MOST_ROWS = 20;

const layoutFields: INodeProperties[] = [
	{
		displayName: 'Arrows',
		name: 'arrows',
		type: 'boolean',
		default: true,
		description: 'Whether to show changes as ▲ 5% instead of +5%',
	},
	{
		displayName: 'Chart',
		name: 'chart',
		type: 'boolean',
		default: true,
		description:
			'Whether to add a chart to messages that support charts. If Slack rejects the blocks, turn this off.',
	},
	{
		displayName: 'Combined Title',
		name: 'combinedTitle',
		type: 'string',
		default: '',
		placeholder: 'e.g. Good morning',
		displayOptions: { show: { '/messageCombine': [IN_INPUT_ORDER, UNUSUAL_FIRST] } },
		description: "Headline of the combined message. 'Title' is the headline of this report.",
	},
	{
		displayName: 'Good Direction',
		name: 'goodWay',
		type: 'options',
		default: 'none',
		options: [
			{ name: 'Down', value: 'down', description: 'A decrease is green, and an increase is red' },
			{ name: 'None', value: 'none', description: 'Changes have no color' },
			{ name: 'Up', value: 'up', description: 'An increase is green, and a decrease is red' },
		],
		description: 'Direction of change to show in green',
	},
	{
		displayName: 'Highlights',
		name: 'highlights',
		type: 'boolean',
		default: true,
		description:
			'Whether to add facts below the headline: what drives the change, the highest and lowest values, and other measures',
	},
	{
		displayName: 'Layout',
		name: 'layout',
		type: 'options',
		default: 'digest',
		displayOptions: { show: { '/output': formsThatTake('layout') } },
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
					'A table of the whole report. Retention has one column per period. Funnels show the users lost between steps.',
			},
		],
		description:
			'How to present the report. Combined reports and Explain Change are always a Digest.',
	},
	{
		displayName: 'Measures',
		name: 'measures',
		type: 'string',
		default: '',
		placeholder: 'e.g. orders, revenue',
		description:
			'Comma-separated output names of the measures to show. If empty, the message shows all measures.',
	},
	{
		displayName: 'Maximum Rows',
		name: 'maxRows',
		type: 'number',
		typeOptions: boundsOf('maxRows'),
		default: MOST_ROWS,
		displayOptions: { show: { '/output': formsThatTake('layout') } },
		description:
			"Maximum number of rows to show, unless 'Layout' is Digest. A line below the rows states how many more rows exist.",
	},
	{
		displayName: 'Names',
		name: 'names',
		type: 'options',
		default: 'project',
		options: [
			{
				name: 'Project Display Names',
				value: 'project',
				description: 'Sends up to three more requests',
			},
			{ name: 'Same as Query', value: 'query' },
		],
		description: 'Names to show for events, properties, and measures without an output name',
	},
	{
		displayName: 'Show Rows As',
		name: 'rowsAs',
		type: 'options',
		default: 'table',
		displayOptions: { show: { '/output': formsThatTake('list') } },
		options: [
			{
				name: 'List',
				value: 'list',
				description: "For bots that don't show tables",
			},
			{ name: 'Table', value: 'table' },
		],
	},
	{
		displayName: 'Totals Line',
		name: 'totals',
		type: 'boolean',
		default: true,
		description: 'Whether to show the totals, if known, in a line above the table',
	},
	{
		displayName: 'Show Previous Values',
		name: 'before',
		type: 'boolean',
		default: true,
		description: 'Whether to show the previous value in parentheses after the change',
	},
];

type Layout = Omit<MessageOptions, 'title' | 'numbers' | 'limits' | 'style' | 'link' | 'mentions'>;

export function readLayout(details: Details): Layout {
	const rowsAs = textOf(details.rowsAs);
	return {
		measures: listOf(details.measures).map(textOf).filter(Boolean),
		maxRows: readInteger(
			details.maxRows ?? MOST_ROWS,
			"'Maximum Rows' of the message",
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

const [LOCALE, STYLE, DECIMALS, CURRENCY] = ['en-US', 'auto', 2, 'CNY'];

const styles: INodePropertyOptions[] = [
	{ name: 'Automatic', value: 'auto', description: 'Up to two decimal places' },
	{ name: 'Whole Numbers', value: 'integer' },
	{ name: 'Decimals', value: 'decimal' },
	{
		name: 'Percent',
		value: 'percent',
		description: '0.25 is shown as 25%, and a count of 2 as 200%',
	},
	{ name: 'Currency', value: 'currency', description: 'Also for counts' },
];
const STYLES = styles.map(({ value }) => value as NumberStyle['style']);

const numberFields: INodeProperties[] = [
	{
		displayName: 'Currency',
		name: 'currency',
		type: 'string',
		default: CURRENCY,
		placeholder: 'e.g. CNY',
		description: "Currency code, used if 'Numbers' is set to Currency",
	},
	{
		displayName: 'Decimals',
		name: 'decimals',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 10 },
		default: DECIMALS,
		description: 'Number of decimal places in decimal numbers, percentages, and currency amounts',
	},
	{
		displayName: 'Locale',
		name: 'locale',
		type: 'string',
		default: '',
		placeholder: 'e.g. de-DE',
		description:
			"Locale that determines the number format, if different from 'Language'. With zh-CN, the text is also in Chinese.",
	},
	{
		displayName: 'Numbers',
		name: 'numbers',
		type: 'options',
		default: STYLE,
		options: styles,
	},
	{
		displayName: 'Thousands Separator',
		name: 'thousands',
		type: 'boolean',
		default: true,
		description: 'Whether to separate thousands, as in 12,345',
	},
];

export function readNumberStyle(details: Details): NumberStyle {
	const style = readOneOf(details.numbers ?? STYLE, STYLES, "'Numbers'");
	return {
		locale: readLocale(textOf(details.locale) || LOCALE),
		style,
		decimals: readInteger(details.decimals ?? DECIMALS, "'Decimals' of the message", 0, 10),
		currency: readCurrency(textOf(details.currency) || CURRENCY),
		hasThousands: details.thousands !== false,
	};
}

function readLocale(locale: string): string {
	const attempt = () => Intl.NumberFormat.supportedLocalesOf(locale).length > 0;
	if (isKnown(`locale ${locale}`, attempt)) return locale;
	throw new UserError(
		`'Locale' isn't a language code: ${quoted(locale)}. Enter a code such as zh-CN`,
	);
}

function readCurrency(currency: string): string {
	const attempt = () => Boolean(new Intl.NumberFormat('en', { style: 'currency', currency }));
	if (isKnown(`currency ${currency}`, attempt)) return currency;
	throw new UserError(
		`'Currency' isn't a currency code: ${quoted(currency)}. Enter a code such as CNY`,
	);
}

/**
 * Checking a locale or currency takes 0.1 ms, and the first one longer: the defaults need none. A
 * Node.js with English data only knows no Chinese, which the messages have anyway.
 */
const knownNames = new Set([`locale ${LOCALE}`, 'locale zh-CN', `currency ${CURRENCY}`]);
const MOST_KNOWN = 100;

function isKnown(name: string, attempt: () => boolean): boolean {
	if (knownNames.has(name)) return true;
	try {
		const isFound = attempt();
		if (isFound && knownNames.size < MOST_KNOWN) knownNames.add(name);
		return isFound;
	} catch {
		return false;
	}
}

/** n8n requires alphabetical order. */
const details = [...colorFields, ...layoutFields, ...numberFields, ...robotFields].sort((a, b) =>
	a.displayName < b.displayName ? -1 : 1,
);

export const PROJECT = 'project';
const LEAST_CHANGE = 10;

const combineField: INodeProperties = {
	displayName: 'Combine',
	name: 'messageCombine',
	type: 'options',
	default: APART,
	options: [
		{ name: 'One Message, in Input Order', value: IN_INPUT_ORDER },
		{
			name: 'One Message, Unusual Numbers First',
			value: UNUSUAL_FIRST,
			description:
				'Failed reports (with On Error: Continue) first, then numbers outside of their usual range, then the largest changes',
		},
		{ name: 'One Message per Report and Its Parts', value: APART },
	],
	description:
		"How to combine the reports of several input items. A report is always combined with the parts in its input item, which are from nodes with 'Part of a Message'.",
};

const titleField: INodeProperties = {
	displayName: 'Title',
	name: 'messageTitle',
	type: 'string',
	default: '',
	placeholder: "e.g. Yesterday's orders",
	description: 'Title of the message. If empty, it names the report and its dates.',
};

const settingFields: INodeProperties[] = [
	{
		displayName: 'Language',
		name: 'messageLanguage',
		type: 'options',
		// Readers know the project by its names, and the parts of one message must have one language.
		default: PROJECT,
		options: [
			{
				name: 'Same as Project',
				value: PROJECT,
				description: 'Chinese if the display names of the events are Chinese, otherwise English',
			},
			{ name: 'Chinese (Simplified)', value: 'zh-CN' },
			{ name: 'English', value: 'en-US' },
			{ name: 'English (United Kingdom)', value: 'en-GB' },
		],
		description:
			"Language of the message text. Combined messages should have the same one. To use another number format, add 'Locale'.",
	},
	{
		displayName: 'When to Send',
		name: 'messageWhen',
		type: 'options',
		default: 'always',
		options: [
			{
				name: 'Always',
				value: 'always',
				description:
					'Returns a message even if there is no data or no period is complete. The message then says so.',
			},
			{ name: 'If the Number Changed by at Least…', value: 'change' },
			{
				name: 'If the Number Is Unusual',
				value: 'unusual',
				description: "The latest number is outside its usual range (option 'Usual Range')",
			},
			{
				name: 'If the Report Has Data',
				value: 'data',
				description: 'A number of the report or of its comparison is not 0',
			},
		],
		description:
			'Condition for returning the message. If the condition is not met, the node returns nothing, and the workflow ends there. Combined messages only leave out the report of this node.',
	},
	{
		displayName: 'Change (%)',
		name: 'messageChange',
		type: 'number',
		typeOptions: boundsOf('messageChange'),
		default: LEAST_CHANGE,
		displayOptions: { show: { messageWhen: ['change'] } },
		description:
			"Minimum change in the headline number, up or down. Requires 'Compare With'. If the change is unknown, the node returns nothing.",
	},
];

const detailsField: INodeProperties = {
	displayName: 'Message',
	name: 'message',
	type: 'collection',
	placeholder: 'Add Message Option',
	default: {},
	options: details,
};

const OF_ALL = { output: [...MESSAGE_FORMS] };

/** Fields of a message. n8n's editor removes them for other outputs. */
export const messageFields: INodeProperties[] = [
	...showWhen(OF_ALL, [titleField]),
	...showWhen({ output: formsThatTake('combine') }, [combineField]),
	...showWhen(OF_ALL, settingFields),
	// The condition needs a slash: n8n's editor empties a collection whose condition it finds by the
	// field's name alone.
	...showWhen({ '/output': OF_ALL.output }, [detailsField]),
];

export function readMessageOptions(field: ReadField): MessageOptions {
	const typed = (field('message') || {}) as Details;
	const combined = readCombine(field, typed);
	// Next to other reports, a report is its sentences, as is an explanation.
	const hasLayout =
		takes(field('output'), 'layout') && !combined.combine && field('operation') !== 'explainChange';
	return {
		title: textOf(field('messageTitle')),
		...combined,
		...readWhen(field),
		...readLanguage(field, typed),
		...readLayout(hasLayout ? typed : { ...typed, layout: 'digest' }),
		limits: readLimits(typed),
		...readRobot(typed),
	};
}

function readCombine(field: ReadField, typed: Details): Pick<MessageOptions, 'combine'> {
	const chosen = field('messageCombine');
	if (!takes(field('output'), 'combine') || !isCombining(chosen)) return {};
	return {
		combine: { title: textOf(typed.combinedTitle), isUnusualFirst: chosen === UNUSUAL_FIRST },
	};
}

export function isCombining(chosen: unknown): boolean {
	return chosen === IN_INPUT_ORDER || chosen === UNUSUAL_FIRST;
}

function readWhen(field: ReadField): Pick<MessageOptions, 'sendIf'> {
	// Other outputs keep the field's value for the next message.
	const isMessage = MESSAGE_FORMS.some((form) => form === field('output'));
	const when = isMessage ? textOf(field('messageWhen')) : '';
	if (when === 'data') return { sendIf: {} };
	if (when === 'unusual') return { sendIf: { isUnusual: true } };
	if (when !== 'change') return {};
	const input = field('messageChange') ?? LEAST_CHANGE;
	const change = textOf(input) === '' ? NaN : Number(textOf(input));
	if (Number.isNaN(change)) throw noNumber(input, "'Change (%)'", '10');
	const [least, most] = BOUNDS.messageChange;
	if (change < least || change > most) {
		throw new UserError(
			`'Change (%)' must be a number from ${least} to ${most}, not ${quoted(textOf(input))}`,
		);
	}
	return { sendIf: { change } };
}

/** Reads the language; a typed locale has priority over the selected language. */
function readLanguage(
	field: ReadField,
	typed: Details,
): Pick<MessageOptions, 'numbers' | 'isProjectLanguage'> {
	const language = textOf(field('messageLanguage'));
	const locale = textOf(typed.locale);
	const isProject = locale === '' && language === PROJECT;
	return {
		numbers: readNumberStyle({ ...typed, locale: locale || (isProject ? '' : language) }),
		...(isProject ? { isProjectLanguage: true } : {}),
	};
}

type Details = { [name: string]: unknown };
