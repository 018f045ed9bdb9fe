import { UserError } from 'n8n-workflow';

import { type Amount, compareAmounts } from '../../table/decimal';
import { type Column, positionsOf, type Table } from '../../table/table';
import type { ColorThresholds, NumberStyle } from './options';
import { type MeasurePlaces, placesOf } from './periods';

/** A column that a message shows; a change stands with its measure. */
export interface Shown extends MeasurePlaces {
	column: Column;
}

/** Date, groups, measures; a single date stands in the subtitle alone. */
export function chooseColumns(
	table: Pick<Table, 'columns' | 'rows'>,
	requested: readonly string[],
): Shown[] {
	const { date } = positionsOf(table);
	const dates = new Set(table.rows.toArray().map((row) => row[date]));
	const isDateShown = dates.size > 1;
	return table.columns.flatMap((column, index): Shown[] => {
		if (column.derived) return [];
		if (column.role === 'date') return isDateShown ? [{ column, index }] : [];
		if (column.role === 'group') return [{ column, index }];
		if (requested.length > 0 && !requested.includes(column.key)) return [];
		return [{ column, ...placesOf(table, index) }];
	});
}

/** @throws UserError for measures that the report does not have */
export function checkMeasures(
	{ columns }: Pick<Table, 'columns'>,
	requested: readonly string[],
): void {
	const known = columns
		.filter(({ role, derived }) => role === 'measure' && !derived)
		.map(({ key }) => key);
	const unknown = requested.find((name) => !known.includes(name));
	if (unknown === undefined) return;
	throw new UserError(
		`'Measures' of the message names '${unknown}', which the report does not have. Enter output names of it: ${known.join(', ')}`,
	);
}

const AUTO_DECIMALS = 2;
const SMALL_DIGITS = 2;
/** Of round numbers, without the last ones that binary arithmetic makes up. */
const TICK_DIGITS = 12;

/** Writes numbers in one style; what is no number is a dash. */
export function numberWriter(style: NumberStyle): (value: Amount | null) => string {
	const format = exactly(formatOf(style, digitsOf(style)));
	// As they are: what is not 0 is not written as 0.
	const ofSmall = exactly(formatOf(style, { maximumSignificantDigits: SMALL_DIGITS }));
	const zero = format(0);
	const minusZero = format(-0);
	return (value) => {
		if (value === null) return '–';
		const written = format(value);
		if (written !== zero && written !== minusZero) return written;
		return value !== 0 && style.style === 'auto' ? ofSmall(value) : zero;
	};
}

/** Texts of digits are written with all of them; the types of ES 2022 do not know that yet. */
function exactly(format: Intl.NumberFormat): (value: Amount) => string {
	return (value) => format.format(value as number);
}

/** Writes percents of 100 as rows have them: rounded once more, halves would go the wrong way. */
export function shareWriter(style: NumberStyle): (value: number | null) => string {
	const own: NumberStyle = { ...style, style: 'percent' };
	const format = formatOf(own, { maximumFractionDigits: 2 });
	const ofSmall = formatOf(own, { maximumSignificantDigits: 1 });
	const zero = format.format(0);
	return (value) => {
		if (value === null) return '–';
		const written = format.format(value / 100);
		return written === zero && value !== 0 ? ofSmall.format(value / 100) : written;
	};
}

/** Writes what a tick of an axis stands at, with as many digits as that takes. */
export function tickWriter(style: NumberStyle): (value: number) => string {
	const exact = { maximumSignificantDigits: TICK_DIGITS };
	const format = formatOf(style, exact);
	const ofExtreme = formatOf(style, { ...exact, notation: 'scientific' });
	const isExtreme = (size: number) => size !== 0 && (size < 1e-6 || size >= 1e15);
	return (value) => (isExtreme(Math.abs(value)) ? ofExtreme : format).format(value + 0);
}

function digitsOf({ style, decimals }: NumberStyle): Intl.NumberFormatOptions {
	if (style === 'auto') return { maximumFractionDigits: AUTO_DECIMALS };
	if (style === 'integer') return { maximumFractionDigits: 0 };
	return { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
}

function formatOf(
	{ locale, style, currency, hasThousands }: NumberStyle,
	digits: Intl.NumberFormatOptions,
): Intl.NumberFormat {
	return new Intl.NumberFormat(locale, {
		useGrouping: hasThousands,
		...(style === 'percent' ? { style } : style === 'currency' ? moneyOf(currency) : {}),
		...digits,
	});
}

/**
 * Yuan are ¥ in every language, as people write them, where Intl writes CN¥ outside of China. Yen,
 * which have the same sign, are told by their code.
 */
function moneyOf(currency: string): Intl.NumberFormatOptions {
	const displays: { [code: string]: 'narrowSymbol' | 'code' } = {
		CNY: 'narrowSymbol',
		JPY: 'code',
	};
	const currencyDisplay = displays[currency.toUpperCase()] ?? 'symbol';
	return { style: 'currency', currency, currencyDisplay };
}

/** How a number differs from the one that it is compared with; null where that is not told. */
export interface ChangeFormat {
	difference: Amount | null;
	/** Of the number before; null where that was 0, too. */
	percent: number | null;
}

/**
 * A change in percent, as `▲ 5.2%` or `+5.2%`, with the two decimals that rows have; a word where
 * there was nothing before, and nothing where there is no change to tell.
 */
export function changeWriter(
	locale: string,
	hasArrows: boolean,
	isNew: string,
): (change: ChangeFormat) => string {
	const format = new Intl.NumberFormat(locale, {
		maximumFractionDigits: 2,
		signDisplay: hasArrows ? 'never' : 'exceptZero',
	});
	const zero = format.format(0);
	return ({ difference, percent }) => {
		if (percent === null) return difference === null || difference === 0 ? '' : isNew;
		const written = format.format(percent);
		if (!hasArrows) return `${written}%`;
		// What rounds to nothing went neither up nor down.
		const arrow = written === zero ? (difference === 0 ? '=' : '≈') : percent > 0 ? '▲' : '▼';
		return `${arrow} ${written}%`;
	};
}

/** Currencies as projects write them. */
const CURRENCIES: { [unit: string]: string } = {
	元: 'CNY',
	人民币: 'CNY',
	rmb: 'CNY',
	'¥': 'CNY',
	cny: 'CNY',
	美元: 'USD',
	$: 'USD',
	usd: 'USD',
	欧元: 'EUR',
	'€': 'EUR',
	eur: 'EUR',
	港元: 'HKD',
	hkd: 'HKD',
	日元: 'JPY',
	jpy: 'JPY',
};

/** The code of a currency that a unit means. */
export function currencyOf(unit: string): string | undefined {
	return new Map(Object.entries(CURRENCIES)).get(unit.trim().toLowerCase());
}

const HOUR = /^\d{4}-(\d\d-\d\d)T(\d\d:\d\d)/;

/** A point in time in a table: days as they are, hours without the offset: `2026-11-19 10:00`. */
export function writeDate(date: string): string {
	return HOUR.test(date) ? `${date.slice(0, 10)} ${date.slice(11, 16)}` : date;
}

/** A point in time at an axis, where there is little room: hours as `11-19 10:00`. */
export function writeShortDate(date: string): string {
	return date.replace(HOUR, '$1 $2').slice(0, 11);
}

/** Points in time in their order; as they came where they are none. */
export function inOrder(dates: string[]): string[] {
	const points = dates.map((date) => ({ date, time: Date.parse(date) }));
	// NaN is above nothing.
	const isInOrder = points.every(({ time }, i) => i === 0 || time >= (points[i - 1]?.time ?? NaN));
	if (isInOrder || points.some(({ time }) => Number.isNaN(time))) return dates;
	return points.sort((a, b) => a.time - b.time).map(({ date }) => date);
}

/** How a cell looks, where the target can show it. */
export interface Paint {
	/** By the limits that the user set. */
	tone?: 'good' | 'bad';
	/** From 0 to 1: darker for more. */
	shade?: number;
}

/** In front of a number: seen in every target, and without telling colours apart. */
const SIGNS = { good: '🟢', bad: '🔴' };

/** On which side of the limits a number is. */
export function toneOf(value: Amount | null, limits: ColorThresholds): Paint['tone'] {
	const { green, red } = limits;
	if (value === null) return undefined;
	const isLessGood = green !== undefined && red !== undefined && green < red;
	const isBeyond = (limit: number, isUp: boolean) =>
		compareAmounts(value, limit) * (isUp ? 1 : -1) >= 0;
	if (red !== undefined && isBeyond(red, isLessGood)) return 'bad';
	return green !== undefined && isBeyond(green, !isLessGood) ? 'good' : undefined;
}

export function signed(text: string, { tone }: Paint): string {
	return tone ? `${SIGNS[tone]} ${text}` : text;
}
