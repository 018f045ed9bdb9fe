/** A small world: numbers per period, how and when they reach the service, and what it answers. */
import type { Calendar, Unit } from './calendar.mts';
import { calendarOf, indexesOf, serviceTime } from './calendar.mts';

const MINUTE = 60_000;
const DAY = 86_400_000;

export interface WorldPlan {
	zone: string;
	/** First day of the life, `YYYY-MM-DD`. */
	start: string;
	/** Numbers by period, over and over; null: nothing happened. */
	numbers: Array<number | null>;
	/** Whether gaps in the numbers mean 0 (a count) or no number (an average). */
	isCount: boolean;
	/** How data arrive. */
	arrival:
		| { kind: 'stream'; lagMinutes: number }
		/** All data up to midnight arrive this number of minutes after it. */
		| { kind: 'daily'; atMinutes: number };
	/** Nothing arrives later than this number of hours after the start. */
	deadAfterHours?: number;
	/** How far the time of the last noticeable change is behind the last one; 'stuck': stays at the start. */
	noticeable: number | 'stuck';
	/** Numbers of finished periods that become others. */
	corrections: Array<{ period: number; afterHours: number; number: number | null }>;
	/** Finished periods of a group whose numbers go on moving, every quarter of a minute. */
	drips?: Array<{ period: number; group: number; hours: number }>;
	/** Whether empty points are left out of answers, and numbers written as texts. */
	isSparse: boolean;
	isText: boolean;
	groups: string[];
	flags: { truncated: boolean; sampled: boolean };
}

export class World {
	readonly start: number;
	private readonly deadAt: number;
	private readonly calendars: { [U in Unit]?: Calendar } = {};

	constructor(readonly plan: WorldPlan) {
		const day = this.calendar('day').byName.get(plan.start) as number;
		this.start = this.calendar('day').periods[day]?.start as number;
		this.deadAt =
			plan.deadAfterHours === undefined ? Infinity : this.start + plan.deadAfterHours * 60 * MINUTE;
	}

	calendar(unit: Unit): Calendar {
		this.calendars[unit] ??= calendarOf(this.plan.zone, unit, this.plan.start);
		return this.calendars[unit];
	}

	/** Up to when data have arrived at a moment. */
	arrivedAt(moment: number): number {
		const { arrival } = this.plan;
		const alive = Math.min(moment, this.deadAt);
		if (arrival.kind === 'stream')
			return Math.min(moment - arrival.lagMinutes * MINUTE, this.deadAt);
		const days = this.calendar('day').periods;
		const loaded = alive - arrival.atMinutes * MINUTE;
		let index = Math.floor((alive - (days[0]?.start as number)) / DAY) + 1;
		while ((days[index]?.start as number) > loaded) index--;
		return days[index]?.start as number;
	}

	/** Both times that the service returns. */
	timesAt(moment: number): [number, number] {
		const arrived = this.arrivedAt(moment);
		const { noticeable } = this.plan;
		return [
			arrived,
			noticeable === 'stuck' ? Math.min(arrived, this.start) : arrived - noticeable * MINUTE,
		];
	}

	/** What the service knows about a period at a moment: null where nothing has happened. */
	numberAt(unit: Unit, index: number, moment: number, group = 0): number | null {
		const period = this.calendar(unit).periods[index];
		if (!period) return null;
		const arrived = this.arrivedAt(moment);
		if (period.start >= arrived || period.start >= this.deadAt) return null;
		let number =
			this.plan.numbers[(index * (group + 1) + group) % this.plan.numbers.length] ?? null;
		const first = this.firstIndex(unit);
		for (const { period: at, afterHours, number: corrected } of this.plan.corrections) {
			if (first + at === index && moment >= period.end + afterHours * 60 * MINUTE)
				number = corrected;
		}
		if (number !== null && period.end > arrived) number = Math.floor(number / 2);
		const drip = this.plan.drips?.find(
			(one) => first + one.period === index && one.group === group,
		);
		const late = moment - period.end;
		if (drip && late >= 0 && late < drip.hours * 60 * MINUTE)
			number = (number ?? 0) + (Math.floor(late / (MINUTE / 4)) % 4);
		return number;
	}

	/** The answer to a request, as the service's documents show it. */
	answer(
		request: { unit: Unit; from_date: string; to_date: string; by_fields?: string[] },
		moment: number,
	) {
		const { unit, from_date: from, to_date: to } = request;
		const { isSparse, isText, groups, flags, isCount } = this.plan;
		const { periods } = this.calendar(unit);
		const names = request.by_fields ? groups : [''];
		const inRange = indexesOf(this.calendar(unit), from, to);
		const at = (index: number, group: number) => this.numberAt(unit, index, moment, group);
		const points = inRange.filter(
			(index) => !isSparse || names.some((_name, group) => at(index, group) !== null),
		);
		const write = (number: number | null) =>
			number === null ? (isCount ? 0 : null) : isText ? String(number) : number;
		const rows = names.flatMap((name, group) => {
			const isEmpty = points.every((index) => at(index, group) === null);
			if (isEmpty && (request.by_fields || isSparse)) return [];
			const values = points.map((index) => [write(at(index, group))]);
			return [{ values, ...(request.by_fields ? { by_values: [name] } : {}) }];
		});
		const time = (name: string) => `${name.slice(0, 10)} ${name.slice(11) || '00:00:00'}`;
		const [updated, sufficient] = this.timesAt(moment);
		return {
			series: rows.length > 0 ? points.map((index) => time(periods[index]?.name as string)) : [],
			rows,
			data_update_time: serviceTime(updated, this.plan.zone),
			data_sufficient_update_time: serviceTime(sufficient, this.plan.zone),
			truncated: flags.truncated,
			sampling_factor: flags.sampled ? 32 : 64,
		};
	}

	/** Where the life begins. */
	firstIndex(unit: Unit): number {
		const { byName } = this.calendar(unit);
		if (unit === 'day') return byName.get(this.plan.start) as number;
		return (byName.get(`${this.plan.start}T00:00:00`) ??
			byName.get(`${this.plan.start}T01:00:00`)) as number;
	}
}
