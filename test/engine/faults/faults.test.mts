import { inspect } from 'node:util';

import { play } from './scenario.mts';
import { scenarios } from './scenarios.mts';

const search = (run: { run: unknown }) => ({
	record: JSON.stringify(run.run),
	errors: inspect(run, { depth: Infinity, showHidden: true, maxStringLength: Infinity }),
});

describe('faults', () => {
	it.each(scenarios.map((scenario) => [scenario.name, scenario] as const))(
		'%s',
		async (_name, scenario) => {
			const { wrong, leaks, sees } = await play(scenario, search);
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

	it('a leak would be found', async () => {
		let token = '';
		const scenario = {
			...scenarios[0],
			prepare: (t: { world: { tokens: { everIssued: string[] } } }) =>
				void (token = t.world.tokens.everIssued[0] as string),
		};
		const { leaks } = await play(scenario as never, () => ({ log: `sent ${token}` }));
		expect(leaks).toEqual(['log']);
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
