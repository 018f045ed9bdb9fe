import {
	type ILoadOptionsFunctions,
	type INodeListSearchResult,
	OperationalError,
	UserError,
} from 'n8n-workflow';

import type { ServiceRequest } from '../../../credentials/http/request';
import { betweenPieces, inSlices, type Steps } from '../../../credentials/http/slices';
import { ShortMemory } from '../../../credentials/process';
import { type Wire, wireFor } from '../api';
import type { Ask, Lists } from '../api/api';
import { inBatches } from '../api/catalogRows';
import type { PropertyEntry } from '../query/entities';
import { ANY_EVENT, type ReportModelName } from '../query/query';
import { isOfOne, SERVER_ERROR } from '../transport/errors';
import { isLeftOut } from '../transport/leftOut';
import { DEFAULT_SETTINGS } from '../transport/settings';
import { Service } from '../transport/service';

/** The same limit as for one answer. */
const MAX_VALUES = 10_000_000;
/** Each object becomes an entry: thousands of events with hundreds of properties. */
export const MAX_OBJECTS = 1_000_000;
/** In characters; saved reports are JSON that is parsed. */
const MAX_TEXT = 32 * 1024 * 1024;
/** At 3 requests per second, this takes ten minutes. */
export const MAX_REQUESTS = 2000;

/** The answers of a list are held together, so the limits of one apply to all of them. */
export function bounded(ask: Ask): Ask {
	const known = new WeakSet<object>();
	let [requests, objects, values, text] = [0, 0, 0, 0];
	return async (request) => {
		const answer = await ask(request);
		// A kept answer doesn't count again.
		if (typeof answer !== 'object' || answer === null || known.has(answer)) return answer;
		known.add(answer);
		const size = await inSlices(sizeSteps(answer));
		objects += size.objects;
		values += size.values;
		text += size.text;
		const fault =
			++requests > MAX_REQUESTS
				? `more than ${MAX_REQUESTS} requests`
				: objects > MAX_OBJECTS
					? `more than ${MAX_OBJECTS / 1e6} million entries`
					: values > MAX_VALUES
						? `more than ${MAX_VALUES / 1e6} million values`
						: text > MAX_TEXT
							? `more than ${MAX_TEXT / 1024 / 1024} MB of text`
							: undefined;
		if (fault === undefined) return answer;
		throw new OperationalError(`The list from Sensors Analytics takes ${fault}`, {
			description:
				'Select a smaller part of the list in the form, or enter a name or ID. If this continues, contact your Sensors Analytics administrator.',
		});
	};
}

/** Counts the values in JSON of any depth. */
function* sizeSteps(answer: unknown): Steps<{ objects: number; values: number; text: number }> {
	const left: unknown[] = [answer];
	const size = { objects: 0, values: 0, text: 0 };
	while (left.length > 0) {
		const value = left.pop();
		if (++size.values % VALUES_A_STEP === 0) yield;
		if (typeof value === 'string') size.text += value.length;
		if (typeof value !== 'object' || value === null) continue;
		const isList = Array.isArray(value);
		if (!isList) size.objects++;
		for (const one of isList ? (value as unknown[]) : Object.values(value)) left.push(one);
	}
	return size;
}

const VALUES_A_STEP = 10_000;

/** The lists of an item's project; a list that its generation of the API doesn't have is absent. */
export type Catalog = ListsOf & {
	/** Whether the credential's generation of the API has reports of this kind. */
	hasReport(name: ReportModelName): boolean;
};
type ListsOf = {
	/** @param sought of any event, requests end once properties of these names are found */
	eventProperties(events: readonly string[], sought?: readonly string[]): Promise<PropertyEntry[]>;
} & {
	[Name in keyof OtherLists]: NonNullable<OtherLists[Name]> extends (
		ask: Ask,
		...rest: infer Rest
	) => infer Result
		? (...rest: Rest) => Result
		: never;
};
type OtherLists = Omit<Lists, 'eventProperties'>;

/** The lists don't change in a run, and rarely during a conversation with a model. */
export async function catalogOf(service: Service, itemIndex: number): Promise<Catalog> {
	const { lists, reports, eventsPerRequest } = wireFor(await service.connectionOf(itemIndex));
	const { propertyValues, sessions } = lists;
	const ask = bounded(async (request) => await keptAnswer(service, itemIndex, request));
	const { leftOut } = await service.usageOf(itemIndex);
	const known = <Entry extends { name: string }>(entries: Entry[]): Entry[] =>
		leftOut.size === 0 ? entries : entries.filter(({ name }) => !isLeftOut(name, leftOut));
	return {
		events: async () => await lists.events(ask),
		eventTags: async () => await lists.eventTags(ask),
		eventProperties: async (events, sought) => {
			if (!events.includes(ANY_EVENT)) return known(await lists.eventProperties(ask, events));
			// "Any event" has the properties of all events.
			const all = (await lists.events(ask)).map(({ name }) => name);
			const found = new Map<string, PropertyEntry>();
			for (const some of inBatches(all, eventsPerRequest)) {
				for (const entry of await lists.eventProperties(ask, some)) found.set(entry.name, entry);
				if (sought?.every((name) => found.has(name))) break;
			}
			return known([...found.values()]);
		},
		propertiesByEvent: async (events) => {
			const perEvent = await lists.propertiesByEvent(ask, events);
			const pause = betweenPieces();
			for (const one of perEvent) {
				one.properties = known(one.properties);
				await pause();
			}
			return perEvent;
		},
		userProperties: async () => known(await lists.userProperties(ask)),
		userGroups: async () => await lists.userGroups(ask),
		dashboards: async () => await lists.dashboards(ask),
		savedReports: async (dashboardId) => await lists.savedReports(ask, dashboardId),
		savedReport: async (id) => await lists.savedReport(ask, id),
		hasReport: (name) => reports[name] !== undefined,
		propertyValues:
			propertyValues && (async (of, name, most) => await propertyValues(ask, of, name, most)),
		sessions: sessions && (async () => await sessions(ask)),
	};
}

/** Returns the error of one object of a list, without which the others can be read; throws any other. */
export function faultOfOne(error: unknown): Error {
	const isRefused = isOfOne(error) && Number(error.httpCode) < SERVER_ERROR;
	if (isRefused || error instanceof OperationalError) return error;
	throw error;
}

export interface Choice {
	name: string;
	value: string;
}

export async function catalogFor(context: ILoadOptionsFunctions): Promise<Catalog> {
	return await catalogOf(serviceFor(context), 0);
}

/** Returns the service for a list of the form, without retries: the user can try again. */
export function serviceFor(context: ILoadOptionsFunctions): Service {
	return new Service(context, { ...DEFAULT_SETTINGS, retries: 0, requestsPerSecond: 0 });
}

/** Returns `Display name (name)`, or only the name if both are the same. */
export function labelOf(displayName: string, name: string): string {
	return displayName === name || displayName === '' ? name : `${displayName} (${name})`;
}

/**
 * n8n reads a text that starts with `=` as an expression and would run it for the user: such a
 * value is left out, and such a label gets a quotation mark before it.
 */
export function toResult(choices: readonly Choice[], filter = ''): INodeListSearchResult {
	const requested = filter.toLowerCase();
	const results = choices.flatMap(({ name, value }) => {
		if (isExpression(value) || !name.toLowerCase().includes(requested)) return [];
		return [{ name: isExpression(name) ? `'${name}` : name, value }];
	});
	return { results };
}

/** n8n's editor has no other way to clear an optional field. A filtered list has no such entry. */
export function withEmpty(
	{ results }: INodeListSearchResult,
	filter: string | undefined,
	name: string,
): INodeListSearchResult {
	return { results: filter ? results : [{ name, value: '' }, ...results] };
}

function isExpression(text: string): boolean {
	return text.trimStart().startsWith('=');
}

type ApiModule = 'users' | 'groups' | 'datasets' | 'alarms';

/**
 * @param what subject of the error
 * @param otherwise what else can be done
 */
export async function moduleOf<Name extends ApiModule>(
	service: Service,
	itemIndex: number,
	name: Name,
	what: string,
	otherwise?: string,
): Promise<NonNullable<Wire[Name]>> {
	const wire = wireFor(await service.connectionOf(itemIndex));
	const part = wire[name];
	if (part) return part;
	throw needsKey(what, wire, otherwise);
}

/** The error for what only the other generation has, in the same words for all of it. */
export function needsKey(
	what: string,
	{ name }: Pick<Wire, 'name'>,
	otherwise?: string,
): UserError {
	return new UserError(
		`${what} aren't available with the 'Authentication' of the credential, because the ${name} doesn't offer them. Use a credential with API Key (OpenAPI)${otherwise === undefined ? '' : `, or ${otherwise}`}`,
	);
}

/** How long a model's tools keep lists, milliseconds: the length of a conversation about them. */
const KEPT_MS = 3 * 60_000;
const MOST_KEPT = 60;
/** Larger answers are rare, and are not kept for so long. */
const MOST_KEPT_TEXT = 2 * 1024 * 1024;
const MOST_KEPT_VALUES = 200_000;
const keptAnswers = new ShortMemory<unknown>(KEPT_MS, MOST_KEPT);

/** Keeps the answer for the run; for the tools of a model, each call a run, for some minutes. */
export async function keptAnswer(
	service: Service,
	itemIndex: number,
	request: ServiceRequest,
): Promise<unknown> {
	if (!service.isTool || request.hasStates === true)
		return await service.callOnce(itemIndex, request);
	const key = await service.keyOf(itemIndex, request);
	const answer = await keptAnswers.get(key, async () => await service.call(itemIndex, request));
	const { text, values } = await inSlices(sizeSteps(answer));
	if (text > MOST_KEPT_TEXT || values > MOST_KEPT_VALUES) keptAnswers.forget(key);
	return answer;
}

export const SQL_TABLES = ['events', 'users'] as const;

type SqlTable = (typeof SQL_TABLES)[number];

/** The tables' own columns in the service's documents and samples (docs/service.md, "SQL"). */
const OWN_COLUMNS: { readonly [Table in SqlTable]: PropertyEntry[] } = {
	events: [
		{ name: 'event', displayName: 'event', kind: 'text', description: 'Name of the event' },
		{
			name: 'user_id',
			displayName: 'user_id',
			kind: 'number',
			description: 'The ID in the table users; select CAST(user_id AS STRING) to keep its digits',
		},
		{ name: 'time', displayName: 'time', kind: 'date', description: 'When it happened' },
		{
			name: 'date',
			displayName: 'date',
			kind: 'date',
			description: 'The day; filter by it, as the table is divided by days',
		},
	],
	users: [
		{
			name: 'id',
			displayName: 'id',
			kind: 'number',
			description: 'The ID of the user; select CAST(id AS STRING) to keep its digits',
		},
	],
};

export interface SqlColumn extends PropertyEntry {
	table: SqlTable;
	/** Whether every project has the column. */
	isOwn: boolean;
}

export function columnsOf<Entry extends PropertyEntry>(
	table: SqlTable,
	properties: readonly Entry[],
): Array<SqlColumn & Partial<Entry>> {
	const names = new Set(properties.map(({ name }) => name));
	const own = OWN_COLUMNS[table].filter(({ name }) => !names.has(name)) as Entry[];
	return [
		...own.map((entry) => ({ ...entry, table, isOwn: true })),
		...properties.map((entry) => ({ ...entry, table, isOwn: false })),
	];
}

export async function sqlColumns(catalog: Catalog): Promise<SqlColumn[]> {
	return [
		...columnsOf('events', await catalog.eventProperties([ANY_EVENT])),
		...columnsOf('users', await catalog.userProperties()),
	];
}
