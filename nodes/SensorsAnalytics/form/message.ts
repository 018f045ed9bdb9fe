import { UserError } from 'n8n-workflow';

import type { MessageOptions, NumberStyle } from '../output/message/options';
import { listOf, type ReadField, textOf } from './reading';

const STYLES = ['auto', 'integer', 'decimal', 'percent', 'currency'] as const;

/**
 * Reads what a message shall look like.
 * @throws UserError that names the field
 */
export function readMessageOptions(field: ReadField): MessageOptions {
	const details = (field('message') || {}) as { [name: string]: unknown };
	const style = textOf(details.numbers ?? 'auto') as NumberStyle['style'];
	if (!STYLES.includes(style)) throw new UserError(`'Numbers' is unknown: '${style}'`);
	return {
		title: textOf(field('messageTitle')),
		numbers: {
			locale: readLocale(textOf(details.locale) || 'en-US'),
			style,
			decimals: wholeNumber(details.decimals ?? 2, 'Decimals', 0, 10),
			currency: readCurrency(textOf(details.currency) || 'CNY'),
			hasThousands: details.thousands !== false,
		},
		measures: listOf(details.measures).map(textOf).filter(Boolean),
		maxRows: wholeNumber(details.maxRows ?? 20, 'Most Rows', 1),
		hasChart: details.chart !== false,
	};
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

function wholeNumber(typed: unknown, label: string, from: number, to = Infinity): number {
	const number = Number(typed);
	if (Number.isInteger(number) && number >= from && number <= to) return number;
	const range = to === Infinity ? `from ${from}` : `from ${from} to ${to}`;
	throw new UserError(`'${label}' of the message must be a whole number ${range}`);
}
