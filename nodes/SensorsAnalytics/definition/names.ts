/** Names of events and properties in a query, which may be those that the project displays. */
import { readProperty } from '../form/property';
import { ANY_EVENT, type Property } from '../query/eventQuery';
import type { ValueKind } from '../query/valueKinds';
import { plain } from './words';

export interface NamedProperty {
	property: Property;
	/** Of its values, as far as the project's lists tell. */
	kind?: ValueKind;
}

/** Numbers are computed from the property, or it is compared with numbers. */
export type Use = 'number' | 'compared';

/** What names mean, in one reading of a query. */
export interface Names {
	/** Whether names are those of the project, so that all can be judged that depends on them. */
	readonly areFinal: boolean;
	/** What is no name of the project comes back as it is. */
	event(typed: string, place: string): string;
	/**
	 * @param event whose property a short name means; a user's where it is ''
	 * @param use where it has to hold numbers
	 * @throws UserError for what is no name at all
	 */
	property(typed: string, event: string, place: string, use?: Use): NamedProperty;
	/** That a condition can't be read for certain without the kind of its property's values. */
	needKind(): void;
}

const ANY = [ANY_EVENT, 'any event', '任意事件'].map(plain);
/** As the platform allows them. */
const WIRE_NAME = /^[$A-Za-z_][\w$]{0,99}$/;

export function isAnyEvent(typed: string): boolean {
	return typed === '*' || ANY.includes(plain(typed));
}

/**
 * Names as they were typed, and whether the project's lists are needed to read them: for what can't
 * be a name of the service.
 */
export class TypedNames implements Names {
	needsLists = false;
	usesEvents = false;

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

	needKind(): void {
		this.needsLists = true;
	}
}
