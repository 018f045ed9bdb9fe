import type { TriggerCondition } from '../../../../../nodes/SensorsAnalyticsTrigger/condition';
import { example } from '../../../../../nodes/SensorsAnalyticsTrigger/watch';
import { serviceOf, settingsOf } from '../../../../support/looks.mts';

const NOW = new Date('2026-11-11T08:00:00+08:00');
const below: TriggerCondition = { kind: 'threshold', side: 'below', limit: 100 };
const moves = (direction: 'up' | 'down' | 'either', percent = 20): TriggerCondition => ({
	kind: 'change',
	direction,
	percent,
	comparedWith: 'before',
});
const orders = {
	'2026-11-06': 120,
	'2026-11-07': 120,
	'2026-11-08': 90,
	'2026-11-09': 80,
	'2026-11-10': 120,
};

async function exampleOf(reach: string, condition?: TriggerCondition) {
	const { service, requests } = serviceOf(orders, reach);
	return {
		items: await example(service, settingsOf(condition, { catchUp: 2 }), NOW),
		requests,
	};
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
		const _example =
			'Example from a manual run: the last complete day. The published workflow starts once for each complete day.';
		expect(await exampleOf(reach)).toEqual({ items: [{ ...item, _example }], requests: ranges });
	});

	it.each<[string, string, number, string]>([
		[
			'above',
			'2026-11-11 00:00:00',
			120,
			'This number would not start the workflow: it is not below 100.',
		],
		[
			'below still',
			'2026-11-10 00:00:00',
			80,
			'This number would not start the workflow: it was already below 100 before.',
		],
		['below anew', '2026-11-09 00:00:00', 90, 'This number would start the workflow.'],
	])('says whether a number would start the workflow: %s', async (_case, reach, value, words) => {
		const { items } = await exampleOf(reach, below);
		expect(items).toMatchObject([{ value, _example: `Example from a manual run. ${words}` }]);
	});

	it.each<[string, string, TriggerCondition, string]>([
		['no move', '2026-11-08 00:00:00', moves('either'), 'did not go up or down by more than 20%.'],
		['the other way', '2026-11-09 00:00:00', moves('up'), 'did not go up by more than 20%.'],
		['down anew', '2026-11-09 00:00:00', moves('either'), 'This number would start the workflow.'],
		[
			'down still',
			'2026-11-10 00:00:00',
			moves('down', 10),
			'it was already down by more than 10% before.',
		],
		[
			'nothing before',
			'2026-11-06 00:00:00',
			moves('down'),
			'one of the two numbers to compare is unknown, or both are 0.',
		],
	])('says why a move would not start the workflow: %s', async (_case, reach, condition, words) => {
		const { items } = await exampleOf(reach, condition);
		expect(items).toMatchObject([
			{ _example: expect.stringMatching(new RegExp(`${words.replaceAll('.', '\\.')}$`)) as string },
		]);
	});

	it('says that the number is unknown', async () => {
		const { service } = serviceOf({ '2026-11-10': null }, '2026-11-11 00:00:00');
		const items = await example(service, settingsOf(below, { catchUp: 2 }), NOW);
		expect(items).toMatchObject([
			{ value: null, _example: expect.stringContaining('the number is unknown') as string },
		]);
	});

	it('fails if no day is complete, and says when the data end', async () => {
		await expect(exampleOf('1970-01-01 08:00:00')).rejects.toMatchObject({
			message: 'No day is complete yet',
			description: expect.stringContaining(
				'Sensors Analytics has complete data up to 1970-01-01 08:00:00 (Asia/Shanghai)',
			) as string,
		});
	});
});
