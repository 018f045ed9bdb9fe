import { addDays } from '../dates/calendar';
import type { DateRange } from '../query/query';

/**
 * Days that differ from other days of their weekday (docs/usual-range.md). The holidays are data by
 * year. To add a year, read the notice of the State Council, published in November.
 */

/** Days off, and working days on weekends, from the notices of the State Council. */
const NOTICES = new Map([
	[
		'2024',
		[
			'01-01 02-10/02-17 04-04/04-06 05-01/05-05 06-10 09-15/09-17 10-01/10-07',
			'02-04 02-18 04-07 04-28 05-11 09-14 09-29 10-12',
		],
	],
	[
		'2025',
		[
			'01-01 01-28/02-04 04-04/04-06 05-01/05-05 05-31/06-02 10-01/10-08',
			'01-26 02-08 04-27 09-28 10-11',
		],
	],
	[
		'2026',
		[
			'01-01/01-03 02-15/02-23 04-04/04-06 05-01/05-05 06-19/06-21 09-25/09-27 10-01/10-07',
			'01-04 02-14 02-28 05-09 09-20 10-10',
		],
	],
] as Array<[string, [off: string, work: string]]>);
/** Days before and after days off that are unusual, too. */
const DAYS_AROUND = 2;
/**
 * For years without a notice: each festival, with the most days before and after it that any notice
 * has marked. Festivals of the lunar calendar are given by lunar month and day, and by the days
 * between which they can be, with one more day at both ends, because computed moons can be a day
 * off.
 */
const FESTIVALS: ReadonlyArray<{ on: string; to?: string; moon?: string; days: [number, number] }> =
	[
		{ on: '01-01', days: [-2, 5] },
		{ on: '01-20', to: '02-21', moon: '1/1', days: [-7, 12] },
		{ on: '04-04', days: [-2, 4] },
		{ on: '05-01', days: [-4, 10] },
		{ on: '05-27', to: '06-26', moon: '5/5', days: [-4, 5] },
		{ on: '09-06', to: '10-09', moon: '8/15', days: [-5, 5] },
		{ on: '10-01', days: [-11, 11] },
	];
/** 618 and Double 11 with their presales; shops set the days each year. */
const SALES = '05-13/06-20 10-14/11-14';

export interface MarkedDays {
	hasHolidays: boolean;
	hasSales: boolean;
	/** The user's own special days. */
	own: readonly DateRange[];
}

const rangesOf = (year: string, days: string, extra = 0): DateRange[] =>
	days.split(' ').map((one) => {
		const [from = '', to = from] = one.split('/');
		return { from: addDays(`${year}-${from}`, -extra), to: addDays(`${year}-${to}`, extra) };
	});

/**
 * Returns the day of a festival; if the lunar calendar isn't available, all days on which it can
 * be.
 */
function festivalOf(year: string, { on, to, moon }: (typeof FESTIVALS)[number]): DateRange {
	const [first, last] = [`${year}-${on}`, `${year}-${to ?? on}`];
	// The format is created when it is needed, because the data of a calendar take time to load.
	const moonDate = new Intl.DateTimeFormat('en-u-ca-chinese', {
		month: 'numeric',
		day: 'numeric',
		timeZone: 'UTC',
	});
	for (let day = first; moon !== undefined && day <= last; day = addDays(day, 1)) {
		const parts = moonDate.formatToParts(new Date(`${day}T00:00:00Z`));
		const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
		if (`${part('month')}/${part('day')}` === moon) return { from: day, to: day };
	}
	return { from: first, to: last };
}

/** Returns the days that may be holidays in a year without a notice. */
export function unlistedHolidays(year: string): DateRange[] {
	return FESTIVALS.map((festival) => {
		const { from, to } = festivalOf(year, festival);
		return { from: addDays(from, festival.days[0]), to: addDays(to, festival.days[1]) };
	});
}

/** Returns the holidays of a year, with the days around them, and the working weekends. */
export function holidaysOf(year: string): DateRange[] {
	const notice = NOTICES.get(year);
	if (!notice) return unlistedHolidays(year);
	return [...rangesOf(year, notice[0], DAYS_AROUND), ...rangesOf(year, notice[1])];
}

/** Returns a function that tests whether a day is marked; it caches each year. */
export function markedDays({ hasHolidays, hasSales, own }: MarkedDays): (day: string) => boolean {
	const years = new Map<string, DateRange[]>();
	const inYear = (year: string): DateRange[] => {
		const known = years.get(year) ?? [
			// New Year's holiday may start in the previous year.
			...(hasHolidays ? [...holidaysOf(year), ...holidaysOf(String(Number(year) + 1))] : []),
			...(hasSales ? rangesOf(year, SALES) : []),
			...own,
		];
		years.set(year, known);
		return known;
	};
	return (day) => inYear(day.slice(0, 4)).some(({ from, to }) => from <= day && day <= to);
}
