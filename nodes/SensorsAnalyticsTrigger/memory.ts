import { createHmac, randomBytes, randomUUID } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { addDays } from '../SensorsAnalytics/dates/calendar';
import { dateTimeInZone } from '../SensorsAnalytics/dates/zone';
import type { State } from './condition';
import type { Clock, Reach } from './periods';
import { endMoment, endOfPeriod, isPeriod, lastFinishedPeriod } from './periods';

/** Of a mark, in hexadecimal digits: long enough that no two are the same by chance. */
const MARK_LENGTH = 16;
const SALT_BYTES = 16;

/**
 * Salt of the marks in a memory: what is exported with the workflow can't be looked up in tables
 * of hashes of names.
 */
export function newSalt(): string {
	return randomBytes(SALT_BYTES).toString('hex');
}

/** What tells texts apart and leaves nothing of them. */
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

/** What was seen of each measure; of groups, by marks. */
export type States = { [measure: string]: State[] };

/** The states as they were after a period. */
interface Seen {
	period: string;
	states: States;
	/** Of the marks of groups. */
	salt?: string;
}

/** What settled periods looked like that are not told yet (docs/trigger.md, T22). */
export interface FirstSightings {
	salt: string;
	/** Marks of their rows, by period. */
	marks: { [period: string]: string };
}

/**
 * What a workflow remembers between polls. n8n keeps it at moments of its own (docs/trigger.md,
 * T15), and people can change it: what is read of it is read as foreign data (T29).
 */
export interface Memory {
	/** What is watched; anything else begins anew. */
	counting?: string;
	/** The last period that is not told any more. */
	lastPeriod?: string;
	/** None where only complete periods count, or nothing has been seen yet. */
	seen?: Seen;
	/** None where the service tells when data arrived, or nothing waits for a second look. */
	looks?: FirstSightings;
	/** Where alarms are watched, in place of periods. */
	alarms?: KnownAlarms;
	/** Until then the service is not asked (T18); ISO 8601. */
	askAgainAt?: string;
	/** Mark of the poll that asks right now (T16). */
	asking?: string;
}

/** What is remembered, as far as it counts for what is watched. */
export interface Remembered {
	lastPeriod: string;
	seen?: Seen;
	looks?: FirstSightings;
}

/** Entries of one part of a memory; the largest number of periods to catch up has as many. */
export const MOST_ENTRIES = 1000;
/**
 * A clock that was ahead and is set right leaves a period that is not over yet. Behind it, all real
 * periods up to then would never be reported (docs/trigger.md, T29).
 */
export const MOST_DAYS_AHEAD = 1;
const STATES: readonly unknown[] = ['above', 'below', 'up', 'down'];

/**
 * What is remembered of periods; undefined where it is not of what is watched, or no memory that
 * this node can have written.
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

/** The memory of periods. */
export function memoryOf(
	counting: string,
	known: Remembered,
	askAgainAt: Date | undefined,
): Memory {
	return { counting, ...known, askAgainAt: askAgainAt?.toISOString() };
}

/** Remembers this, and nothing of before. */
export function replace(memory: Memory, next: Omit<Memory, 'asking'>): void {
	for (const key of ['counting', 'lastPeriod', 'seen', 'looks', 'alarms', 'askAgainAt'] as const) {
		if (next[key] === undefined) delete memory[key];
		else (memory as IDataObject)[key] = next[key] as unknown as IDataObject[string];
	}
}

/** Whether a value is an object of no more entries than a memory has. */
export function isSmallObject(value: unknown): value is { [key: string]: unknown } {
	return (
		typeof value === 'object' &&
		value !== null &&
		!Array.isArray(value) &&
		Object.keys(value).length <= MOST_ENTRIES
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

/** Measures may be called as every object has something: `constructor`. */
export function copyOf(states: States): States {
	const copy = Object.create(null) as States;
	for (const [measure, list] of Object.entries(states)) copy[measure] = [...list];
	return copy;
}

/** Texts of JSON. */
interface StoredMemory {
	/** What n8n had stored when it began. */
	stored: string;
	/** What is remembered now. */
	now: string;
}

/**
 * What polls of this process have seen since n8n stored what is remembered, by workflow and node.
 * n8n stores it rarely: under its scheduler only when a poll starts the workflow (docs/trigger.md,
 * T15). It counts as long as n8n has nothing else stored.
 */
const known = new Map<string, StoredMemory>();
/** Workflows; the one that polled least lately is forgotten first. */
const MOST = 1000;
/** In a memory: alarms with all that they can have, and in a text of it. */
const MOST_VALUES = 150_000;
const MOST_CHARACTERS = 1000;

/** What is remembered, as a copy: n8n watches the objects that it keeps. */
export function latest(key: string, stored: Memory): Memory {
	const text = textOf(stored);
	const own = known.get(key);
	return JSON.parse(own?.stored === text ? own.now : text) as Memory;
}

/** What a poll has seen that told nothing. */
export function note(key: string, stored: string, now: Memory): void {
	const own = known.get(key);
	known.delete(key);
	// n8n may keep what is remembered alive between polls without storing it.
	const first = own?.now === stored ? own.stored : stored;
	known.set(key, { stored: first, now: textOf(now) });
	for (const oldest of known.keys()) {
		if (known.size <= MOST) break;
		known.delete(oldest);
	}
}

/** A poll has told something: whether that is done, n8n's memory alone knows. */
export function forget(key: string): void {
	known.delete(key);
}

/** A memory as text, without who asks; one that this node can't have written is none (T29). */
export function textOf(memory: Memory): string {
	return isSmall(memory) ? JSON.stringify({ ...memory, asking: undefined }) : '{}';
}

/** Whether there is no more in a value than in the largest memory, before anything is made of it. */
function isSmall(memory: Memory): boolean {
	const left: unknown[] = [memory];
	for (let values = 0; left.length > 0; values++) {
		const value = left.pop();
		if (typeof value === 'string' && value.length > MOST_CHARACTERS) return false;
		if (typeof value !== 'object' || value === null) continue;
		const isList = Array.isArray(value);
		const inner: unknown[] = isList ? value : Object.values(value);
		if (values + inner.length > MOST_VALUES) return false;
		for (const one of inner) left.push(one);
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
 * One poll of a node asks at a time (docs/trigger.md, T16). A poll with the memory of the one that
 * waits has to leave it to that one. A poll with another memory belongs to a workflow that was
 * published anew: the one that waits belongs to the past, and must tell nothing any more.
 */
export function takeTurn(key: string, memory: Memory): Turn {
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

/** What a trigger waits for, whatever its kind. */
export interface Watched {
	/** What a run by hand shows (docs/trigger.md, T21, T28). */
	example(): Promise<IDataObject[]>;
	/** None where there is nothing to ask for now (T18, T27). */
	question(memory: Memory): PollRequest | undefined;
}

/** What a poll asks. */
interface PollRequest {
	ask(): Promise<PollResult>;
}

interface PollResult {
	items: IDataObject[];
	/** What is remembered behind it. */
	memory: Memory;
}

/** The service is asked again after so long at the latest. */
export const MAX_WAIT_MS = 10 * 60_000;
const SHARE = 10;
/** Between two looks that have to be the same (docs/trigger.md, T22). */
const PAUSE_MS = 30_000;

/** Whether the service was asked a moment ago, and its data were late (docs/trigger.md, T18). */
export function isTooEarly({ askAgainAt: at }: Memory, now: Date): boolean {
	if (typeof at !== 'string') return false;
	const left = Date.parse(at) - now.getTime();
	// More than the longest wait: the clock of the machine was set back.
	return left > 0 && left <= MAX_WAIT_MS;
}

/** When to ask again for a finished period that is not complete yet. */
export function askAgainAt(clock: Clock, period: string, { sure, now }: Reach): Date {
	const lateMs = now.getTime() - endMoment(clock, period);
	const reached = sure ?? dateTimeInZone(new Date(0), clock.timeZone);
	const behindMs = Date.parse(`${endOfPeriod(clock.unit, period)}Z`) - Date.parse(`${reached}Z`);
	const waitMs = Math.min(MAX_WAIT_MS, Math.min(lateMs, behindMs) / SHARE);
	return new Date(now.getTime() + Math.max(0, waitMs));
}

/** When to look for the second time at what has to be seen twice. */
export function secondCheckAt(now: Date): Date {
	return new Date(now.getTime() + PAUSE_MS);
}

/** What is remembered of one alarm. Moments are texts that sort as times do. */
export interface AlertMemory {
	/** Nothing older is told any more; '' where it has not fired yet. */
	moment: string;
	/** Marks of what fired at this moment and is told; the oldest first. */
	sent: string[];
}

/** What is remembered of the alarms (docs/trigger.md, T24, T25). */
export interface KnownAlarms {
	/** When it began, on the project's clocks: what an alarm that was not there then counts from. */
	since: string;
	/** Of the marks. */
	salt: string;
	byId: { [id: string]: AlertMemory };
	/** The alarm that the next poll begins with, where one poll can't ask for all (T30). */
	next?: string;
}
