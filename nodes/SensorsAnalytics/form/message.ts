import { UserError } from 'n8n-workflow';

import type { Limits, Mentions, MessageOptions, NumberStyle } from '../output/message/options';
import { MESSAGE_DEFAULTS as byDefault } from './messageFields';
import { readWhole } from './numbers';
import { listOf, type ReadField, textOf } from './reading';

const STYLES = ['auto', 'integer', 'decimal', 'percent', 'currency'] as const;
/** As a person types it who means everybody. */
const EVERYBODY = ['all', '@all', '所有人', '@所有人'];
const PHONE = /^(?:1\d{10}|\+[\d-]{6,20})$/;
/** Of users, as DingTalk and WeCom make them: nothing that could be markup. */
const USER_ID = /^[\w.@-]{1,64}$/;
const ADDRESS = /^https?:\/\/[^\s"'<>]{1,2000}$/i;

type Details = { [name: string]: unknown };

/**
 * Reads what a message shall look like.
 * @throws UserError that names the field
 */
export function readMessageOptions(field: ReadField): MessageOptions {
	const details = (field('message') || {}) as Details;
	const style = textOf(details.numbers ?? byDefault.numbers) as NumberStyle['style'];
	if (!STYLES.includes(style)) throw new UserError(`'Numbers' is unknown: '${style}'`);
	const rowsAs = textOf(details.rowsAs);
	return {
		title: textOf(field('messageTitle')),
		numbers: {
			locale: readLocale(textOf(details.locale) || byDefault.locale),
			style,
			decimals: readWhole(
				details.decimals ?? byDefault.decimals,
				"'Decimals' of the message",
				0,
				10,
			),
			currency: readCurrency(textOf(details.currency) || byDefault.currency),
			hasThousands: details.thousands !== false,
		},
		measures: listOf(details.measures).map(textOf).filter(Boolean),
		maxRows: readWhole(details.maxRows ?? byDefault.maxRows, "'Most Rows' of the message", 1),
		hasArrows: details.arrows !== false,
		hasChart: details.chart !== false,
		...(rowsAs === 'list' || rowsAs === 'table' ? { rowsAs } : {}),
		isReadable: details.layout !== 'rows',
		hasBefore: details.before !== false,
		hasNames: details.names !== 'query',
		hasHighlights: details.highlights !== false,
		hasTotals: details.totals !== false,
		limits: readLimits(details),
		style: details.style === 'card' ? 'card' : 'markdown',
		link: readLink(textOf(details.link)),
		mentions: readMentions(details.mention),
	};
}

function readLimits({ colorBy, greenLimit, redLimit }: Details): Limits | undefined {
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
	throw new UserError(`${label} is no number: '${text}'. Enter one such as -5`);
}

function readLink(link: string): string {
	if (link === '' || ADDRESS.test(link)) return link;
	throw new UserError("'Link' of the message is no address. Enter one that begins with https://");
}

/** Only what is typed here can call anybody: a text with blanks or markup in it is no name. */
function readMentions(value: unknown): Mentions {
	const names = listOf(value).map(textOf).filter(Boolean);
	const mentions: Mentions = { everybody: false, phones: [], userIds: [] };
	for (const name of names) {
		if (EVERYBODY.includes(name.toLowerCase())) mentions.everybody = true;
		else if (PHONE.test(name)) mentions.phones.push(name);
		else if (USER_ID.test(name)) mentions.userIds.push(name);
		else {
			throw new UserError(
				`'Mention' of the message names '${name}', which is neither a phone number nor a user ID. Enter some with commas between them, or all`,
			);
		}
	}
	return mentions;
}

function readLocale(locale: string): string {
	if (isKnown(() => new Intl.NumberFormat(locale))) return locale;
	throw new UserError(`'Locale' is no language code: '${locale}'. Enter one such as zh-CN`);
}

function readCurrency(currency: string): string {
	if (isKnown(() => new Intl.NumberFormat('en', { style: 'currency', currency }))) return currency;
	throw new UserError(`'Currency' is no currency code: '${currency}'. Enter one such as CNY`);
}

function isKnown(attempt: () => unknown): boolean {
	try {
		attempt();
		return true;
	} catch {
		return false;
	}
}
