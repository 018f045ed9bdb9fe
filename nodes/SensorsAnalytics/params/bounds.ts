import { UserError } from 'n8n-workflow';

import { MOST_REPORT_ROWS } from '../output/message/forms';
import { withCommas } from '../table/decimal';

/**
 * Minimum and maximum of each number in the form. Larger numbers would fill the memory, or exceed
 * what timers and dates can count.
 */
export const BOUNDS = {
	largestReport: [1, MOST_REPORT_ROWS],
	groupLimit: [1, 1_000_000],
	rowLimit: [1, 10_000_000],
	topGroups: [1, 1_000_000],
	/** Days: a hundred years, the longest date range. */
	sliceDays: [1, 36_600],
	/** Years. */
	longestRange: [1, 100],
	/** The maximum that fits into items. */
	limit: [1, 10_000_000],
	/** Characters. */
	mostCharacters: [500, 1_000_000],
	/** Rows of a message. */
	maxRows: [1, 10_000],
	/** Percent. */
	messageChange: [0, 1_000_000],
	/** Seconds: a day. Timers count at most 24 days. */
	timeout: [0.001, 86_400],
	timeLimit: [1, 86_400],
	requestsPerSecond: [0, 1000],
	/** Minutes: a week. */
	longestWait: [0.001, 10_080],
	/** Days, weeks or months of a date range, up to the longest one. */
	lastDays: [1, 36_600],
	lastWeeks: [1, 5_220],
	lastMonths: [1, 1_200],
	/** Minutes, hours or days of a funnel's window period, up to a hundred years. */
	window: [1, 36_600],
	/** Days. */
	lookbackDays: [1, 36_600],
	pathSteps: [2, 100],
	pathWidth: [1, 1000],
	/** Minutes: thirty days. */
	pathPause: [1, 43_200],
	expectedUsers: [0, 10_000_000_000],
	/** Requests of an explanation: a minute at 3 per second. */
	mostRequests: [4, 180],
	sliceStep: [1, 100],
	/** Period of a retention; 0 is the initial one. */
	slicePeriod: [0, 366],
} as const satisfies { [field: string]: readonly [number, number] };

export function boundsOf(name: keyof typeof BOUNDS): { minValue: number; maxValue: number } {
	const [minValue, maxValue] = BOUNDS[name];
	return { minValue, maxValue };
}

/** Points in time of a report and its comparison in one request: a hundred years of days. */
export const MOST_POINTS = 40_000;

/** Entries of a list in a query: some steps compare each entry with all others. */
export const MOST_ENTRIES = 200;
/** Characters of a name: longer ones aren't searched for in the lists of a project. */
export const LONGEST_NAME = 500;
export const MOST_GROUPS = 20;

export function assertFew(list: readonly unknown[], label: string, most = MOST_ENTRIES): void {
	if (list.length <= most) return;
	throw new UserError(
		`${label} has ${withCommas(list.length)} entries, but the maximum is ${withCommas(most)}. Remove some of them, or run the report several times`,
	);
}

/** Checks all lists of a query of the web page. */
export function assertFewEach(query: object): void {
	for (const [key, list] of Object.entries(query) as Array<[string, unknown]>) {
		const isGroups = key === 'groupBy';
		const label = `'${isGroups ? 'by_fields' : key}' in the pasted or saved query`;
		if (Array.isArray(list)) assertFew(list, label, isGroups ? MOST_GROUPS : MOST_ENTRIES);
	}
}
