import { isObject, type JsonObject, objectOrEmpty } from '../../../../credentials/http/json';
import type {
	BehaviorQuery,
	ListPage,
	Slices,
	User,
	UserEvent,
	UserListQuery,
	UserSelection,
} from '../../query/entities';
import { numberIn, textIn } from '../../query/json';
import { type DateRange, type Queries, userField, withoutUser } from '../../query/query';
import { datesOf, type PageRequest } from '../api';
import { listIn, UnexpectedShape } from '../rows';
import { writeDistribution } from './distribution';
import { writeEventReport, writeSession } from './event';
import { writeFunnel } from './funnel';
import { writePath } from './path';
import { ANALYTICS, dataOf, writeFilter } from './request';
import { writeRetention } from './cohorts';

/**
 * Reads a page of users or events (docs/service.md, "Users"); errors don't repeat their content. An
 * empty list may be omitted.
 */
function readPage<Entry>(
	answer: unknown,
	key: string,
	read: (entry: JsonObject, place: string) => Entry,
): ListPage<Entry> {
	const data = dataOf(answer);
	const list = listIn(data, key);
	if (!Array.isArray(list)) throw new UnexpectedShape(`'${key}' isn't a list`);
	const page = objectOrEmpty(data.page);
	return {
		entries: list.map((entry: unknown, index) => {
			const place = `entry ${index + 1} of '${key}'`;
			if (!isObject(entry)) throw new UnexpectedShape(`${place} isn't an object`);
			return read(entry, place);
		}),
		pageCount: numberIn(page, 'page_count'),
		total: numberIn(page, 'total'),
	};
}

/** Reads an ID as text; a number that has lost digits is refused. */
function idIn({ id }: JsonObject, place: string): string {
	const text = textOf(id);
	if (text === undefined) throw new UnexpectedShape(`${place} has no id`);
	return text;
}

function textOf(value: unknown): string | undefined {
	if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined;
	return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Removes `user.` from the names of properties; the samples have names without it. */
function withoutScope(profiles: unknown): JsonObject {
	if (!isObject(profiles)) return {};
	return Object.fromEntries(
		Object.entries(profiles).map(([name, value]) => [withoutUser(name), value]),
	);
}

/** Requests for lists of users (docs/service.md, "Users"). */

/** Requests all users; without it, the service returns only one page. */
const ALL = -1;

function pagesOf(
	model: string,
	body: JsonObject,
	{ properties, limit, useCache, requestId }: UserSelection,
): PageRequest {
	return paged(
		model,
		{
			...body,
			profiles: namesOf(properties).map(userField),
			detail: properties !== 'none',
			use_cache: useCache,
			request_id: requestId,
		},
		limit,
	);
}

/** An empty list would mean all properties, so 'none' requests only the ID. */
function namesOf(properties: UserSelection['properties']): string[] {
	if (properties === 'all') return [];
	return properties === 'none' ? ['$id'] : properties;
}

function paged(model: string, body: JsonObject, limit = ALL): PageRequest {
	return (page, size) => ({
		path: `${ANALYTICS}/model/${model}`,
		body: { ...body, limit, page_index: page, page_size: size },
	});
}

/** Users of a report's cell: the body of the report, and the cell (docs/service.md, "Users"). */

/** Bucket boundaries have 32 bits: the largest one means no upper bound. */
const ENDLESS = 2 ** 31 - 1;

type SliceRequest<Model extends keyof Slices> = (
	query: Queries[Model],
	range: DateRange,
	slice: Slices[Model],
	selection: UserSelection,
) => PageRequest;

/** @param cellOf returns the keys of a cell; it gets the body of the report */
function usersOf<Model extends keyof Slices>(
	model: string,
	write: (query: Queries[Model]) => JsonObject,
	cellOf: (slice: Slices[Model], body: JsonObject) => JsonObject,
): SliceRequest<Model> {
	return (query, range, slice, requested) => {
		// The result is users instead of rows, so totals aren't requested.
		const body = { ...write(query), rollup: undefined, ...datesOf(range) };
		return pagesOf(`${model}/users`, { ...body, ...cellOf(slice, body) }, requested);
	};
}

/** Lists of users (docs/service.md, "Users"). */

/** Maximum size of a page (docs/service.md, "Users"). */
const LARGEST_PAGE = 100;

const ofReport: { readonly [Model in keyof Slices]: SliceRequest<Model> } = {
	event: usersOf('segmentation', writeEventReport, ({ date, groups }) => ({
		rollup_date: date === undefined,
		slice_date: date,
		slice_by_values: groups.length > 0 ? groups : undefined,
	})),
	distribution: usersOf('addiction', writeDistribution, (slice) => ({
		// The date is in the key of the group, as in the rows of the report.
		slice_by_value: 'date' in slice ? slice.date : slice.group,
		slice_freq: slice.from,
		slice_max_freq: slice.to ?? ENDLESS,
	})),
	funnel: usersOf('funnel', writeFunnel, ({ step, isLost, group }) => ({
		// Steps count from 0 in the request.
		slice_step: step - 1,
		slice_wastage_user: isLost,
		slice_by_values: group === undefined ? undefined : [group],
	})),
	retention: usersOf(
		'retention',
		writeRetention,
		({ date, period, group }, { by_fields: fields }) => ({
			by_fields: undefined,
			by_field: Array.isArray(fields) ? (fields[0] as string) : undefined,
			slice_date: date,
			slice_interval: String(period),
			slice_by_value: group,
		}),
	),
	session: usersOf('session', writeSession, ({ date, groups }) => ({
		slice_date: date,
		slice_by_values: groups.length > 0 ? groups : undefined,
	})),
	path: usersOf('user-path', writePath, ({ step, event, went }) => ({
		session_level: step,
		slice_element_filters: [{ slice_event_name: event }],
		// For users who went on to an event, the vendor's own client sends no `edge_type`.
		...(typeof went === 'object'
			? { next_slice_element_filters: [{ slice_event_name: went.to }] }
			: { edge_type: went === 'nowhere' ? 'WASTAGE' : 'ALL' }),
	})),
};

export const usersWire = {
	largestPage: LARGEST_PAGE,
	list: ({ filter }: UserListQuery, requested: UserSelection) =>
		pagesOf('user/list', { filter: filter && writeFilter(filter, 'filter') }, requested),
	ofReport,
	/** @throws UnexpectedShape for users without an ID, who could be counted twice */
	readUsers(answer: unknown): ListPage<User> {
		return readPage(answer, 'users', (user, place) => ({
			id: idIn(user, place),
			firstId: textIn(user, 'first_id'),
			secondId: textIn(user, 'second_id'),
			distinctId: textIn(user, 'distinct_id'),
			properties: withoutScope(user.profiles),
		}));
	},
	behavior(query: BehaviorQuery, { limit, requestId }: Pick<UserSelection, 'limit' | 'requestId'>) {
		const { user, isDistinctId, range, isNewestFirst } = query;
		return paged(
			'user/behavior',
			{
				users: [user],
				distinct_id: isDistinctId,
				from_date: range.from,
				to_date: range.to,
				sort_by_time_asc: !isNewestFirst,
				// Required since 3.0.5; without a further key it removes nothing.
				event_property_allows: [],
				request_id: requestId,
			},
			limit,
		);
	},
	readEvents(answer: unknown): ListPage<UserEvent> {
		return readPage(answer, 'events', (event, place) => {
			const [time, name] = [textIn(event, 'time'), textIn(event, 'event')];
			if (time === undefined || name === undefined) {
				throw new UnexpectedShape(`${place} has no time or no name`);
			}
			return {
				time,
				event: name,
				displayName: textIn(event, 'event_cname'),
				distinctId: textOf(event.distinct_id),
				userId: textOf(event.user_id),
				properties: objectOrEmpty(event.properties),
				profile: withoutScope(event.profiles),
			};
		});
	},
};
