/** Members of a user group, in no form's and no wire format's words. */
import type { TaskState } from './tasks';
import type { ValueKind } from './valueKinds';

/** A property of the members. */
export interface MemberProperty {
	name: string;
	/** As far as known: values of an unknown kind stay texts. */
	kind?: ValueKind;
	/** Whether its dates are days, without a time. */
	isDay?: boolean;
}

export interface MembersQuery {
	/** As fields of users have it: `user.user_segment_vip`. */
	field: string;
	/** Day of the computation, `YYYY-MM-DD`; the newest one if left out. */
	computedOn?: string;
	properties: readonly MemberProperty[];
}

export interface ExportState extends TaskState {
	/** What the file is fetched by, once it is done. */
	file?: string;
}

/** Value of a property of a member; dates as the moments at which they begin. */
export type MemberValue = string | number | boolean | string[] | Date | null;

/** A member: the internal ID as text, then a value per property. */
export interface Member {
	id: string;
	values: MemberValue[];
}

/** A computation of a group as of a moment. */
export interface Computing extends TaskState {
	/** Tells it from others of the same moment. */
	id: string;
	users?: number;
}
