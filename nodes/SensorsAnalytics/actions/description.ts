import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Operation, Resource } from '../item';
import { isFilteredIn } from '../params/filter';
import { EVENT_OF_ROW, eventFieldsIn, TEXTS } from '../params/property';
import { settingsFields } from '../params/settings';
import { type OperationForm, shareFields } from '../params/show';
import { accessToken } from './accessToken';
import { event, property } from './catalog';
import { dataset } from './dataset';
import { report } from './report';
import { dashboard, savedReport } from './savedReport';
import { sqlQuery } from './sql';
import { user } from './user';
import { userGroup } from './userGroup';

/** Resources in the order of the list, the most used first. */
export const resources: readonly Resource[] = [
	report,
	savedReport,
	dashboard,
	sqlQuery,
	event,
	property,
	dataset,
	user,
	userGroup,
	accessToken,
];

/**
 * Descriptions of each operation for a model, when the node is its tool: when to use it, what it
 * returns, and an example. By the operation's value; n8n's own text, which is only the action, says
 * none of that.
 */
const FIRST_FIND =
	'Event and property names are specific to the project. Look them up first with the tools for events and properties. Never guess a name.';

export const TOOL_TEXTS: Readonly<Record<string, string>> = {
	getManyEvents:
		"Finds the events of the Sensors Analytics project, such as a paid order. Use it first, to learn the name of an event before you request a report. Enter one or two words in English or Chinese. The best matches come first. An empty search lists all events. Returns name, display_name, description, and tags. Other tools use 'name'. Example: searching for 'orders' finds PayOrder.",
	getManyProperties:
		"Finds the properties of events or users that reports group by, filter by, or add up. Use it before you request a report that is grouped by a property, such as city, or that adds up amounts. Enter one or two words in English or Chinese. The best matches come first. Returns the type, the unit, and 'property'. Other tools use 'property'. Example: searching for 'amount' finds event.PayOrder.amount, and 'level' finds user.level.",
	getSqlColumns:
		"Finds columns of the tables events and users, with their types. Use it before writing SQL. Enter one or two words in English or Chinese. The best matches come first. An empty search lists all columns. 'sql' shows how to write the column in SQL. Example: searching for 'amount' finds the column amount in the events table.",
	getPropertyValues:
		"Returns the most frequent values of a property with their counts. Use it before you filter, to learn the exact spelling of a value. Example: property 'event.PayOrder.city' returns Beijing, Shanghai, and so on. For event properties, count is the number of events in the last 7 days, and older values are missing. For user properties, count is the number of users.",
	getEventReport: `Counts events or adds up their values by date and group. Use it for how many, how much, and which group has the most: orders per day, revenue by city, active users last week. ${FIRST_FIND} Example: the sum of amount of PayOrder by city, last week, answers 'Which city earned most last week?'`,
	getFunnelReport: `Returns how many users complete each step of a sequence, and where they drop off. Use it for conversion from one event to the next. ${FIRST_FIND} Example: ViewProduct, AddToCart, PayOrder within a day, last week, answers 'How many people who looked at a product bought it?'`,
	getRetentionReport: `Returns how many users come back after days, weeks, or months. Use it for retention and churn. Each row is one start date and period. To combine several start dates, add up 'users' and 'initial_users' for the same period. ${FIRST_FIND} Example: first SignUp, then PayOrder, 7 days, answers 'How many new users order within a week?'`,
	getDistributionReport: `Returns how many users performed an event once, twice, or more, or how many reached a given total amount. Use it for frequency, such as one, two, or more orders. ${FIRST_FIND} Example: PayOrder by week with the bucket boundaries 2, 3 answers 'How many customers ordered twice?'`,
	getUserPropertyReport:
		"Counts the current users by their properties, whatever they did. Use it for the number of users of a certain kind, not for what happened on certain dates. Example: number of users by user.level answers 'How many gold members do we have?'",
	getAttributionReport: `Returns each touchpoint's contribution to a target event, such as each ad's contribution to orders. Use it to find out which touchpoint deserves the credit. Requires an API key. ${FIRST_FIND} Example: target event PayOrder, touchpoints SearchClick and AdClick, last touchpoint.`,
	getLifetimeValueReport: `Returns the lifetime value (LTV) of new users after a given number of days, weeks, or months. Requires an API key. ${FIRST_FIND} Example: users since SignUp, the sum of amount of PayOrder, 30 days.`,
	getIntervalReport: `Returns the time that users take to get from one event to another. Requires an API key. ${FIRST_FIND} Example: from ViewProduct to PayOrder, last week, answers 'How long do people think before they buy?'`,
	getPathReport: `Returns the paths that users take after or before an event, step by step. Use it to find out what people do next, or did before, if you don't know the order of steps. If you know the order, use the funnel report. Requires an API key. ${FIRST_FIND} Example: after $pageview, with the included events ViewProduct and PayOrder, answers 'What do people do after they open the shop?'`,
	getSessionReport: `Counts sessions (visits) and the events in them, by date and group. Use it to find out how often users visit, and how many visits contain an event. Requires an API key, and the name of a session that the project defines. ${FIRST_FIND} Example: session app_visit, $Anything, last week, answers 'How many visits did we have?'`,
	explainChange: `Finds where a number changed: which city, channel, or version changed differently from the rest. Use it for 'why did it drop' or 'what is behind the rise', in one call. It doesn't identify causes. ${FIRST_FIND} Example: PayOrder, yesterday, answers 'Why did orders drop yesterday?' with the groups that changed most.`,
	runSavedReport:
		"Runs a report that is saved on a dashboard, with new dates. Use it if a question names a chart or a dashboard. The tool for saved reports returns the ID. Example: report 101, last month, answers 'Revenue by city, as on our dashboard, for last month'.",
	getManySavedReports:
		"Lists the reports that are saved on dashboards, with their IDs and queries. Use it to find the report that a question refers to, before you run it. Example: use it to answer 'Is there a revenue chart?'",
	getManyDashboards:
		"Lists the dashboards that the account can see, with their IDs. Use it to find the dashboard that a question refers to. Example: use it to answer 'Which dashboards do we have?'",
	runSqlQuery:
		"Runs one SELECT statement on the tables events and users. Use it for what reports can't answer, such as joins or single events. If a report can answer the question, the report is faster. Filter events by date, and limit the rows. Example: SELECT city, COUNT(*) AS orders FROM events WHERE event = 'PayOrder' AND date BETWEEN '2026-11-01' AND '2026-11-07' GROUP BY city",
	getManyUsers:
		'Lists users with certain property values, or in a user group, together with their properties. Use it to find out who the users are. To count users, use a report. Requires an API key. Example: the users whose level is gold, with city and age.',
	getManyFromReport:
		'Lists the users counted in one cell of a report: for a date and group, a funnel step, a retention period, or a path. Use it after the report, to find out who the users are. Requires an API key. Example: the users who dropped off after AddToCart last week.',
	getBehavior:
		'Lists what one user did, event by event, in chronological order. Use it to examine a single case. Requires an API key. Example: the events of user 13f8a2 on 2026-11-01.',
	getUserGroup:
		"Returns one user group with its size and the state of its last computation. Example: gold_members answers 'How many gold members were there at the last computation?'",
	getManyUserGroups:
		"Lists the user groups of the project, with their sizes. Use it to find the group that a question refers to. Reports can filter by its 'property'. Example: use it to answer 'Which user groups are there?'",
	getMembers:
		'Exports the users in a user group, which takes seconds to minutes. Use it to find out who is in a group. For the size, the tool for user groups is faster. Set a limit, because groups can be large. Requires an API key. Example: 20 members of gold_members with city and level.',
	computeUserGroup:
		'Recomputes a user group in Sensors Analytics, waits until the computation finishes, and returns the new size. This changes the group for everybody. Use it only if somebody asks for a new computation, not to look up a size. Requires an API key. Example: gold_members, if asked to update the group.',
	getManyDatasets:
		"Lists the datasets of the project with their IDs. Use it to find the dataset that a question refers to. Requires an API key. Example: use it to answer 'Is there a dataset with orders?'",
	getDataset:
		'Returns the columns of one dataset, which of them you can group by or measure, and the time of the last refresh. Use it before you query a dataset, to learn the names of its columns. Requires an API key. Example: dataset 1 has city to group by and amount to add up.',
	queryDataset:
		"Computes measures from columns of a dataset, grouped by other columns. Use it for prepared data. To analyze events, use the report tools. The tool that gets a dataset returns the column names. Requires an API key. Example: the sum of amount by city of dataset 1 answers 'How much was sold in each city?'",
	refreshDataset:
		'Refreshes a dataset in Sensors Analytics and waits until the refresh finishes. This puts a heavy load on Sensors Analytics. Use it only if somebody asks for newer data. Requires an API key. Example: dataset 1, if asked to refresh the data first.',
	issueForUser:
		"Gets a user's access token, which other tools can use for API calls. The tools of this node don't need an access token, because they sign in by themselves.",
	logIn:
		"Gets an access token with an account name and password. Other tools can use it for API calls. The tools of this node don't need an access token, because they sign in by themselves.",
};

/** Returns the fields resource and operation, and each operation's fields, shown only with it. */
export function describeResources(resources: readonly Resource[]): INodeProperties[] {
	const options = resources.map(({ option }) => option);
	const first = firstOf(options);
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			default: first,
			options,
		},
		...resources.map(describeOperations),
		...shareFields(resources.flatMap(({ operations }) => operations.map(describeForm))),
		describeOptions(resources.flatMap(({ operations }) => operations)),
	];
}

function describeOperations({ option, operations }: Resource): INodeProperties {
	const options = operations.map(({ option }) => option);
	const first = firstOf(options);
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [option.value] } },
		default: first,
		options,
	};
}

/**
 * Returns the field for the operation's description for a model, instead of n8n's own, which is
 * only the action. A custom text stays when the operation changes.
 */
function toolField({ option }: Operation): INodeProperties {
	return {
		displayName: 'Tool Description',
		name: 'toolDescription',
		type: 'string',
		typeOptions: { rows: 4 },
		default: toolText(option),
		required: true,
		displayOptions: { show: { '@tool': [true] } },
		description: 'Read by the AI model',
	};
}

function toolText({ value, description = '' }: INodePropertyOptions): string {
	return TOOL_TEXTS[String(value)] ?? description;
}

function firstOf(options: INodePropertyOptions[]): INodePropertyOptions['value'] {
	return options[0]?.value ?? '';
}

/** Shows the fields only with the operation, whose value is unique among all resources. */
function describeForm(operation: Operation): OperationForm {
	return {
		shownWith: { operation: String(operation.option.value) },
		fields: [toolField(operation), ...operation.fields],
	};
}

/**
 * Returns one collection for all operations: n8n's editor keeps its content when the operation
 * changes.
 */
function describeOptions(operations: readonly Operation[]): INodeProperties {
	const forms = operations.map(({ option, options = [] }) => ({
		shownWith: { '/operation': String(option.value) },
		fields: [...options, ...settingsFields].sort(byLabel),
	}));
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: shareFields(forms).sort(byLabel),
	};
}

function byLabel(one: INodeProperties, other: INodeProperties): number {
	return one.displayName < other.displayName ? -1 : 1;
}

/** Fields for other entities of an operation. */
const PICKED = ['userGroup', 'property'];

/**
 * Returns an expression for the line below the node's name: the query (`PayOrder by city, filtered,
 * yesterday`), or the operation (`Get event report`) if no such field is filled in. It mentions a
 * filter, because that may be collapsed. The editor evaluates it for each node on the canvas, so it
 * is short, and reads the form as n8n passes it, without hidden fields.
 */
export function describeSubtitle(resources: readonly Resource[]): string {
	const fields = resources.flatMap(({ operations }) => operations.flatMap((own) => own.fields));
	const { alone, inRows } = eventFieldsIn(fields);
	const rows = inRows.map(({ list, row }) => `${list}.${row}`);
	const places = [...rows, ...alone, ...PICKED].join(' ');
	// The code has no `?.[`, because n8n then shows no line at all.
	return `={{ ((p) => {
const texts = ${TEXTS},
words = (x) => String(x ?? "").replace(/[A-Z]/g, (x) => " " + x.toLowerCase()),
at = (x) => x.split(" ").flatMap((x) => x.split(".").reduce((x, y) => (x ?? {})[y], p) ?? []),
rows = at("${places}"),
asked = [...texts(rows.map(${EVENT_OF_ROW} ?? x)), ...texts([p.savedReport, p.dataset]).map((x) => words(p.resource) + " " + x)],
groups = texts(at("groupBy.group groupByField").map((x) => x.field ?? x)).map((x) => x.split(".").pop()),
dates = p.dateRange === "last" ? "last " + p.lastCount + " " + p.lastUnit : /day$|^(this|last)[WMQY]/.test(p.dateRange) ? words(p.dateRange) : "";
return texts([asked[0] ? asked.slice(0, 2).join(", ") + (asked[2] ? " …" : "") + (groups[0] ? " by " + groups.join(", ") : "") : words(p.operation).replace(/^./, (x) => x.toUpperCase()).replace("sql", "SQL"), ${isFilteredIn('p', 'rows')} ? "filtered" : "", asked[0] && dates]).join(", ");
})($parameter) }}`;
}
