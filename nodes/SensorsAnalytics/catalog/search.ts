import {
	type ILoadOptionsFunctions,
	type INodeListSearchResult,
	type INodeProperties,
	UserError,
} from 'n8n-workflow';

import type { JsonObject } from '../../../credentials/http/json';
import { ShortMemory } from '../../../credentials/process';
import { type Wire, wireFor } from '../api';
import type { Ask } from '../api/api';
import { kindOfPick } from '../params/filter';
import { aggregatorChoices } from '../params/measure';
import {
	ANY_ALARM,
	type EventFields,
	eventFieldsIn,
	type ListName,
	readProperty,
} from '../params/property';
import { RECENT_DAYS, recentRange } from '../params/range';
import { rowsOf, textOf } from '../params/read';
import { findAggregator } from '../query/aggregators';
import type { Alarm, CatalogEntry, DatasetColumn } from '../query/entities';
import { kindIn, type ValueKind, withKind } from '../query/filterFunctions';
import { ANY_EVENT, type DateRange, type Property, toExpression, userField } from '../query/query';
import { canBeRun, reports } from '../reports/registry';
import type { Report } from '../reports/report';
import type { Service } from '../transport/service';
import {
	bounded,
	type Catalog,
	catalogFor,
	catalogOf,
	type Choice,
	faultOfOne,
	labelOf,
	moduleOf,
	needsKey,
	serviceFor,
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

/** @param none name of the entry that clears the field, if the field is optional */
function listed(
	choicesOf: (context: ILoadOptionsFunctions) => Promise<readonly Choice[]>,
	none?: string,
): Search {
	return async function (filter) {
		const result = toResult(await choicesOf(this), filter);
		return none === undefined ? result : withEmpty(result, filter, none);
	};
}

/** @param fields fields of the form that contain events, whose properties are listed */
function propertySearches(fields: EventFields) {
	/** Returns properties of the event in the same row, or of the events in the form. */
	const ofEvents = async (context: ILoadOptionsFunctions) => {
		const owner = OWNER_FIELDS.map((name) => textOf(fieldIn(context, name))).find(Boolean);
		const events = owner === undefined ? eventsInForm(context, fields) : [owner];
		return await eventProperties(await catalogFor(context), events);
	};
	const ofUsers = async (context: ILoadOptionsFunctions) =>
		await userChoices(await catalogFor(context));
	const ofBoth = async (context: ILoadOptionsFunctions) => {
		const catalog = await catalogFor(context);
		return [
			...(await propertiesOfReport(catalog, context, eventsInForm(context, fields))),
			...(await userChoices(catalog)),
		];
	};
	return {
		searchEventProperties: listed(ofEvents),
		searchMeasuredProperties: listed(async (context) => {
			const aggregator = findAggregator(textOf(fieldIn(context, '&aggregator')))?.value;
			const choices = await ofEvents(context);
			return aggregator === 'uniqCount' ? choices : onlyNumbers(choices);
		}),
		searchNumberProperties: listed(async (context) => onlyNumbers(await ofEvents(context))),
		searchProperties: listed(ofBoth),
		searchPropertiesOrNone: listed(ofBoth, '(None)'),
		searchUserNumberProperties: listed(async (context) => onlyNumbers(await ofUsers(context))),
		searchUserProperties: listed(ofUsers),
	};
}

function toChoice(
	{ name, displayName, kind }: CatalogEntry & { kind?: ValueKind },
	prefix = '',
): Choice {
	return { name: withKind(`${prefix}${labelOf(displayName, name)}`, kind), value: name };
}

/** Properties of an unknown kind stay in the list; another name can still be typed. */
function onlyNumbers(choices: readonly Choice[]): Choice[] {
	return choices.filter(({ name }) => [undefined, 'number'].includes(kindIn(name)));
}

/** Whether the properties of any event are those of the first one in the form's report. */
function isOfFirstEvent(context: ILoadOptionsFunctions): boolean {
	const operation = textOf(fieldIn(context, 'operation'));
	const asked = operation === 'getManyFromReport' ? textOf(fieldIn(context, 'fromReport')) : '';
	return Object.values(reports).some(
		({ name, option, restricts }: Report) =>
			typeof restricts === 'object' &&
			restricts.ofFirst !== undefined &&
			[name, option.value].includes(asked || operation),
	);
}

/** Returns properties to filter or group by; one that the first event lacks has its event. */
async function propertiesOfReport(
	catalog: Catalog,
	context: ILoadOptionsFunctions,
	events: string[],
): Promise<Choice[]> {
	if (!isOfFirstEvent(context) || events.length < 2 || events.includes(ANY_EVENT))
		return await eventProperties(catalog, events);
	const byEvent = new Map(
		(await catalog.propertiesByEvent(events)).map((one) => [one.event, one.properties]),
	);
	const known = new Set<string>();
	return events.flatMap((event, index) => {
		const own = (byEvent.get(event) ?? []).filter(({ name }) => !known.has(name));
		for (const { name } of own) known.add(name);
		const isFirst = index === 0;
		return own.map((one) => ({
			...toChoice(one, isFirst ? '' : `${event}: `),
			value: toExpression({ of: 'event', event: isFirst ? ANY_EVENT : event, name: one.name }),
		}));
	});
}

async function eventProperties(catalog: Catalog, events: string[]): Promise<Choice[]> {
	const [only = ANY_EVENT, ...others] = events;
	const owner = others.length > 0 ? ANY_EVENT : only;
	const properties = await catalog.eventProperties([only, ...others]);
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

export async function alarmsOf(service: Service): Promise<Alarms> {
	const alarms = await moduleOf(service, 0, 'alarms', 'Alarms');
	const ask = bounded(async (request) => await service.call(0, request));
	return {
		ids: async () => await alarms.ids(ask),
		alarm: async (id) => await alarms.alarm(ask, id),
	};
}

/** Entries per page: each takes a request, and only 3 per second may be sent. */
const AT_A_TIME = 15;

/** The choices of each object of a list that sends a request for each, or why it can't be read. */
const choicesMemory = new ShortMemory<Choice[] | Error>(60_000, 2000);

/**
 * Returns the choices of the objects, without those that can't be read, until they are enough.
 * @param list distinguishes lists of one credential
 * @throws the first error if no object can be read, and an error that isn't of a single object
 */
async function choicesOfEach(
	service: Service,
	list: object,
	ids: readonly string[],
	read: (id: string, index: number) => Promise<Choice[]>,
	part: { from: number; isEnough?: (choices: readonly Choice[]) => boolean } = { from: 0 },
): Promise<{ choices: Choice[]; next: number }> {
	const key = await service.keyOf(0, list);
	const choices: Choice[] = [];
	const faults: Error[] = [];
	let next = part.from;
	for (; next < ids.length && part.isEnough?.(choices) !== true; next++) {
		const index = next;
		const id = ids[index] as string;
		const found = await choicesMemory.get(`${key} ${id}`, async () =>
			read(id, index).catch(faultOfOne),
		);
		if (found instanceof Error) faults.push(found);
		else for (const choice of found) choices.push(choice);
	}
	if (faults.length > 0 && faults.length === next) throw faults[0] as Error;
	return { choices, next };
}

/** Lists alerts, the newest first; further ones, after `from`, are loaded on scrolling. */
export async function searchAlarms(
	this: ILoadOptionsFunctions,
	filter?: string,
	from?: string,
): Promise<INodeListSearchResult> {
	const service = serviceFor(this);
	const alarms = await alarmsOf(service);
	const ids = (await alarms.ids()).sort((a, b) => Number(b) - Number(a));
	const read = async (one: string) => {
		const { id, title } = await alarms.alarm(one);
		return [{ name: title || id, value: id }];
	};
	const isEnough = (found: readonly Choice[]) =>
		toResult(found, filter).results.length >= AT_A_TIME;
	const part = { from: Number(from ?? 0), isEnough };
	const { choices, next } = await choicesOfEach(service, { list: 'alarms' }, ids, read, part);
	const { results } = toResult(part.from === 0 ? [ANY_ALARM, ...choices] : choices, filter);
	return { results, paginationToken: next < ids.length ? String(next) : undefined };
}

/** Aggregators are found by all their names in both languages, and shown in English. */
const searchAggregatorsOf = (isOfSessions: boolean): Search =>
	async function (filter = '') {
		const requested = filter.trim().toLowerCase();
		const found = aggregatorChoices(isOfSessions).filter(({ name, also }) =>
			[name, ...also].some((one) => one.toLowerCase().includes(requested)),
		);
		return { results: found.map(({ name, value, description }) => ({ name, value, description })) };
	};

/** Returns the reports that can be run, of the dashboard selected in the form or of all. */
async function savedReports(context: ILoadOptionsFunctions): Promise<Choice[]> {
	const service = serviceFor(context);
	const catalog = await catalogOf(service, 0);
	const chosen = textOf(fieldIn(context, 'dashboard'));
	const dashboards = chosen === '' ? await catalog.dashboards() : [{ id: chosen, name: '' }];
	const read = async (dashboardId: string, index: number) => {
		const prefix = dashboards[index]?.name;
		const reports = await catalog.savedReports(dashboardId);
		return reports
			.filter((report) => canBeRun(report, catalog))
			.map(({ id, name }) => ({ name: prefix ? `${prefix}: ${name}` : name, value: id }));
	};
	const ids = dashboards.map(({ id }) => id);
	return (await choicesOfEach(service, { list: 'savedReports', chosen }, ids, read)).choices;
}

type Datasets = NonNullable<Wire['datasets']>;

async function columnsOf(context: ILoadOptionsFunctions): Promise<DatasetColumn[]> {
	const id = textOf(fieldIn(context, 'dataset'));
	if (id === '') return [];
	const { columns } = await askDatasets(context, async (datasets, send) =>
		datasets.details(send, id),
	);
	return columns;
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

async function sessionChoices(context: ILoadOptionsFunctions): Promise<Choice[]> {
	const service = serviceFor(context);
	const { sessions } = await catalogOf(service, 0);
	if (!sessions) throw needsKey('Sessions', wireFor(await service.connectionOf(0)));
	return (await sessions()).map((one) => toChoice(one));
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
	const field = fieldIn(this, '&field');
	const property = readChosen(this, textOf(field));
	const kind = kindOfPick(field, property);
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
	const operation = textOf(fieldIn(context, 'operation'));
	return readProperty(name, OF_USERS.includes(operation) ? '' : ANY_EVENT, "'Property'");
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
		searchDashboards: listed(async (context) => {
			const dashboards = await (await catalogFor(context)).dashboards();
			return dashboards.map(({ id, name }) => ({ name, value: id }));
		}, '(All)'),
		searchDatasetDimensions: listed(async (context) =>
			(await columnsOf(context)).filter((one) => one.isDimension).map((one) => toChoice(one)),
		),
		searchDatasetGroups: listed(async (context) => {
			const names = await askDatasets(context, async (datasets, send) => datasets.groups(send));
			return names.map((name) => ({ name, value: name }));
		}, '(All)'),
		searchDatasetMeasures: listed(async (context) =>
			(await columnsOf(context)).filter((one) => one.isMeasure).map((one) => toChoice(one)),
		),
		searchDatasets: listed(async (context) => {
			const found = await askDatasets(context, async (datasets, send) => datasets.list(send));
			return found.map(({ id, name }) => ({ name: labelOf(name, id), value: id }));
		}),
		searchEvents: listed(async (context) => {
			const events = await (await catalogFor(context)).events();
			const any = { name: `Any event (${ANY_EVENT})`, value: ANY_EVENT };
			return [any, ...events.map((one) => toChoice(one))];
		}),
		searchSavedReports: listed(savedReports),
		searchSessionAggregators: searchAggregatorsOf(true),
		searchSessions: listed(sessionChoices),
		searchSqlColumns: listed(async (context) => {
			const columns = await sqlColumns(await catalogFor(context));
			return columns.map((one) => ({
				...toChoice(one, `${one.table}: `),
				value: `${one.table}.${one.name}`,
			}));
		}),
		searchUserGroups: listed(async (context) => {
			const groups = await (await catalogFor(context)).userGroups();
			return groups.map((one) => toChoice(one));
		}),
		searchValues,
	};
}
