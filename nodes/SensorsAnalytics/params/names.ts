import { UserError } from 'n8n-workflow';

import { firstWords } from '../../../credentials/http/redact';
import type { CatalogEntry } from '../query/entities';
import { KIND_WORDS, type ValueKind } from '../query/filterFunctions';
import { listed, LONGEST_SEARCH, nearest, search } from '../query/names';
import { ANY_EVENT, type Property, toExpression, userField } from '../query/query';
import { readProperty } from './property';
import { joinFaults, nearest as nearestWord, plain } from './words';

/** Names of events and properties in a query, which may be those that the project displays. */

export interface NamedProperty {
	property: Property;
	/** Of its values, as far as the project's lists tell. */
	kind?: ValueKind;
}

/** Numbers are computed from the property, or it is compared with numbers. */
export type PropertyUse = 'number' | 'compared';

/** What names mean, in one reading of a query. */
export interface NameResolver {
	/** Whether names are those of the project, so that all can be judged that depends on them. */
	readonly areFinal: boolean;
	/** What is no name of the project comes back as it is. */
	event(typed: string, place: string): string;
	/**
	 * @param event whose property a short name means; a user's where it is ''
	 * @param use where it has to hold numbers
	 * @throws UserError for what is no name at all
	 */
	property(typed: string, event: string, place: string, use?: PropertyUse): NamedProperty;
	/** The name of a definition; '' where none is given. */
	session(typed: string, place: string): string;
	/** That a condition can't be read for certain without the kind of its property's values. */
	needKind(): void;
}

const ANY = [ANY_EVENT, 'any event', '任意事件'];
/** As the platform allows them. */
const WIRE_NAME = /^[$A-Za-z_][\w$]{0,99}$/;

export function isAnyEvent(typed: string): boolean {
	return typed === '*' || ANY.map(plain).includes(plain(typed));
}

/**
 * Names as they were typed, and whether the project's lists are needed to read them: for what can't
 * be a name of the service.
 */
export class TypedNames implements NameResolver {
	needsLists = false;
	usesEvents = false;
	usesSessions = false;

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
		if (property.of !== 'event') return { property };
		return { property: { ...property, event: this.event(property.event) } };
	}

	session(typed: string): string {
		this.usesSessions = true;
		if (!WIRE_NAME.test(typed)) this.needsLists = true;
		return typed;
	}

	needKind(): void {
		this.needsLists = true;
	}
}

/** Names in the form are the service's: they go out as they are. */
export const SERVICE_NAMES: NameResolver = {
	areFinal: true,
	event: (typed) => typed,
	property: (typed, event, place) => ({ property: readProperty(typed, event, place) }),
	session: (typed) => typed,
	needKind() {},
};

/** Lists of a project, as far as a query needs them. */
export interface ProjectLists {
	events: readonly CatalogEntry[];
	userProperties: readonly CatalogEntry[];
	/** Where they are asked for, and the generation has them. */
	sessions?: readonly CatalogEntry[];
	/** Properties by their event; of any event, those of all. */
	eventProperties: ReadonlyMap<string, readonly CatalogEntry[]>;
	/** Events by the names and display names of their properties, where those of all were asked for. */
	ownersOf?: (property: string) => readonly string[];
}

/** An entry, and what a query calls it. */
interface Candidate extends NamedProperty {
	entry: CatalogEntry;
	shown: string;
}

/** How many names an error lists. */
const MOST_NEAR = 6;
const MOST_OF_ALL = 15;
/** Faults that say what may be meant: looking for that takes time, and nobody reads more. */
const MOST_ADVISED = 5;
const NO_SESSIONS = 'The project defines none. Define one in Sensors Analytics first';
/** User groups are properties that lists of properties do not hold. */
const GROUP = /^user_group_/;

/**
 * Names as the project has them: exact ones, or what is the only one of that spelling. What is wrong
 * is kept, so that one error tells all of it.
 */
export class ProjectNames implements NameResolver {
	private readonly faults = new Set<string>();
	/** Names that nobody is advised on, as there are so many. */
	private readonly unadvised = new Set<string>();
	/** Whether an event or the users lack a property that other events may have. */
	lacksProperty = false;

	constructor(private readonly lists: ProjectLists) {}

	get areFinal(): boolean {
		return this.faults.size === 0;
	}

	/** @throws UserError that tells all names that are wrong */
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
		const events = eventsIn(this.lists.events);
		const found = this.oneOf(typed, events, place, 'event');
		if (found) return found.entry.name;
		if (this.unadvised.has(typed)) return typed;
		// What else is wrong is told in the same error: of the properties of the event that is meant.
		const [only, ...others] = nearOnes(typed, events);
		return only && others.length === 0 ? only.entry.name : typed;
	}

	property(typed: string, event: string, place: string, use?: PropertyUse): NamedProperty {
		const whole = this.whole(typed, event, place);
		const candidates = this.candidatesFor(whole, typed, event);
		if (candidates === undefined) return { property: whole };
		const [wanted, of] = candidates;
		const owner = whole.of === 'event' ? whole.event : event;
		const found = this.oneOf(wanted, of, place, 'property', use && numbersOf(of), owner);
		if (found === undefined) return { property: whole };
		const { kind, shown } = found;
		if (use === 'number' && kind !== undefined && kind !== 'number') {
			this.faults.add(
				`${place} must hold numbers, but ${firstWords(shown)} is ${KIND_WORDS[kind]}. ${describeNumbers(numbersOf(of))}`,
			);
		}
		return { property: found.property, kind };
	}

	/** The property whose event is known, whatever the name of the property itself. */
	whole(typed: string, event: string, place: string): Property {
		const property = readProperty(typed, event, place);
		if (property.of !== 'event' || property.name === typed.trim()) return property;
		return { ...property, event: this.event(property.event, place) };
	}

	session(typed: string, place: string): string {
		const { sessions } = this.lists;
		if (typed === '' && sessions === undefined) this.faults.add(`${place} is missing`);
		if (sessions === undefined) return typed;
		const known = sessions.map((entry) => ({ entry, shown: labelOf(entry) }));
		if (typed !== '') return this.oneOf(typed, known, place, 'session')?.entry.name ?? typed;
		const all = known.length > 0 ? `There are: ${listOf(known, MOST_OF_ALL)}` : NO_SESSIONS;
		this.faults.add(`${place} is missing. ${all}`);
		return typed;
	}

	/** Nothing is missing that could be had. */
	needKind(): void {}

	/** The name, and what it may be; undefined for what no list holds. */
	private candidatesFor(
		property: Property,
		typed: string,
		event: string,
	): [string, Candidate[]] | undefined {
		if (property.of === 'user') {
			return GROUP.test(property.name) ? undefined : [property.name, this.ofUsers()];
		}
		const owner = property.of === 'event' ? property.event : event;
		// Of an event that is not known nothing can be said.
		if (owner !== '' && !this.lists.eventProperties.has(owner)) return undefined;
		if (property.of === 'event' && property.name !== typed.trim()) {
			return [property.name, this.ofEvent(owner, true)];
		}
		// Those of the event stand before those of users.
		const all = [...this.ofEvent(owner, false), ...this.ofUsers()];
		// Dots may belong to a display name; else it is an expression of the service.
		if (property.of === 'other' && !all.some(({ entry }) => isAlike(entry, typed)))
			return undefined;
		return [typed.trim(), all];
	}

	private ofEvent(event: string, isWhole: boolean): Candidate[] {
		const entries = this.lists.eventProperties.get(event) ?? [];
		return entries.map((entry) => ({
			entry,
			kind: entry.kind,
			property: { of: 'event', event, name: entry.name },
			shown: labelOf(entry, isWhole ? toExpression({ of: 'event', event, name: '' }) : ''),
		}));
	}

	private ofUsers(): Candidate[] {
		return this.lists.userProperties.map((entry) => ({
			entry,
			kind: entry.kind,
			property: { of: 'user', name: entry.name } satisfies Property,
			shown: labelOf(entry, userField('')),
		}));
	}

	/** The one that is meant; else what may be meant is kept for the error. */
	private oneOf<Named extends Listed>(
		typed: string,
		candidates: readonly Named[],
		place: string,
		what: string,
		numbers?: readonly Listed[],
		owner = '',
	): Named | undefined {
		const exact = candidates.find(({ entry }) => entry.name === typed);
		if (exact) return exact;
		const found = candidates.filter(({ entry }) => isAlike(entry, typed));
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
				`${at}: '${name}' can mean several: ${listOf(alike, MOST_NEAR)}. Write one of these names`,
			);
			return undefined;
		}
		if (what === 'property') this.lacksProperty = true;
		const others = (this.lists.ownersOf?.(typed) ?? []).filter((event) => event !== owner);
		const isElsewhere = what === 'property' && owner !== '' && others.length > 0;
		const fault = isElsewhere
			? `${firstWords(owner)} has no property '${name}', but ${listed(others.slice(0, MOST_NEAR))} ${others.length === 1 ? 'has' : 'have'} it`
			: `the project has no ${what} called '${name}'`;
		this.faults.add(`${at}: ${fault}. ${adviceFor(typed, candidates, numbers)}`);
		return undefined;
	}
}

/** An entry as errors list it. */
interface Listed {
	entry: CatalogEntry;
	shown: string;
	/** Of a property. */
	property?: Property;
}

/** @param numbers those that hold numbers, where numbers are wanted */
function adviceFor(
	typed: string,
	candidates: readonly Listed[],
	numbers?: readonly Listed[],
): string {
	const near = nearOnes(typed, numbers ?? candidates);
	if (near.length === 1) return `Did you mean ${listOf(near, 1)}?`;
	if (near.length > 0) return `Nearest: ${listOf(near, MOST_NEAR)}`;
	if (numbers) return describeNumbers(numbers);
	const more = candidates.length - MOST_OF_ALL;
	return `There are: ${listOf(candidates, MOST_OF_ALL)}${more > 0 ? ` and ${more} more` : ''}`;
}

function describeNumbers(numbers: readonly Listed[]): string {
	return numbers.length > 0
		? `Properties that hold numbers: ${listOf(numbers, MOST_OF_ALL)}`
		: 'No property holds numbers';
}

function numbersOf(candidates: readonly Candidate[]): Candidate[] {
	return candidates.filter(({ kind }) => kind === 'number');
}

/** A query is read several times, and has many names: its project's events are listed once. */
const eventLists = new WeakMap<readonly CatalogEntry[], Listed[]>();

function eventsIn(events: readonly CatalogEntry[]): Listed[] {
	const known = eventLists.get(events);
	if (known) return known;
	const made = events.map((entry) => ({ entry, shown: labelOf(entry) }));
	eventLists.set(events, made);
	return made;
}

/** By a list, and by what was looked for in it: what may be meant is asked for again and again. */
const foundIn = new WeakMap<readonly Listed[], Map<string, readonly Listed[]>>();
const MOST_FOUND = 50;

/** By words and their parts first, then by spelling. */
function nearOnes<Named extends Listed>(
	typed: string,
	candidates: readonly Named[],
): readonly Named[] {
	const found = foundIn.get(candidates) ?? new Map<string, readonly Named[]>();
	foundIn.set(candidates, found);
	const near = (found.get(typed) as readonly Named[] | undefined) ?? lookFor(typed, candidates);
	if (found.size < MOST_FOUND) found.set(typed, near);
	return near;
}

function lookFor<Named extends Listed>(typed: string, candidates: readonly Named[]): Named[] {
	const known = candidates.map(({ entry }) => entry);
	const near = new Set([...search(known, typed), ...nearest(known, typed, MOST_NEAR)]);
	const similar = known.filter((entry) => !near.has(entry) && isSpelledLike(entry, typed));
	const named = new Map(candidates.map((one) => [one.entry, one]));
	return [...near, ...similar].flatMap((entry) => named.get(entry) ?? []);
}

function listOf(named: ReadonlyArray<{ shown: string }>, most: number): string {
	return listed(named.slice(0, most).map(({ shown }) => shown));
}

/** As by its name, a property of the event is meant before one of users that is called alike. */
function isOfEvent(named: Listed): boolean {
	return named.property?.of === 'event';
}

function isAlike({ name, displayName }: CatalogEntry, typed: string): boolean {
	if (displayName === typed) return true;
	const wanted = plainOf(typed);
	return wanted !== '' && [name, displayName].some((known) => plainOf(known) === wanted);
}

/** The same names are looked at for each name of a query. */
const plainTexts = new Map<string, string>();
const MOST_KEPT = 20_000;

function plainOf(text: string): string {
	const known = plainTexts.get(text);
	if (known !== undefined) return known;
	const made = plain(text);
	if (plainTexts.size >= MOST_KEPT) plainTexts.clear();
	if (text.length <= LONGEST_SEARCH) plainTexts.set(text, made);
	return made;
}

function isSpelledLike({ name, displayName }: CatalogEntry, typed: string): boolean {
	return nearestWord(typed, [name, displayName]) !== undefined;
}

function labelOf({ name, displayName }: CatalogEntry, before = ''): string {
	return displayName === name ? before + name : `${before}${name} (${displayName})`;
}
