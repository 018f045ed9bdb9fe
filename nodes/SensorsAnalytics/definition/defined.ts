import type { ComparisonChoice } from '../form/comparison';
import type { Given } from '../paste/given';
import type { JsonObject } from '../query/json';
import type { Ordering } from '../table/order';
import type { Today } from './dates';
import type { Names } from './names';

/** A query in JSON, read: with the dates and the order that it asks for. */
export interface Defined<Query> extends Given<Query> {
	compared?: ComparisonChoice;
	ordering?: Ordering;
}

/** What a query is read with. */
export interface Reading {
	names: Names;
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
	read(json: JsonObject, reading: Reading): Defined<Query>;
}
