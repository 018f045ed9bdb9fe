import { createHmac, randomBytes, randomUUID } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { keepNewest } from '../../credentials/process';
import { addDays, dateTimeInZone } from '../SensorsAnalytics/dates/calendar';
import type { State } from './condition';
import {
	type Clock,
	endMoment,
	endOfPeriod,
	isPeriod,
	lastFinishedPeriod,
	type Reach,
} from './periods';

/** Length of a mark, in hexadecimal digits: two marks are never equal by coincidence. */
const MARK_LENGTH = 16;
const SALT_BYTES = 16;

/**
 * Returns a salt for the marks in a memory, so that they can't be looked up in tables of hashes of
 * names after the workflow is exported.
 */
export function newSalt(): string {
	return randomBytes(SALT_BYTES).toString('hex');
}

/** Returns a mark that identifies texts without revealing them. */
export function markOf(salt: string, texts: Iterable<string>): string {
	const hmac = createHmac('sha256', salt);
	for (const text of texts) hmac.update(`${text.length} ${text}\n`);
	return hmac.digest('hex').slice(0, MARK_LENGTH);
}

export function isMark(value: unknown): value is string {
	return typeof value === 'string' && value.length === MARK_LENGTH && /^[0-9a-f]+$/.test(value);
}

export function isSalt(value: unknown): value is string {
	return typeof value === 'string' && value.length === 2 * SALT_BYTES && /^[0-9a-f]+$/.test(value);
}

/** States of each measure; groups are identified by marks. */
export type States = { [measure: string]: State[] };

/** The states after a period. */
interface Seen {
	period: string;
	states: States;
	/** Salt of the marks of groups. */
	salt?: string;
}

/** Settled periods that are not reported yet, as first seen (docs/trigger.md, T22). */
export interface FirstSightings {
	salt: string;
	/** Marks of their rows, by period. */
	marks: { [period: string]: string };
}

/**
 * What a workflow remembers between polls. n8n decides when to store it (docs/trigger.md, T15), and
 * people can change it, so it is read as untrusted data (T29).
 */
export interface Memory {
	/** Identifies what is watched; if it differs, the memory is discarded. */
	counting?: string;
	/** The last period that has been processed. */
	lastPeriod?: string;
	/** undefined if every complete period is reported, or nothing has been seen yet. */
	seen?: Seen;
	/** undefined if the service reports when data arrived, or no period waits for a second check. */
	looks?: FirstSightings;
	/** Used instead of periods if alerts are watched. */
	alarms?: KnownAlarms;
	/** The service is not polled before this (T18); ISO 8601. */
	askAgainAt?: string;
	/** Mark of the running poll (T16). */
	asking?: string;
}

/** The remembered data about periods that apply to what is watched. */
export interface Remembered {
	lastPeriod: string;
	seen?: Seen;
	looks?: FirstSightings;
}

/**
 * Maximum number of entries in one part of a memory, which is also the maximum number of periods to
 * catch up.
 */
export const MOST_REMEMBERED = 1000;
/**
 * If the clock was ahead and is corrected, the memory has a future period, and no real period up to
 * that one would ever be reported (docs/trigger.md, T29).
 */
export const MOST_DAYS_AHEAD = 1;
const STATES: readonly unknown[] = ['above', 'below', 'up', 'down'];

/**
 * Returns the remembered periods; undefined if they are about something else, or this node can't
 * have written the memory.
 */
export function recall(
	memory: Memory,
	counting: string,
	clock: Clock,
	now: Date,
): Remembered | undefined {
	const { lastPeriod, seen, looks } = memory;
	if (memory.counting !== counting || !isPeriod(clock, lastPeriod)) return undefined;
	const farthest = addDays(lastFinishedPeriod(clock, now).slice(0, 10), MOST_DAYS_AHEAD);
	if (lastPeriod.slice(0, 10) > farthest) return undefined;
	const known: Remembered = { lastPeriod };
	if (isSeen(seen, clock)) known.seen = { ...seen, states: copyOf(seen.states) };
	if (areSightings(looks, clock)) known.looks = { salt: looks.salt, marks: { ...looks.marks } };
	return known;
}

/** Returns the memory of periods. */
export function memoryOf(
	counting: string,
	known: Remembered,
	askAgainAt: Date | undefined,
): Memory {
	return { counting, ...known, askAgainAt: askAgainAt?.toISOString() };
}

/** Keys that stay between polls. */
const KEYS = ['counting', 'lastPeriod', 'seen', 'looks', 'alarms', 'askAgainAt'] as const;

/** Replaces the memory. */
export function replace(memory: Memory, next: Omit<Memory, 'asking'>): void {
	for (const key of KEYS) {
		if (next[key] === undefined) delete memory[key];
		else (memory as IDataObject)[key] = next[key] as unknown as IDataObject[string];
	}
}

/** Whether a value is an object with no more entries than a memory has. */
export function isSmallObject(value: unknown): value is { [key: string]: unknown } {
	return (
		typeof value === 'object' &&
		value !== null &&
		!Array.isArray(value) &&
		Object.keys(value).length <= MOST_REMEMBERED
	);
}

function isSeen(seen: unknown, clock: Clock): seen is Seen {
	if (!isSmallObject(seen) || !isPeriod(clock, seen.period)) return false;
	if (!isSmallObject(seen.states)) return false;
	if (seen.salt !== undefined && !isSalt(seen.salt)) return false;
	return Object.values(seen.states).every(
		(list) =>
			Array.isArray(list) &&
			list.length <= STATES.length &&
			list.every((state) => STATES.includes(state)),
	);
}

function areSightings(looks: unknown, clock: Clock): looks is FirstSightings {
	if (!isSmallObject(looks) || !isSalt(looks.salt) || !isSmallObject(looks.marks)) return false;
	return Object.entries(looks.marks).every(
		([period, mark]) => isPeriod(clock, period) && isMark(mark),
	);
}

/**
 * Copies states. The object has no prototype, because a measure may have a name such as
 * `constructor`.
 */
export function copyOf(states: States): States {
	const copy = Object.create(null) as States;
	for (const [measure, list] of Object.entries(states)) copy[measure] = [...list];
	return copy;
}

/** A memory as JSON texts. */
interface StoredMemory {
	/** What n8n had stored at the beginning. */
	stored: string;
	/** The current memory. */
	now: string;
}

/**
 * What polls of this process have seen since n8n last stored the memory, by workflow and node. n8n
 * stores it rarely: its scheduler does so only when a poll starts the workflow (docs/trigger.md,
 * T15). It is valid as long as n8n's stored memory is unchanged.
 */
const memories = new Map<string, StoredMemory>();
/** Maximum number of workflows; the one that polled longest ago is dropped first. */
const MOST = 1000;
/**
 * Maximum values in a memory, with the largest possible alerts, and maximum length of a text in it.
 */
const MOST_VALUES = 150_000;
const MOST_CHARACTERS = 1000;

/**
 * Returns a copy of the memory, because n8n watches the objects that it keeps.
 * @param stored n8n's memory as text
 */
export function latestMemory(key: string, stored: string): Memory {
	const own = memories.get(key);
	return JSON.parse(own?.stored === stored ? own.now : stored) as Memory;
}

/** Records a poll that reported nothing. */
export function noteQuiet(key: string, stored: string, now: Memory): void {
	const own = memories.get(key);
	// n8n may keep the memory between polls without storing it.
	const first = own?.now === stored ? own.stored : stored;
	keepNewest(memories, key, { stored: first, now: memoryText(now) }, MOST);
}

/**
 * Drops the record after a poll that reported something: then only n8n's memory shows whether the
 * workflow started.
 */
export function forget(key: string): void {
	memories.delete(key);
}

/**
 * Returns a memory as text, without the running poll; empty if this node can't have written it
 * (T29).
 */
export function memoryText(memory: Memory): string {
	// To list all keys of a large object takes seconds, so other keys aren't looked at.
	const own = Object.fromEntries(KEYS.map((key) => [key, memory[key]]));
	return isSmall(own) ? JSON.stringify(own) : NOTHING;
}

const NOTHING = '{}';

/** Drops a memory that this node can't have written, so that it is read only once. */
export function dropForeign(memory: Memory): void {
	if (memoryText(memory) !== NOTHING) return;
	for (const key of KEYS) if (memory[key] !== undefined) delete memory[key];
}

/** Whether a value is no larger than the largest memory, before it is processed. */
function isSmall(memory: object): boolean {
	const left: unknown[] = [memory];
	for (let values = 0; left.length > 0; values++) {
		const value = left.pop();
		if (typeof value === 'string' && value.length > MOST_CHARACTERS) return false;
		if (typeof value !== 'object' || value === null) continue;
		const isList = Array.isArray(value);
		const keys: unknown[] = isList ? value : Object.keys(value);
		if (values + keys.length > MOST_VALUES) return false;
		for (const one of isList ? keys : Object.values(value)) left.push(one);
	}
	return true;
}

/** Marks of the polls that wait for the service, by workflow and node. */
const asking = new Map<string, string>();

/** What a poll may do while others of the same node may be waiting. */
type Turn =
	| { kind: 'busy' }
	| { kind: 'free'; begin(): void; isStillMine(): boolean; end(memory: Memory): void };

/**
 * Lets one poll of a node run at a time (docs/trigger.md, T16). A poll with the same memory as the
 * waiting one does nothing. A poll with another memory belongs to a workflow that was published
 * again: the waiting poll is obsolete, and must report nothing.
 */
export function takePollTurn(key: string, memory: Memory): Turn {
	const waiting = asking.get(key);
	if (waiting !== undefined && memory.asking === waiting) return { kind: 'busy' };
	asking.delete(key);
	const mark = randomUUID();
	return {
		kind: 'free',
		begin: () => {
			asking.set(key, mark);
			memory.asking = mark;
		},
		isStillMine: () => asking.get(key) === mark,
		end: (live) => {
			if (asking.get(key) === mark) asking.delete(key);
			if (live.asking === mark) delete live.asking;
		},
	};
}

/** What a trigger watches: periods or alerts. */
export interface Watched {
	/** Returns the items of a manual run (docs/trigger.md, T21, T28). */
	example(): Promise<IDataObject[]>;
	/** Returns undefined if there is nothing to request at present (T18, T27). */
	question(memory: Memory): (() => Promise<{ items: IDataObject[]; memory: Memory }>) | undefined;
}

/** Longest wait before the service is polled again. */
export const MAX_WAIT_MS = 10 * 60_000;
const SHARE = 10;
/** Time between two checks that must have the same result (docs/trigger.md, T22). */
const PAUSE_MS = 30_000;

/** Whether the service was polled recently, and its data were late (docs/trigger.md, T18). */
export function isTooEarly({ askAgainAt: at }: Memory, now: Date): boolean {
	if (typeof at !== 'string') return false;
	const left = Date.parse(at) - now.getTime();
	// If more than the longest wait is left, the machine's clock was set back.
	return left > 0 && left <= MAX_WAIT_MS;
}

/** Returns when to poll again for a finished period that isn't complete yet. */
export function askAgainAt(clock: Clock, period: string, { sure, now }: Reach): Date {
	const lateMs = now.getTime() - endMoment(clock, period);
	const reached = sure ?? dateTimeInZone(new Date(0), clock.timeZone);
	const behindMs = Date.parse(`${endOfPeriod(clock.unit, period)}Z`) - Date.parse(`${reached}Z`);
	const waitMs = Math.min(MAX_WAIT_MS, Math.min(lateMs, behindMs) / SHARE);
	return new Date(now.getTime() + Math.max(0, waitMs));
}

/** Returns when to check for the second time. */
export function secondCheckAt(now: Date): Date {
	return new Date(now.getTime() + PAUSE_MS);
}

/** Memory of one alert. Moments are texts that sort like times. */
export interface AlertMemory {
	/** Older firings are never reported; '' if the alert has not fired yet. */
	moment: string;
	/** Marks of the reported firings at this moment, the oldest first. */
	sent: string[];
}

/** Memory of the alerts (docs/trigger.md, T24, T25). */
export interface KnownAlarms {
	/** Start time in the project's zone: new alerts are compared with it. */
	since: string;
	/** Salt of the marks. */
	salt: string;
	byId: { [id: string]: AlertMemory };
	/** The alert with which the next poll starts, if one poll can't request all (T30). */
	next?: string;
}
