import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { NumberStyle } from '../../output/message/options';
import { readOneOf, readWhole, textOf } from '../../params/read';
import type { Details } from './details';

/** What fields hold that nobody has changed, or that are not there. */
const [LOCALE, STYLE, DECIMALS, CURRENCY] = ['en-US', 'auto', 2, 'CNY'];

const styles: INodePropertyOptions[] = [
	{ name: 'As They Are', value: 'auto', description: 'Up to two digits behind the point' },
	{ name: 'Whole Numbers', value: 'integer' },
	{ name: 'Decimals', value: 'decimal' },
	{ name: 'Percent', value: 'percent', description: '0.25 is written as 25%' },
	{ name: 'Currency', value: 'currency' },
];
const STYLES = styles.map(({ value }) => value as NumberStyle['style']);

/** How numbers are written. */
export const numberFields: INodeProperties[] = [
	{
		displayName: 'Currency',
		name: 'currency',
		type: 'string',
		default: CURRENCY,
		placeholder: 'e.g. CNY',
		description: 'Code of the currency, for numbers written as such',
	},
	{
		displayName: 'Decimals',
		name: 'decimals',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 10 },
		default: DECIMALS,
		description: 'Digits behind the point, for decimals, percents and currencies',
	},
	{
		displayName: 'Locale',
		name: 'locale',
		type: 'string',
		default: '',
		placeholder: 'e.g. de-DE',
		description:
			"Language and country whose way to write numbers is used, if it is not that of 'Language'. With zh-CN the words of the message are Chinese as well.",
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
		description: 'Whether to part thousands, as in 12,345',
	},
];

/** @throws UserError that names the field */
export function readNumberStyle(details: Details): NumberStyle {
	const style = readOneOf(details.numbers ?? STYLE, STYLES, "'Numbers'");
	return {
		locale: readLocale(textOf(details.locale) || LOCALE),
		style,
		decimals: readWhole(details.decimals ?? DECIMALS, "'Decimals' of the message", 0, 10),
		currency: readCurrency(textOf(details.currency) || CURRENCY),
		hasThousands: details.thousands !== false,
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
