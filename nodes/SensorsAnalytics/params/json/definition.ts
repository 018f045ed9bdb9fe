import type { JsonObject } from '../../../../credentials/http/json';
import type { PayloadQuery } from '../../paste/payload';
import type { Ordering } from '../../table/order';
import type { ComparisonChoice } from '../comparison';
import type { NameResolver, Today } from './read';

/** A query in JSON, read: with the dates and the order that it asks for. */
export interface Defined<Query> extends PayloadQuery<Query> {
	compared?: ComparisonChoice;
	ordering?: Ordering;
}

/** What a query is read with. */
export interface ReadContext {
	names: NameResolver;
	now: Today;
}

/** How the queries of a report are written in JSON. */
export interface Definition<Query> {
	/** One that shows all that is commonly asked for. */
	example: string;
	/** The least that can be asked. */
	short: string;
	/** JSON schema (draft 2020-12), short enough for the description of a tool. */
	schema: JsonObject;
	/** @throws UserError that names the key and lists what is allowed */
	read(json: JsonObject, reading: ReadContext): Defined<Query>;
}
