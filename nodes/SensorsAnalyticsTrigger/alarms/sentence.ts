import { clean, escapeText, cut } from '../../SensorsAnalytics/output/message/text';
import { changeWriter, numberWriter } from '../../SensorsAnalytics/output/message/numbers';
import type { Alarm, Firing } from '../../SensorsAnalytics/query/alarms';
import { amountOf, percentChange } from '../../SensorsAnalytics/table/decimal';

const LOCALE = 'en-US';
const MAX_NAME = 200;

const makeWriters = () => ({
	writeNumber: numberWriter({
		locale: LOCALE,
		style: 'auto',
		decimals: 2,
		currency: '',
		hasThousands: true,
	}),
	writeChange: changeWriter(LOCALE, false, ''),
});
let made: ReturnType<typeof makeWriters> | undefined;
/** Made for the first alarm, not when n8n starts: they load what Node.js knows of the language. */
const writers = () => (made ??= makeWriters());

/** The value against what it was compared with, in percent; null where that can't be told. */
export function changeOf({ value, comparedValue }: Firing): number | null {
	const [now, before] = [amountOf(value), amountOf(comparedValue)];
	return now === undefined || before === undefined ? null : percentChange(now, before);
}

/**
 * An alarm in a sentence for any chat: `Few orders (Beijing): 8, compared with 10 (-20%), 2026-11-12
 * 00:00`. Texts from data can't call anybody or become addresses.
 */
export function sentenceOf({ id, title }: Alarm, firing: Firing | undefined): string {
	const name = safe(title) || `Alarm ${id}`;
	if (!firing) return `${name} has not fired yet`;
	const { value, comparedValue, group, alarmTime, moment } = firing;
	const change = changeOf(firing);
	const before =
		comparedValue === null
			? ''
			: `compared with ${written(comparedValue)}${change === null ? '' : ` (${writers().writeChange({ difference: null, percent: change })})`}`;
	const time = (alarmTime ?? moment).slice(0, 16).replace('T', ' ');
	const parts = [value === null ? '' : written(value), before, time].filter((part) => part !== '');
	return `${name}${group === undefined ? '' : ` (${safe(group)})`}: ${parts.join(', ')}`;
}

function written(value: number | string): string {
	const amount = amountOf(value);
	return amount === undefined ? safe(String(value)) : writers().writeNumber(amount);
}

function safe(text: string): string {
	return escapeText(cut(clean(text).trim(), MAX_NAME));
}
