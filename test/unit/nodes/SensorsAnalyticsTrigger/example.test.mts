import type { Condition } from '../../../../nodes/SensorsAnalyticsTrigger/crossing';
import { example } from '../../../../nodes/SensorsAnalyticsTrigger/example';
import { serviceOf, settingsOf } from '../../../support/looks.mts';

const NOW = new Date('2026-11-11T08:00:00+08:00');
const below: Condition = { kind: 'threshold', side: 'below', limit: 100 };
const orders = {
	'2026-11-06': 120,
	'2026-11-07': 120,
	'2026-11-08': 90,
	'2026-11-09': 80,
	'2026-11-10': 120,
};

async function exampleOf(reach: string, condition?: Condition) {
	const { service, asked } = serviceOf(orders, reach);
	return { items: await example(service, settingsOf(condition, { catchUp: 2 }), NOW), asked };
}

describe('T21: a run by hand', () => {
	it.each([
		['2026-11-11 00:00:00', { date: '2026-11-10', orders: 120 }, ['2026-11-10..2026-11-10']],
		[
			'2026-11-10 12:00:00',
			{ date: '2026-11-09', orders: 80 },
			['2026-11-10..2026-11-10', '2026-11-09..2026-11-09'],
		],
	])('shows the last complete day: data up to %s', async (reach, item, ranges) => {
		expect(await exampleOf(reach)).toEqual({ items: [item], asked: ranges });
	});

	it.each<[string, string, number, string]>([
		['above', '2026-11-11 00:00:00', 120, 'would not start'],
		['below still', '2026-11-10 00:00:00', 80, 'would not start'],
		['below anew', '2026-11-09 00:00:00', 90, 'would start'],
	])('says whether a number would start the workflow: %s', async (_case, reach, value, words) => {
		const { items } = await exampleOf(reach, below);
		expect(items).toMatchObject([{ value, _example: expect.stringContaining(words) as string }]);
	});

	it('fails where no day is complete, and tells how far the data reach', async () => {
		await expect(exampleOf('1970-01-01 08:00:00')).rejects.toMatchObject({
			message: 'There is nothing to show: no day is complete yet',
			description: expect.stringContaining(
				'its data reach to 1970-01-01 08:00:00 (Asia/Shanghai)',
			) as string,
		});
	});
});
