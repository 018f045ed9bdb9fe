import type { Alarm, Firing } from '../../SensorsAnalytics/query/alarms';
import { isMark, isSalt, markOf as saltedMark, newSalt } from '../marks';
import { isSmallObject, MOST_ENTRIES } from '../memory';

/** What is remembered of one alarm. Moments are texts that sort as times do. */
export interface Known {
	/** Nothing older is told any more; '' where it has not fired yet. */
	moment: string;
	/** Marks of what fired at this moment and is told; the oldest first. */
	told: string[];
}

/** What is remembered of the alarms (docs/trigger.md, T24, T25). */
export interface KnownAlarms {
	/** When it began, on the project's clocks: what an alarm that was not there then counts from. */
	since: string;
	/** Of the marks. */
	salt: string;
	byId: { [id: string]: Known };
	/** The alarm that the next poll begins with, where one poll can't ask for all (T30). */
	next?: string;
}

const SECOND_MS = 1000;
/** Firings at one moment that are told apart. */
const MOST_AT_ONCE = 100;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/;
const ID = /^\d{1,18}$/;

/** Whether a value that n8n has kept is what this node can have remembered of alarms. */
export function isKnownAlarms(value: unknown): value is KnownAlarms {
	if (!isSmallObject(value)) return false;
	const { since, salt, byId, next } = value;
	const isNext = next === undefined || (typeof next === 'string' && ID.test(next));
	if (!isTime(since) || !isNext || !isSalt(salt) || !isSmallObject(byId)) return false;
	return Object.entries(byId).every(([id, known]) => ID.test(id) && isKnown(known));
}

function isTime(value: unknown): value is string {
	return typeof value === 'string' && TIME.test(value) && !Number.isNaN(Date.parse(`${value}Z`));
}

function isKnown(value: unknown): value is Known {
	if (!isSmallObject(value)) return false;
	const { moment, told } = value;
	const isMoment = moment === '' || isTime(moment);
	return isMoment && Array.isArray(told) && told.length <= MOST_AT_ONCE && told.every(isMark);
}

/** An alarm and a time that it fired. */
export interface Fired {
	alarm: Alarm;
	firing: Firing;
}

/** What is remembered at first: what has fired so far does not count (T24). */
export function begin(alarms: readonly Alarm[], since: string): KnownAlarms {
	const salt = newSalt();
	return { since, salt, byId: byIdOf(alarms.map((alarm) => [alarm.id, asSeen(alarm, salt)])) };
}

/**
 * What has fired since, in the order of its moments, and what is to be remembered then. Memory moves
 * forward only: a firing of the past is told no more, whether it is a late one, or an older one that
 * shows again because a newer one was removed (T25).
 * @param alarms that were looked at
 * @param listed IDs of all that are there
 */
export function follow(
	known: KnownAlarms,
	alarms: readonly Alarm[],
	listed: readonly string[] = alarms.map(({ id }) => id),
): { fired: Fired[]; now: KnownAlarms } {
	const { since, salt } = known;
	const byId = new Map(Object.entries(known.byId));
	const fired: Fired[] = [];
	for (const alarm of alarms) {
		const { id, newest } = alarm;
		const before = byId.get(id);
		const { moment, told } = before ?? { moment: since, told: [] };
		if (newest && isNew(newest, moment, told, salt)) {
			fired.push({ alarm, firing: newest });
			const atOnce = newest.moment === moment ? told : [];
			const marks = [...atOnce, markOf(newest, salt)].slice(-MOST_AT_ONCE);
			byId.set(id, { moment: newest.moment, told: marks });
		} else {
			byId.set(id, before ?? asSeen(alarm, salt));
		}
	}
	return { fired: inOrder(fired), now: bounded({ since, salt, byId: byIdOf([...byId]) }, listed) };
}

/**
 * The memory without the alarms that fired longest ago where it has too many that are gone: IDs that
 * are listed once, and never again, must not fill it. One that is forgotten, and shows again, must
 * not be told again.
 */
function bounded(known: KnownAlarms, listed: readonly string[]): KnownAlarms {
	const entries = Object.entries(known.byId);
	if (entries.length <= MOST_ENTRIES) return known;
	const isThere = new Set(listed);
	const rank = ([id, { moment }]: [string, Known]) => (isThere.has(id) ? '~' : moment);
	const latestFirst = entries.sort((one, other) =>
		rank(one) === rank(other) ? 0 : rank(one) < rank(other) ? 1 : -1,
	);
	const [, forgotten] = latestFirst[MOST_ENTRIES] as [string, Known];
	const behind = forgotten.moment === '' ? '' : secondLater(forgotten.moment);
	const since = behind > known.since ? behind : known.since;
	return { ...known, since, byId: byIdOf(latestFirst.slice(0, MOST_ENTRIES)) };
}

function secondLater(moment: string): string {
	return new Date(Date.parse(`${moment}Z`) + SECOND_MS).toISOString().slice(0, 19);
}

function byIdOf(entries: Array<[string, Known]>): KnownAlarms['byId'] {
	return Object.fromEntries(entries);
}

/** By their moments; what fired at once, by the numbers of the alarms. */
export function inOrder(fired: readonly Fired[]): Fired[] {
	return [...fired].sort(({ alarm: a, firing: one }, { alarm: b, firing: other }) => {
		if (one.moment === other.moment) return Number(a.id) - Number(b.id);
		return one.moment < other.moment ? -1 : 1;
	});
}

function isNew(firing: Firing, moment: string, told: readonly string[], salt: string): boolean {
	if (firing.moment !== moment) return firing.moment > moment;
	return !told.includes(markOf(firing, salt));
}

function asSeen({ newest }: Alarm, salt: string): Known {
	return newest
		? { moment: newest.moment, told: [markOf(newest, salt)] }
		: { moment: '', told: [] };
}

/**
 * What tells firings of one moment apart: the group and the rule. Not the numbers: a corrected one is
 * no new firing.
 */
function markOf(firing: Firing, salt: string): string {
	const { alarmTime, executeTime, groupField, group, comparison, reference, valueType } = firing;
	const parts = [alarmTime, executeTime, groupField, group, comparison, reference, valueType];
	return saltedMark(salt, [JSON.stringify(parts)]);
}
