import { clean, escapeText, cut } from '../../SensorsAnalytics/output/message/text';
import { changeWriter, numberWriter } from '../../SensorsAnalytics/output/message/numbers';
import type { Alarm, Firing } from '../../SensorsAnalytics/query/alarms';
import { percentChange } from '../../SensorsAnalytics/table/decimal';

const LOCALE = 'en-US';
const MAX_NAME = 200;

const writeNumber = numberWriter({
	locale: LOCALE,
	style: 'auto',
	decimals: 2,
	currency: '',
	hasThousands: true,
});
const writeChange = changeWriter(LOCALE, false, '');

/** The value against what it was compared with, in percent; null where that can't be told. */
export function changeOf({ value, comparedValue }: Firing): number | null {
	return typeof value === 'number' && typeof comparedValue === 'number'
		? percentChange(value, comparedValue)
		: null;
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
			: `compared with ${written(comparedValue)}${change === null ? '' : ` (${writeChange({ difference: null, percent: change })})`}`;
	const time = (alarmTime ?? moment).slice(0, 16).replace('T', ' ');
	const parts = [value === null ? '' : written(value), before, time].filter((part) => part !== '');
	return `${name}${group === undefined ? '' : ` (${safe(group)})`}: ${parts.join(', ')}`;
}

function written(value: number | string): string {
	return typeof value === 'number' ? writeNumber(value) : safe(value);
}

function safe(text: string): string {
	return escapeText(cut(clean(text).trim(), MAX_NAME));
}
