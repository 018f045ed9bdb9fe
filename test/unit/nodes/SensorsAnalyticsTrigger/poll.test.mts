import type { INode, INodeProperties, IPollFunctions } from 'n8n-workflow';

import { SensorsAnalytics } from '../../../../nodes/SensorsAnalytics/SensorsAnalytics.node';
import { assertOwnZone } from '../../../../nodes/SensorsAnalytics/paste/payload';
import { assertPoints } from '../../../../nodes/SensorsAnalytics/reports/fetch';
import { adviceOn, withLabel } from '../../../../nodes/SensorsAnalytics/transport/errors';
import {
	readTriggerSettings,
	triggerFields,
} from '../../../../nodes/SensorsAnalyticsTrigger/fields';
import {
	adviceHere,
	budgetOf,
	withinBudget,
	withLabelsHere,
} from '../../../../nodes/SensorsAnalyticsTrigger/poll';

const contextWith = (ms: unknown) =>
	({ ms, getPollBudgetMs: (): unknown => ms }) as unknown as IPollFunctions;
const never = async () => await new Promise<string>(() => undefined);

describe('T30: the time of a poll', () => {
	it.each([[undefined], [0], [-5], [NaN], [Infinity], ['36000']])('is not limited by %p', (ms) => {
		expect(budgetOf(contextWith(ms))).toBeUndefined();
	});

	it('is not limited if n8n sets no limit', async () => {
		expect(budgetOf({} as IPollFunctions)).toBeUndefined();
		expect(await withinBudget(undefined, async () => await Promise.resolve('done'))).toBe('done');
	});

	it('ends work that hangs, and its requests', async () => {
		const budget = budgetOf(contextWith(20));
		expect(budget?.ends.aborted).toBe(false);
		const error = await withinBudget(budget, never).catch((e: unknown) => e);
		expect(error).toMatchObject({
			message: expect.stringMatching(/didn't respond within n8n's poll timeout of 0 s/) as string,
			description: expect.stringMatching(/next poll tries again.*POLL_TIMEOUT/) as string,
		});
		expect(budget?.ends.aborted).toBe(true);
	});

	it('leaves what is done in time, and its errors, as they are', async () => {
		const budget = budgetOf(contextWith(60_000));
		expect(await withinBudget(budget, async () => await Promise.resolve('done'))).toBe('done');
		const failing = withinBudget(budget, async () => await Promise.reject(new Error('refused')));
		await expect(failing).rejects.toThrow('refused');
	});
});

describe('what an error of the trigger advises', () => {
	it.each([
		[
			"Wait 600 seconds. Lower 'Concurrent Items' or 'Requests per Second', or run the workflow less often.",
			'Wait 600 seconds.',
		],
		[
			"Use a shorter date range or fewer groups, or increase 'Timeout (Seconds)'. If no request succeeds, check 'Base URL' in the credential.",
			"If no request succeeds, check 'Base URL' in the credential.",
		],
		["Check 'Base URL' in the credential.", "Check 'Base URL' in the credential."],
		['', ''],
	])('%s', (description, advice) => expect(adviceHere(description)).toBe(advice));
});

/** The labels of all fields, also of those within others. */
function labelsOf(fields: readonly unknown[]): string[] {
	return fields.flatMap((field) => {
		const {
			displayName,
			options = [],
			values = [],
		} = field as INodeProperties & {
			values?: unknown[];
		};
		return [displayName, ...labelsOf([...options, ...values])].filter(
			(label) => typeof label === 'string',
		);
	});
}

describe('the labels in an error of the trigger are those of its form', () => {
	const own = new Set(labelsOf(triggerFields));
	const elsewhere = labelsOf(new SensorsAnalytics().description.properties).filter(
		(label) => !own.has(label),
	);
	const node = { parameters: {} } as INode;
	const saidBy = (act: () => unknown): string => {
		try {
			const advice = act();
			return typeof advice === 'string' ? advice : '';
		} catch (error) {
			return (error as Error).message;
		}
	};
	const zone = { time_zone_mode: 'SERVER', server_time_zone: '+01:00' };
	const measures = [{ event_name: 'PayOrder', aggregator: 'general' }];
	const pasted = (query: object) => () =>
		readTriggerSettings(
			(name) =>
				({
					triggerOn: 'threshold',
					period: 'day',
					queryMode: 'json',
					side: 'below',
					threshold: '100',
					queryJson: JSON.stringify({ measures, unit: 'day', by_fields: [], ...query }),
				})[name] ?? '',
			node,
		);

	it.each<[string, () => unknown]>([
		[
			'days of another zone',
			() => assertOwnZone(zone, { from: '2026-11-01', to: '2026-11-02' }, 'Asia/Shanghai'),
		],
		['a query of another report', pasted({ measures: undefined, events: [] })],
		[
			'hours that occur twice',
			() => assertPoints({ points: Array(2).fill('2026-03-29T02:00:00') }, 'Asia/Shanghai'),
		],
		['too much', () => adviceOn('result is too large', node, 'p')],
		['an unknown name', () => adviceOn('no', node, 'p')],
		...[
			'unit',
			'from_date',
			'to_date',
			'by_fields.0',
			'measures.0.field',
			'filter.conditions.0',
		].map((place): [string, () => unknown] => [place, () => withLabel(`${place}: no`, node)]),
	])('%s', (_what, act) => {
		const said = withLabelsHere(adviceHere(saidBy(act)));
		expect(said).not.toBe('');
		expect(elsewhere.filter((label) => said.includes(`'${label}'`))).toEqual([]);
	});
});
