import { queryFields, readEventQuery } from '../../form/eventQuery';
import { readQueryFilter } from '../../form/filter';
import { attributionFields, readAttributionQuery } from '../../form/models/attribution';
import { distributionFields, readDistributionQuery } from '../../form/models/distribution';
import { chooseSplit, funnelFields, readFunnelQuery, splitField } from '../../form/models/funnel';
import { intervalFields, readIntervalQuery } from '../../form/models/interval';
import { ltvFields, readLtvQuery } from '../../form/models/ltv';
import { choosePathRows, pathFields, pathRowsField, readPathQuery } from '../../form/models/path';
import { readRetentionQuery, retentionFields } from '../../form/models/retention';
import { readSessionQuery, sessionFields } from '../../form/models/session';
import { readUserPropertiesQuery, userPropertiesFields } from '../../form/models/userProperties';
import type { ReadField } from '../../form/reading';
import type { Filter } from '../../query/eventQuery';
import type { ReportModels } from './model';

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
