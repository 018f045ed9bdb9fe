import { type INodeProperties, type INodePropertyOptions, UserError } from 'n8n-workflow';

import type { JsonObject } from '../../../credentials/http/json';
import { boundsOf } from '../params/bounds';
import { type ComparisonChoice, comparisonParam } from '../params/comparison';
import { orderParams, readOrdering } from '../params/group';
import {
	formSource,
	isNothing,
	jsonSource,
	type Param,
	type ParamParts,
	type ParamSource,
	querySchema,
	type ReadContext,
} from '../params/param';
import { type FirstRange, rangeParam } from '../params/range';
import { exactText, type ReadField } from '../params/read';
import { usualParam } from '../params/usual';
import type { PayloadQuery, WebPayloadFormat } from '../paste/payload';
import { nameColumns } from '../query/columns';
import type { EventQuery, Property, Queries, ReportModelName, USERS } from '../query/query';
import type { Ordering } from '../table/grid';
import type { EventPlaces } from './places';

/** A choice that doesn't change the request, or that a saved query also contains. */
interface RowChoice<Query> {
	fields: INodeProperties[];
	/** Returns the query with the choice, or unchanged if the form doesn't have the field. */
	choose(query: Query, field: ReadField, timeZone: string): Query;
}

type IsSeries<Name extends ReportModelName> = Name extends unknown
	? Queries[Name] extends EventQuery
		? true
		: false
	: never;

/** A report, except for how each generation of the API requests it. */
export interface Report<Name extends ReportModelName = ReportModelName> {
	name: Name;
	option: INodePropertyOptions;
	/** Description for a model: see Operation. */
	toolText: string;
	/** Parameters of the query, in the order of the form; dates and output follow. */
	params: readonly ParamParts[];
	/** Further fields of the form without a value. */
	notes?: INodeProperties[];
	hasDates: boolean;
	/** What the form starts with, if yesterday has no complete numbers. */
	firstRange?: FirstRange;
	/** Whether rows are points in time by groups: with measures, groups and a unit. */
	isSeries: IsSeries<Name>;
	/** Whether a message by groups starts with all users: the node requests them without groups. */
	leadsWithAll?: boolean;
	/** Whether incomplete rows that aren't points in time may be left out. */
	hasCompletePeriods?: boolean;
	/** Where conditions go: to events, or nowhere, because they must be about users. */
	restricts?: EventPlaces<Queries[Name]> | typeof USERS;
	/** Choice about the rows, for all query modes. */
	rows?: RowChoice<Queries[Name]>;
	/** For an answer of unknown shape outside of a chat: unchanged if the shapes are uncertain. */
	unknownForm: 'error' | 'asItCame';
	example: string;
	short: string;
	read(source: ParamSource): Queries[Name];
	payload?: WebPayloadFormat<Queries[Name]>;
}

export type PageReport<Name extends ReportModelName = ReportModelName> = Report<Name> &
	Required<Pick<Report<Name>, 'payload'>>;

/** Part of the descriptions for a model. */
export const FIRST_FIND =
	'First look up the names of events and properties with the tools for them. Never guess a name.';

export const SERIES = { hasDates: true, isSeries: true, unknownForm: 'error' } as const;

/** A report whose rows aren't points in time. */
export const COHORT = { hasDates: true, isSeries: false, unknownForm: 'asItCame' } as const;

/** A report whose rows aren't points in time and may still grow. */
export const FOLLOWED = { ...COHORT, hasCompletePeriods: true, leadsWithAll: true } as const;

export function rowChoice<Query, Value>(
	param: Param<Value>,
	choose: (query: Query, value: Value) => Query,
): RowChoice<Query> {
	return {
		fields: param.fields,
		choose(query, field, timeZone) {
			const isFilledIn = param.fields.some(({ name }) => !isNothing(field(name)));
			return isFilledIn ? choose(query, param.read(formSource(field, timeZone))) : query;
		},
	};
}

/** Returns the fields of the query without those about rows, which follow the dates. */
export function fieldsOf({
	params,
	notes = [],
}: Pick<Report, 'params' | 'notes'>): INodeProperties[] {
	const ofQuery = params.filter(({ isOfRows }) => !isOfRows);
	return [...ofQuery.flatMap(({ fields }) => fields), ...notes];
}

export function jsonParamsOf({
	params,
	hasDates,
	isSeries,
}: Pick<Report, 'params' | 'hasDates' | 'isSeries'>): ParamParts[] {
	return [
		...params,
		...(hasDates ? [rangeParam] : []),
		...(isSeries ? [comparisonParam, ...orderParams] : []),
	];
}

/** Returns a JSON schema (draft 2020-12), short enough for the description of a tool. */
export function schemaOf(report: Pick<Report, 'params' | 'hasDates' | 'isSeries'>): JsonObject {
	return querySchema(jsonParamsOf(report));
}

export interface Defined<Query> extends PayloadQuery<Query> {
	compared?: ComparisonChoice;
	ordering?: Partial<Ordering>;
	/** Whether a usual range is requested; undefined if the query doesn't say. */
	hasUsual?: boolean;
}

export function readJson<Name extends ReportModelName>(
	report: Report<Name>,
	json: unknown,
	context: ReadContext,
): Defined<Queries[Name]> {
	const source = jsonSource(
		json,
		jsonParamsOf(report as unknown as Report),
		report.example,
		context,
	);
	const query = report.read(source);
	if (!report.hasDates) return { query };
	const range = rangeParam.read(source);
	if (!report.isSeries) return { query, range };
	const compared = comparisonParam.read(source);
	const columns = nameColumns(query as EventQuery, compared !== undefined);
	const hasUsual = report.params.includes(usualParam) ? usualParam.read(source) : undefined;
	return { query, range, compared, ordering: readOrdering(source, columns), hasUsual };
}

export const sliceDateField: INodeProperties = {
	displayName: 'Date',
	name: 'sliceDate',
	type: 'string',
	default: '',
	placeholder: 'e.g. 2026-11-19',
	description:
		"Date: the value of 'date' in the report row. For retention, the date of the initial event. If empty, the node uses the whole date range.",
};

export const stepField: INodeProperties = {
	displayName: 'Step Number',
	name: 'sliceStep',
	type: 'number',
	typeOptions: boundsOf('sliceStep'),
	default: 1,
	description: "Number of the step, starting at 1: the value of 'step' in the report row",
};

export const groupField: INodeProperties = {
	displayName: 'Group Value',
	name: 'sliceGroup',
	type: 'string',
	default: '',
	placeholder: 'e.g. Beijing',
	description: "Group value, exactly as in the report's rows, if the report has a group",
};

/** Without a group in the report, the value would be silently ignored, so it is an error. */
export function readCellGroup(field: ReadField, groupBy: readonly Property[]): { group?: string } {
	const group = exactText(field('sliceGroup'));
	if (groupBy.length === 0 && group === '') return {};
	if (groupBy.length > 0 && group !== '') return { group };
	throw new UserError(
		group === ''
			? "'Group Value' is empty, but 'Group By' is set. Enter a group value. For the users of all groups, clear 'Group By'. For users without a value, use 'Filter' with Has No Value"
			: "'Group Value' has a value, but 'Group By' is empty. Choose the property, or clear 'Group Value'",
	);
}

export function isFilled(value: unknown): boolean {
	return value !== '' && value !== null && value !== undefined;
}

/**
 * Whether a field that limits the users has a value.
 * @throws UserError for an expression that returns undefined, as one with a misspelled name does:
 * without the limit, other users would be returned
 */
export function isLimited(value: unknown, label: string): boolean {
	if (value !== undefined) return isFilled(value);
	throw new UserError(
		`The expression of ${label} returns nothing. Check the names in it, or leave ${label} empty`,
	);
}
