/** The trigger on alarms of the platform: rules T23 to T28 of docs/trigger.md. */
import type { IDataObject } from 'n8n-workflow';

import { withoutWaits } from '../support/waits.mts';
import { Watcher } from '../support/watcher.mts';
import { TestWorld } from '../support/world.mts';

const key = { credential: 'key' };
const byHand = { ...key, mode: 'manual' as never };
const on = (alarm: string): IDataObject => ({
	triggerOn: 'alarm',
	alarm: { __rl: true, mode: 'list', value: alarm },
	options: {},
});
const DAY_MS = 86_400_000;
const dayBefore = (day: string) => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);

describe('Alarms of the platform', () => {
	let t: TestWorld;
	withoutWaits();

	beforeAll(async () => {
		t = await TestWorld.start();
		for (const day of ['2026-11-08', '2026-11-11', '2026-11-12'])
			t.world.shopOf('production').spoil(day);
	});
	afterAll(async () => await t.stop());
	beforeEach(() => {
		t.simulator.faults.clear();
		t.takeRequests();
	});

	/** The alarm for too few orders, as the service reports it for a day without any. */
	const tooFew = (day: string) => ({
		alarm_id: '1',
		alarm: '订单数过低',
		alarm_time: `${day}T00:00:00+08:00`,
		execute_time: `${day}T00:05:00+08:00`,
		value: 0,
		compared_value: 10,
		change_percent: -100,
		comparison: 'less',
		reference: '固定值',
		value_type: 'value',
		group_by: null,
		group: null,
		unit: 'day',
		receivers: ['ops@shop.example'],
		text: `订单数过低: 0, compared with 10 (-100%), ${day} 00:00`,
	});

	it('starts once for each time that an alarm fires, also after a restart', async () => {
		const watcher = new Watcher(t, on('1'));
		expect(await watcher.poll('2026-11-10T12:00:00', key)).toBeUndefined();
		expect(await watcher.poll('2026-11-12T00:04:00', key)).toBeUndefined();
		expect(await watcher.poll('2026-11-12T00:06:00', key)).toEqual([tooFew('2026-11-12')]);
		expect(await watcher.poll('2026-11-12T00:07:00', key)).toBeUndefined();
		watcher.restart();
		expect(await watcher.poll('2026-11-12T12:00:00', key)).toBeUndefined();
		expect(await watcher.poll('2026-11-13T12:00:00', key)).toEqual([tooFew('2026-11-13')]);
	});

	it('T24: does not report what fired before publishing, but reports what fired while n8n was down', async () => {
		const watcher = new Watcher(t, on('1'));
		expect(await watcher.poll('2026-11-09T12:00:00', key)).toBeUndefined();
		watcher.restart();
		expect(await watcher.poll('2026-11-12T09:00:00', key)).toEqual([tooFew('2026-11-12')]);
	});

	it('reports all alerts that fired, in the order of their times, with the numbers of the events', async () => {
		const watcher = new Watcher(t, on('any'));
		await watcher.poll('2026-11-11T23:58:00', key);
		const items = (await watcher.poll('2026-11-12T09:30:00', key)) ?? [];
		const times = items.map(({ execute_time: time }) => String(time));
		expect(times).toEqual([...times].sort());
		expect(items.map(({ alarm }) => alarm)).toEqual(
			expect.arrayContaining(['订单数过低', 'Page views jump']),
		);
		for (const { alarm, value, compared_value: before, alarm_time: time } of items) {
			if (alarm !== 'Page views jump') continue;
			const end = Number(String(time).slice(11, 13));
			const viewsAt = (hour: number) =>
				t
					.events('2026-11-12', '2026-11-12', '$pageview')
					.filter(({ time: at }) => Number(at.slice(11, 13)) === hour).length;
			expect([value, before]).toEqual([viewsAt(end - 1), viewsAt(end - 2)]);
			expect(Number(value)).toBeGreaterThan(1.3 * Number(before));
		}
	});

	it('reports the group that fired', async () => {
		const watcher = new Watcher(t, on('4'));
		await watcher.poll('2026-11-15T12:00:00', key);
		let fired: IDataObject | undefined;
		for (let day = 16; day < 25 && !fired; day++)
			[fired] = (await watcher.poll(`2026-11-${day}T12:00:00`, key)) ?? [];
		const { group, value, compared_value: before, alarm_time: time } = fired as IDataObject;
		expect(fired).toMatchObject({ group_by: 'event.$Anything.city', value_type: 'percent' });
		const day = dayBefore(String(time).slice(0, 10));
		const revenue = (of: string) =>
			Math.round(
				t
					.events(of, of, 'PayOrder')
					.filter(({ properties }) => properties.city === group)
					.reduce((sum, { properties }) => sum + Number(properties.amount), 0) * 1e6,
			) / 1e6;
		expect([value, before]).toEqual([revenue(day), revenue(dayBefore(day))]);
	});

	it('loses nothing if a poll fails, at any request', async () => {
		const watcher = new Watcher(t, on('any'));
		await watcher.poll('2026-11-11T23:58:00', key);
		for (const path of [/smart-alarm\/all/, /smart-alarm\/detail/]) {
			const answer = { status: 400, body: { error: 'out of order' } };
			t.simulator.faults.add({ times: 10, path, reaction: { answer } });
			await expect(watcher.poll('2026-11-12T00:06:00', key)).rejects.toThrow(/out of order/);
			t.simulator.faults.clear();
		}
		expect(await watcher.poll('2026-11-12T00:07:00', key)).toMatchObject([{ alarm_id: '1' }]);
	});

	it('T7: starts again with another alert', async () => {
		const watcher = new Watcher(t, on('2'));
		await watcher.poll('2026-11-10T12:00:00', key);
		watcher.edit(on('1'));
		expect(await watcher.poll('2026-11-12T12:00:00', key)).toBeUndefined();
		expect(await watcher.poll('2026-11-13T12:00:00', key)).toEqual([tooFew('2026-11-13')]);
	});

	it('T25: does not report a corrected number, or an older firing that shows again', async () => {
		const watcher = new Watcher(t, on('1'));
		await watcher.poll('2026-11-10T12:00:00', key);
		await watcher.poll('2026-11-12T12:00:00', key);
		const history = (day: string, value: string) => ({
			execute_time: `${day} 00:05:00`,
			alarm_time: `${day} 00:00:00`,
			alarm_value: value,
			alarm_last_value: '10',
			alarm_field: '',
			alarm_group: '',
			alarm_function: 'less',
			alarm_reference: '固定值',
			alarm_unit: 'value',
		});
		const shown = { '13': history('2026-11-12', '3'), '14': history('2026-11-09', '0') };
		for (const [hour, newest] of Object.entries(shown)) {
			const body = { code: 'SUCCESS', data: { id: 1, title: '订单数过低', history: newest } };
			t.simulator.faults.add({ times: 1, path: /detail/, reaction: { answer: { body } } });
			t.takeRequests();
			expect(await watcher.poll(`2026-11-12T${hour}:00:00`, key)).toBeUndefined();
			expect(t.takeRequests()).toHaveLength(1);
		}
		expect(await watcher.poll('2026-11-13T12:00:00', key)).toEqual([tooFew('2026-11-13')]);
	});

	it('T27: requests many alerts less often', async () => {
		const rules = t.world.alarms.splice(0);
		const [first] = rules;
		for (let id = 1; id <= 35; id++) t.world.alarms.push({ ...first!, id });
		const watcher = new Watcher(t, on('any'));
		await watcher.poll('2026-11-10T12:00:00', key);
		expect(t.takeRequests()).toHaveLength(36);
		await watcher.poll('2026-11-10T12:01:59', key);
		expect(t.takeRequests()).toEqual([]);
		await watcher.poll('2026-11-10T12:02:01', key);
		expect(t.takeRequests()).toHaveLength(36);
		t.world.alarms.splice(0, Infinity, ...rules);
	});

	it('T28: a run by hand shows the last firing, marked, and remembers nothing', async () => {
		const watcher = new Watcher(t, on('1'));
		expect(await watcher.poll('2026-11-12T12:00:00', byHand)).toEqual([
			{
				...tooFew('2026-11-12'),
				text: `Trial run: ${String(tooFew('2026-11-12').text)}`,
				_example: expect.stringMatching(
					/Example from a manual run: the last time the alert was triggered\. The published workflow starts each time an alert is triggered\./,
				) as string,
			},
		]);
		expect(await watcher.poll('2026-11-12T12:01:00', key)).toBeUndefined();
	});

	it('T28: an alarm that was never triggered shows its title alone', async () => {
		const watcher = new Watcher(t, on('7'));
		expect(await watcher.poll('2026-11-12T12:00:00', byHand)).toMatchObject([
			{
				alarm: 'Nobody signs up',
				value: null,
				alarm_time: null,
				change_percent: null,
				text: 'Trial run: Nobody signs up was never triggered',
				_example: expect.stringMatching(
					/Example from a manual run: the alert was never triggered, so it has no time, value, and group\. The published workflow starts each time the alert is triggered\./,
				) as string,
			},
		]);
	});

	it('reports a deleted alert at once, in words', async () => {
		const watcher = new Watcher(t, on('3'));
		await expect(watcher.poll('2026-11-12T12:00:00', key)).rejects.toThrow(/no alarm 3/);
	});

	it.each(['secret', 'user', 'account'])('is refused in words with %s', async (credential) => {
		const watcher = new Watcher(t, on('1'));
		const error = (await watcher
			.poll('2026-11-12T12:00:00', { credential })
			.catch((e: unknown) => e)) as { message: string };
		expect(error.message).toMatch(
			/Alarms aren't available with the 'Authentication' of the credential, because the API doesn't offer them\. Use a credential with API Key \(OpenAPI\)/,
		);
		await expect(t.engine.listChoices('searchAlarms', {}, { credential })).rejects.toThrow(
			/Alarms aren't available with the 'Authentication' of the credential, because the API doesn't offer them\. Use a credential with API Key \(OpenAPI\)/,
		);
		expect(t.takeRequests()).toEqual([]);
	});

	it('watches any alert if none was selected, and continues where Any Alert was', async () => {
		const form = { triggerOn: 'alarm', options: {} };
		const chosen = new Watcher(t, on('any'));
		await chosen.poll('2026-11-11T23:58:00', key);
		const left = new Watcher(t, form);
		await left.poll('2026-11-11T23:58:00', key);
		const reported = await chosen.poll('2026-11-12T09:30:00', key);
		expect(reported?.length).toBeGreaterThan(1);
		expect(await left.poll('2026-11-12T09:30:00', key)).toEqual(reported);
	});

	it('the list has their titles, the newest first, and an entry for any', async () => {
		expect(await t.engine.listChoices('searchAlarms', {}, key)).toEqual([
			{ name: 'Any Alert', value: 'any' },
			{ name: 'Nobody signs up', value: '7' },
			{ name: 'Revenue of a city drops', value: '4' },
			{ name: 'Page views jump', value: '2' },
			{ name: '订单数过低', value: '1' },
		]);
		const found = await t.engine.listChoices('searchAlarms', {}, { ...key, filter: '订单' });
		expect(found).toEqual([{ name: '订单数过低', value: '1' }]);
	});
});
