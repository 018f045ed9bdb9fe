import { UserError } from 'n8n-workflow';

import { firstWords, joinNames } from '../../../credentials/http/redact';
import { atOnce, inSlices, type Steps } from '../../../credentials/http/slices';
import type { CatalogEntry } from '../query/entities';
import { KIND_WORDS, type ValueKind } from '../query/filterFunctions';
import { labeledIn, nearestSteps, searchSteps } from '../query/names';
import { ANY_EVENT, isUserGroup, type Property, toExpression, userField } from '../query/query';
import { mapSteps, putInto } from '../table/table';
import { LONGEST_NAME } from './bounds';
import { readProperty } from './property';
import { isSigned, joinFaults, nearest as nearestWord, plain } from './words';

/** Resolves names of events and properties in a query, which may be the project's display names. */

export interface NamedProperty {
	property: Property;
	/** Kind of its values, if the project's lists have it. */
	kind?: ValueKind;
}

export type PropertyUse = 'number' | 'compared';

/** Resolves names in one reading of a query. */
export interface NameResolver {
	/** Whether names are resolved, so that everything that depends on them can be checked. */
	readonly areFinal: boolean;
	/** Functions of conditions that the generation of the API doesn't have. */
	readonly refusedFunctions?: readonly string[];
	/** Returns an unknown name unchanged. */
	event(typed: string, place: string): string;
	/**
	 * A short name belongs to the event, or to users if it is ''; `use` says how numbers are used.
	 */
	property(typed: string, event: string, place: string, use?: PropertyUse): NamedProperty;
	/** Returns the name of a session definition; '' if there is none. */
	session(typed: string, place: string): string;
	/**
	 * Records that a condition can't be read without the kind of its property's values.
	 * @param isOptional whether it can, but a wrong kind would show no effect
	 */
	needKind(isOptional?: boolean): void;
}

const ANY = [ANY_EVENT, 'any event', '任意事件'];
/** Names that the platform allows. */
const WIRE_NAME = /^[$A-Za-z_][\w$]{0,99}$/;

export function isAnyEvent(typed: string): boolean {
	return typed === '*' || ANY.map(plain).includes(plain(typed));
}

/** Keeps typed names, and records whether the lists are needed: a name may not be the service's. */
export class TypedNames implements NameResolver {
	needsLists = false;
	/** Whether the lists show more, if the account may read them. */
	wantsLists = false;
	usesEvents = false;
	usesSessions = false;

	constructor(readonly refusedFunctions: readonly string[] = []) {}

	get areFinal(): boolean {
		return !this.needsLists;
	}

	event(typed: string): string {
		this.usesEvents = true;
		if (isAnyEvent(typed)) return ANY_EVENT;
		if (!WIRE_NAME.test(typed)) this.needsLists = true;
		return typed;
	}

	property(typed: string, event: string, place: string): NamedProperty {
		const property = readProperty(typed, event, place);
		const name = property.of === 'other' ? property.expression : property.name;
		if (!name.split('.').every((part) => WIRE_NAME.test(part))) this.needsLists = true;
		if (property.of !== 'event') return ofGroup(property);
		return { property: { ...property, event: this.event(property.event) } };
	}

	session(typed: string): string {
		this.usesSessions = true;
		if (!WIRE_NAME.test(typed)) this.needsLists = true;
		return typed;
	}

	needKind(isOptional = false): void {
		if (isOptional) this.wantsLists = true;
		else this.needsLists = true;
	}
}

interface ProjectLists {
	events: readonly CatalogEntry[];
	userProperties: readonly CatalogEntry[];
	/** Defined if they are needed and the generation of the API has them. */
	sessions?: readonly CatalogEntry[];
	/** Properties by event; "any event" has the properties of all events. */
	eventProperties: ReadonlyMap<string, readonly CatalogEntry[]>;
	/** Returns events by a property's name or display name, if all properties are loaded. */
	ownersOf?: (property: string) => readonly string[];
	refusedFunctions?: readonly string[];
}

interface Listed {
	entry: CatalogEntry;
	shown: string;
	property?: Property;
}

interface Candidate extends NamedProperty, Listed {
	property: Property;
}

interface Pool<Named extends Listed = Listed> {
	entries: readonly CatalogEntry[];
	name(entry: CatalogEntry): Named;
}

/** Index of a list by all possible names of its entries. */
interface NameIndex {
	byName: ReadonlyMap<string, CatalogEntry>;
	byPlain: ReadonlyMap<string, readonly CatalogEntry[]>;
	numbers: readonly CatalogEntry[];
}

/** Each list is indexed once: a query is read several times, and contains many names. */
const indexes = new WeakMap<readonly CatalogEntry[], NameIndex>();
/** Approximate work for one entry, in cells. */
const CELLS_OF_ENTRY = 20;

export function* indexSteps(entries: readonly CatalogEntry[]): Steps<NameIndex> {
	const known = indexes.get(entries);
	if (known) return known;
	const [byName, byPlain] = [new Map<string, CatalogEntry>(), new Map<string, CatalogEntry[]>()];
	const numbers: CatalogEntry[] = [];
	const put = (entry: CatalogEntry) => {
		const { name, displayName, kind } = entry;
		if (!byName.has(name)) byName.set(name, entry);
		if (kind === 'number') numbers.push(entry);
		for (const key of new Set([plain(name), spellingOf(displayName)])) {
			if (key !== '') putInto(byPlain, key, entry);
		}
	};
	yield* mapSteps(entries, put, CELLS_OF_ENTRY);
	const made = { byName, byPlain, numbers };
	indexes.set(entries, made);
	return made;
}

/** Returns the plain form of a text, or the text itself if it consists of signs only. */
function spellingOf(text: string): string {
	return plain(text) || ` ${text}`;
}

function indexOf({ entries }: Pick<Pool, 'entries'>): NameIndex {
	return atOnce(indexSteps(entries));
}

function alikeIn<Named extends Listed>(pools: ReadonlyArray<Pool<Named>>, typed: string): Named[] {
	const labeled = pools.flatMap((pool) => {
		const entry = labeledIn(indexOf(pool).byName, typed);
		return entry ? [pool.name(entry)] : [];
	});
	if (labeled.length > 0) return labeled;
	const key = spellingOf(typed);
	return pools.flatMap((pool) => (indexOf(pool).byPlain.get(key) ?? []).map(pool.name));
}

const MOST_NEAR = 6;
const MOST_OF_ALL = 15;
/** Maximum number of errors with suggestions: searching takes time, and nobody reads more. */
const MOST_ADVISED = 5;
const NO_SESSIONS = 'The project defines none. Define one in Sensors Analytics first';
/** User groups and tags are properties, but the lists of properties don't contain them. */
const UNLISTED = /^user_(?:group|segment|tag)_/;

/** Returns a property that is in no list, with the kind of its values if it is a user group. */
function ofGroup(property: Property): NamedProperty {
	return isUserGroup(property) ? { property, kind: 'boolean' } : { property };
}

/** Resolves exact names, or the only one of that spelling; one error has all faults. */
export class ProjectNames implements NameResolver {
	private readonly faults = new Set<string>();
	/** Names without suggestions, because there are too many. */
	private readonly unadvised = new Set<string>();
	/** Properties that an event or the users lack, and other events may have. */
	readonly lacking = new Set<string>();

	constructor(
		private readonly lists: ProjectLists,
		private readonly near = new NearNames(),
	) {}

	get refusedFunctions(): readonly string[] | undefined {
		return this.lists.refusedFunctions;
	}

	get areFinal(): boolean {
		return this.faults.size === 0;
	}

	assertKnown(): void {
		if (this.faults.size === 0) return;
		const more = [...this.unadvised];
		const listedNames = more.slice(0, MOST_OF_ALL).map((name) => `'${firstWords(name)}'`);
		const rest = more.length > listedNames.length ? ' …' : '';
		throw new UserError(
			joinFaults([
				...this.faults,
				...(more.length > 0
					? [`${more.length} more names are unknown: ${listedNames.join(', ')}${rest}`]
					: []),
			]),
		);
	}

	event(typed: string, place: string): string {
		if (isAnyEvent(typed)) return ANY_EVENT;
		const pools = [poolOf(this.lists.events)];
		const found = this.oneOf(typed, pools, place, 'event');
		if (found) return found.entry.name;
		if (this.unadvised.has(typed)) return typed;
		// Other faults are in the same error, so the properties of the suggested event are checked.
		const [only, ...others] = this.near.of(typed, pools);
		return only && others.length === 0 ? only.entry.name : typed;
	}

	property(typed: string, event: string, place: string, use?: PropertyUse): NamedProperty {
		const owned = this.ownedProperty(typed, event, place);
		const candidates = this.candidatesFor(owned, typed, event);
		if (candidates === undefined) return ofGroup(owned);
		const [requested, of] = candidates;
		const owner = owned.of === 'event' ? owned.event : event;
		const found = this.oneOf(requested, of, place, 'property', use !== undefined, owner);
		if (found === undefined) return { property: owned };
		const { kind, shown } = found;
		if (use === 'number' && kind !== undefined && kind !== 'number') {
			this.faults.add(
				`${place} must hold numbers, but ${firstWords(shown)} is ${KIND_WORDS[kind]}. ${describeNumbers(of)}`,
			);
		}
		return { property: found.property, kind };
	}

	/** Returns the property with its event resolved, regardless of the property's own name. */
	ownedProperty(typed: string, event: string, place: string): Property {
		const property = readProperty(typed, event, place);
		if (property.of !== 'event' || property.name === typed.trim()) return property;
		return { ...property, event: this.event(property.event, place) };
	}

	session(typed: string, place: string): string {
		const { sessions } = this.lists;
		if (typed === '' && sessions === undefined) this.faults.add(`${place} is missing`);
		if (sessions === undefined) return typed;
		const pool = poolOf(sessions);
		if (typed !== '') return this.oneOf(typed, [pool], place, 'session')?.entry.name ?? typed;
		const all = sessions.length > 0 ? `There are: ${listOf([pool])}` : NO_SESSIONS;
		this.faults.add(`${place} is missing. ${all}`);
		return typed;
	}

	/** The lists already contain all known kinds. */
	needKind(): void {}

	/** Returns the name and its candidates; undefined if no list contains such names. */
	private candidatesFor(
		property: Property,
		typed: string,
		event: string,
	): [string, Array<Pool<Candidate>>] | undefined {
		if (property.of === 'user') {
			const users = this.ofUsers();
			const isListed = !UNLISTED.test(property.name) || indexOf(users).byName.has(property.name);
			return isListed ? [property.name, [users]] : undefined;
		}
		const owner = property.of === 'event' ? property.event : event;
		// The properties of an unknown event are unknown.
		if (owner !== '' && !this.lists.eventProperties.has(owner)) return undefined;
		if (property.of === 'event' && property.name !== typed.trim()) {
			return [property.name, [this.ofEvent(owner, true)]];
		}
		// Properties of the event have priority over those of users.
		const all = [this.ofEvent(owner, false), this.ofUsers()];
		// Dots may be part of a display name; otherwise it is an expression of the service.
		if (property.of === 'other' && alikeIn(all, typed).length === 0) return undefined;
		return [typed.trim(), all];
	}

	private ofEvent(event: string, isWhole: boolean): Pool<Candidate> {
		return {
			entries: this.lists.eventProperties.get(event) ?? NOTHING,
			name: (entry) => ({
				entry,
				kind: entry.kind,
				property: { of: 'event', event, name: entry.name },
				shown: labelOf(entry, isWhole ? toExpression({ of: 'event', event, name: '' }) : ''),
			}),
		};
	}

	private ofUsers(): Pool<Candidate> {
		return {
			entries: this.lists.userProperties,
			name: (entry) => ({
				entry,
				kind: entry.kind,
				property: { of: 'user', name: entry.name },
				shown: labelOf(entry, userField('')),
			}),
		};
	}

	/** Returns the only match; otherwise records an error with suggestions. */
	private oneOf<Named extends Listed>(
		typed: string,
		pools: ReadonlyArray<Pool<Named>>,
		place: string,
		what: string,
		/** Whether the entry must hold numbers. */
		isOfNumbers = false,
		owner = '',
	): Named | undefined {
		for (const pool of pools) {
			const exact = indexOf(pool).byName.get(typed);
			if (exact) return pool.name(exact);
		}
		const found = alikeIn(pools, typed);
		const ownOnes = found.filter(isOfEvent);
		const alike = ownOnes.length > 0 ? ownOnes : found;
		if (alike.length === 1) return alike[0];
		if (this.faults.size >= MOST_ADVISED) {
			this.unadvised.add(typed);
			return undefined;
		}
		const [at, name] = [firstWords(place), firstWords(typed)];
		if (alike.length > 1) {
			this.faults.add(
				`${at}: '${name}' can mean several: ${shownOf(alike, MOST_NEAR)}. Write one of these names`,
			);
			return undefined;
		}
		if (what === 'property' && !isSigned(typed)) this.lacking.add(typed);
		const others = (this.lists.ownersOf?.(typed) ?? []).filter((event) => event !== owner);
		const isElsewhere = what === 'property' && owner !== '' && others.length > 0;
		const fault = isElsewhere
			? foreignProperty(name, owner, others)
			: `the project has no ${what} called '${name}'`;
		this.faults.add(`${at}: ${fault}. ${this.adviceFor(typed, pools, isOfNumbers, what)}`);
		return undefined;
	}

	private adviceFor(
		typed: string,
		pools: readonly Pool[],
		isOfNumbers: boolean,
		what: string,
	): string {
		const near = this.near.of(typed, isOfNumbers ? pools.map(numbersOf) : pools);
		if (what === 'property' && DATE_WORDS.includes(plain(typed))) {
			const others =
				near.length > 0 ? `. Properties with a similar name: ${shownOf(near, MOST_NEAR)}` : '';
			return DATES_ARE_NO_PROPERTY + others;
		}
		if (near.length === 1) return `Did you mean ${shownOf(near, 1)}?`;
		if (near.length > 0) return `Nearest: ${shownOf(near, MOST_NEAR)}`;
		if (isOfNumbers) return describeNumbers(pools);
		const count = pools.reduce((sum, { entries }) => sum + entries.length, 0);
		const more = count - MOST_OF_ALL;
		return `There are: ${listOf(pools)}${more > 0 ? ` and ${more} more` : ''}`;
	}
}

/** Says that an event has no such property, and which events do. */
export function foreignProperty(name: string, event: string, owners: readonly string[]): string {
	return `${firstWords(event)} has no property '${name}', but ${joinNames(owners.slice(0, MOST_NEAR))} ${owners.length === 1 ? 'has' : 'have'} it`;
}

const NOTHING: readonly CatalogEntry[] = [];
const DATE_WORDS = ['date', 'day', 'week', 'month', 'hour', 'time', 'weekday', '日期', '时间'];
const DATES_ARE_NO_PROPERTY =
	"Dates aren't a property: 'range' sets them, and 'unit' (in a funnel, 'by_date') splits by them";

function poolOf(entries: readonly CatalogEntry[]): Pool {
	return { entries, name: (entry) => ({ entry, shown: labelOf(entry) }) };
}

function numbersOf(pool: Pool): Pool {
	return { ...pool, entries: indexOf(pool).numbers };
}

const MOST_SEARCHES = 20;

/**
 * Suggests similar names for wrong ones. Long lists are searched between two readings of a query:
 * the first reading finds nothing, and records what to search for.
 */
export class NearNames {
	private readonly found = new Map<string, readonly CatalogEntry[]>();
	private readonly requested = new Map<string, Steps<readonly CatalogEntry[]>>();
	private readonly numbers = new Map<readonly CatalogEntry[], number>();

	/** @param isLater whether unknown names are searched for later */
	constructor(private readonly isLater = false) {}

	/** Searches by words and their parts first, then by spelling. */
	of(typed: string, pools: readonly Pool[]): Listed[] {
		if (typed.length > LONGEST_NAME) return [];
		const key = `${pools.map(({ entries }) => this.numberOf(entries)).join(' ')} ${typed}`;
		let entries = this.found.get(key);
		if (!entries) {
			const steps = nearSteps(
				typed,
				pools.map((pool) => pool.entries),
			);
			if (this.isLater) {
				if (this.requested.size < MOST_SEARCHES) this.requested.set(key, steps);
				return [];
			}
			entries = atOnce(steps);
			this.found.set(key, entries);
		}
		return entries.flatMap((entry) => {
			const pool = pools.find((one) => indexOf(one).byName.get(entry.name) === entry);
			return pool ? [pool.name(entry)] : [];
		});
	}

	/** @returns whether anything was searched for; stops when the execution is canceled */
	async look(cancelled?: AbortSignal): Promise<boolean> {
		const requested = [...this.requested];
		this.requested.clear();
		for (const [key, steps] of requested) {
			if (cancelled?.aborted) return false;
			this.found.set(key, await inSlices(steps));
		}
		return requested.length > 0;
	}

	private numberOf(entries: readonly CatalogEntry[]): number {
		const known = this.numbers.get(entries) ?? this.numbers.size;
		this.numbers.set(entries, known);
		return known;
	}
}

function* nearSteps(
	typed: string,
	lists: ReadonlyArray<readonly CatalogEntry[]>,
): Steps<readonly CatalogEntry[]> {
	const known = lists.flat();
	const near = new Set(yield* searchSteps(known, typed));
	for (const entry of yield* nearestSteps(known, typed, MOST_NEAR)) near.add(entry);
	const like = yield* mapSteps(known, (one) => isSpelledLike(one, typed), CELLS_OF_ENTRY);
	for (const [index, entry] of known.entries()) if (like[index] === true) near.add(entry);
	return [...near];
}

function listOf(pools: readonly Pool[]): string {
	const first = pools.flatMap((pool) => pool.entries.slice(0, MOST_OF_ALL).map(pool.name));
	return shownOf(first, MOST_OF_ALL);
}

function describeNumbers(pools: readonly Pool[]): string {
	const first = listOf(pools.map(numbersOf));
	return first === '' ? 'No property holds numbers' : `Properties that hold numbers: ${first}`;
}

function shownOf(named: ReadonlyArray<{ shown: string }>, most: number): string {
	return joinNames(named.slice(0, most).map(({ shown }) => shown));
}

/** A property of the event has priority over a user property of the same name. */
function isOfEvent(named: Listed): boolean {
	return named.property?.of === 'event';
}

function isSpelledLike({ name, displayName }: CatalogEntry, typed: string): boolean {
	return nearestWord(typed, [name, displayName]) !== undefined;
}

function labelOf({ name, displayName }: CatalogEntry, before = ''): string {
	return displayName === name ? before + name : `${before}${name} (${displayName})`;
}
