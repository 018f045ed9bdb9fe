/** Zones with their odd days, and moments at which people would not look. */
import { DateTime } from 'luxon';

import type { Chance } from './chance.mts';

/** Days around which clocks change or calendars are odd, by zone. */
const ODD_DAYS: { [zone: string]: readonly string[] } = {
	'Asia/Shanghai': [],
	'Europe/Berlin': ['2026-03-29', '2026-10-25', '2025-03-30', '2025-10-26'],
	'America/New_York': ['2026-03-08', '2026-11-01', '2024-11-03'],
	'Australia/Lord_Howe': ['2026-04-05'],
	'Asia/Kathmandu': [],
	'Pacific/Apia': ['2020-09-27', '2021-04-04'],
	'America/Sao_Paulo': ['2017-10-15', '2018-02-18', '2018-11-04'],
	'America/Havana': ['2025-03-09', '2025-11-02'],
	'Asia/Beirut': ['2026-03-29', '2025-10-26'],
	'America/St_Johns': ['2026-03-08', '2026-11-01'],
	'Pacific/Kiritimati': [],
	UTC: [],
};

/** Days that are odd everywhere. */
const ODD_ANYWHERE = [
	'2024-02-29',
	'2024-03-01',
	'2025-01-01',
	'2024-12-31',
	'2026-03-31',
	'2026-03-01',
	'2026-02-28',
	'2026-10-31',
	'2026-11-01',
	'2026-11-21',
	'2026-07-13',
	'2027-01-04',
];

export const ZONES = Object.keys(ODD_DAYS);

export function drawZone(chance: Chance): string {
	return chance.pick(ZONES);
}

export function drawOddDay(chance: Chance, zone: string): string {
	const own = ODD_DAYS[zone] ?? [];
	return chance.pick(own.length > 0 && chance.percent(60) ? own : ODD_ANYWHERE);
}

/** A moment on an odd day, or some days behind it. */
export function drawNow(chance: Chance, zone: string): string {
	const day = DateTime.fromISO(drawOddDay(chance, zone), { zone });
	const later = chance.percent(50) ? 0 : chance.from(0, 20);
	const [hour, minute] = chance.pick([
		[0, 0],
		[0, 30],
		[1, 59],
		[2, 15],
		[3, 0],
		[12, 0],
		[14, 30],
		[23, 59],
	]) as [number, number];
	return new Date(day.plus({ days: later }).set({ hour, minute }).toMillis()).toISOString();
}

/** A moment on a day in a zone, more often near the hours at which clocks change. */
export function drawMoment(chance: Chance, day: string, zone: string): string {
	const hour = chance.percent(40) ? chance.from(0, 3) : chance.from(0, 23);
	const moment = DateTime.fromISO(day, { zone }).startOf('day');
	const minutes = hour * 60 + chance.from(0, 59);
	return new Date(moment.plus({ minutes }).toMillis()).toISOString();
}
