/** How many rows of a report come out, and which report is too large to make rows of. */
import { groupBy, measures, TestWorld } from '../support/world.mts';

const form = {
	measures: measures({ eventName: 'PayOrder', outputName: 'orders' }),
	groupBy: groupBy('city'),
	dateRange: 'custom',
	fromDate: '2026-11-02',
	toDate: '2026-11-08',
};

describe('large reports', () => {
	let t: TestWorld;
	beforeAll(async () => {
		t = await TestWorld.start();
	});
	afterAll(async () => await t.stop());

	it('come out whole unless a limit is wanted', async () => {
		const { rows: all } = await t.report(form);
		expect(all.length).toBeGreaterThan(40);
		expect((await t.report({ ...form, returnAll: true })).rows).toEqual(all);
		const { rows } = await t.report({ ...form, returnAll: false, limit: 3 });
		expect(rows).toEqual(all.slice(0, 3));
	});

	it.each([-3, 0, 2.5, 'abc'])('refuse a limit of %s', async (limit) => {
		const { error } = await t.report({ ...form, returnAll: false, limit });
		expect(error?.message).toBe("'Limit' must be a whole number from 1");
		const list = await t.engine.runNode(
			{ resource: 'userGroup', operation: 'getManyUserGroups', returnAll: false, limit },
			{ credential: 'secret' },
		);
		expect(list.error?.message).toBe("'Limit' must be a whole number from 1");
	});

	it('are refused before rows are made', async () => {
		const { error, rows } = await t.report({ ...form, options: { largestReport: 10 } });
		expect(rows).toEqual([]);
		expect(error?.message).toMatch(
			/^The report has (\d+) rows \(\d+ groups × 7 points in time\), more than the 10 /,
		);
		expect(error?.description).toMatch(/'Largest Report \(Rows\)'/);
		const few = { ...form, options: { largestReport: 10, topGroups: 1 } };
		expect((await t.report(few)).rows).toHaveLength(7);
		const table = { ...form, output: 'table', options: { largestReport: 20 } };
		expect((await t.report(table)).rows).toHaveLength(1);
	});
});
