import type { INode } from 'n8n-workflow';

import { readAlarmSettings } from '../../../../../nodes/SensorsAnalyticsTrigger/fields';

const read = (alarm: unknown, options: object = {}, more: { [name: string]: unknown } = {}) => {
	const form: { [name: string]: unknown } = { triggerOn: 'alarm', alarm, options, ...more };
	return readAlarmSettings((name) => form[name] ?? '', { parameters: form } as unknown as INode);
};
const picked = (value: unknown, cachedResultName?: string) => ({
	__rl: true,
	mode: 'list',
	value,
	cachedResultName,
});

describe('readAlarmSettings', () => {
	it('reads one alarm, or any, and the zone', () => {
		expect(read(picked('12'))).toMatchObject({ alarmId: '12', timeZone: 'Asia/Shanghai' });
		expect(read(picked('any'))).not.toHaveProperty('alarmId');
		expect(read(12, { timeZone: 'Europe/Berlin' })).toMatchObject({ timeZone: 'Europe/Berlin' });
	});

	it.each<[unknown, RegExp]>([
		['', /'Alert' is empty. Choose an alert from the list, or choose Any Alert/],
		[picked(''), /'Alert' is empty/],
		[
			'orders',
			/'Alert' must be the ID of an alert \(a whole number\), not 'orders'\. Choose an alert from the list/,
		],
		['1&config_id=2', /'Alert' must be the ID/],
		['1.5', /'Alert' must be the ID/],
	])('refuses %j', (alarm, words) => {
		expect(() => read(alarm)).toThrow(words);
	});

	it("T7: another alert or zone starts again; the list's label, and fields of other kinds don't matter", () => {
		const { counting } = read(picked('12', 'Orders'));
		expect(read(picked('12', 'Orders (new)')).counting).toBe(counting);
		expect(read('12', { catchUp: 3 }).counting).toBe(counting);
		expect(read('12', {}, { period: 'hour', threshold: 7 }).counting).toBe(counting);
		expect(read('13').counting).not.toBe(counting);
		expect(read('any').counting).not.toBe(counting);
		expect(read('12', { timeZone: 'UTC' }).counting).not.toBe(counting);
	});
});
