import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { ReadField } from '../../form/reading';
import type { EventQuery } from '../../query/eventQuery';
import type { Queries, ReportModelName } from '../../query/queries';

/** A choice that is no part of what the service is asked, or that a saved query makes as well. */
interface RowChoice<Query> {
	fields: INodeProperties[];
	/**
	 * The query with what is chosen, or as it is where the form does not ask.
	 * @throws UserError
	 */
	choose(query: Query, field: ReadField): Query;
}

/** Whatever is asked as an event report is. */
type IsSeries<Name extends ReportModelName> = Name extends unknown
	? Queries[Name] extends EventQuery
		? true
		: false
	: never;

/** A report: its entry in the list, its form, and what can be done with its rows. */
export interface ReportModel<Name extends ReportModelName = ReportModelName> {
	name: Name;
	option: INodePropertyOptions;
	/** Of the query; dates and output follow. */
	fields: INodeProperties[];
	hasDates: boolean;
	/**
	 * Whether rows are points in time by groups, which can be filled, compared, ordered, summed up and
	 * fetched in slices (docs/calendar.md): where the query has measures, groups and a unit.
	 */
	isSeries: IsSeries<Name>;
	/** What the form asks of the rows, whichever way the query was given. */
	rows?: RowChoice<Queries[Name]>;
	/**
	 * What becomes of an answer of unknown form that is not for a chat: an error, or, where the forms
	 * of answers are not certain, the answer as it came.
	 */
	unknownForm: 'error' | 'asItCame';
	/** @throws UserError that names the field */
	readQuery(field: ReadField): Queries[Name];
}

export type ReportModels = { readonly [Name in ReportModelName]: ReportModel<Name> };
