import { addDays } from '../dates/calendar';
import type { DateRange } from '../query/query';

/**
 * Days that are like no other day of their weekday (docs/usual-range.md). The holidays are data with
 * their years: who adds a year reads the notice of the State Council, published in November.
 */

/** Days off, and working days on weekends, as the notices of the State Council say. */
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
/** Days before and after days off that are not as usual either. */
const DAYS_AROUND = 2;
/**
 * Of years without a notice: each festival, with as many days before and after it as notices ever
 * marked. Festivals of the moon by month and day, in the days between which they can be, with a day
 * more on each side: computed moons can be a day off.
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
/** 618 and Double 11 with their presales; shops set the days anew each year. */
const SALES = '05-13/06-20 10-14/11-14';

export interface MarkedDays {
	hasHolidays: boolean;
	hasSales: boolean;
	/** Of the user's own. */
	own: readonly DateRange[];
}

const rangesOf = (year: string, days: string, extra = 0): DateRange[] =>
	days.split(' ').map((one) => {
		const [from = '', to = from] = one.split('/');
		return { from: addDays(`${year}-${from}`, -extra), to: addDays(`${year}-${to}`, extra) };
	});

/** The day of a festival of the moon; all days on which it can be where nothing knows this calendar. */
function festivalOf(year: string, { on, to, moon }: (typeof FESTIVALS)[number]): DateRange {
	const [first, last] = [`${year}-${on}`, `${year}-${to ?? on}`];
	// Made when it is needed: data of a calendar take time to load.
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

/** What a year without a notice leaves open. */
export function unlistedHolidays(year: string): DateRange[] {
	return FESTIVALS.map((festival) => {
		const { from, to } = festivalOf(year, festival);
		return { from: addDays(from, festival.days[0]), to: addDays(to, festival.days[1]) };
	});
}

/** The holidays of a year, with the days beside them, and the working weekends. */
export function holidaysOf(year: string): DateRange[] {
	const notice = NOTICES.get(year);
	if (!notice) return unlistedHolidays(year);
	return [...rangesOf(year, notice[0], DAYS_AROUND), ...rangesOf(year, notice[1])];
}

/** Whether a day is marked; what was found for a year is kept. */
export function markedDays({ hasHolidays, hasSales, own }: MarkedDays): (day: string) => boolean {
	const years = new Map<string, DateRange[]>();
	const inYear = (year: string): DateRange[] => {
		const known = years.get(year) ?? [
			// New Year's holiday reaches into the year before.
			...(hasHolidays ? [...holidaysOf(year), ...holidaysOf(String(Number(year) + 1))] : []),
			...(hasSales ? rangesOf(year, SALES) : []),
			...own,
		];
		years.set(year, known);
		return known;
	};
	return (day) => inYear(day.slice(0, 4)).some(({ from, to }) => from <= day && day <= to);
}
