import type { NumberStyle } from './options';

const AUTO_DECIMALS = 2;

/** Writes numbers in one style; what is no number is a dash. */
export function numberWriter({
	locale,
	style,
	decimals,
	currency,
	hasThousands,
}: NumberStyle): (value: number | null) => string {
	const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
	const styles: { [name in NumberStyle['style']]: Intl.NumberFormatOptions } = {
		auto: { maximumFractionDigits: AUTO_DECIMALS },
		integer: { maximumFractionDigits: 0 },
		decimal: digits,
		percent: { style: 'percent', ...digits },
		currency: { style: 'currency', currency, ...digits },
	};
	const format = new Intl.NumberFormat(locale, { useGrouping: hasThousands, ...styles[style] });
	return (value) => (value === null ? '–' : format.format(value));
}

/** A change in percent, as `▲ 5.2%` or `+5.2%`; nothing where there is none. */
export function changeWriter(
	locale: string,
	hasArrows: boolean,
): (percent: number | null) => string {
	const format = new Intl.NumberFormat(locale, {
		maximumFractionDigits: 1,
		signDisplay: hasArrows ? 'never' : 'exceptZero',
	});
	return (percent) => {
		if (percent === null) return '';
		const arrow = percent > 0 ? '▲ ' : percent < 0 ? '▼ ' : '= ';
		return `${hasArrows ? arrow : ''}${format.format(percent)}%`;
	};
}
