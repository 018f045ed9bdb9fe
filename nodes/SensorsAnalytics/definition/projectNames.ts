import { UserError } from 'n8n-workflow';

import { readProperty } from '../form/property';
import type { CatalogEntry } from '../query/catalog';
import { ANY_EVENT, type Property } from '../query/eventQuery';
import { distanceOf } from '../query/similarNames';
import { KIND_WORDS } from '../query/valueKinds';
import { isAnyEvent, type NamedProperty, type Names } from './names';
import { plain } from './words';

/** Lists of a project, as far as a query needs them. */
export interface ProjectLists {
	events: readonly CatalogEntry[];
	userProperties: readonly CatalogEntry[];
	/** Properties by their event; of any event, those of all. */
	eventProperties: ReadonlyMap<string, readonly CatalogEntry[]>;
}

/** An entry, and what a query calls it. */
interface Candidate extends NamedProperty {
	entry: CatalogEntry;
	shown: string;
}

/** How many names an error lists. */
const MOST_NEAR = 6;
const MOST_OF_ALL = 15;
/** User groups are properties that lists of properties do not hold. */
const GROUP = /^user_group_/;

/** Names as the project has them: exact ones, or what is the only one of that spelling. */
export class ProjectNames implements Names {
	readonly areFinal = true;

	constructor(private readonly lists: ProjectLists) {}

	event(typed: string, place: string): string {
		if (isAnyEvent(typed)) return ANY_EVENT;
		const events = this.lists.events.map((entry) => ({ entry, shown: labelOf(entry) }));
		return oneOf(typed, events, place, 'event').entry.name;
	}

	property(typed: string, event: string, place: string, use?: 'number'): NamedProperty {
		const candidates = this.candidatesFor(typed, event, place);
		if (candidates === undefined) return { property: readProperty(typed, event, place) };
		const [wanted, of] = candidates;
		const found = oneOf(wanted, of, place, 'property');
		if (use === 'number' && found.kind !== undefined && found.kind !== 'number') {
			const numbers = of.filter(({ kind }) => kind === 'number').map(({ shown }) => shown);
			throw new UserError(
				`${place} must hold numbers, but ${found.shown} is ${KIND_WORDS[found.kind]}. ${numbers.length > 0 ? `Properties that hold numbers: ${numbers.slice(0, MOST_OF_ALL).join(', ')}` : 'There is no such property'}`,
			);
		}
		return { property: found.property, kind: found.kind };
	}

	/** The property whose event is known, whatever the name of the property itself. @throws UserError */
	whole(typed: string, event: string, place: string): Property {
		const property = readProperty(typed, event, place);
		if (property.of !== 'event') return property;
		return { ...property, event: this.event(property.event, place) };
	}

	/** Nothing is missing that could be had. */
	needKind(): void {}

	/** The name, and what it may be; undefined for what no list holds. */
	private candidatesFor(
		typed: string,
		event: string,
		place: string,
	): [string, Candidate[]] | undefined {
		const property = readProperty(typed, event, place);
		if (property.of === 'user') {
			return GROUP.test(property.name) ? undefined : [property.name, this.ofUsers()];
		}
		const isWhole = property.of === 'event' && property.name !== typed.trim();
		if (property.of === 'event' && isWhole) {
			return [property.name, this.ofEvent(this.event(property.event, place), true)];
		}
		// Dots may belong to a display name; else it is an expression of the service.
		const all = [...this.ofEvent(event, false), ...this.ofUsers()];
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
			shown: labelOf(entry, isWhole ? `event.${event}.` : ''),
		}));
	}

	private ofUsers(): Candidate[] {
		return this.lists.userProperties.map((entry) => ({
			entry,
			kind: entry.kind,
			property: { of: 'user', name: entry.name } satisfies Property,
			shown: labelOf(entry, 'user.'),
		}));
	}
}

/** @throws UserError that lists what may be meant */
function oneOf<Named extends { entry: CatalogEntry; shown: string }>(
	typed: string,
	candidates: readonly Named[],
	place: string,
	what: string,
): Named {
	// Those of the event stand before those of users.
	const exact = candidates.find(({ entry }) => entry.name === typed);
	if (exact) return exact;
	const alike = candidates.filter(({ entry }) => isAlike(entry, typed));
	if (alike.length === 1) return alike[0] as Named;
	const list = (named: readonly Named[], most: number) =>
		named
			.slice(0, most)
			.map(({ shown }) => shown)
			.join(', ');
	if (alike.length > 1) {
		throw new UserError(
			`${place} can mean several: ${list(alike, MOST_NEAR)}. Write one of these names`,
		);
	}
	const near = nearOnes(typed, candidates);
	const advice =
		near.length > 0
			? `Nearest: ${list(near, MOST_NEAR)}`
			: `There are: ${list(candidates, MOST_OF_ALL)}${candidates.length > MOST_OF_ALL ? ` and ${candidates.length - MOST_OF_ALL} more` : ''}`;
	throw new UserError(`${place}: the project has no ${what} called '${typed}'. ${advice}`);
}

function isAlike({ name, displayName }: CatalogEntry, typed: string): boolean {
	if (displayName === typed) return true;
	const wanted = plain(typed);
	return wanted !== '' && [name, displayName].some((known) => plain(known) === wanted);
}

/** Those that hold the text, or that it holds; then those that are spelled like it. */
function nearOnes<Named extends { entry: CatalogEntry }>(
	typed: string,
	candidates: readonly Named[],
): Named[] {
	const wanted = plain(typed);
	const allowed = Math.max(wanted.length > 3 ? 2 : 1, Math.floor(wanted.length / 4));
	const rank = ({ entry }: Named) => {
		const names = [entry.name, entry.displayName].map(plain).filter(Boolean);
		if (wanted !== '' && names.some((name) => name.includes(wanted) || wanted.includes(name)))
			return 0;
		return Math.min(...names.map((name) => distanceOf(wanted, name, allowed)));
	};
	return candidates
		.map((candidate) => ({ candidate, rank: rank(candidate) }))
		.filter((one) => one.rank <= allowed)
		.sort((a, b) => a.rank - b.rank)
		.map(({ candidate }) => candidate);
}

function labelOf({ name, displayName }: CatalogEntry, before = ''): string {
	return displayName === name ? before + name : `${before}${name} (${displayName})`;
}
