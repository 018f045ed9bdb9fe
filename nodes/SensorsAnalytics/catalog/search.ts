import {
	type ILoadOptionsFunctions,
	type INodeListSearchResult,
	type INodeProperties,
	UserError,
} from 'n8n-workflow';
import type { JsonObject } from '../../../credentials/http/json';
import { wireFor } from '../api';
import type { Ask, Wire } from '../api/api';
import { aggregatorChoices } from '../params/measure';
import {
	ANY_ALARM,
	type EventFields,
	eventFieldsIn,
	type ListName,
	readProperty,
} from '../params/property';
import { RECENT_DAYS, recentRange } from '../params/range';
import { pickedLabel, rowsOf, textOf } from '../params/read';
import { findAggregator } from '../query/aggregators';
import type { Alarm, CatalogEntry, DatasetColumn } from '../query/entities';
import { kindIn, type ValueKind, withKind } from '../query/filterFunctions';
import { ANY_EVENT, type DateRange, type Property, toExpression, userField } from '../query/query';
import { canBeRun } from '../reports/registry';
import type { Service } from '../transport/service';
import {
	bounded,
	type Catalog,
	catalogFor,
	catalogOf,
	type Choice,
	labelOf,
	moduleOf,
	needsKey,
	serviceFor,
	ShortMemory,
	sqlColumns,
	toResult,
	withEmpty,
} from './catalog';
import { countValues } from './find';

export type Search = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** Fields that contain the event of a property: in the same row, or outside of it. */
const OWNER_FIELDS = ['&eventName', 'targetEvent', 'valueEvent'];

/**
 * Returns the lists of properties.
 * @param fields fields of the form that contain events, whose properties are listed
 */
function propertySearches(fields: EventFields) {
	/** Lists properties of the event in the same row, or of the event that the form has for them. */
	const searchEventProperties: Search = async function (filter) {
		const owner = OWNER_FIELDS.map((name) => textOf(fieldIn(this, name))).find(Boolean);
		const events = owner === undefined ? eventsInForm(this, fields) : [owner];
		return toResult(await eventProperties(await catalogFor(this), events), filter);
	};
	/** Lists only numbers; another name can still be typed. */
	const searchNumberProperties: Search = async function (filter) {
		return onlyNumbers(await searchEventProperties.call(this, filter));
	};
	/** Lists the properties that the aggregator in the same row supports. */
	const searchMeasuredProperties: Search = async function (filter) {
		const isCounted = findAggregator(textOf(fieldIn(this, '&aggregator')))?.value === 'uniqCount';
		const search = isCounted ? searchEventProperties : searchNumberProperties;
		return await search.call(this, filter);
	};
	/** Lists properties of all events in the form, properties of users, and user groups. */
	const searchProperties: Search = async function (filter) {
		const catalog = await catalogFor(this);
		const ofEvents = await eventProperties(catalog, eventsInForm(this, fields));
		return toResult([...ofEvents, ...(await userChoices(catalog))], filter);
	};
	const searchPropertiesOrNone: Search = async function (filter) {
		return withEmpty(await searchProperties.call(this, filter), filter, '(None)');
	};
	const searchUserProperties: Search = async function (filter) {
		return toResult(await userChoices(await catalogFor(this)), filter);
	};
	const searchUserNumberProperties: Search = async function (filter) {
		return onlyNumbers(await searchUserProperties.call(this, filter));
	};
	return {
		searchEventProperties,
		searchMeasuredProperties,
		searchNumberProperties,
		searchProperties,
		searchPropertiesOrNone,
		searchUserNumberProperties,
		searchUserProperties,
	};
}

function toChoice(
	{ name, displayName, kind }: CatalogEntry & { kind?: ValueKind },
	prefix = '',
): Choice {
	return { name: withKind(`${prefix}${labelOf(displayName, name)}`, kind), value: name };
}

/** Properties of an unknown kind stay in the list. */
function onlyNumbers({ results }: INodeListSearchResult): INodeListSearchResult {
	return { results: results.filter(({ name }) => [undefined, 'number'].includes(kindIn(name))) };
}

async function eventProperties(catalog: Catalog, events: string[]): Promise<Choice[]> {
	// "Any event" has the properties of all events.
	const isAny = events.length === 0 || events.includes(ANY_EVENT);
	const requested = isAny ? (await catalog.events()).map(({ name }) => name) : events;
	const properties = await catalog.eventProperties(requested);
	const owner = !isAny && events.length === 1 ? (events[0] as string) : ANY_EVENT;
	return properties.map((one) => ({
		...toChoice(one),
		value: toExpression({ of: 'event', event: owner, name: one.name }),
	}));
}

async function userChoices(catalog: Catalog): Promise<Choice[]> {
	const properties = await catalog.userProperties();
	const ofUsers = properties.map((one) => ({
		...toChoice(one, 'User: '),
		value: userField(one.name),
	}));
	return [...ofUsers, ...(await userGroupChoices(catalog))];
}

/** User groups can be used as properties; an installation without them has only the others. */
async function userGroupChoices(catalog: Catalog): Promise<Choice[]> {
	const groups = await catalog.userGroups().catch(() => []);
	return groups.map((one) => ({
		...toChoice({ ...one, kind: 'boolean' }, 'User group: '),
		value: one.field,
	}));
}

function eventsInForm(context: ILoadOptionsFunctions, { alone, inRows }: EventFields): string[] {
	const events = [
		...alone.map((name) => fieldIn(context, name)),
		...inRows.flatMap(({ list, row, field }) =>
			rowsOf<JsonObject>(fieldIn(context, list), row).map((entry) => entry[field]),
		),
	];
	return [...new Set(events.map(textOf).filter(Boolean))];
}

function fieldIn(context: ILoadOptionsFunctions, name: string): unknown {
	return context.getCurrentNodeParameter(name);
}

interface Alarms {
	ids(): Promise<string[]>;
	alarm(id: string): Promise<Alarm>;
}

export async function alarmsOf(service: Service, itemIndex: number): Promise<Alarms> {
	const alarms = await moduleOf(service, itemIndex, 'alarms', 'Alarms');
	const ask = bounded(async (request) => await service.call(itemIndex, request));
	return {
		ids: async () => await alarms.ids(ask),
		alarm: async (id) => await alarms.alarm(ask, id),
	};
}

/** Entries per page: each takes a request, and only 3 per second may be sent. */
const AT_A_TIME = 15;

/**
 * Lists alerts by title, the newest first; further ones are loaded when the list is scrolled.
 * @param from number of alerts before this page
 */
export async function searchAlarms(
	this: ILoadOptionsFunctions,
	filter?: string,
	from?: string,
): Promise<INodeListSearchResult> {
	const alarms = await alarmsOf(serviceFor(this), 0);
	const ids = (await alarms.ids()).sort((a, b) => Number(b) - Number(a));
	let next = Number(from ?? 0);
	const any = next === 0 ? [ANY_ALARM] : [];
	const { results } = toResult(any, filter);
	const enough = results.length + AT_A_TIME;
	for (; next < ids.length && results.length < enough; next++) {
		const { id, title } = await alarms.alarm(ids[next] as string);
		for (const one of toResult([{ name: title || id, value: id }], filter).results)
			results.push(one);
	}
	return { results, paginationToken: next < ids.length ? String(next) : undefined };
}

/**
 * Lists aggregators, which are found by all their English and Chinese names and shown in English.
 */
const searchAggregatorsOf = (isOfSessions: boolean): Search =>
	async function (filter = '') {
		const requested = filter.trim().toLowerCase();
		const found = aggregatorChoices(isOfSessions).filter(({ name, also }) =>
			[name, ...also].some((one) => one.toLowerCase().includes(requested)),
		);
		return { results: found.map(({ name, value, description }) => ({ name, value, description })) };
	};

async function searchDashboards(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const dashboards = await (await catalogFor(this)).dashboards();
	const choices = dashboards.map(({ id, name }) => ({ name, value: id }));
	return withEmpty(toResult(choices, filter), filter, '(All)');
}

/**
 * Lists the reports that can be run, of the dashboard selected in the form or of all dashboards.
 */
async function searchSavedReports(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const catalog = await catalogFor(this);
	const chosen = textOf(this.getCurrentNodeParameter('dashboard'));
	const dashboards = chosen === '' ? await catalog.dashboards() : [{ id: chosen, name: '' }];
	const choices = [];
	for (const dashboard of dashboards) {
		const reports = (await catalog.savedReports(dashboard.id)).filter((report) =>
			canBeRun(report, catalog),
		);
		for (const { id, name } of reports) {
			choices.push({ name: dashboard.name ? `${dashboard.name}: ${name}` : name, value: id });
		}
	}
	return toResult(choices, filter);
}

type Datasets = NonNullable<Wire['datasets']>;

async function searchDatasets(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const found = await askDatasets(this, async (datasets, send) => datasets.list(send));
	return toResult(
		found.map(({ id, name }) => ({ name: labelOf(name, id), value: id })),
		filter,
	);
}

async function searchDatasetGroups(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const names = await askDatasets(this, async (datasets, send) => datasets.groups(send));
	const choices = names.map((name) => ({ name, value: name }));
	return withEmpty(toResult(choices, filter), filter, '(All)');
}

async function searchDatasetDimensions(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return toColumns(await columnsOf(this), filter, ({ isDimension }) => isDimension);
}

async function searchDatasetMeasures(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return toColumns(await columnsOf(this), filter, ({ isMeasure }) => isMeasure);
}

async function columnsOf(context: ILoadOptionsFunctions): Promise<DatasetColumn[]> {
	const id = textOf(context.getCurrentNodeParameter('dataset'));
	if (id === '') return [];
	const { columns } = await askDatasets(context, async (datasets, send) =>
		datasets.details(send, id),
	);
	return columns;
}

function toColumns(
	columns: readonly DatasetColumn[],
	filter: string | undefined,
	isMeant: (column: DatasetColumn) => boolean,
): INodeListSearchResult {
	const choices = columns.filter(isMeant).map((one) => toChoice(one));
	return toResult(choices, filter);
}

async function askDatasets<Result>(
	context: ILoadOptionsFunctions,
	work: (datasets: Datasets, send: Ask) => Promise<Result>,
): Promise<Result> {
	const service = serviceFor(context);
	const datasets = await moduleOf(service, 0, 'datasets', 'Datasets');
	return await work(
		datasets,
		bounded(async (request) => await service.call(0, request)),
	);
}

async function searchEvents(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const events = await (await catalogFor(this)).events();
	const choices = events.map((one) => toChoice(one));
	return toResult([{ name: `Any event (${ANY_EVENT})`, value: ANY_EVENT }, ...choices], filter);
}

async function searchSessions(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const service = serviceFor(this);
	const { sessions } = await catalogOf(service, 0);
	if (!sessions) throw needsKey('Sessions', wireFor(await service.connectionOf(0)));
	const choices = (await sessions()).map((one) => toChoice(one));
	return toResult(choices, filter);
}

async function searchSqlColumns(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const columns = await sqlColumns(await catalogFor(this));
	const choices = columns.map((one) => ({
		...toChoice(one, `${one.table}: `),
		value: `${one.table}.${one.name}`,
	}));
	return toResult(choices, filter);
}

async function searchUserGroups(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const groups = await (await catalogFor(this)).userGroups();
	const choices = groups.map((one) => toChoice(one));
	return toResult(choices, filter);
}

/** The limit of the platform's own list, and of a list in the form. */
const MOST_VALUES = 1000;
const MOST_SHOWN = 200;
/** Operations where a short name means a user property. */
const OF_USERS = ['getManyUsers', 'getUserPropertyReport'];
const YES_OR_NO = ['true', 'false'];
const DATE = /^\d{4}-\d{2}-\d{2}/;

const valuesMemory = new ShortMemory<string[]>(60_000, 50);

/** Lists values of the property in the same row, the most frequent of the last days first. */
async function searchValues(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const field: unknown = this.getCurrentNodeParameter('&field');
	const property = readChosen(this, textOf(field));
	const kind = kindOf(field, property);
	const values = kind === 'boolean' ? YES_OR_NO : await valuesOf(this, property);
	const fitting = kind === 'date' ? values.filter((value) => DATE.test(value)) : values;
	const { results } = toResult(
		fitting.map((value) => ({ name: value, value })),
		filter,
	);
	return withEmpty({ results: results.slice(0, MOST_SHOWN) }, filter, '(None)');
}

function readChosen(context: ILoadOptionsFunctions, name: string): Property {
	if (name === '') {
		throw new UserError(
			"Choose 'Property' of the condition first. The list then shows the values of the property",
		);
	}
	if (name.startsWith('=')) {
		throw new UserError(
			"'Property' of the condition is an expression, so its values are unknown until the workflow runs. Enter the value instead",
		);
	}
	const operation = textOf(context.getCurrentNodeParameter('operation'));
	return readProperty(name, OF_USERS.includes(operation) ? '' : ANY_EVENT, "'Property'");
}

function kindOf(field: unknown, property: Property): ValueKind | undefined {
	if (property.of === 'user' && /^user_(?:group|segment)_/.test(property.name)) return 'boolean';
	return kindIn(pickedLabel(field));
}

/** Keeps values for a minute, because the list sends a request at each typed letter. */
async function valuesOf(context: ILoadOptionsFunctions, property: Property): Promise<string[]> {
	const service = serviceFor(context);
	const range = recentRange(RECENT_DAYS, context.getTimezone(), new Date());
	const key = await service.keyOf(0, { property, range });
	return await valuesMemory.get(key, async () => await load(service, property, range));
}

/** Returns the platform's own list or, if there is none, the values that a report counts. */
async function load(service: Service, property: Property, range: DateRange): Promise<string[]> {
	const { propertyValues } = await catalogOf(service, 0);
	if (propertyValues && property.of !== 'other') {
		const listed = await propertyValues(property.of, property.name, MOST_VALUES);
		if (listed) return listed;
	}
	const { values } = await countValues(service, 0, property, range);
	return values.flatMap(({ value }) => (value === null ? [] : String(value)));
}

export function searchesOf(fields: readonly INodeProperties[]): Record<ListName, Search> {
	return {
		...propertySearches(eventFieldsIn(fields)),
		searchAggregators: searchAggregatorsOf(false),
		searchAlarms,
		searchDashboards,
		searchDatasetDimensions,
		searchDatasetGroups,
		searchDatasetMeasures,
		searchDatasets,
		searchEvents,
		searchSavedReports,
		searchSessionAggregators: searchAggregatorsOf(true),
		searchSessions,
		searchSqlColumns,
		searchUserGroups,
		searchValues,
	};
}
