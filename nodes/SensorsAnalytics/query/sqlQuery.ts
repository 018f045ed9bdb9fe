/** A number digit by digit, as a double would round it: `-12345678901234567890.5e3`. */
export interface SqlNumber {
	digits: string;
}

export type SqlValue = string | boolean | SqlNumber;

/** A value for a place in the SQL that is written `:name`. */
export interface SqlParameter {
	name: string;
	/** A list is for `IN (:name)`. */
	value: SqlValue | SqlValue[];
}

export interface SqlQuery {
	/** One SELECT (or WITH … SELECT). */
	sql: string;
	parameters: SqlParameter[];
	/** How long the service may compute. */
	timeLimitSeconds?: number;
}
