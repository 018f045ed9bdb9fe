/** Complete Periods Only in reports whose rows cover all dates (G2 of docs/reports.md). */
import type { IDataObject } from 'n8n-workflow';

import { sharedWorld } from '../support/world.mts';
import { withoutWaits } from '../support/waits.mts';

beforeAll(() => void withoutWaits());

type Credential = 'secret' | 'key';

const VALUE = { event: 'PayOrder', aggregate: 'sum', property: 'amount' };
/** The simulator's retentions by group have dates with a key. */
const REPORTS: Array<[string, IDataObject, Credential]> = [
	['getDistributionReport', { event: 'PayOrder', buckets: [2] }, 'secret'],
	['getDistributionReport', { event: 'PayOrder', buckets: [2] }, 'key'],
	['getRetentionReport', { first: '$pageview', returning: 'PayOrder', periods: 1 }, 'secret'],
	['getLifetimeValueReport', { start: '$pageview', value: VALUE, periods: 1 }, 'key'],
];

describe.each(REPORTS)('Complete Periods Only by group: %s', (operation, report, credential) => {
	const t = sharedWorld({ hasClock: true });
	const run = async (range: string, unit = 'week') => {
		const query = { ...report, unit, range, group_by: 'user.level' };
		const form = {
			queryMode: 'definition',
			queryDefinition: JSON.stringify(query),
			output: 'table',
			options: { wholePeriodsOnly: true },
		};
		const { rows, error } = await t.operation('report', operation, form, { credential });
		if (error) return error.message;
		const { rows: lines, meta } = rows[0] as { rows: unknown[]; meta: IDataObject };
		return lines.length > 0 ? 'rows' : JSON.stringify(meta.notes);
	};

	it('has rows of complete weeks', async () => {
		expect(await run('2026-10-05..2026-10-18')).toBe('rows');
	});

	it.each([
		['2026-10-06..2026-10-11', 'week'],
		['2026-10-05..2026-10-10', 'week'],
		['2026-10-01..2026-10-30', 'month'],
		['today', 'day'],
	])('has no rows if no period is complete, as without a group: %s', async (range, unit) => {
		expect(await run(range, unit)).toBe(`["The date range contains no complete ${unit}"]`);
	});

	it.each([
		['2026-10-06..2026-10-18', 'week', 'complete weeks (2026-10-12 to 2026-10-18)'],
		['2026-10-05..2026-10-17', 'week', 'complete weeks (2026-10-05 to 2026-10-11)'],
		['last 3 days including today', 'day', 'complete days ('],
	])('says which dates to choose if some periods are complete: %s', async (range, unit, words) => {
		expect(await run(range, unit)).toContain(
			`Each row of this report covers all dates, so the option 'Complete Periods Only' can't exclude only the incomplete ${unit}s. Choose a 'Date Range' of ${words}`,
		);
	});
});

describe.each(REPORTS)('a week that the range cuts (G1): %s', (operation, report, credential) => {
	const t = sharedWorld({ hasClock: true });

	it('is marked in its rows, and named in a hint', async () => {
		const query = { ...report, unit: 'week', range: '2026-10-06..2026-10-18' };
		const form = { queryMode: 'definition', queryDefinition: JSON.stringify(query) };
		const { rows, run } = await t.operation('report', operation, form, { credential });
		const marks = (date: string) =>
			new Set(rows.filter((row) => row.date === date).map(({ _partial }) => _partial));
		expect([marks('2026-10-05'), marks('2026-10-12')]).toEqual([
			new Set([true]),
			new Set([undefined]),
		]);
		const [task] = run.data.resultData.runData['Sensors Analytics'] ?? [];
		expect(JSON.stringify(task?.hints)).toContain(
			'Incomplete periods (not finished, or only partly in the date range): 2026-10-05.',
		);
	});
});
