import { type INodeProperties, UserError } from 'n8n-workflow';

import { isObject } from '../../../credentials/http/json';
import type { ComparisonPreset } from '../dates/range';
import type { DateRange } from '../query/query';
import {
	type JsonSource,
	optionsOf,
	type ParamChoice,
	type ParamParts,
	type Today,
	wordsOfChoices,
} from './param';
import {
	ofQueryMode,
	AS_PASTED,
	asPasted,
	assertOrder,
	betweenDates,
	DAY_TO_DAY,
	dateField,
	FROM_TO,
	RANGE_EXAMPLE,
	readWholeDay,
} from './range';
import { readOneOf, type ReadField, textOf } from './read';
import { showWhen } from './show';
import { meaningsOf, readKeys, shown } from './words';

const CHOICES: ReadonlyArray<ParamChoice<ComparisonPreset | 'none' | 'custom'>> = [
	{ name: 'Nothing', value: 'none', also: ['nothing', 'no', '无'] },
	{
		name: 'Previous Period',
		value: 'previousPeriod',
		word: 'previous_period',
		also: ['previous', 'prior period', '上一周期', '前一周期', '上期', '环比'],
		description: 'The same number of days, weeks, or months before the date range',
	},
	{
		name: 'Same Days Last Week',
		value: 'lastWeek',
		word: 'last_week',
		also: ['same days last week', 'week over week', 'wow', '上周'],
		description: 'The dates 7 days earlier',
	},
	{
		name: 'Same Days Last Month',
		value: 'lastMonth',
		word: 'last_month',
		also: ['same days last month', 'month over month', 'mom', '上月', '上个月'],
		description: 'The same days of the previous month (weekly reports: 4 weeks earlier)',
	},
	{
		name: 'Same Days Last Year',
		value: 'lastYear',
		word: 'last_year',
		also: ['same days last year', 'year over year', 'yoy', '去年', '上年', '同比'],
		description: 'The same days of the previous year (weekly reports: 52 weeks earlier)',
	},
	{ name: 'Custom', value: 'custom' },
];
const WORDS = wordsOfChoices(CHOICES).filter(({ value }) => value !== 'custom');

const comparisonNotes: INodeProperties[] = Object.entries({
	previousPeriod:
		'For example, October is compared with September, and a range to date (November 1–21) with the same days of the previous period (October 1–21).',
	lastWeek: 'For example, November 8–14 is compared with November 1–7.',
	lastMonth:
		'For example, November 8–14 is compared with October 8–14. Weekly reports are compared with the same number of weeks, 4 weeks earlier.',
	lastYear:
		'For example, November 8–14, 2026, is compared with November 8–14, 2025. Weekly reports are compared with the same number of weeks, 52 weeks earlier.',
}).flatMap(([preset, displayName]) =>
	showWhen({ compareWith: [preset] }, [
		{ displayName, name: `${preset}Note`, type: 'notice', default: '' },
	]),
);
const comparisonDetails: INodeProperties[] = showWhen({ compareWith: ['custom'] }, [
	dateField('Comparison Start Date', 'compareFromDate', 'First day of the comparison period'),
	dateField(
		'Comparison End Date',
		'compareToDate',
		'Last day of the comparison period (inclusive)',
	),
]);

export function comparisonFields(isPasted: boolean): INodeProperties[] {
	const first = isPasted ? AS_PASTED : 'none';
	return [
		...ofQueryMode(isPasted ? 'json' : 'fields', [
			{
				displayName: 'Compare With',
				name: 'compareWith',
				type: 'options',
				// With an expression, n8n would request both dates.
				noDataExpression: true,
				default: first,
				options: [...(isPasted ? [asPasted] : []), ...optionsOf(CHOICES)],
				description:
					'Adds the previous value, the difference, and the percentage change to every measure. For incomplete periods and periods without a counterpart, the change is empty.',
			},
		]),
		...ofQueryMode('any', [...comparisonNotes, ...comparisonDetails]),
	];
}

export type ComparisonChoice =
	| { kind: 'preset'; preset: ComparisonPreset }
	| { kind: 'custom'; range: DateRange }
	| { kind: 'asPasted' };

export function readComparison(field: ReadField, timeZone: string): ComparisonChoice | undefined {
	const typed = textOf(field('compareWith'));
	if (typed === '') return undefined;
	if (typed === AS_PASTED) return { kind: 'asPasted' };
	const values = CHOICES.map(({ value }) => value);
	const preset = readOneOf(typed, values, "'Compare With'");
	if (preset === 'none') return undefined;
	if (preset !== 'custom') return { kind: 'preset', preset };
	const from = readWholeDay(field('compareFromDate'), "'Comparison Start Date'", timeZone);
	const to = readWholeDay(field('compareToDate'), "'Comparison End Date'", timeZone);
	assertOrder(from, to, "'Comparison Start Date'", "'Comparison End Date'");
	return { kind: 'custom', range: { from, to } };
}

function readComparisonJson(value: unknown, now: Today): ComparisonChoice | undefined {
	if (value === undefined || value === false || value === '') return undefined;
	const [word] = typeof value === 'string' ? meaningsOf(value, WORDS) : [];
	if (word) {
		const { value: preset } = word;
		return preset === 'none' || preset === 'custom' ? undefined : { kind: 'preset', preset };
	}
	const dates = typeof value === 'string' ? DAY_TO_DAY.exec(value.trim()) : null;
	if (dates) return { kind: 'custom', range: betweenDates(dates[1], dates[2], now, 'compare') };
	if (isObject(value)) {
		const { from, to } = readKeys(value, FROM_TO, "'compare'", RANGE_EXAMPLE);
		return { kind: 'custom', range: betweenDates(from, to, now, 'compare') };
	}
	throw new UserError(
		`'compare' can't be ${shown(value)}. It must be one of: ${WORDS.map((one) => one.word).join(', ')}, or ${RANGE_EXAMPLE}`,
	);
}

export const COMPARISON = { displayName: 'Compare With', name: 'compareWith', key: 'compare' };

/**
 * The comparison of a JSON query; `readComparison` reads the form's, in the time zone of the run.
 */
export const comparisonParam: ParamParts & {
	read(source: JsonSource): ComparisonChoice | undefined;
} = {
	fields: comparisonFields(false),
	key: COMPARISON.key,
	also: ['compare with', 'comparison'],
	schema: { examples: WORDS.filter(({ value }) => value !== 'none').map(({ word }) => word) },
	words: WORDS,
	read: (source) => readComparisonJson(source.value(COMPARISON), source.now),
};
