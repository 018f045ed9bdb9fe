import { UserError } from 'n8n-workflow';

import { DEFAULT_CHARACTERS, LEAST_CHARACTERS } from '../output/agent';
import { OUTPUT_FORMS, type OutputForm } from '../output/forms';
import { DEFAULT_LARGEST_REPORT } from '../output/rowGuard';
import { type Computation, FULL_SAMPLE } from '../query/eventQuery';
import type { Ordering } from '../table/order';
import { readWhole } from './numbers';
import { textOf } from './reading';

/** What the options of a report say. */
export interface ReportOptions {
	computation: Computation;
	/** Most groups or rows that the service returns: which of them depends on its generation. */
	limits: { groups?: number; rows?: number };
	ordering: Ordering;
	hasTotals: boolean;
	/** Days per request of a range that is fetched in slices. */
	sliceDays?: number;
	isFilled: boolean;
	/** Whether periods that the range cuts, or that are not over, are left out. */
	isWholeOnly: boolean;
	hasMeta: boolean;
	/** Rows of a report that may be made. */
	largestReport: number;
	/** Whether columns have the names that the project displays. */
	hasDisplayNames: boolean;
	isPreview: boolean;
	hasItemWhenEmpty: boolean;
}

type Options = { [name: string]: unknown };

/**
 * How long an answer for an AI agent may be.
 * @throws UserError that names the field
 */
export function readCharacters(typed: unknown): number {
	return typed === ''
		? DEFAULT_CHARACTERS
		: readWhole(typed, "'Most Characters'", LEAST_CHARACTERS);
}

/** @throws UserError for a form that does not exist */
export function readOutputForm(typed: unknown): OutputForm {
	const form = OUTPUT_FORMS.find((known) => known === typed);
	if (form) return form;
	throw new UserError(`'Output' must be one of ${OUTPUT_FORMS.join(', ')}, not '${textOf(typed)}'`);
}

/** @throws UserError that names the option */
export function readReportOptions(options: Options): ReportOptions {
	const yes = (name: string) => (typeof options[name] === 'boolean' ? options[name] : undefined);
	return {
		computation: {
			samplingFactor: wholeNumber(options.samplingFactor, 'Sampling Factor', 1, FULL_SAMPLE),
			useCache: yes('useCache'),
			isApproximate: yes('approximate'),
			requestId: textOf(options.requestId) || undefined,
		},
		limits: {
			groups: wholeNumber(options.groupLimit, 'Limit of Groups', 1),
			rows: wholeNumber(options.rowLimit, 'Limit of Rows', 1),
		},
		ordering: {
			by: textOf(options.orderBy) || undefined,
			isDescending: options.orderDirection !== 'ascending',
			top: wholeNumber(options.topGroups, 'Top Groups', 1),
			hasRest: options.restInOneRow === true,
		},
		hasTotals: options.totals === true,
		sliceDays: wholeNumber(options.sliceDays, 'Split Range (Days)', 1),
		isFilled: options.fillMissingDates !== false,
		isWholeOnly: options.wholePeriodsOnly === true,
		hasMeta: options.includeMeta === true,
		largestReport:
			wholeNumber(options.largestReport, 'Largest Report (Rows)', 1) ?? DEFAULT_LARGEST_REPORT,
		hasDisplayNames: options.displayNames === true,
		isPreview: options.previewRequest === true,
		hasItemWhenEmpty: options.whenEmpty === 'item',
	};
}

/** Undefined for an option that is not set. */
function wholeNumber(
	typed: unknown,
	label: string,
	from: number,
	to = Infinity,
): number | undefined {
	if (typed === undefined || typed === '' || typed === null) return undefined;
	return readWhole(typed, `The option '${label}'`, from, to);
}
