import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Operation, Resource } from '../item';
import { isFilteredIn } from '../params/filter';
import { EVENT_OF_ROW, eventFieldsIn, TEXTS } from '../params/property';
import { settingsFields } from '../params/settings';
import type { OperationForm } from '../params/show';
import { shareFields } from '../params/show';

/**
 * What a model reads of each operation when the node is its tool: when to use it, what it gives, and
 * an example. By the operation's value; n8n's own words, the action alone, say none of that.
 */
const FIRST_FIND =
	"Events and properties go by the project's own names: find them first by the tools for events and properties, never guess.";

export const TOOL_TEXTS: Readonly<Record<string, string>> = {
	getManyEvents:
		"Finds the events of the Sensors Analytics project (神策分析), such as an order that was paid. Use it first, to learn how an event is called before asking for a report. Takes one or two words in English or Chinese, best fit first; an empty search lists all. Gives name, display_name, description, tags: 'name' is what other tools take. Example: search 'orders' or '支付' finds PayOrder (支付订单).",
	getManyProperties:
		"Finds properties of events or users by which reports are grouped or filtered, or which they add up. Use it before a report that asks for a city, a channel, an amount. Takes one or two words in English or Chinese, best fit first. Gives the type, the unit, and 'property', which is what other tools take. Example: search '金额' finds event.PayOrder.amount, search 'level' finds user.level.",
	getSqlColumns:
		"Finds columns of the tables events and users, with their types. Use it before writing SQL. Takes one or two words in English or Chinese, best fit first; an empty search lists all. 'sql' is how the column is written. Example: search '金额' finds amount of the table events.",
	getPropertyValues:
		"Gives the most frequent values of a property with their counts. Use it before filtering, to learn how a value is written. Example: property 'event.PayOrder.city' gives Beijing, Shanghai …; count is the number of events of the last 7 days (a value that came only before is not told), for a property of users the number of users.",
	getEventReport: `Counts or adds up events by date and group. Use it for how many, how much, and which group most: orders per day, revenue by city, active users last week. ${FIRST_FIND} Example: the sum of amount of PayOrder by city, last week, answers 'Which city earned most last week?'`,
	getFunnelReport: `Tells how many users take one step after another, and where they stop. Use it for conversion from one event to the next. ${FIRST_FIND} Example: ViewProduct, AddToCart, PayOrder within a day, last week, answers 'How many who looked at a product bought it?'`,
	getRetentionReport: `Tells how many users come back after days, weeks or months. Use it for retention and churn. Rows are per start and period: add up users and initial_users of a period to join starts. ${FIRST_FIND} Example: first SignUp, then PayOrder, 7 days, answers 'How many new users order within a week?'`,
	getDistributionReport: `Tells how many users did something how often, or for how much. Use it for frequency, such as one, two or more orders. ${FIRST_FIND} Example: PayOrder by week with the limits 2, 3 answers 'How many customers ordered twice?'`,
	getUserPropertyReport:
		"Counts the users there are now by their properties, whatever they did. Use it for how many users of a kind there are, not for what happened on some dates. Example: number of users by user.level answers 'How many gold members do we have?'",
	getAttributionReport: `Tells what led to a target, such as ads to orders. Use it for which touchpoint deserves the credit. Needs an API key. ${FIRST_FIND} Example: target PayOrder, touchpoints SearchClick and AdClick, last touch.`,
	getLifetimeValueReport: `Tells what new users are worth after days, weeks or months (LTV). Needs an API key. ${FIRST_FIND} Example: users since SignUp, the sum of amount of PayOrder, 30 days.`,
	getIntervalReport: `Tells how long users take from one event to another. Needs an API key. ${FIRST_FIND} Example: from ViewProduct to PayOrder, last week, answers 'How long do people think before they buy?'`,
	getPathReport: `Tells which ways users go after or before an event, step by step. Use it for what people do next, or did until then, where no order of steps is given; for a given order use the funnel. Needs an API key. ${FIRST_FIND} Example: after $pageview, with ViewProduct and PayOrder on the way, answers 'What do people do after they open the shop?'`,
	getSessionReport: `Counts and measures what happens in sessions (visits), by date and group. Use it for how often users come, and in how many visits something happens. Needs an API key, and the name of a session that the project defines. ${FIRST_FIND} Example: session app_visit, $Anything, last week, answers 'How many visits did we have?'`,
	explainChange: `Tells where a change of a number lies: which city, channel or version moved unlike the rest. Use it for 'why did it drop' or 'what is behind the rise', in one call. It knows no causes. ${FIRST_FIND} Example: PayOrder, yesterday, answers 'Why did orders drop yesterday?' with the groups that changed most.`,
	runSavedReport:
		"Runs a chart that somebody has saved in a dashboard, with new dates. Use it where a question names a chart or a dashboard; the tool for saved reports gives the ID. Example: chart 101, last month, answers 'Revenue by city, as on our dashboard, for last month'.",
	getManySavedReports:
		"Lists the charts that are saved in dashboards, with their IDs and queries. Use it to find the chart that a question speaks of, before running it. Example: answers 'Is there a chart of revenue?'",
	getManyDashboards:
		"Lists the dashboards (概览) that the account may see, with their IDs. Use it to find the dashboard whose charts are wanted. Example: answers 'Which dashboards do we have?'",
	runSqlQuery:
		"Runs one SELECT on the tables events and users. Use it for what reports can not say, such as joins or single events; a report is quicker where it will do. Filter events by date, and limit the rows. Example: SELECT city, COUNT(*) AS orders FROM events WHERE event = 'PayOrder' AND date BETWEEN '2026-11-01' AND '2026-11-07' GROUP BY city",
	getManyUsers:
		'Lists users with certain properties, or of a user group, with what is known of them. Use it for who, not for how many: a report counts better. Needs an API key. Example: the users whose level is gold, with city and age.',
	getManyFromReport:
		'Lists the users behind a number of a report: of a date and group, of a funnel, a retention, a path. Use it for who they are, after the report. Needs an API key. Example: the users who were lost after AddToCart last week.',
	getBehavior:
		'Lists what one user did, event by event, in order. Use it to look into a single case. Needs an API key. Example: the events of user 13f8a2 on 2026-11-01.',
	getUserGroup:
		"Gives one user group with its size and the state of its last computation. Example: gold_members answers 'How many gold members were there at the last computation?'",
	getManyUserGroups:
		"Lists the groups of users that somebody has defined (用户分群), with their sizes. Use it to find the group that a question speaks of; its 'property' can be filtered by in reports. Example: answers 'Which user groups are there?'",
	getMembers:
		'Lists the users in a user group (用户分群) by an export that takes seconds to minutes. Use it for who is in a group; its size is told at once by the tool for user groups. Set a limit, since groups may be large. Needs an API key. Example: 20 members of gold_members with city and level.',
	computeUserGroup:
		'Computes a user group anew in Sensors Analytics, waits for it, and gives its new size. It changes the group for everybody: use it only where somebody asks for that, not to learn a size. Needs an API key. Example: gold_members, when told to bring it up to date.',
	getManyDatasets:
		"Lists the datasets (业务模型) of the project with their IDs. Use it to find the table that a question speaks of. Needs an API key. Example: answers 'Is there a dataset of orders?'",
	getDataset:
		'Gives the columns of one dataset: which can group and which can be measured, and when it was refreshed. Use it before querying a dataset, to learn how its columns are called. Needs an API key. Example: dataset 1 has city to group by and amount to add up.',
	queryDataset:
		"Computes numbers from columns of a dataset, split by other columns. Use it for tables that somebody has prepared; for events use the reports. Column names come from the tool that gets a dataset. Needs an API key. Example: the sum of amount by city of dataset 1 answers 'What was sold in each city?'",
	refreshDataset:
		'Has Sensors Analytics fill a dataset anew, and waits for it. It is heavy work for the service: use it only where somebody asks for newer data. Needs an API key. Example: dataset 1, when told to refresh it first.',
	issueForUser:
		'Gets an access token of a user for calls to the API by other tools. No tool of this node needs it: they sign in by themselves.',
	logIn:
		'Gets an access token by account name and password for calls to the API by other tools. No tool of this node needs it: they sign in by themselves.',
};

/** Resource, operation, and each operation's fields shown with it only. */
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
		...shareFields(
			resources.flatMap((resource) =>
				resource.operations.map((operation) => describeForm(resource, operation)),
			),
		),
	];
}

function describeOperations({ option, operations }: Resource): INodeProperties {
	// The builder of workflows reads what the agents do.
	const options = operations.map(({ option }) => ({
		...option,
		builderHint: { propertyHint: toolText(option) },
	}));
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
 * What a model is told of the operation, in place of the field that n8n would add by itself: that
 * one tells the action alone. A text of one's own stays when the operation is changed.
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
		description: 'What the model reads of this tool: when to use it, with an example',
	};
}

function toolText({ value, description = '' }: INodePropertyOptions): string {
	return TOOL_TEXTS[String(value)] ?? description;
}

function firstOf(options: INodePropertyOptions[]): INodePropertyOptions['value'] {
	return options[0]?.value ?? '';
}

function describeForm(resource: Resource, operation: Operation): OperationForm {
	const options = [...(operation.options ?? []), ...settingsFields].sort((a, b) =>
		a.displayName < b.displayName ? -1 : 1,
	);
	const collection: INodeProperties = {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options,
	};
	return {
		shownWith: {
			resource: String(resource.option.value),
			operation: String(operation.option.value),
		},
		fields: [toolField(operation), ...operation.fields, collection],
	};
}

/** Fields that hold what else may be asked for, and those of them that hold a number: what that is of. */
const PICKED = ['userGroup', 'property'];
const NUMBERED = { savedReport: 'report ', dataset: 'dataset ' };

/**
 * An expression for the line below the node's name: what is asked (`PayOrder by city, filtered,
 * yesterday`); the operation (`Get event report`) where nothing is filled in that could be told.
 * A filter is named, for it may be folded out of sight. The editor evaluates it for each node on
 * the canvas: it is short, and reads the form as n8n hands it on, without what is not shown.
 */
export function describeSubtitle(resources: readonly Resource[]): string {
	const fields = resources.flatMap(({ operations }) => operations.flatMap((own) => own.fields));
	const { alone, inRows } = eventFieldsIn(fields);
	const rows = inRows.map(({ list, row }) => `p.${list}?.${row}`);
	const picked = [...alone, ...PICKED].map((field) => `p.${field}`);
	const numbered = Object.entries(NUMBERED).map(
		([field, what]) => `...texts([p.${field}]).map((x) => "${what}" + x)`,
	);
	// No `?.[`: n8n reads a name of nothing by it, and shows no line at all.
	return `={{ ((p) => {
const texts = ${TEXTS},
words = (x) => String(x ?? "").replace(/[A-Z]/g, (x) => " " + x.toLowerCase()),
rows = [${rows.join(', ')}].flatMap((x) => x ?? []),
asked = texts([...rows.map(${EVENT_OF_ROW}), ${[...picked, ...numbered].join(', ')}]),
groups = texts([...(p.groupBy?.group ?? []).map((x) => x.field), p.groupByField]).map((x) => x.split(".").pop()),
dates = p.dateRange === "last" ? "last " + p.lastCount + " " + p.lastUnit : /day$|^(this|last)[WMQY]/.test(p.dateRange) ? words(p.dateRange) : "";
return [asked.length ? asked.slice(0, 2).join(", ") + (asked[2] ? " …" : "") + (groups[0] ? " by " + groups.join(", ") : "") : words(p.operation).replace(/^./, (x) => x.toUpperCase()).replace("sql", "SQL"), ${isFilteredIn('p', 'rows')} && "filtered", asked[0] && dates].filter((x) => x).join(", ");
})($parameter) }}`;
}
