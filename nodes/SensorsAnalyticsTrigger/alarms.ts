import { type IDataObject, NodeApiError, OperationalError } from 'n8n-workflow';

import { alarmsOf } from '../SensorsAnalytics/catalog/search';
import { addDays, dateTimeInZone, withOffset } from '../SensorsAnalytics/dates/calendar';
import { changeWriter, numberWriter } from '../SensorsAnalytics/output/message/numbers';
import { clean, cut, escapeText } from '../SensorsAnalytics/output/message/text';
import type { Alarm, Firing } from '../SensorsAnalytics/query/entities';
import { amountOf, percentChange, withCommas } from '../SensorsAnalytics/table/decimal';
import { isOfOne, SERVER_ERROR } from '../SensorsAnalytics/transport/errors';
import { namesLeftOut } from '../SensorsAnalytics/transport/leftOut';
import { PUBLISHED_REQUESTS_PER_SECOND } from '../SensorsAnalytics/transport/settings';
import type { Service } from '../SensorsAnalytics/transport/service';
import type { AlarmSettings } from './fields';
import {
	type AlertMemory,
	isMark,
	isSalt,
	isSmallObject,
	isTooEarly,
	type KnownAlarms,
	markOf as saltedMark,
	MAX_WAIT_MS,
	type Memory,
	MOST_DAYS_AHEAD,
	MOST_REMEMBERED,
	newSalt,
	type Watched,
} from './memory';
import { TIME } from './periods';

const SECOND_MS = 1000;
/** Maximum number of firings at one moment that are distinguished. */
const MOST_AT_ONCE = 100;
const ID = /^\d{1,18}$/;

/** Whether a value from n8n is a memory of alerts that this node can have written. */
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

function isKnown(value: unknown): value is AlertMemory {
	if (!isSmallObject(value)) return false;
	const { moment, sent } = value;
	const isMoment = moment === '' || isTime(moment);
	return isMoment && Array.isArray(sent) && sent.length <= MOST_AT_ONCE && sent.every(isMark);
}

/** An alert and one of its firings. */
interface Fired {
	alarm: Alarm;
	firing: Firing;
}

/** Returns the initial memory: earlier firings don't count (T24). */
export function begin(alarms: readonly Alarm[], since: string): KnownAlarms {
	const salt = newSalt();
	return { since, salt, byId: byIdOf(alarms.map((alarm) => [alarm.id, asSeen(alarm, salt)])) };
}

/**
 * Returns the new firings in the order of their moments, and the updated memory. The memory only
 * moves forward: a firing of the past is never reported later, neither a late one, nor an older one
 * that shows again because a newer one was removed (T25).
 * @param alarms alerts that were fetched
 * @param listed IDs of all existing alerts
 */
export function follow(
	known: KnownAlarms,
	alarms: readonly Alarm[],
	listed: readonly string[],
): { fired: Fired[]; now: KnownAlarms } {
	const { since, salt } = known;
	const byId = new Map(Object.entries(known.byId));
	const fired: Fired[] = [];
	for (const alarm of alarms) {
		const { id, newest } = alarm;
		const before = byId.get(id);
		const { moment, sent } = before ?? { moment: since, sent: [] };
		if (newest && isNew(newest, moment, sent, salt)) {
			fired.push({ alarm, firing: newest });
			const atOnce = newest.moment === moment ? sent : [];
			const marks = [...atOnce, markOf(newest, salt)].slice(-MOST_AT_ONCE);
			byId.set(id, { moment: newest.moment, sent: marks });
		} else {
			byId.set(id, before ?? asSeen(alarm, salt));
		}
	}
	return { fired: inOrder(fired), now: bounded({ since, salt, byId: byIdOf([...byId]) }, listed) };
}

/**
 * Limits the memory by dropping the alerts that fired longest ago among those that no longer exist:
 * IDs that are listed only once must not fill it. An alert that is dropped and exists again must
 * not be reported again.
 */
function bounded(known: KnownAlarms, listed: readonly string[]): KnownAlarms {
	const entries = Object.entries(known.byId);
	if (entries.length <= MOST_REMEMBERED) return known;
	const isThere = new Set(listed);
	const rank = ([id, { moment }]: [string, AlertMemory]) => (isThere.has(id) ? '~' : moment);
	const latestFirst = entries.sort((one, other) =>
		rank(one) === rank(other) ? 0 : rank(one) < rank(other) ? 1 : -1,
	);
	const [, forgotten] = latestFirst[MOST_REMEMBERED] as [string, AlertMemory];
	const behind = forgotten.moment === '' ? '' : secondLater(forgotten.moment);
	const since = behind > known.since ? behind : known.since;
	return { ...known, since, byId: byIdOf(latestFirst.slice(0, MOST_REMEMBERED)) };
}

function secondLater(moment: string): string {
	return new Date(Date.parse(`${moment}Z`) + SECOND_MS).toISOString().slice(0, 19);
}

function byIdOf(entries: Array<[string, AlertMemory]>): KnownAlarms['byId'] {
	return Object.fromEntries(entries);
}

/** Sorts firings by their moments; simultaneous ones by the IDs of their alerts. */
function inOrder(fired: readonly Fired[]): Fired[] {
	return [...fired].sort(({ alarm: a, firing: one }, { alarm: b, firing: other }) => {
		if (one.moment === other.moment) return Number(a.id) - Number(b.id);
		return one.moment < other.moment ? -1 : 1;
	});
}

function isNew(firing: Firing, moment: string, sent: readonly string[], salt: string): boolean {
	if (firing.moment !== moment) return firing.moment > moment;
	return !sent.includes(markOf(firing, salt));
}

function asSeen({ newest }: Alarm, salt: string): AlertMemory {
	return newest
		? { moment: newest.moment, sent: [markOf(newest, salt)] }
		: { moment: '', sent: [] };
}

/**
 * Returns a mark of a firing's group and rule, which distinguishes firings of one moment. Numbers
 * don't count, because a corrected number is no new firing.
 */
function markOf(firing: Firing, salt: string): string {
	const { alarmTime, executeTime, groupField, group, comparison, reference, valueType } = firing;
	const parts = [alarmTime, executeTime, groupField, group, comparison, reference, valueType];
	return saltedMark(salt, [JSON.stringify(parts)]);
}

const LOCALE = 'en-US';
/**
 * Precedes the text in a manual run, so that readers of a chat don't mistake it for a real alert.
 */
export const TRIAL = 'Trial run: ';
const MAX_NAME = 200;

const makeWriters = () => ({
	writeNumber: numberWriter({
		locale: LOCALE,
		style: 'auto',
		decimals: 2,
		currency: '',
		hasThousands: true,
	}),
	writeChange: changeWriter(LOCALE, false, ''),
});
let made: ReturnType<typeof makeWriters> | undefined;
/**
 * The writers are created for the first alert instead of at n8n's start, because they load language
 * data of Node.js.
 */
const writers = () => (made ??= makeWriters());

/** Returns the change of the value in percent; null if it is unknown. */
export function changeOf({ value, comparedValue }: Firing): number | null {
	const [now, before] = [amountOf(value), amountOf(comparedValue)];
	return now === undefined || before === undefined ? null : percentChange(now, before);
}

/**
 * Describes an alert in a sentence for any chat: `Few orders (Beijing): 8, compared with 10 (-20%),
 * 2026-11-12 00:00`. Texts from data can't mention anybody or become links.
 */
export function sentenceOf({ id, title }: Alarm, firing: Firing | undefined): string {
	const name = safe(title) || `Alert ${id}`;
	if (!firing) return `${name} was never triggered`;
	const { value, comparedValue, group, alarmTime, moment } = firing;
	const change = changeOf(firing);
	const before =
		comparedValue === null
			? ''
			: `compared with ${writtenValue(comparedValue)}${change === null ? '' : ` (${writers().writeChange({ difference: null, percent: change })})`}`;
	const time = (alarmTime ?? moment).slice(0, 16).replace('T', ' ');
	const parts = [value === null ? '' : writtenValue(value), before, time].filter(
		(part) => part !== '',
	);
	return `${name}${group === undefined ? '' : ` (${safe(group)})`}: ${parts.join(', ')}`;
}

function writtenValue(value: number | string): string {
	const amount = amountOf(value);
	return amount === undefined ? safe(String(value)) : writers().writeNumber(amount);
}

export function safe(text: string): string {
	return escapeText(cut(clean(text).trim(), MAX_NAME));
}

/**
 * Returns the item of an alert for people and workflows (docs/trigger.md, T26); times have their
 * offset. If the alert has not fired yet, the item has only its title, and says so.
 */
export function toAlertItem(
	alarm: Alarm,
	firing: Firing | undefined,
	timeZone: string,
): IDataObject {
	const { id, title, unit } = alarm;
	const time = (local?: string) => (local === undefined ? null : withOffset(local, timeZone));
	return {
		alarm_id: id,
		alarm: title,
		alarm_time: time(firing?.alarmTime ?? firing?.moment),
		execute_time: time(firing?.executeTime),
		value: firing?.value ?? null,
		compared_value: firing?.comparedValue ?? null,
		change_percent: firing ? changeOf(firing) : null,
		comparison: firing?.comparison ?? null,
		reference: firing?.reference ?? null,
		value_type: firing?.valueType ?? null,
		group_by: firing?.groupField ?? null,
		group: firing?.group ?? null,
		unit: unit ?? null,
		receivers: firing?.receivers ?? [],
		text: sentenceOf(alarm, firing),
	};
}

/** Alerts must not take more than this fraction of the service's request limit (T27). */
const SHARE = 10;
/** Each takes a request, and the vendor allows 3 per second: about three minutes. */
const MOST_ALARMS = 500;

/**
 * Watches alerts of the platform (docs/trigger.md, T23 to T28).
 * @param report logs the error of an alert that 'Any Alert' can't read, and returns its words
 */
export function watchAlarms(
	service: Service,
	settings: AlarmSettings,
	now: Date,
	report: (id: string, error: unknown) => Promise<string>,
	budgetMs?: number,
): Watched {
	const { counting, timeZone } = settings;
	const today = dateTimeInZone(now, timeZone).slice(0, 10);
	const farthest = `${addDays(today, MOST_DAYS_AHEAD)}T24`;
	return {
		async example() {
			const { alarms, unread } = await fetchAlarms(service, settings, farthest);
			const { leftOut } = await service.usageOf(0);
			return withUnread([example(alarms, timeZone, leftOut)], unread, report);
		},
		question(memory) {
			const known = recall(memory, counting, farthest);
			if (known && isTooEarly(memory, now)) return undefined;
			return async () => {
				const { alarms, unread, ids, requests, next } = await fetchAlarms(
					service,
					settings,
					farthest,
					known?.next,
					budgetMs,
				);
				const { fired, now: after } = known
					? follow(known, alarms, ids)
					: { fired: [], now: begin(alarms, dateTimeInZone(now, timeZone)) };
				const askAgainAt = new Date(now.getTime() + waitAfter(requests)).toISOString();
				const { leftOut } = await service.usageOf(0);
				const describe = ({ alarm, firing }: Fired) =>
					toAlertItem(alarm, withoutGroup(firing, leftOut), timeZone);
				const alarmsNow = next === undefined ? after : { ...after, next };
				return {
					items: await withUnread(fired.map(describe), unread, report),
					memory: { counting, alarms: alarmsNow, askAgainAt },
				};
			};
		},
	};
}

function recall(
	{ alarms, ...memory }: Memory,
	counting: string,
	farthest: string,
): KnownAlarms | undefined {
	if (memory.counting !== counting || !isKnownAlarms(alarms)) return undefined;
	const moments = [alarms.since, ...Object.values(alarms.byId).map(({ moment }) => moment)];
	return moments.every((moment) => moment < farthest) ? alarms : undefined;
}

/** A firing in the future would suppress the alert until then. @throws OperationalError */
function assertPast({ id, newest }: Alarm, farthest: string): void {
	if (!newest || newest.moment <= farthest) return;
	throw new OperationalError(
		`The alert ${id} was triggered at ${newest.moment}, which is in the future`,
		{ description: "Check the clock of the computer on which n8n runs, and 'Project Time Zone'." },
	);
}

/** An alert that could not be read. */
interface Unread {
	id: string;
	error: unknown;
}

/** Adds the alerts that could not be read to each item. */
async function withUnread(
	items: IDataObject[],
	unread: readonly Unread[],
	report: (id: string, error: unknown) => Promise<string>,
): Promise<IDataObject[]> {
	const words: string[] = [];
	for (const { id, error } of unread) words.push(await report(id, error));
	return words.length === 0 ? items : items.map((item) => ({ ...item, _unread: words }));
}

function isServerError(error: unknown): boolean {
	return error instanceof NodeApiError && Number(error.httpCode) >= SERVER_ERROR;
}

/**
 * Fetches alerts, each with one request. If they would take more than half of a poll's time, the
 * next poll continues with the others. An alert that can't be read must not silence the others.
 * @param farthest latest possible moment of a firing
 * @param from ID of the alert to start with
 * @throws the first error if no alert can be read, and an error that isn't of a single alert
 */
async function fetchAlarms(
	service: Service,
	{ alarmId }: AlarmSettings,
	farthest: string,
	from?: string,
	budgetMs = Infinity,
): Promise<{
	alarms: Alarm[];
	unread: Unread[];
	ids: string[];
	requests: number;
	next?: string;
}> {
	const project = await alarmsOf(service);
	const started = Date.now();
	const all = alarmId === undefined ? await project.ids() : [alarmId];
	if (all.length > MOST_ALARMS) throw tooMany(all.length);
	const ids = inTurn(all, from);
	const alarms: Alarm[] = [];
	const unread: Unread[] = [];
	const readOne = async (id: string) => {
		const alarm = await project.alarm(id);
		assertPast(alarm, farthest);
		return alarm;
	};
	for (const id of ids) {
		if (alarms.length > 0 && Date.now() - started > budgetMs / 2) break;
		const read = await readOne(id).catch((error: unknown): Unread => ({ id, error }));
		if (!('error' in read)) {
			alarms.push(read);
			continue;
		}
		// Two server errors in one poll are a failure of the service.
		const isRepeated = isServerError(read.error) && unread.some((one) => isServerError(one.error));
		const isOfAlert = isOfOne(read.error) || read.error instanceof OperationalError;
		if (alarmId !== undefined || !isOfAlert || isRepeated) throw read.error;
		unread.push(read);
	}
	const [first] = unread;
	if (alarms.length === 0 && first) throw first.error;
	const asked = alarms.length + unread.length;
	const requests = asked + (alarmId === undefined ? 1 : 0);
	return { alarms, unread, ids, requests, next: ids[asked] };
}

/** Sorts IDs, starting at one of them. */
function inTurn(ids: readonly string[], from = ''): string[] {
	const ordered = [...ids].sort(byNumber);
	const first = ordered.findIndex((id) => byNumber(id, from) >= 0);
	return first < 0 ? ordered : [...ordered.slice(first), ...ordered.slice(0, first)];
}

/** Compares IDs of up to 18 digits, which may exceed the precision of a number. */
function byNumber(one: string, other: string): number {
	return one.length - other.length || (one < other ? -1 : Number(one > other));
}

function tooMany(count: number): OperationalError {
	return new OperationalError(
		`The project has ${withCommas(count)} alerts, but 'Any Alert' watches up to ${MOST_ALARMS}`,
		{ description: "Choose a single alert in 'Alert'. To watch more alerts, add more triggers." },
	);
}

function waitAfter(requests: number): number {
	return Math.min(MAX_WAIT_MS, (SHARE * requests * SECOND_MS) / PUBLISHED_REQUESTS_PER_SECOND);
}

/** Removes the group if it is a value of a property that the credential leaves out. */
export function withoutGroup(firing: Firing, leftOut: ReadonlySet<string>): Firing {
	const { groupField, ...rest } = firing;
	if (groupField === undefined || !namesLeftOut(groupField, leftOut)) return firing;
	return { ...rest, groupField, group: undefined };
}

/** Marks items of a manual run. */
export const BY_HAND = 'Example from a manual run';

/** Marks the example also in its text, which may go to a chat. */
function exampleOf(item: IDataObject, why: string): IDataObject {
	return { ...item, text: `${TRIAL}${String(item.text)}`, _example: why };
}

/** Returns the last firing as an example for a manual run (T28). */
function example(
	alarms: readonly Alarm[],
	timeZone: string,
	leftOut: ReadonlySet<string>,
): IDataObject {
	const fired = alarms.flatMap((alarm) => (alarm.newest ? [{ alarm, firing: alarm.newest }] : []));
	const last = inOrder(fired).at(-1);
	const [first] = alarms;
	if (last) {
		const why = `${BY_HAND}: the last time ${alarms.length === 1 ? 'the alert' : 'an alert'} was triggered. The published workflow starts each time an alert is triggered.`;
		const firing = withoutGroup(last.firing, leftOut);
		return exampleOf(toAlertItem(last.alarm, firing, timeZone), why);
	}
	if (first) {
		const why = `${BY_HAND}: the alert was never triggered, so it has no time, value, and group. The published workflow starts each time the alert is triggered.`;
		return exampleOf(toAlertItem(first, undefined, timeZone), why);
	}
	throw new OperationalError('The project has no alerts', {
		description:
			'Set up an alert in Sensors Analytics. The workflow starts when an alert is triggered after you publish the workflow.',
	});
}
