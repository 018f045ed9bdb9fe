import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { ReadField } from '../../form/reading';
import type { ReportModelName, Queries } from '../../query/queries';

/** A report: its entry in the list, its form, and what can be done with its rows. */
export interface ReportModel<Name extends ReportModelName = ReportModelName> {
	name: Name;
	option: INodePropertyOptions;
	/** Of the query; dates and output follow. */
	fields: INodeProperties[];
	hasDates: boolean;
	/**
	 * Whether rows are points in time by groups, which can be filled, compared, ordered, summed up and
	 * fetched in slices (docs/calendar.md).
	 */
	isSeries: boolean;
	/** Whether the form asks for one row per date, in place of those for the whole range. */
	hasSplit: boolean;
	/**
	 * What becomes of an answer of unknown form that is not for a chat: an error, or, where the forms
	 * of answers are not certain, the answer as it came.
	 */
	unknownForm: 'error' | 'asItCame';
	/** @throws UserError that names the field */
	readQuery(field: ReadField): Queries[Name];
}

export type ReportModels = { readonly [Name in ReportModelName]: ReportModel<Name> };
