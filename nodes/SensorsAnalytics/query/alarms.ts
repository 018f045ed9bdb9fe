/** Alarms that the platform computes by itself, in no wire format's words. */
export interface Alarm {
	/** A whole number, as text. */
	id: string;
	title: string;
	/** How often it is computed, such as `hour`. */
	unit?: string;
	/** The last time that it fired; none if it has not yet. */
	newest?: Firing;
}

/** One time that an alarm fired; no number where it is not told, a text where it is no number. */
export interface Firing {
	/** The later one of the times that are told, `YYYY-MM-DDTHH:mm:ss` on the project's clocks. */
	moment: string;
	/** The time of the alarm, and when it was computed, like `moment`. */
	alarmTime?: string;
	executeTime?: string;
	value: number | string | null;
	/** What the value was compared with. */
	comparedValue: number | string | null;
	/** How they were compared, and with what, in the words of the service. */
	comparison?: string;
	reference?: string;
	valueType?: string;
	/** Field expression of the group, and which one it was. */
	groupField?: string;
	group?: string;
	/** Mail addresses. */
	receivers: string[];
}
