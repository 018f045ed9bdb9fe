import { DateTime } from 'luxon';

import type { Weekday } from '../../nodes/SensorsAnalytics/dates/calendar';

// Luxon is the judge: another library, not the code's own arithmetic.
export const day = (date: string) => DateTime.fromISO(date, { zone: 'utc' });

export const iso = (date: DateTime) => date.toISODate() as string;

export const range = (from: DateTime, to: DateTime) => ({ from: iso(from), to: iso(to) });

export const weekStart = (date: DateTime, first: Weekday) =>
	date.minus({ days: (date.weekday - first + 7) % 7 });

/** Every day of ten years, leap days and year ends among them. */
export const DAYS = Array.from({ length: 3653 }, (_, index) =>
	iso(day('2020-01-01').plus({ days: index })),
);
