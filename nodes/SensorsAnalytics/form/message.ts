import { UserError } from 'n8n-workflow';

import type { MessageOptions, NumberStyle } from '../output/message/options';
import { readWhole } from './numbers';
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
			decimals: readWhole(details.decimals ?? 2, "'Decimals' of the message", 0, 10),
			currency: readCurrency(textOf(details.currency) || 'CNY'),
			hasThousands: details.thousands !== false,
		},
		measures: listOf(details.measures).map(textOf).filter(Boolean),
		maxRows: readWhole(details.maxRows ?? 20, "'Most Rows' of the message", 1),
		hasArrows: details.arrows !== false,
		hasChart: details.chart !== false,
		rowsAs: details.rowsAs === 'list' ? 'list' : 'table',
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
