import { type INodeProperties, type INodePropertyOptions, UserError } from 'n8n-workflow';

import { ownOf } from '../../../credentials/http/json';
import { quoted } from '../../../credentials/http/redact';
import type { MarkedDays } from '../insight/usual';
import type { DateRange } from '../query/query';
import { flagParam, isNothing, type Param } from './param';
import { assertOrder, DAY_TO_DAY, readWholeDay, toText } from './range';
import { noChoice, type RawOptions, textOf, withPlainCommas } from './read';

const CHOICES: { [choice: string]: Omit<MarkedDays, 'own'> } = {
	all: { hasHolidays: false, hasSales: false },
	holidaysAndSales: { hasHolidays: true, hasSales: true },
	holidays: { hasHolidays: true, hasSales: false },
};
const NONE = 'none';
/** How to do without the dates before a report. */
export const WITHOUT_USUAL =
	"To get the report without its usual range, set the option 'Usual Range' to None. If 'When to Send' is 'If the Number Is Unusual', choose another value there";
const SPECIAL_DAYS = "The option 'Special Days'";
const MOST_DAYS = 500;

/** Options of a report, which are sorted among those of `reportOptionFields`. */
export const specialDaysField: INodeProperties = {
	displayName: 'Special Days',
	name: 'specialDays',
	type: 'string',
	default: '',
	placeholder: 'e.g. 2026-09-09, 2026-12-10 to 2026-12-12',
	description:
		"Days that are unusual for your company, such as sale days. 'Usual Range' ignores these days.",
};
export const usualRangeField: INodeProperties = {
	displayName: 'Usual Range',
	name: 'usualRange',
	type: 'options',
	default: 'holidaysAndSales',
	options: [
		{ name: 'All Days', value: 'all' },
		{
			name: 'Exclude Holidays and Shopping Festivals in China',
			value: 'holidaysAndSales',
			description:
				'Excludes public holidays in mainland China, make-up workdays on weekends, 618, and Double 11',
		},
		{
			name: 'Exclude Holidays in China',
			value: 'holidays',
			description: 'Excludes public holidays in mainland China and make-up workdays on weekends',
		},
		{ name: 'None', value: NONE, description: 'Messages of one day or week have no usual range' },
	],
	description:
		"Adds each number's usual range, computed from up to eight values of the same weekday in the past 17 weeks, and flags unusual numbers. Available for the units Hour, Day, and Week, and for totals of one day or week. If the report has groups, the range applies to the total. Messages of one day or week have it without this option.",
};

/** The days that count, for the trigger, which always has the range. */
export const usualDays = (usualRangeField.options as INodePropertyOptions[]).filter(
	({ value }) => value !== NONE,
);

/** Whether a message of one day or week has the usual range: no option says anything else. */
export function impliesUsual({ usualRange }: RawOptions): boolean {
	return textOf(usualRange) === '';
}

/** @param timeZone IANA name, for moments among the special days */
export function readUsual(
	options: RawOptions,
	timeZone: string,
	isRequested = false,
): MarkedDays | undefined {
	const choice = textOf(options.usualRange);
	const isChosen = choice !== '' && choice !== NONE;
	if (!isChosen && !isRequested) return undefined;
	const chosen = isChosen ? choice : (usualRangeField.default as string);
	const marks = ownOf(CHOICES, chosen);
	if (!marks) throw noChoice(chosen, [...Object.keys(CHOICES), NONE], "The option 'Usual Range'");
	return { ...marks, own: readSpecialDays(options.specialDays, timeZone) };
}

function readSpecialDays(typed: unknown, timeZone: string): DateRange[] {
	const input: unknown[] = Array.isArray(typed) ? typed : [typed];
	const days = input
		.flatMap((one) => toText(withPlainCommas(one)).split(','))
		.map((day) => day.trim())
		.filter(Boolean);
	if (days.length > MOST_DAYS)
		throw new UserError(`${SPECIAL_DAYS} has more than ${MOST_DAYS} entries. Use ranges of days`);
	return days.map((text) => {
		const [, first = text, last = first] = DAY_TO_DAY.exec(text) ?? [];
		const [from, to] = [first, last].map((day) => readWholeDay(day, SPECIAL_DAYS, timeZone)) as [
			string,
			string,
		];
		assertOrder(
			from,
			to,
			`The first day of ${quoted(text)} in ${SPECIAL_DAYS.replace('T', 't')}`,
			'the last day',
		);
		return { from, to };
	});
}

/** The usual range in a JSON query; the form has an option for it. */
const JSON_USUAL = {
	displayName: 'Usual Range',
	name: 'usualRange',
	key: 'usual_range',
	also: ['usual', 'is unusual', 'unusual', 'normal range', '通常范围', '是否异常'],
};
const flag = flagParam({ ...JSON_USUAL, description: '' });
export const usualParam: Param<boolean | undefined> = {
	...flag,
	fields: [],
	read: (source) => (isNothing(source.value(JSON_USUAL)) ? undefined : flag.read(source)),
};
