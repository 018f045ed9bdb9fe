import { setTimeout as pause } from 'node:timers/promises';

import { TestWorld } from '../support/world.mts';

describe('items of one execution', () => {
	let t: TestWorld;

	beforeEach(async () => {
		t = await TestWorld.start();
	});
	afterEach(async () => await t.stop());

	const days = Array.from({ length: 12 }, (_, i) => ({
		day: `2026-10-${String(i + 1).padStart(2, '0')}`,
	}));
	const byDay = { fromDate: '={{ $json.day }}', toDate: '={{ $json.day }}' };

	/** Counts how many reports the service works on at the same moment. */
	function watchWidth(wanted: number): { widest(): number; first(): number } {
		let now = 0;
		const widths: number[] = [];
		t.simulator.faults.add({
			path: /report/,
			reaction: {
				before: async () => {
					widths.push(++now);
					// As long as it takes the others to come, on a slow machine, too; then for one too many.
					const isAlone = () => widths.length <= 2 || widths.length === days.length;
					for (let waited = 0; now < wanted && waited < 1000; waited += 10) {
						if (isAlone()) break;
						await pause(10);
					}
					await pause(30);
					now--;
				},
			},
		});
		return { widest: () => Math.max(...widths), first: () => widths[1] as number };
	}

	describe('Keep Input Fields', () => {
		const input = [
			{ day: '2026-10-01', team: 'north', date: 'of the input' },
			{ day: '2026-10-02', team: 'south', date: 'of the input' },
		];
		const kept = { options: { requestsPerSecond: 0, keepInputFields: true } };

		it('adds the input fields after those of every output item, which have priority', async () => {
			const plain = await t.report(byDay, { items: input });
			const { rows } = await t.report({ ...byDay, ...kept }, { items: input });
			expect(rows).toEqual(plain.rows.map((row, index) => ({ ...input[index], ...row })));
			expect(rows.map(({ team, date }) => [team, date])).toEqual([
				['north', '2026-10-01'],
				['south', '2026-10-02'],
			]);
			expect(plain.rows[0]).not.toHaveProperty('team');
		});

		it('holds for other operations, too', async () => {
			const form = { returnAll: false, limit: 2, ...kept };
			const { rows } = await t.operation('event', 'getManyEvents', form, {
				items: [{ team: 'a' }],
			});
			expect(rows.map(({ team }) => team)).toEqual(['a', 'a']);
		});
	});

	describe('a value from an expression', () => {
		const filtered = (values: unknown) => ({
			filter: { condition: [{ field: 'city', function: 'equal', values }] },
		});
		const sent = () => JSON.stringify(t.takeRequests().at(-1)?.body);

		it('stays one value, and a typed one in quotation marks does', async () => {
			const items = [{ city: 'Beijing, Shanghai' }];
			for (const values of ['={{ $json.city }}', '"Beijing, Shanghai"']) {
				await t.report(filtered(values), { items });
				expect(sent()).toContain('["Beijing, Shanghai"]');
			}
			await t.report(filtered('={{ $json.city }}, Chengdu'), { items });
			expect(sent()).toContain('["Beijing, Shanghai","Chengdu"]');
			await t.report(filtered('={{ $json.city.split(", ") }}'), { items });
			expect(sent()).toContain('["Beijing","Shanghai"]');
		});

		it('is refused with the name of the field if it is an object', async () => {
			const items = [{ place: { city: 'Beijing', country: 'China' } }];
			const { error } = await t.report(filtered('={{ $json.place }}'), { items });
			expect(error?.message).toBe(
				"The expression of 'Value' of condition 1 returns an object instead of text. Select a field of the object in the expression, such as city, country",
			);
			expect(t.takeRequests()).toEqual([]);
		});
	});

	it.each([
		[undefined, 3],
		[1, 1],
		[10, 10],
	])(
		'go side by side, %s at once; the output keeps their order; a cold token costs one login',
		async (itemsAtOnce, width) => {
			const { widest, first } = watchWidth(width);
			const options = { requestsPerSecond: 0, ...(itemsAtOnce ? { itemsAtOnce } : {}) };
			const { rows, items } = await t.report(
				{ ...byDay, options },
				{ credential: 'account', items: days },
			);
			expect(rows.map(({ date }) => date)).toEqual(days.map(({ day }) => day));
			expect(items.map(({ pairedItem }) => pairedItem)).toEqual(days.map((_, item) => ({ item })));
			expect(widest()).toBe(width);
			expect(first()).toBe(1);
			expect(t.takeLogins()).toBe(1);
		},
	);

	it('more than 10 at once is refused', async () => {
		expect((await t.report({ options: { itemsAtOnce: 11 } })).error?.message).toMatch(
			/'Concurrent Items' must be a number from 1 to 10/,
		);
		expect(t.takeRequests()).toEqual([]);
	});

	it('keep the pace', async () => {
		const started = Date.now();
		await t.report(
			{ ...byDay, options: { requestsPerSecond: 20, itemsAtOnce: 10 } },
			{ items: days },
		);
		expect(Date.now() - started).toBeGreaterThanOrEqual(11 * 50 - 5);
	});

	it('a failing item ends the run: nothing partial leaves', async () => {
		const faulty = days.map((item, index) => (index === 5 ? { day: 'x' } : item));
		const { error, rows } = await t.report(
			{ ...byDay, options: { requestsPerSecond: 0 } },
			{ items: faulty },
		);
		expect(error?.message).toMatch(
			/'From Date' isn't a date: 'x'\. Enter a date such as 2026-11-19/,
		);
		expect(error?.context?.itemIndex).toBe(5);
		expect(rows).toEqual([]);
	});

	it('a cancelled execution stops waiting and sends nothing more', async () => {
		t.simulator.faults.add({
			reaction: { answer: { status: 503, headers: { 'retry-after': '60' } } },
		});
		const started = Date.now();
		const running = t.engine.startNode(
			{ measures: { measure: [{ eventName: 'PayOrder' }] } },
			{ credential: 'secret' },
		);
		while (t.simulator.requests.length === 0) await pause(10);
		// It has read the answer by now, and waits.
		await pause(100);
		running.cancel();
		await running.catch(() => undefined);
		await pause(50);
		expect(Date.now() - started).toBeLessThan(5000);
		expect(t.takeRequests()).toHaveLength(1);
	});

	it('clock set back or ahead: no loop, no needless login', async () => {
		await t.report({}, { credential: 'account' });
		t.takeLogins();
		for (const year of ['2020', '2035']) {
			const now = jest.spyOn(Date, 'now').mockReturnValue(Date.parse(`${year}-01-01T00:00:00Z`));
			const { rows } = await t.report(
				{ fromDate: '2026-11-01', toDate: '2026-11-01' },
				{ credential: 'account' },
			);
			now.mockRestore();
			expect(rows).toHaveLength(1);
		}
		expect(t.takeLogins()).toBe(0);
	});

	it('reading and using a token writes nothing', async () => {
		await t.report({}, { credential: 'account' });
		const { writes } = t.engine.credentials;
		for (let i = 0; i < 5; i++)
			await t.report({ options: { requestsPerSecond: 0 } }, { credential: 'account', items: days });
		expect(t.engine.credentials.writes).toBe(writes);
	});

	it('reports a refused login for each item with its own number', async () => {
		await t.engine.credentials.change('account', { password: 'wrong-pw' });
		const { items } = await t.report(
			{},
			{ credential: 'account', items: days.slice(0, 3), onError: 'continueRegularOutput' },
		);
		expect(items.map(({ json }) => json)).toEqual(
			days.slice(0, 3).map((day) => ({
				...day,
				error: expect.stringMatching(
					/Sensors Analytics rejected the account or password: The account name or the password is wrong/,
				) as string,
			})),
		);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2].map((item) => ({ item })));
		expect(t.world.attempts).toEqual(['analyst']);
	});

	it('a wrong password is tried once, also when n8n repeats the node or the execution', async () => {
		await t.engine.credentials.change('account', { password: 'wrong-pw' });
		await t.report(
			{},
			{ credential: 'account', items: days, retryOnFail: true, maxTries: 3, waitBetweenTries: 10 },
		);
		expect(t.world.attempts).toEqual(['analyst']);
		const { error } = await t.report({}, { credential: 'account' });
		expect(error?.message).toMatch(
			/^Sensors Analytics rejected the account or password: .* \(next sign-in after 20.*Z, because more attempts could lock the account\)/,
		);
		expect(t.world.attempts).toEqual(['analyst']);
	});

	const hintsOf = ({ run: { data } }: Awaited<ReturnType<typeof t.report>>) =>
		(data.resultData.runData['Sensors Analytics']?.[0]?.hints ?? []).map(({ message }) => message);

	it('a hint says that the date range is in the future', async () => {
		const days = { dateRange: 'custom', fromDate: '2099-01-01', toDate: '2099-01-07' };
		expect(hintsOf(await t.report(days))).toContainEqual(
			expect.stringMatching(
				/^The date range is in the future: today is \d{4}-\d\d-\d\d in the time zone Asia\/Shanghai\. Its numbers aren't final/,
			),
		);
	});

	it('a hint says that several items request the same report', async () => {
		const same = await t.report({}, { items: days.slice(0, 3) });
		expect(hintsOf(same).filter((hint) => hint.includes('request the same rows'))).toHaveLength(1);
		const other = await t.report({ dateRange: 'custom', ...byDay }, { items: days.slice(0, 3) });
		expect(hintsOf(other)).toEqual([]);
	});
});
