import { DateTime } from 'luxon';

import type { Weekday } from '../../nodes/SensorsAnalytics/dates/calendar';
import { isLong } from './extent.mts';

// Luxon is the judge: another library, not the code's own arithmetic.
export const day = (date: string) => DateTime.fromISO(date, { zone: 'utc' });

export const iso = (date: DateTime) => date.toISODate() as string;

export const range = (from: DateTime, to: DateTime) => ({ from: iso(from), to: iso(to) });

export const weekStart = (date: DateTime, first: Weekday) =>
	date.minus({ days: (date.weekday - first + 7) % 7 });

// After four years leap days come round again, after 28 the weekdays of all dates, too.
const YEARS = isLong ? 28 : 4;

/** Every day of one leap cycle; in the long run, with every weekday for each. */
export const DAYS = Array.from({ length: (YEARS * 1461) / 4 }, (_, index) =>
	iso(day('2024-01-01').plus({ days: index })),
);
