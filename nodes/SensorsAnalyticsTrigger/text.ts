import { catalogOf } from '../SensorsAnalytics/catalog/catalog';
import { numberWriter, styleFor } from '../SensorsAnalytics/output/message/numbers';
import type { NumberStyle } from '../SensorsAnalytics/output/message/options';
import { minuteOf } from '../SensorsAnalytics/output/message/periods';
import { filtersOf, settingsOf } from '../SensorsAnalytics/output/message/scope';
import * as sentences from '../SensorsAnalytics/output/message/sentences';
import {
	dateWords,
	numbersOf,
	valueInWords,
	wordsOf,
} from '../SensorsAnalytics/output/message/words';
import { nameColumns } from '../SensorsAnalytics/query/columns';
import type { Measure } from '../SensorsAnalytics/query/query';
import { displayedNames } from '../SensorsAnalytics/reports/names';
import type { Amount } from '../SensorsAnalytics/table/decimal';
import type { Service } from '../SensorsAnalytics/transport/service';
import { safe, TRIAL } from './alarms';
import type { Observation } from './condition';
import type { TriggerSettings } from './fields';
import type { FetchedPeriods } from './numbers';
import { endOfPeriod, hasArrived, type Reach } from './periods';

/** More than any number has. */
const MOST_DECIMALS = 20;

/**
 * Describes each number in a sentence for any chat (docs/trigger.md, T35): in the project's language
 * and names, or the query's if the lists can't be read. Names from data can't mention anybody or
 * become links.
 */
export async function textsOf(
	service: Service,
	{ input: { query, besides }, clock, condition }: TriggerSettings,
	returned: readonly Observation[],
	{ table, reach }: Pick<FetchedPeriods, 'table' | 'reach'>,
	isTrial = false,
): Promise<string[]> {
	if (returned.length === 0) return [];
	const series = { query, columns: nameColumns(query) };
	const project = await catalogOf(service, 0)
		.then(async (own) => await displayedNames(own, query, series, { isSpoken: true }))
		.catch(() => undefined);
	const isChinese = project?.language === 'zh';
	const locale = isChinese ? 'zh-CN' : 'en-US';
	const [words, said] = [wordsOf(locale), isChinese ? sentences.chinese : sentences.english];
	const limit = condition?.kind === 'threshold' ? condition : undefined;
	const automatic: NumberStyle = {
		locale,
		style: 'auto',
		decimals: 2,
		currency: '',
		hasThousands: true,
	};
	const formatsOf = (of?: Measure) => {
		const style = styleFor(of, automatic);
		const { decimals } = style;
		const isRate = style.style === 'percent';
		const { write, change } = numbersOf(style, numberWriter(style));
		const digits = new Intl.NumberFormat(locale, {
			style: isRate ? 'percent' : 'decimal',
			maximumFractionDigits: MOST_DECIMALS,
		});
		return {
			write,
			exact: (amount: Amount | null) => digits.format(Number(amount)).replace('-', '\u2212'),
			change: (now: Amount, before: Amount) =>
				change({ now, before }, { isCount: false, isRate, ...(isRate ? { decimals } : {}) }),
		};
	};
	const formats = new Map(
		series.columns.measures.map(({ key }, at) => [key, formatsOf(query.measures[at])] as const),
	);
	const nameOf = (key: string) => safe(project?.names(key) ?? key);
	const labels = series.columns.measures.map(({ key }) => project?.names(key) ?? key);
	const scoped = { query, besides };
	const filters = [
		...Object.values(
			filtersOf(scoped, labels, (name) => project?.names(name) ?? name, said),
		).flat(),
		...settingsOf(scoped, said),
	];
	const filter = safe(filters.join(words.between));
	const estimated = [
		...(table.isSampled ? [said.sample(undefined)] : []),
		...(besides?.isApproximate ? [said.approximate] : []),
	];
	const sample = estimated.map((one) => ` · ${one}`).join('');
	const cellOf = ([key, cell]: [string, unknown]) => {
		if (typeof cell === 'boolean') return nameOf(key) + words.colon + valueInWords(cell, words);
		return cell === null || cell === '' ? said.noValue(nameOf(key)) : safe(String(cell));
	};
	return returned.map(({ measure, group, period, value, basePeriod, base, usual, states }) => {
		const cells = Object.entries(group ?? {}).map(cellOf);
		const of = cells.length > 0 ? said.ofGroup(cells.join(words.between)) : '';
		const dates = dateWords(words.language, period.slice(0, 4), clock.unit);
		const day = dates.day(period, true);
		const isLate = !hasArrived(clock, period, reach);
		const end = endOfPeriod(clock.unit, period);
		const until = isLate && !reach.isOnlySettled ? timeBefore(end, reach) : undefined;
		const at = until ? said.arrived(day, dates.moment(minuteOf(until))) : day;
		const name = nameOf(measure);
		const { write, exact, change } = formats.get(measure) ?? formatsOf();
		const beyond = limit ? said.beyond(limit.side, exact(limit.limit)) : '';
		// Rounded, a number may look like the threshold that it is beyond.
		const isNear = limit !== undefined && write(value) === write(limit.limit);
		const written = isNear ? exact(value) : write(value);
		const number = of + said.of(name, at, written);
		const moved = value !== null && base !== null ? change(value, base) : undefined;
		const against = moved ? said.change(moved, dates.day(basePeriod, true), name) : '';
		const range = usual
			? sentences.usualWords(
					said,
					clock.unit,
					{ ...usual, start: period, value },
					dates.day,
					write,
					name,
				)
			: against + (states?.length ? beyond : '');
		const trial = isChinese ? '试运行：' : TRIAL;
		const sentence = number + range + sample;
		const aside = [filter, isLate && !until ? said.incomplete : ''].filter((one) => one !== '');
		const marked = aside.length > 0 ? said.filtered(sentence, aside.join(words.between)) : sentence;
		return (isTrial ? trial : '') + marked;
	});
}

/** Returns the latest plausible time before a moment up to which data have arrived. */
function timeBefore(end: string, { farthest, sure }: Reach): string | undefined {
	return [farthest, sure].find((time) => time !== undefined && time >= '2' && time < end);
}
