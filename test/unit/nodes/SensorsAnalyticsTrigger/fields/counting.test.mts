import type { INode } from 'n8n-workflow';

import { countingOf, WATCHED_FIELDS } from '../../../../../nodes/SensorsAnalyticsTrigger/fields';

type Form = { [name: string]: unknown };
const FORM: Form = {
	triggerOn: 'threshold',
	threshold: 100,
	measures: { measure: [{ eventName: { __rl: true, mode: 'list', value: 'PayOrder' } }] },
	options: { catchUp: 31 },
};

/** @param values of expressions, by field */
function counting(form: Form, values: Form = {}, credential = 'a'): string {
	const node = {
		parameters: form,
		credentials: { sensorsAnalyticsApi: { id: credential, name: '' } },
	} as unknown as INode;
	return countingOf(node, WATCHED_FIELDS, (name) => values[name] ?? form[name] ?? '');
}

describe('T7: what is watched', () => {
	it.each<[string, Form]>([
		['the kind', { triggerOn: 'change' }],
		['the period', { period: 'hour' }],
		['the threshold', { threshold: 110 }],
		['the event', { measures: { measure: [{ eventName: 'ViewProduct' }] } }],
		['the filter', { options: { filterJson: '{"conditions":[]}' } }],
		['the zone', { options: { catchUp: 31, timeZone: 'UTC' } }],
		['the days of the usual range', { options: { usualRange: 'all' } }],
		['hours of the latest', { options: { catchUp: 31, completeAfter: 24 } }],
	])('is something else when it changes: %s', (_name, change) => {
		expect(counting({ ...FORM, ...change })).not.toBe(counting(FORM));
	});

	it('is something else with another credential', () => {
		expect(counting(FORM, {}, 'b')).not.toBe(counting(FORM));
	});

	it.each<[string, Form]>([
		['poll times', { pollTimes: { item: [{ mode: 'everyHour' }] } }],
		['the limit of catching up', { options: { catchUp: 5 } }],
		['the special days', { options: { specialDays: '2026-11-20' } }],
		[
			'options with the values that apply without them',
			{
				options: {
					...{ settleHours: 2, timeZone: 'Asia/Shanghai', usualRange: 'holidaysAndSales' },
					filterJoin: 'and',
				},
			},
		],
		['the start with the last one', { options: { catchUp: 31, startsWithLast: true } }],
		[
			'what the list showed beside a value',
			{
				measures: {
					measure: [
						{
							eventName: {
								__rl: true,
								mode: 'list',
								value: 'PayOrder',
								cachedResultName: 'Pay (PayOrder)',
							},
						},
					],
				},
			},
		],
		['a field of a later version that is empty', { somethingNew: '', filterGroups: {} }],
	])('is the same: %s', (_name, change) => {
		expect(counting({ ...FORM, ...change })).toBe(counting(FORM));
	});

	it('counts expressions as they are written', () => {
		const form = { ...FORM, threshold: '={{ $now.day }}' };
		expect(counting(form, { threshold: 3 })).toBe(counting(form, { threshold: 4 }));
		const other = { ...FORM, threshold: '={{ $now.hour }}' };
		expect(counting(other, { threshold: 3 })).not.toBe(counting(form, { threshold: 3 }));
	});
});
