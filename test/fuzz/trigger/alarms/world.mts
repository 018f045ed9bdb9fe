/** Alarms that are set up, deleted, fire, and whose records are late, corrected or removed. */
import { DateTime } from 'luxon';

import type { Sent } from '../watch.mts';

const MINUTE = 60_000;

/** A record of a firing; minutes count from the start of the world. */
interface Record {
	/** When it was computed. */
	at: number;
	/** The time that it is about, as minutes before. */
	about: number;
	group: string;
	rule: string;
	value: number;
	/** So much later it can be seen. */
	late: number;
	/** So long after it can be seen its value becomes another one. */
	correctedAfter?: number;
	/** So long after it can be seen it is gone. */
	removedAfter?: number;
}

export interface AlarmPlan {
	/** From when to when it is there. */
	from: number;
	until?: number;
	/** When it is not listed for a while. */
	away?: { from: number; minutes: number };
	records: Record[];
}

export interface AlarmsPlan {
	zone: string;
	/** Local time, `YYYY-MM-DDTHH:mm`. */
	start: string;
	/** IDs are 1, 2, … in this order; numbers of more digits come out of the order of texts. */
	alarms: AlarmPlan[];
	/** Added to the IDs. */
	firstId: number;
}

/** What can be seen of one that fired. */
export interface Shown {
	id: number;
	executed: number;
	about: number;
	group: string;
	rule: string;
	value: number;
}

export class AlarmsWorld {
	readonly start: number;

	constructor(readonly plan: AlarmsPlan) {
		this.start = DateTime.fromISO(plan.start, { zone: plan.zone }).toMillis();
	}

	/** IDs of the alarms that are there at a moment. */
	idsAt(moment: number): number[] {
		const minute = (moment - this.start) / MINUTE;
		return this.plan.alarms.flatMap(({ from, until = Infinity, away }, index) => {
			const isAway = away && away.from <= minute && minute < away.from + away.minutes;
			return from <= minute && minute < until && !isAway ? [index + this.plan.firstId] : [];
		});
	}

	/** The newest record of an alarm that can be seen; of several of one moment, the last that came. */
	newestAt(id: number, moment: number): Shown | undefined {
		const minute = (moment - this.start) / MINUTE;
		const records = this.plan.alarms[id - this.plan.firstId]?.records ?? [];
		let newest: Record | undefined;
		for (const record of records) {
			const seenFrom = record.at + record.late;
			if (minute < seenFrom || minute >= seenFrom + (record.removedAfter ?? Infinity)) continue;
			const isNewer =
				newest === undefined ||
				record.at > newest.at ||
				(record.at === newest.at && seenFrom >= newest.at + newest.late);
			if (isNewer) newest = record;
		}
		if (!newest) return undefined;
		const isCorrected = minute >= newest.at + newest.late + (newest.correctedAfter ?? Infinity);
		return {
			id,
			executed: this.start + newest.at * MINUTE,
			about: this.start + (newest.at - newest.about) * MINUTE,
			group: newest.group,
			rule: newest.rule,
			value: newest.value + (isCorrected ? 1000 : 0),
		};
	}

	answer({ path, query }: Sent, moment: number): object {
		if (path.endsWith('/smart-alarm/all')) {
			const ids = this.idsAt(moment);
			return { code: 'SUCCESS', data: { total: ids.length, ids } };
		}
		const id = Number(query.config_id);
		const shown = this.newestAt(id, moment);
		const history = shown && {
			execute_time: this.local(shown.executed),
			alarm_time: this.local(shown.about),
			alarm_value: String(shown.value),
			alarm_last_value: '10',
			alarm_field: shown.group === '' ? '' : 'event.$Anything.city',
			alarm_group: shown.group,
			alarm_function: 'less',
			alarm_reference: shown.rule,
			alarm_unit: 'value',
			receivers: [],
		};
		return { code: 'SUCCESS', data: { id, title: `Alarm ${id}`, unit: 'HOUR', history } };
	}

	private local(moment: number): string {
		return DateTime.fromMillis(moment, { zone: this.plan.zone }).toFormat('yyyy-MM-dd HH:mm:ss');
	}
}
