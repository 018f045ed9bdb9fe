import type { Firing } from '../../../../../nodes/SensorsAnalytics/query/entities';
import {
	changeOf,
	sentenceOf,
	toAlertItem,
	withoutGroup,
} from '../../../../../nodes/SensorsAnalyticsTrigger/alarms';

const alarm = { id: '7', title: 'Few orders' };
const firing: Firing = {
	moment: '2026-11-12T00:05:00',
	alarmTime: '2026-11-12T00:00:00',
	value: 8,
	comparedValue: 10,
	receivers: [],
};

describe('the change of an alarm', () => {
	it.each<[Firing['value'], Firing['value'], number | null]>([
		[8, 10, -20],
		[10, 3, 233.33],
		[0.3, 0.1, 200],
		[5, -10, 150],
		[0, 10, -100],
		[8, 0, null],
		[0, 0, null],
		[null, 10, null],
		[8, null, null],
		['12%', 10, null],
		[8, '10%', null],
	])('of %p against %p is %p', (value, comparedValue, change) => {
		expect(changeOf({ ...firing, value, comparedValue })).toBe(change);
	});
});

describe('an alarm in a sentence', () => {
	it.each<[Partial<Firing>, string]>([
		[{}, 'Few orders: 8, compared with 10 (-20%), 2026-11-12 00:00'],
		[{ group: 'Riga' }, 'Few orders (Riga): 8, compared with 10 (-20%), 2026-11-12 00:00'],
		[
			{ value: 537731.5699999986, comparedValue: 1000 },
			'Few orders: 537,731.57, compared with 1,000 (+53,673.16%), 2026-11-12 00:00',
		],
		[{ comparedValue: null }, 'Few orders: 8, 2026-11-12 00:00'],
		[{ comparedValue: 0 }, 'Few orders: 8, compared with 0, 2026-11-12 00:00'],
		[{ value: null, comparedValue: null }, 'Few orders: 2026-11-12 00:00'],
		[{ value: '12%' }, 'Few orders: 12%, compared with 10, 2026-11-12 00:00'],
		[{ alarmTime: undefined }, 'Few orders: 8, compared with 10 (-20%), 2026-11-12 00:05'],
	])('%j', (more, words) => {
		expect(sentenceOf(alarm, { ...firing, ...more })).toBe(words);
	});

	it('that has no title, or was never triggered', () => {
		expect(sentenceOf({ ...alarm, title: ' ' }, firing)).toMatch(
			/^Alert 7: 8, compared with 10 \(-20%\), 2026-11-12 00:00/,
		);
		expect(sentenceOf(alarm, undefined)).toBe('Few orders was never triggered');
	});

	it('mentions nobody and contains no link, whatever title, group and value are', () => {
		const nasty = '<!channel> @all\nwww.evil.com http://evil.com \u202e<at user_id="all">';
		const text = sentenceOf({ id: '7', title: nasty }, { ...firing, group: nasty, value: nasty });
		expect(text).not.toMatch(/<!|<at|@all|www\.|\/\/|evil\.com|\n|\u202e/);
		expect(sentenceOf({ id: '7', title: 'x'.repeat(999) }, firing).length).toBeLessThan(260);
	});
});

describe('the group of an alarm', () => {
	const grouped = { ...firing, groupField: 'user.Phone', group: '13800000000' };

	it('is omitted if the credential leaves out its property', () => {
		const item = toAlertItem(alarm, withoutGroup(grouped, new Set(['phone'])), 'UTC');
		expect(item).toMatchObject({ group_by: 'user.Phone', group: null });
		expect(JSON.stringify(item)).not.toContain('138');
	});

	it.each([
		...['user.phone,event.A.city', '["user.phone","event.A.city"]', 'phone;city'],
		...['event.A.city, user.Phone', 'user.phone@2026-01-01 00:00:00'],
	])('is omitted if %s names it among others', (groupField) => {
		const several = { ...grouped, groupField, group: '13800000000,Beijing' };
		expect(withoutGroup(several, new Set(['phone'])).group).toBeUndefined();
		expect(withoutGroup(several, new Set(['hone']))).toBe(several);
	});

	it.each([[['city']], [[]]])('is included if the credential leaves out %j', (leftOut) => {
		expect(withoutGroup(grouped, new Set(leftOut))).toBe(grouped);
	});
});
