import { DateTime, IANAZone } from 'luxon';

import {
	dateInZone,
	daysOnClocks,
	isOnClocks,
	isTimeZone,
	momentInZone,
	withOffset,
} from '../../../../../../nodes/SensorsAnalytics/dates/calendar';
import { Differences } from '../../../../../support/differences.mts';
import { isLong } from '../../../../../support/extent.mts';

const EVERY_HOUR = Array.from(
	{ length: 24 },
	(_, hour) => `T${String(hour).padStart(2, '0')}:00:00`,
);
const STEP = 20 * 86_400_000;
// The zones' rules of today repeat with the leap cycle; the long run meets some that have ended.
const [START, END] = (isLong ? ['2020-01-01', '2030-01-01'] : ['2024-01-01', '2028-01-01']).map(
	(date) => Date.parse(date),
) as [number, number];

const offsetIn = (zone: string, ms: number) => IANAZone.create(zone).offset(ms);

/** Moments at which the zone's offset changes, found by halving. */
function changesOf(zone: string): number[] {
	const changes: number[] = [];
	for (let at = START; at < END; at += STEP) {
		if (offsetIn(zone, at) === offsetIn(zone, at + STEP)) continue;
		let [low, high] = [at, at + STEP];
		while (high - low > 60_000) {
			const middle = Math.floor((low + high) / 120_000) * 60_000;
			if (offsetIn(zone, middle) === offsetIn(zone, low)) low = middle;
			else high = middle;
		}
		changes.push(high);
	}
	return changes;
}

/** What the judge and the code say of every moment around a change of the zone's clocks. */
function compareAround(change: number, zone: string, differences: Differences): void {
	for (const minutes of [-1500, -61, -1, 0, 1, 59, 61, 1500]) {
		const moment = change + minutes * 60_000;
		differences.note(
			[zone, moment],
			dateInZone(new Date(moment), zone),
			DateTime.fromMillis(moment, { zone }).toISODate(),
		);
	}
	const date = DateTime.fromMillis(change, { zone }).toISODate() as string;
	const shown = new Set<string>();
	for (let half = -60; half <= 60; half++) {
		const at = DateTime.fromMillis(Math.floor(change / 1_800_000) * 1_800_000 + half * 1_800_000, {
			zone,
		});
		if (at.toISODate() !== date) continue;
		const local = at.toFormat("yyyy-MM-dd'T'HH:mm:ss");
		// Of a time that is shown twice, the first one counts.
		if (shown.has(local)) continue;
		shown.add(local);
		differences.note(zone, withOffset(local, zone), at.toFormat("yyyy-MM-dd'T'HH:mm:ssZZ"));
	}
	const hours = [...new Set([...shown].map((local) => `${local.slice(0, 13)}:00:00`))];
	if (hours.length >= 22)
		differences.note(
			zone,
			EVERY_HOUR.map((hour) => date + hour).filter((local) => isOnClocks(local, zone)),
			[...hours].sort(),
		);
}

describe('the IANA zones, at all changes of their clocks', () => {
	it('dates and offsets are those of the judge', () => {
		const differences = new Differences();
		const zones = Intl.supportedValuesOf('timeZone');
		const rules = new Set<string>();
		let compared = 0;
		for (const zone of zones) {
			const changes = [START, ...changesOf(zone)];
			// Zones whose clocks go alike all the time are one case, of which one is enough.
			const rule = JSON.stringify(changes.map((change) => [change, offsetIn(zone, change)]));
			if (rules.has(rule) && !isLong) continue;
			rules.add(rule);
			for (const change of changes) compareAround(change, zone, differences);
			compared += changes.length;
		}
		differences.expectNone();
		expect(zones.length).toBeGreaterThan(400);
		expect(rules.size).toBeGreaterThan(50);
		expect(compared).toBeGreaterThan(isLong ? 2000 : 150);
	}, 240_000);

	it.each([
		['Asia/Shanghai', '2026-11-18T15:59:59Z', '2026-11-18'],
		['Asia/Shanghai', '2026-11-18T16:00:00Z', '2026-11-19'],
		['Pacific/Kiritimati', '2026-12-31T10:00:00Z', '2027-01-01'],
		['America/New_York', '2027-01-01T04:59:59Z', '2026-12-31'],
	])('today in %s at %s is %s', (zone, moment, date) => {
		expect(dateInZone(new Date(moment), zone)).toBe(date);
	});

	it('knows what a zone is', () => {
		expect(isTimeZone('Asia/Shanghai')).toBe(true);
		expect(isTimeZone('Moon/Sea')).toBe(false);
	});
});

describe('momentInZone', () => {
	it.each(['Asia/Shanghai', 'America/New_York', 'Europe/Berlin', 'Asia/Kathmandu', 'UTC'])(
		'writes a moment as Luxon does, also when clocks change: %s',
		(zone) => {
			for (const ms of [0, 1, 999, -1, -1500]) {
				// The offset distinguishes the two hours of autumn with the same name.
				for (const hour of [
					'2026-10-25T00:30:00Z',
					'2026-10-25T01:30:00Z',
					'2026-11-01T06:30:00Z',
				]) {
					const moment = new Date(Date.parse(hour) + ms);
					const reported = DateTime.fromJSDate(moment, { zone });
					expect(momentInZone(moment, zone)).toBe(
						reported.toISO({ suppressMilliseconds: true })?.replace(/Z$/, '+00:00'),
					);
				}
			}
			expect(momentInZone(new Date(-1), 'UTC')).toBe('1969-12-31T23:59:59.999+00:00');
		},
	);
});

it('a day that the clocks of a zone skipped does not exist', () => {
	const days = [28, 29, 30, 31].map((day) => `2011-12-${day}`);
	expect(daysOnClocks(days, 'Pacific/Apia')).toEqual(days.filter((day) => !day.endsWith('30')));
	expect(daysOnClocks(days.slice(2, 3), 'Pacific/Apia')).toEqual([]);
	expect(daysOnClocks(days, 'Pacific/Auckland')).toBe(days);
	expect(daysOnClocks([], 'Pacific/Apia')).toEqual([]);
});
