import type { Amount } from '../../table/decimal';
import type { NumberStyle } from './options';

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
		...(style === 'percent' ? { style } : style === 'currency' ? { style, currency } : {}),
		...digits,
	});
}

/** How a number differs from the one that it is compared with; null where that is not told. */
export interface Change {
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
): (change: Change) => string {
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
