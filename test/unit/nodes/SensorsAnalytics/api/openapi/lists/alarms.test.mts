import { alarmsWire } from '../../../../../../../nodes/SensorsAnalytics/api/openapi/lists';

/** The sample of the documents. */
const SAMPLE = {
	emails: ['test1@test.cn', 'test2@test.cn'],
	unit: 'HOUR',
	send_alarm: true,
	id: 1,
	history: {
		execute_time: '2023-01-08 23:00:00',
		alarm_time: '2023-01-08 23:00:00',
		alarm_value: '0',
		alarm_last_value: '1',
		alarm_field: 'event.$Anything.customer_id',
		alarm_group: 'landz-cluster',
		alarm_function: 'general',
		alarm_reference: '测试',
		alarm_unit: 'day',
		receivers: ['test1@test.cn', 'test2@test.cn'],
	},
	title: '测试预警',
};
const success = (data: unknown) => ({ code: 'SUCCESS', data, request_id: '1' });
const alarm = async (data: unknown, id = '1') =>
	await alarmsWire.alarm(async () => success(data), id);
const withHistory = async (change: object) =>
	(await alarm({ ...SAMPLE, history: { ...SAMPLE.history, ...change } })).newest;

describe('alarms', () => {
	it('are requested as the documents say', async () => {
		const requests: unknown[] = [];
		const ask = async (request: unknown) => {
			requests.push(request);
			return success(requests.length === 1 ? { total: 10, ids: [1, 2, '3', 2] } : SAMPLE);
		};
		expect(await alarmsWire.ids(ask)).toEqual(['1', '2', '3']);
		await alarmsWire.alarm(ask, '1');
		expect(requests).toEqual([
			{ path: '/api/v3/analytics/v1/smart-alarm/all', body: {} },
			{
				method: 'GET',
				path: '/api/v3/analytics/v1/smart-alarm/detail',
				query: { config_id: '1' },
			},
		]);
	});

	it('are read with the last time that they fired', async () => {
		expect(await alarm(SAMPLE)).toEqual({
			id: '1',
			title: '测试预警',
			unit: 'hour',
			newest: {
				moment: '2023-01-08T23:00:00',
				alarmTime: '2023-01-08T23:00:00',
				executeTime: '2023-01-08T23:00:00',
				value: 0,
				comparedValue: 1,
				comparison: 'general',
				reference: '测试',
				valueType: 'day',
				groupField: 'event.$Anything.customer_id',
				group: 'landz-cluster',
				receivers: ['test1@test.cn', 'test2@test.cn'],
			},
		});
	});

	it.each([
		['2023-01-08 23:05:00', '2023-01-08 23:00:00'],
		['2023-01-08 23:00:00', '2023-01-08T23:05:00.000'],
		['', '2023-01-08 23:05:00'],
		[null, '2023-01-08 23:05:00'],
	])('fired at the later of the two times: %s, %s', async (one, other) => {
		const newest = await withHistory({ execute_time: one, alarm_time: other });
		expect(newest?.moment).toBe('2023-01-08T23:05:00');
	});

	it.each([[undefined], [null], [{}], [{ alarm_value: '', alarm_time: '', receivers: [] }]])(
		'have not fired where the history is empty: %j',
		async (history) => {
			expect((await alarm({ ...SAMPLE, history })).newest).toBeUndefined();
		},
	);

	it('keep a value that is no number as text, and a group of any form', async () => {
		const newest = await withHistory({
			alarm_value: '12.5%',
			alarm_last_value: '1,234.5',
			alarm_group: '007',
		});
		expect(newest).toMatchObject({ value: '12.5%', comparedValue: 1234.5, group: '007' });
		const city = { field: 'event.PayOrder.city', value: 'Beijing' };
		const { group } = (await withHistory({ alarm_group: city })) ?? {};
		expect(group).toBe('{"field":"event.PayOrder.city","value":"Beijing"}');
		const none = await withHistory({ alarm_value: '', alarm_last_value: null });
		expect(none).toMatchObject({ value: null, comparedValue: null });
	});

	it.each<[string, object]>([
		["'alarm_time' of 'history' isn't a time", { alarm_time: 'yesterday' }],
		["'alarm_time' of 'history' isn't a time", { alarm_time: '2023-01-08 23:00:00Z' }],
		["'history' has no time", { alarm_time: '', execute_time: '' }],
	])('are not made up: %s', async (words, change) => {
		await expect(withHistory(change)).rejects.toThrow(
			`The alert 1 has an unexpected structure: ${words}`,
		);
	});

	it.each<[string, unknown]>([
		['no id', {}],
		['another id', { ...SAMPLE, id: 2 }],
	])('are missed where the answer has %s', async (_case, data) => {
		await expect(alarm(data)).rejects.toThrow(
			"The project has no alert '1' that the account can see",
		);
	});

	it.each([[{ ids: 1 }], [{ ids: [1.5] }], [{ ids: ['x'] }], [{ ids: [null] }]])(
		'a list of another form is an error: %j',
		async (data) => {
			await expect(alarmsWire.ids(async () => success(data))).rejects.toThrow(
				/^The list of alerts has an unexpected structure/,
			);
		},
	);

	it('an omitted list is empty', async () => {
		expect(await alarmsWire.ids(async () => success({ total: 0 }))).toEqual([]);
	});

	it.each([
		['9007199254740993', '9007199254740993'],
		['-1234567890123456789', '-1234567890123456789'],
		['1,234', 1234],
		['1e999', '1e999'],
	])('a value %j keeps its digits', async (told, value) => {
		const data = { ...SAMPLE, history: { ...SAMPLE.history, alarm_value: told } };
		const { newest } = await alarmsWire.alarm(async () => success(data), '1');
		expect(newest?.value).toBe(value);
	});

	it.each(['9999-99-99 99:99:99', '2026-02-31 10:00:00', '2026-02-01 10:61:00'])(
		'a time %j that no calendar has is an error that names it',
		async (time) => {
			const data = { ...SAMPLE, history: { ...SAMPLE.history, alarm_time: time } };
			await expect(alarmsWire.alarm(async () => success(data), '1')).rejects.toThrow(
				/'alarm_time' of 'history' isn't a time/,
			);
		},
	);
});
