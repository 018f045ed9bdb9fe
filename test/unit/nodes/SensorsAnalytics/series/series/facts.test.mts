import { factsOf } from '../../../../../../nodes/SensorsAnalytics/series/series';
import type { Cell } from '../../../../../../nodes/SensorsAnalytics/table/decimal';
import { blockRows, type Table } from '../../../../../../nodes/SensorsAnalytics/table/table';
import { city, date, orders, table } from '../../../../../support/tables.mts';

const of = (more: Partial<Table>, rows: Cell[][] = []) => table([date, city, orders], rows, more);
const facts = (tables: Table[], before?: Table[]) => {
	const range = { from: '2026-11-01', to: '2026-11-01' };
	const fetched = (list: Table[]) => ({ tables: list, ranges: list.map(() => range) });
	return factsOf({ current: fetched(tables), before: before && fetched(before) });
};

describe('factsOf: combines the facts of several answers', () => {
	it('one that is sampled or truncated is enough, be it of the range compared with', () => {
		const [plain, sampled, cut] = [of({}), of({ isSampled: true }), of({ isTruncated: true })];
		expect(facts([plain, plain])).toMatchObject({ isSampled: false, isTruncated: false });
		expect(facts([plain, sampled])).toMatchObject({ isSampled: true, isTruncated: false });
		expect(facts([cut, plain])).toMatchObject({ isSampled: false, isTruncated: true });
		expect(facts([plain], [plain, sampled])).toMatchObject({ isSampled: true });
		expect(facts([plain], [cut])).toMatchObject({ isTruncated: true });
	});

	it('the latest of their times', () => {
		const tables = [
			of({ dataUpdatedAt: '2026-11-02', dataSufficientAt: '2026-11-01' }),
			of({ dataUpdatedAt: '2026-11-03' }),
			of({}),
		];
		expect(facts(tables, [of({ dataUpdatedAt: '2026-11-09' })])).toMatchObject({
			dataUpdatedAt: '2026-11-03',
			dataSufficientAt: '2026-11-01',
		});
		expect(facts([of({})]).dataUpdatedAt).toBeUndefined();
	});

	it('the groups of all answers, if none omits any', () => {
		const whole = { returned: 1, total: 1 };
		const first = of({ groupCount: whole }, [['d1', 'A', 1]]);
		const second = of({
			groupCount: whole,
			rows: blockRows({ points: ['d2'], groups: [{ group: ['B'], values: [[2]] }] }),
		});
		const again = of({ groupCount: whole }, [['d3', 'A', 3]]);
		expect(facts([first, second, again]).groupCount).toEqual({ returned: 2, total: 2 });
		expect(facts([first, of({})]).groupCount).toBeUndefined();
		const cut = of({ groupCount: { returned: 1, total: 9 } }, [['d1', 'A', 1]]);
		expect(facts([first, cut]).groupCount).toBeUndefined();
		expect(facts([cut]).groupCount).toEqual({ returned: 1, total: 9 });
	});
});
