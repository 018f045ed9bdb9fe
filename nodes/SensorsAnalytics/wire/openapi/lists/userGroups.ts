/** Groups of users, called segments here (docs/service.md, "OpenAPI"). */
import type { ServiceRequest } from '../../../../../credentials/http/request';
import type { UserGroup } from '../../../query/catalog';
import { userField } from '../../../query/fieldExpression';
import { isObject, type JsonObject, numberIn, textIn } from '../../../query/json';
import { idOf, listedObjects } from '../../rows/listObjects';
import type { Ask } from '../../wire';
import { dataOf } from '../envelope';
import { unlessMissing } from '../missingModule';
import { ANALYTICS, HORIZON } from '../paths';

const ENTITY = 'user';
const ALL_PAGES = -1;
const PAGE_SIZE = 1000;
const SIZES_PER_REQUEST = 200;
/** Names are fields of users with this before them: newer and older projects. */
const PREFIX = /^user_(?:segment|group)_/;

const definitionsRequest: ServiceRequest = {
	path: `${HORIZON}/segment/definition/list`,
	body: { entity_name: ENTITY, page: ALL_PAGES, page_size: PAGE_SIZE },
};
const namesRequest: ServiceRequest = {
	method: 'GET',
	path: `${ANALYTICS}/property-meta/user-groups/all`,
};

/** With their sizes; where the module for segments is not installed, their names alone. */
export async function userGroups(ask: Ask): Promise<UserGroup[]> {
	const answer = await unlessMissing(ask(definitionsRequest));
	if (answer === undefined) return readNames(await ask(namesRequest));
	const definitions = listedObjects(dataOf(answer).segment_definitions ?? [], 'user groups');
	const latest = new Map<string, JsonObject>();
	for (const request of latestRequests(definitions.map(nameOf))) {
		for (const [name, item] of latestItems(await ask(request))) latest.set(name, item);
	}
	return definitions.map((definition) =>
		toUserGroup(definition, 'user_segment_', latest.get(nameOf(definition))),
	);
}

function latestRequests(names: readonly string[]): ServiceRequest[] {
	const requests: ServiceRequest[] = [];
	for (let start = 0; start < names.length; start += SIZES_PER_REQUEST) {
		requests.push({
			path: `${HORIZON}/segment/latest-item/get`,
			body: {
				entity_name: ENTITY,
				definition_names: names.slice(start, start + SIZES_PER_REQUEST),
				segment_ready: true,
			},
		});
	}
	return requests;
}

/** The misspelling is the service's. */
function latestItems(answer: unknown): Array<[string, JsonObject]> {
	const items = dataOf(answer).lasted_segment_item_map ?? {};
	return Object.entries(isObject(items) ? items : {}).filter(
		(entry): entry is [string, JsonObject] => isObject(entry[1]),
	);
}

function readNames(answer: unknown): UserGroup[] {
	return listedObjects(dataOf(answer).user_groups ?? [], 'user groups').map((group) =>
		toUserGroup(group, 'user_group_'),
	);
}

/** @param prefix of the field, where the name comes without one */
function toUserGroup(group: JsonObject, prefix: string, latest?: JsonObject): UserGroup {
	const fullName = nameOf(group);
	const name = fullName.replace(PREFIX, '');
	return {
		// Definitions have no number: their name tells them apart.
		id: idOf(group) || fullName,
		name,
		field: userField(`${PREFIX.test(fullName) ? '' : prefix}${fullName}`),
		displayName: textIn(group, 'display_name') ?? textIn(group, 'cname') ?? name,
		comment: textIn(group, 'comment'),
		createdAt: textIn(group, 'create_time'),
		status: textIn(group, 'status'),
		lastComputation: latest && {
			baseTime: textIn(latest, 'base_time'),
			startedAt: textIn(latest, 'create_time'),
			finishedAt: textIn(latest, 'segment_ready_time'),
			users: numberIn(latest, 'count'),
		},
	};
}

function nameOf(group: JsonObject): string {
	return textIn(group, 'name') ?? '';
}
