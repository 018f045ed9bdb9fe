/** Pages of users and of events (docs/service.md, "Users"). No error repeats what a page holds. */
import { withoutUser } from '../../../query/fieldExpression';
import { isObject, type JsonObject, numberIn, textIn } from '../../../query/json';
import type { Page, User, UserEvent } from '../../../query/users';
import { dataOf } from '../envelope';
import { UnknownForm } from '../../rows/unknownForm';

export function readUsers(answer: unknown): Page<User> {
	return readPage(answer, 'users', (user, place) => ({
		id: idIn(user, place),
		firstId: textIn(user, 'first_id'),
		secondId: textIn(user, 'second_id'),
		distinctId: textIn(user, 'distinct_id'),
		properties: withoutScope(user.profiles),
	}));
}

export function readEvents(answer: unknown): Page<UserEvent> {
	return readPage(answer, 'events', (event, place) => {
		const [time, name] = [textIn(event, 'time'), textIn(event, 'event')];
		if (time === undefined || name === undefined) {
			throw new UnknownForm(`${place} has no time or no name`);
		}
		return {
			time,
			event: name,
			displayName: textIn(event, 'event_cname'),
			distinctId: textOf(event.distinct_id),
			userId: textOf(event.user_id),
			properties: isObject(event.properties) ? event.properties : {},
			profile: withoutScope(event.profiles),
		};
	});
}

/** A list that is empty may be left out. */
function readPage<Entry>(
	answer: unknown,
	key: string,
	read: (entry: JsonObject, place: string) => Entry,
): Page<Entry> {
	const data = dataOf(answer);
	const list = data[key] ?? [];
	if (!Array.isArray(list)) throw new UnknownForm(`'${key}' is no list`);
	const page = isObject(data.page) ? data.page : {};
	return {
		entries: list.map((entry: unknown, index) => {
			const place = `entry ${index + 1} of '${key}'`;
			if (!isObject(entry)) throw new UnknownForm(`${place} is no object`);
			return read(entry, place);
		}),
		pageCount: numberIn(page, 'page_count'),
		total: numberIn(page, 'total'),
	};
}

/** As text; a number that is not exact any more is none. */
function idIn({ id }: JsonObject, place: string): string {
	const text = textOf(id);
	if (text === undefined) throw new UnknownForm(`${place} has no id`);
	return text;
}

function textOf(value: unknown): string | undefined {
	if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined;
	return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Properties by their plain names, as the samples have them; `user.` in front is let be. */
function withoutScope(profiles: unknown): JsonObject {
	if (!isObject(profiles)) return {};
	return Object.fromEntries(
		Object.entries(profiles).map(([name, value]) => [withoutUser(name), value]),
	);
}
