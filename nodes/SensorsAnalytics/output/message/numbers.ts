import { UserError } from 'n8n-workflow';

import { joinNames, quoted } from '../../../../credentials/http/redact';
import { type Measure, percentDecimals } from '../../query/query';
import { type Amount, compareAmounts } from '../../table/decimal';
import { type Column, ownMeasures, positionsOf, type Table } from '../../table/table';
import type { ColorThresholds, NumberStyle } from './options';
import { type MeasurePlaces, placesOf } from './periods';

/** A column of a message; a change is in the column of its measure. */
export interface Shown extends MeasurePlaces {
	column: Column;
}

/** Returns date, groups, measures; a single date is only in the subtitle. */
export function chooseColumns(
	table: Pick<Table, 'columns' | 'rows'>,
	requested: readonly string[],
): Shown[] {
	const { date } = positionsOf(table);
	const isDateShown = date >= 0 && new Set(table.rows.toArray().map((row) => row[date])).size > 1;
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
	const known = ownMeasures(columns).map(({ key }) => key);
	const unknown = requested.find((name) => !known.includes(name));
	if (unknown === undefined) return;
	throw new UserError(
		`'Measures' of the message names ${quoted(unknown)}, which the report does not have. Enter output names of it: ${joinNames(known)}`,
	);
}

const AUTO_DECIMALS = 2;
/** Rates below 1 of which two decimals are alike: 0.0149 and 0.0123. */
const SMALL_DIGITS = 4;
/** Round numbers need no more digits; further ones come from binary arithmetic. */
const TICK_DIGITS = 12;

/** Returns the style of a measure: in the automatic one, a formula that is a percentage has its own. */
export function styleFor(measure: Measure | undefined, style: NumberStyle): NumberStyle {
	const decimals = style.style === 'auto' ? percentDecimals(measure) : undefined;
	return decimals === undefined ? style : { ...style, style: 'percent', decimals };
}

type NumberWriter = (value: Amount | null) => string;

/** Formats take long to make, and each number of many groups is written with one. */
const writers = new Map<string, NumberWriter>();
const MOST_WRITERS = 100;

/** Returns a function that writes numbers in one style; a missing number becomes a dash. */
export function numberWriter(style: NumberStyle): NumberWriter {
	const { locale, style: kind, decimals, currency, hasThousands } = style;
	const key = [locale, kind, decimals, currency, hasThousands].join(' ');
	const known = writers.get(key);
	if (known) return known;
	if (writers.size >= MOST_WRITERS) writers.clear();
	const writer = newWriter(style);
	writers.set(key, writer);
	return writer;
}

function newWriter(style: NumberStyle): NumberWriter {
	const format = exactly(formatOf(style, digitsOf(style)));
	// Numbers below 1 have significant digits, so that rates differ, and only 0 is written as 0.
	const ofSmall = exactly(formatOf(style, { maximumSignificantDigits: SMALL_DIGITS }));
	const zero = format(0);
	const minusZero = format(-0);
	return (value) => {
		if (value === null) return '–';
		const isSmall = value !== 0 && Math.abs(Number(value)) < 1;
		if (isSmall && style.style === 'auto') return ofSmall(value);
		const written = format(value);
		return written === minusZero ? zero : written;
	};
}

/**
 * Returns a function that writes numbers as text with all digits; the types of ES 2022 don't allow
 * that yet.
 */
function exactly(format: Intl.NumberFormat): (value: Amount) => string {
	return (value) => format.format(value as number);
}

/**
 * Returns a function that writes percentages (of 100) with the decimals of rows: rounding them
 * again would round halves wrong.
 */
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

/** Returns a function that writes the ticks of an axis with the digits that they need. */
export function tickWriter(style: NumberStyle): (value: number) => string {
	const exact = { maximumSignificantDigits: TICK_DIGITS };
	const format = formatOf(style, exact);
	const ofExtreme = formatOf(style, { ...exact, notation: 'scientific' });
	const isExtreme = (size: number) => size !== 0 && (size < 1e-6 || size >= 1e15);
	return (value) => (isExtreme(Math.abs(value)) ? ofExtreme : format).format(value + 0);
}

/** Returns the decimals of numbers of a size in automatic style. */
export function decimalsOf(size: number): number {
	const isSmall = size !== 0 && size < 1;
	return isSmall ? SMALL_DIGITS - 1 - Math.floor(Math.log10(size)) : AUTO_DECIMALS;
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
 * Returns the format of a currency. Yuan are ¥ in every language, although Intl writes CN¥ outside
 * of China. Yen have the same symbol, so they have their code.
 */
function moneyOf(currency: string): Intl.NumberFormatOptions {
	const displays: { [code: string]: 'narrowSymbol' | 'code' } = {
		CNY: 'narrowSymbol',
		JPY: 'code',
	};
	const currencyDisplay = displays[currency.toUpperCase()] ?? 'symbol';
	return { style: 'currency', currency, currencyDisplay };
}

/** The change of a number; null if it is unknown. */
export interface ChangeFormat {
	difference: Amount | null;
	/** Percent of the previous number; null if that was 0. */
	percent: number | null;
}

/**
 * Returns a function that writes a change in percent as `▲ 5.2%` or `+5.2%`, with the two decimals
 * of rows; a word if the previous number was 0, and an empty text without a change.
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
		// A change that is rounded to 0 went neither up nor down.
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

/** Returns the code of a currency, if the unit is one. */
export function currencyOf(unit: string): string | undefined {
	return new Map(Object.entries(CURRENCIES)).get(unit.trim().toLowerCase());
}

const HOUR = /^\d{4}-(\d\d-\d\d)T(\d\d:\d\d)/;

/**
 * Writes a point in time in a table: days unchanged, hours without the offset: `2026-11-19 10:00`.
 */
export function writeDate(date: string): string {
	return HOUR.test(date) ? `${date.slice(0, 10)} ${date.slice(11, 16)}` : date;
}

/** Sorts points in time; other texts keep their order. */
export function inOrder(dates: string[]): string[] {
	const points = dates.map((date) => ({ date, time: Date.parse(date) }));
	// No number is above NaN.
	const isInOrder = points.every(({ time }, i) => i === 0 || time >= (points[i - 1]?.time ?? NaN));
	if (isInOrder || points.some(({ time }) => Number.isNaN(time))) return dates;
	return points.sort((a, b) => a.time - b.time).map(({ date }) => date);
}

/** Returns the highest ones, in order: sorting all of many takes long. */
export function highest<One>(
	all: readonly One[],
	most: number,
	compare: (a: One, b: One) => number,
): One[] {
	const found: One[] = [];
	const isAbove = (one: One, other: One) => compare(one, other) > 0;
	for (const one of all) {
		if (found.length === most && !isAbove(one, found[most - 1] as One)) continue;
		const place = found.findIndex((other) => isAbove(one, other));
		found.splice(place < 0 ? found.length : place, 0, one);
		found.length = Math.min(found.length, most);
	}
	return found;
}

/** Style of a cell, if the target supports it. */
export interface Paint {
	/** Set by the user's limits. */
	tone?: 'good' | 'bad';
	/** From 0 to 1: darker for more. */
	shade?: number;
}

/** Signs before a number, for every target and for color-blind people. */
const SIGNS = { good: '🟢', bad: '🔴' };

/**
 * Returns the style of a number by the user's limits.
 * @param percent change in percent, with the decimals of rows
 */
export function paintByLimits(
	{ by, green, red }: ColorThresholds,
	now: Amount | null,
	percent: Amount | null,
): Paint {
	const value = by === 'change' ? percent : now;
	if (value === null) return {};
	const isLessGood = green !== undefined && red !== undefined && green < red;
	const isBeyond = (limit: number, isUp: boolean) =>
		compareAmounts(value, limit) * (isUp ? 1 : -1) >= 0;
	if (red !== undefined && isBeyond(red, isLessGood)) return { tone: 'bad' };
	return green !== undefined && isBeyond(green, !isLessGood) ? { tone: 'good' } : {};
}

/** Returns the style of a change by the direction that is good, if the user set it. */
export function paintByWay(goodWay: 'up' | 'down' | undefined, way: number): Paint {
	if (!goodWay || way === 0) return {};
	return { tone: (goodWay === 'up') === way > 0 ? 'good' : 'bad' };
}

export function signed(text: string, { tone }: Paint): string {
	return tone ? `${SIGNS[tone]} ${text}` : text;
}

let tenths: Intl.NumberFormat | undefined;

/**
 * Returns a percentage with the one decimal of sentences, unless it would be 0. Only the same format
 * rounds 9.35 like them: in binary, it is a little less.
 */
export function roundedShare(share: number): number {
	tenths ??= new Intl.NumberFormat('en-US', {
		...{ style: 'percent', maximumFractionDigits: 1, useGrouping: false },
	});
	return Number(tenths.format(share / 100).replace('%', '')) || share;
}
