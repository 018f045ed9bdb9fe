import { atOnce } from '../../../../../../credentials/http/slices';
import {
	bucketLines,
	distributionSteps,
} from '../../../../../../nodes/SensorsAnalytics/api/reportRows';

const distributionTable = (...given: Parameters<typeof distributionSteps>) =>
	atOnce(distributionSteps(...given));

const bucket = (from: number | null, to: number | null, users: number) => ({
	from,
	to,
	users,
	name: `bucket of ${users}`,
});

describe('bucketLines', () => {
	it('ascending, with names, users and percents', () => {
		const buckets = [bucket(10, null, 1), bucket(null, 5, 2), bucket(7, 10, 5), bucket(5, 7, 0)];
		expect(bucketLines(buckets, 8, 'd1')).toEqual([
			['<5', null, 5, 8, 2, 25],
			['[5, 7)', 5, 7, 8, 0, 0],
			['[7, 10)', 7, 10, 8, 5, 62.5],
			['10+', 10, null, 8, 1, 12.5],
		]);
		expect(buckets[0]?.from).toBe(10);
	});

	it('one bucket for all, without users', () => {
		expect(bucketLines([bucket(null, null, 0)], 0, 'd1')).toEqual([
			['all', null, null, 0, 0, null],
		]);
	});

	it('no more users than there are', () => {
		expect(() => bucketLines([bucket(1, 2, 9)], 8, 'entry 1')).toThrow(
			/bucket of 9 has more users than entry 1$/,
		);
	});

	it('a user is in one bucket', () => {
		const [low, high] = [bucket(1, 2, 5), bucket(2, null, 5)];
		expect(() => bucketLines([high, low], 8, 'entry 1')).not.toThrow();
		expect(() => bucketLines([high, low], 7, 'entry 1')).toThrow(
			/the buckets of entry 1 have more users than it$/,
		);
		const overlap = /bucket of 4 and bucket of 3 overlap$/;
		expect(() => bucketLines([bucket(2, 5, 3), bucket(1, 4, 4)], 9, '')).toThrow(overlap);
		expect(() => bucketLines([bucket(2, 5, 3), bucket(1, null, 4)], 9, '')).toThrow(overlap);
		expect(() => bucketLines([bucket(5, 2, 1)], 9, '')).toThrow(
			/bucket of 1 ends below its start$/,
		);
	});
});

it('the columns of a distribution', () => {
	const facts = { isTruncated: false, isSampled: true };
	const lines = bucketLines([bucket(1, 2, 3)], 3, '');
	const entry = { date: '2026-11-01', group: [], hasGroup: false, lines };
	const table = distributionTable(facts, { fields: [], columns: [] }, [entry], {});
	expect(table.columns.map(({ key, role, type }) => [key, role, type])).toEqual([
		['date', 'date', 'date'],
		['bucket', 'group', 'string'],
		['bucket_from', 'measure', 'number'],
		['bucket_to', 'measure', 'number'],
		['total_users', 'measure', 'number'],
		['users', 'measure', 'number'],
		['percent', 'measure', 'number'],
	]);
	expect(table).toMatchObject({ drawn: 'users', isSampled: true });
	expect(table.rows.toArray()).toEqual([['2026-11-01', '[1, 2)', 1, 2, 3, 3, 100]]);
});
