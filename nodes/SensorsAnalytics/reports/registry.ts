import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { JsonObject } from '../../../credentials/http/json';
import { readQueryFilter } from '../params/filter';
import { JSON_LABEL } from '../params/queryMode';
import type { ReadField } from '../params/read';
import type { EventQuery, Filter, Queries, ReportModelName } from '../query/query';
import { attributionFields, readAttributionQuery } from './attribution';
import { distributionFields, readDistributionQuery } from './distribution';
import { queryFields, readEventQuery } from './event';
import { chooseSplit, funnelFields, readFunnelQuery, splitField } from './funnel';
import { intervalFields, readIntervalQuery } from './interval';
import { ltvFields, readLtvQuery } from './ltv';
import { choosePathRows, pathFields, pathRowsField, readPathQuery } from './path';
import { reportOfPayload } from './payloads';
import { readRetentionQuery, retentionFields } from './retention';
import { readSessionQuery, sessionFields } from './session';
import { readUserPropertiesQuery, userPropertiesFields } from './userProperties';

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

/** A report whose rows are points in time by groups. */
const SERIES = {
	hasDates: true,
	isSeries: true,
	unknownForm: 'error',
} as const;

/** A report whose rows are no points in time. */
const COHORT = {
	hasDates: true,
	isSeries: false,
	unknownForm: 'asItCame',
} as const;

/** The filter of the form, for properties of an event. */
function filterOf(field: ReadField): (event: string) => Filter | undefined {
	return (event) => readQueryFilter(field, event);
}

/** By the names of their queries, in the order of the list: what most people want first. */
export const reportModels: ReportModels = {
	event: {
		...SERIES,
		name: 'event',
		option: {
			name: 'Get Event Report',
			value: 'getEventReport',
			action: 'Get an event report',
			description: "Count or add up events by date and group, such as yesterday's orders by city",
		},
		fields: queryFields,
		readQuery: readEventQuery,
	},
	attribution: {
		...COHORT,
		name: 'attribution',
		option: {
			name: 'Get Attribution Report',
			value: 'getAttributionReport',
			action: 'Get an attribution report',
			description: 'What led to a target, such as ads to orders. Needs a key of the OpenAPI.',
		},
		fields: attributionFields,
		readQuery: (field) => readAttributionQuery(field, filterOf(field)),
	},
	distribution: {
		...COHORT,
		name: 'distribution',
		option: {
			name: 'Get Distribution Report',
			value: 'getDistributionReport',
			action: 'Get a distribution report',
			description: 'How many users did something how often',
		},
		fields: distributionFields,
		readQuery: (field) => readDistributionQuery(field, filterOf(field)),
	},
	funnel: {
		...COHORT,
		name: 'funnel',
		option: {
			name: 'Get Funnel Report',
			value: 'getFunnelReport',
			action: 'Get a funnel report',
			description: 'How many users take one step after another, and where they stop',
		},
		fields: funnelFields,
		rows: { fields: [splitField], choose: chooseSplit },
		readQuery: (field) => readFunnelQuery(field, filterOf(field)),
	},
	interval: {
		...COHORT,
		name: 'interval',
		option: {
			name: 'Get Interval Report',
			value: 'getIntervalReport',
			action: 'Get an interval report',
			description: 'How long users take from one event to another. Needs a key of the OpenAPI.',
		},
		fields: intervalFields,
		readQuery: (field) => readIntervalQuery(field, filterOf(field)),
	},
	ltv: {
		...COHORT,
		name: 'ltv',
		option: {
			name: 'Get Lifetime Value Report',
			value: 'getLifetimeValueReport',
			action: 'Get a lifetime value report',
			description:
				'What new users are worth after days, weeks or months (LTV). Needs a key of the OpenAPI.',
		},
		fields: ltvFields,
		readQuery: (field) => readLtvQuery(field, filterOf(field)),
	},
	path: {
		...COHORT,
		name: 'path',
		option: {
			name: 'Get Path Report',
			value: 'getPathReport',
			action: 'Get a path report',
			description:
				'Which ways users go after or before an event, as links and nodes. Needs a key of the OpenAPI.',
		},
		fields: pathFields,
		rows: { fields: [pathRowsField], choose: choosePathRows },
		readQuery: (field) => readPathQuery(field, filterOf(field)),
	},
	retention: {
		...COHORT,
		name: 'retention',
		option: {
			name: 'Get Retention Report',
			value: 'getRetentionReport',
			action: 'Get a retention report',
			description:
				'How many users come back after days, weeks or months; if the form is refused, paste the query of the web page',
		},
		fields: retentionFields,
		readQuery: (field) => readRetentionQuery(field, filterOf(field)),
	},
	session: {
		...SERIES,
		name: 'session',
		option: {
			name: 'Get Session Report',
			value: 'getSessionReport',
			action: 'Get a session report',
			description:
				'Count and measure what happens in sessions (visits), by date and group. Needs a key of the OpenAPI.',
		},
		fields: sessionFields,
		readQuery: readSessionQuery,
	},
	userProperties: {
		...COHORT,
		name: 'userProperties',
		option: {
			name: 'Get User Property Report',
			value: 'getUserPropertyReport',
			action: 'Get a user property report',
			description: 'How many users there are, by their properties',
		},
		fields: userPropertiesFields,
		hasDates: false,
		readQuery: (field) => readUserPropertiesQuery(field, filterOf(field)),
	},
};

/** @throws UserError for the query of another model, with the operation that it belongs to */
export function assertModel(payload: JsonObject, wanted: ReportModelName): void {
	const found = reportOfPayload(payload);
	if (found === undefined || found === wanted) return;
	const { name, action = '' } = reportModels[found].option;
	throw new UserError(
		`'${JSON_LABEL}' is the query of ${action.replace(/^Get /, '')}. Choose the 'Operation' ${name} for it`,
	);
}
