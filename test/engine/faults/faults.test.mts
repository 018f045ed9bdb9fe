import { log, takeLog } from './log.mts';

import { inspect } from 'node:util';

import type { NodeRun } from '../../support/engine.mts';
import { keepDocument } from '../../support/documents.mts';
import { writeErrors } from './errorDocs.mts';
import { faultTable } from './faultTable.mts';
import { type Outcome, play, type Scenario } from './scenario.mts';
import { scenarios } from './scenarios.mts';

// The node waits for the time in the answer, which takes no time here.
const mockWaits: number[] = [];
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async (ms: number) => void mockWaits.push(ms),
}));

const search = (run: NodeRun) => ({
	record: JSON.stringify(run.run),
	errors: inspect(run, { depth: Infinity, showHidden: true, maxStringLength: Infinity }),
	log: takeLog(),
});
let logged = 0;
const played = new Map<Scenario, Promise<Outcome & { waitedMs: number }>>();
/** Each is played once, whoever asks for it. */
const outcomeOf = (scenario: Scenario) => {
	const known = played.get(scenario);
	if (known) return known;
	const outcome = (async () => {
		mockWaits.length = 0;
		const { sees, requests, logins, wrong, leaks } = await play(scenario, (run) => {
			const places = search(run);
			logged += places.log.length;
			return places;
		});
		const waitedMs = mockWaits.reduce((sum, ms) => sum + ms, 0);
		return { sees, requests, logins, wrong, leaks, waitedMs };
	})();
	played.set(scenario, outcome);
	return outcome;
};

describe('faults', () => {
	it.each(scenarios.map((scenario) => [scenario.name, scenario] as const))(
		'%s',
		async (_name, scenario) => {
			const { wrong, leaks, sees } = await outcomeOf(scenario);
			expect({ wrong, leaks, sees: wrong.length > 0 ? sees : '' }).toEqual({
				wrong: [],
				leaks: [],
				sees: '',
			});
		},
	);

	it('there are 40 or more, with names of their own', () => {
		expect(scenarios.length).toBeGreaterThanOrEqual(40);
		expect(new Set(scenarios.map(({ name }) => name)).size).toBe(scenarios.length);
	});

	it.each([
		['503 once', 375, 625],
		['429 with Retry-After: 1', 1000, 1000],
		['503 with retries turned off', 0, 0],
	])('%s: waits from %d to %d ms', async (name, least, most) => {
		const scenario = scenarios.find((one) => one.name === name) as Scenario;
		const { waitedMs } = await outcomeOf(scenario);
		expect(waitedMs).toBeGreaterThanOrEqual(least);
		expect(waitedMs).toBeLessThanOrEqual(most);
	});

	it('docs/errors.md quotes them exactly', async () => {
		const outcomes: Array<[string, Outcome]> = [];
		for (const scenario of scenarios) outcomes.push([scenario.name, await outcomeOf(scenario)]);
		if (process.env.JUDGE === 'faults') process.stdout.write(faultTable(outcomes));
		expect(await keepDocument('docs/errors.md', writeErrors(outcomes))).toBe(true);
	});

	it('the log of n8n was searched', async () => {
		await outcomeOf(scenarios[0] as Scenario);
		expect(logged).toBeGreaterThan(0);
	});

	it.each(['record', 'log'])('a leak would be found: %s', async (place) => {
		let token = '';
		const scenario = {
			...scenarios[0],
			prepare: (t: { world: { tokens: { everIssued: string[] } } }) =>
				void (token = t.world.tokens.everIssued[0] as string),
		};
		const { leaks } = await play(scenario as never, (): Record<string, string> => {
			if (place === 'record') return { record: `sent ${token}` };
			log(`sent ${token}`);
			return { log: takeLog(), record: 'sent nothing' };
		});
		expect(leaks).toEqual([place]);
	});

	it('an error that does not say what to do would be found', async () => {
		const scenario = scenarios.find(({ name }) => name === '429 with Retry-After: 600') as Scenario;
		const expect_ = { ...scenario.expect, todo: 'later' as const };
		const { wrong } = await play({ ...scenario, expect: expect_ } as Scenario, () => ({}));
		expect(wrong).toEqual([
			'does not say Try again later. If this continues, contact your Sensors Analytics administrator.',
		]);
	});

	it('a wrong outcome would be found', async () => {
		const scenario = {
			name: 'fine',
			expect: { sees: 2, requests: 7, logins: 3, refusedAttempts: 1 },
		};
		const { wrong } = await play(scenario, () => ({}));
		expect(wrong).toEqual([
			'sees, expected 2',
			'requests, expected 7',
			'logins, expected 3',
			'0 refused attempts',
		]);
	});
});
