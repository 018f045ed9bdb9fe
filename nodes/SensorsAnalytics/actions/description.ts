import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Operation, Resource } from '../item';
import { IS_FILTERED } from '../params/filter';
import { settingsFields } from '../params/options';
import { EVENT_OF_ROW, eventFieldsIn, TEXTS } from '../params/property';
import { madeOnce, type OperationForm, shareFields } from '../params/show';
import { accessTokenResource } from './accessToken';
import { eventResource, propertyResource } from './catalog';
import { datasetResource } from './dataset';
import { reportResource } from './report';
import { dashboardResource, savedReportResource } from './savedReport';
import { sqlQueryResource } from './sql';
import { userResource } from './user';
import { userGroupResource } from './userGroup';

/** Resources in the order of the list, the most used first. */
export const resources: readonly Resource[] = [
	reportResource,
	savedReportResource,
	dashboardResource,
	sqlQueryResource,
	eventResource,
	propertyResource,
	datasetResource,
	userResource,
	userGroupResource,
	accessTokenResource,
];

/** Returns the fields resource and operation, and each operation's fields, shown only with it. */
export const describeResources = madeOnce((): INodeProperties[] => {
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
});

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

/** Replaces n8n's own description for a model, which is only the action; a custom text stays. */
function toolField({ toolText }: Operation): INodeProperties {
	return {
		displayName: 'Tool Description',
		name: 'toolDescription',
		type: 'string',
		typeOptions: { rows: 4 },
		default: toolText,
		required: true,
		displayOptions: { show: { '@tool': [true] } },
		description: 'Read by the AI model',
	};
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

/** Returns one collection for all operations, so that the editor keeps its content. */
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

const PICKED = ['userGroup', 'property'];

/**
 * Returns an expression for the line below the node's name: the query (`PayOrder by city, filtered,
 * yesterday`), or the operation (`Get event report`) if no such field is filled in. It mentions a
 * filter, because that may be collapsed. The editor evaluates it for each node on the canvas, so it
 * is short, and reads the form as n8n passes it, without hidden fields.
 */
export function describeSubtitle(): string {
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
return texts([asked[0] ? asked.slice(0, 2).join(", ") + (asked[2] ? " …" : "") + (groups[0] ? " by " + groups.join(", ") : "") : words(p.operation).replace(/^./, (x) => x.toUpperCase()).replace("sql", "SQL"), ${IS_FILTERED} ? "filtered" : "", asked[0] && dates]).join(", ");
})($parameter) }}`;
}
