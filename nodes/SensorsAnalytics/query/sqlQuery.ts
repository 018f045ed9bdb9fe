import type { Scalar } from './eventQuery';

/** A value for a place in the SQL that is written `:name`. */
export interface SqlParameter {
	name: string;
	/** A list is for `IN (:name)`. */
	value: Scalar | Scalar[];
}

export interface SqlQuery {
	/** One SELECT (or WITH … SELECT). */
	sql: string;
	parameters: SqlParameter[];
	/** How long the service may compute. */
	timeLimitSeconds?: number;
}
