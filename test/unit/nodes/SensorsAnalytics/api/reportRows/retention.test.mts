import { atOnce } from '../../../../../../credentials/http/slices';
import {
	periodLine,
	retentionSteps,
} from '../../../../../../nodes/SensorsAnalytics/api/reportRows';

const retentionTable = (...given: Parameters<typeof retentionSteps>) =>
	atOnce(retentionSteps(...given));

it('periodLine', () => {
	expect(periodLine(2, 8, 3, 'x')).toEqual([2, 8, 3, 37.5]);
	expect(periodLine(0, 0, 0, 'x')).toEqual([0, 0, 0, null]);
	expect(() => periodLine(1, 2, 3, 'period 1 of entry 1')).toThrow(
		/period 1 of entry 1 has more users than the first period$/,
	);
});

it('the columns of a retention', () => {
	const facts = { isTruncated: false, isSampled: false };
	const entry = { date: '2026-11-01', group: [], hasGroup: false, lines: [[0, 8, 8, 100]] };
	const table = retentionTable(facts, { fields: [], columns: [] }, [entry], {});
	expect(table.columns.map(({ key, role }) => [key, role])).toEqual([
		['date', 'date'],
		['period', 'group'],
		['initial_users', 'measure'],
		['users', 'measure'],
		['percent', 'measure'],
	]);
	expect(table.drawn).toBe('percent');
});
