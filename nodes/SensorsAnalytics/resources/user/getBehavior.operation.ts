import { readOneOf } from '../../form/choice';
import { readLimit } from '../../form/listFields';
import { rangeFields, readRange, readTimeZone } from '../../form/range';
import { assertRangeLength } from '../../form/rangeLength';
import { type ReadField, textOf } from '../../form/reading';
import { readLongestRange } from '../../form/reportOptions';
import {
	behaviorFields,
	behaviorListFields,
	behaviorOptionFields,
	readUserId,
} from '../../form/users';
import { addHint } from '../../output/hints';
import { toItems } from '../../output/items';
import { toEventObject } from '../../output/userObjects';
import type { BehaviorQuery, UserEvent } from '../../query/users';
import type { Operation } from '../operation';
import { isPreview, preview } from '../preview';
import { limitNote, notesOn, readPages } from '../readPages';
import { timesOf } from '../timesOf';
import { usersOf } from './usersOf';

/** Values of an event beside the properties. */
const OWN = 5;

/** What a user did, event by event (docs/service.md, "Users"). */
export const getBehavior: Operation = {
	option: {
		name: 'Get Behavior',
		value: 'getBehavior',
		action: 'Get the behavior of a user',
		description: 'List the events of one user in their order. Needs an API key.',
	},
	fields: [...behaviorFields, ...rangeFields(false), ...behaviorListFields],
	options: behaviorOptionFields,
	async execute(run) {
		const { context, itemIndex, field, options } = run;
		const timeZone = readTimeZone(options.timeZone, context.getTimezone());
		const query = readQuery(field, timeZone);
		assertRangeLength(query.range, readLongestRange(options));
		const limit = readLimit(field);
		const users = await usersOf(run);
		const requestId = textOf(options.requestId) || undefined;
		const request = users.behavior(query, { limit, requestId });
		const { largestPage } = users;
		if (isPreview(run)) return toItems([preview(request, largestPage, limit)], itemIndex);
		const read = await readPages(run.ask, {
			request,
			read: users.readEvents,
			sizeOf,
			largestPage,
			limit,
		});
		addHint(context, notesOn(read, limit, 'events'));
		addHint(context, limitNote(read, limit, 'events'));
		const time = timesOf(run, timeZone);
		const events = inOrder(read.entries, query);
		return toItems(
			events.map((event) => toEventObject(event, time)),
			itemIndex,
		);
	},
};

/** @throws UserError that names the field */
function readQuery(field: ReadField, timeZone: string): BehaviorQuery {
	return {
		user: readUserId(field('user')),
		isDistinctId: oneOf(field('userIdKind'), ['internal', 'distinct'], 'User Is Given By') === 1,
		range: readRange(field, timeZone, new Date()),
		isNewestFirst: oneOf(field('eventOrder'), ['oldest', 'newest'], 'Order') === 1,
	};
}

/** Which of the choices it is. */
function oneOf(value: unknown, choices: readonly string[], label: string): number {
	return choices.indexOf(readOneOf(value, choices, `'${label}'`));
}

function sizeOf({ properties, profile }: UserEvent): number {
	return OWN + Object.keys(properties).length + Object.keys(profile).length;
}

/** Times are texts of one form; events of one moment stay as they came. */
function inOrder(events: readonly UserEvent[], { isNewestFirst }: BehaviorQuery): UserEvent[] {
	const sign = isNewestFirst ? -1 : 1;
	return [...events].sort((a, b) => (a.time === b.time ? 0 : a.time < b.time ? -sign : sign));
}
