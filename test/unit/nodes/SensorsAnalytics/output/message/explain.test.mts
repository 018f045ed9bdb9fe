import type { ChangeExplanation } from '../../../../../../nodes/SensorsAnalytics/insight/explanation';
import type { ValueChange } from '../../../../../../nodes/SensorsAnalytics/insight/verdict';
import { explainDigest } from '../../../../../../nodes/SensorsAnalytics/output/message/explain';
import { OPTIONS } from '../../../../../support/digests.mts';

const value = (name: string | null, now: number, before: number, standsOut = false): ValueChange =>
	({ value: name, now, before, change: now - before, standsOut }) as ValueChange;

/** A change of no dimension in particular. */
function told(values: ValueChange[], locale = 'en-US') {
	const sum = (side: 'now' | 'before') =>
		values.reduce((all, one) => all + Number(one[side] ?? 0), 0);
	const [now, before] = [sum('now'), sum('before')];
	const explanation = {
		name: 'orders',
		kind: 'total',
		isRate: false,
		isCount: true,
		overall: { now, before, change: now - before, changePercent: null },
		isAboutSame: false,
		range: { from: '2026-11-22', to: '2026-11-22' },
		comparison: { from: '2026-11-15', to: '2026-11-15' },
		dimensions: [
			{
				name: 'city',
				by: 'amount',
				values,
				standsOut: values.some(({ standsOut }) => standsOut),
				isConcentrated: true,
				isSimpson: false,
			},
		],
		skipped: [],
		requests: 1,
		isSampled: false,
	} as unknown as ChangeExplanation;
	return explainDigest(
		explanation,
		{ ...OPTIONS, numbers: { ...OPTIONS.numbers, locale } },
		{
			query: { measures: [], groupBy: [], unit: 'total' },
			timeZone: 'Etc/GMT-8',
			requestedAt: '2026-11-23T02:41:00Z',
		},
	);
}

it('values whose changes cancel out are named, and nothing only if none has changed', () => {
	const moved = [value('A', 300, 100), value('B', 100, 300)];
	expect(told(moved).lines[1]).toBe(
		'No city stands out from the rest; largest changes: A (city, +200), B (city, −200)',
	);
	expect(told(moved, 'zh-CN').lines[1]).toContain('变化较大的有：city A（+200）、city B（−200）');
	expect(told([value('A', 7, 7)]).lines[1]).toBe('There is no change to explain.');
});

it('values with equal changes are named together, and counted if they are many', () => {
	const risen = (...names: string[]) => names.map((name) => value(name, 200, 100));
	expect(told([...risen('A', 'B', 'C', 'D'), value('E', 5, 5)]).lines[1]).toBe(
		'No city stands out from the rest; largest changes: 4 cities (+100 each)',
	);
	expect(told(risen('A', 'B', 'C', 'D'), 'zh-CN').lines[1]).toContain(
		'变化较大的有：4 个 city（各 +100）',
	);
	expect(told([...risen('A', 'B'), value('C', 70, 20)]).lines[1]).toContain(
		'largest changes: A, B (city, +100 each)',
	);
	expect(told([...risen('A', 'B'), value('C', 70, 20)], 'zh-CN').lines[1]).toContain(
		'变化较大的有：city A、B（各 +100）',
	);
	expect(told([value('A', 200, 100), value('B', 100, 200), value('C', 9, 8)]).lines[1]).toContain(
		'largest changes: A (city, +100), B (city, −100)',
	);
	expect(told([value('A', 300, 100), value('B', 0, 100), value('C', 0, 100)]).lines[1]).toContain(
		'largest changes: A (city, +200), B, C (city, −100 each)',
	);
});

it('values that stand out have their changes, and are added up only if they moved alike', () => {
	const same = [value('C', 10, 10)];
	expect(told([value('B', 350, 2100, true), value('A', 2100, 700, true), ...same]).lines[1]).toBe(
		'The change is mainly in city = B (−1,750), A (+1,400)',
	);
	expect(told([value('B', 350, 2100, true), value('A', 500, 700, true), ...same]).lines[1]).toBe(
		'The change is mainly in city = B (−1,750), A (−200): together −1,950',
	);
	expect(
		told([value('B', 350, 2100, true), value('A', 2100, 700, true), ...same], 'zh-CN').lines[1],
	).toBe('变化主要集中在 city B（−1,750）、A（+1,400）');
});

it('no value and an empty text have two names where both are', () => {
	const both = told([value(null, 60, 10), value('', 40, 10), value('A', 5, 5)]);
	expect(both.rows.map((row) => row[1])).toEqual(['(none)', '(empty)', 'A']);
	expect(told([value('', 40, 10), value('A', 5, 5)]).rows[0]?.[1]).toBe('(none)');
});

it('says UTC+8 for Etc/GMT-8', () => {
	expect(told([value('A', 7, 7)]).zone).toBe('UTC+8 time');
});
