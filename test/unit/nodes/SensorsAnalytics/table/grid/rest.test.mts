import { atOnce } from '../../../../../../credentials/http/slices';
import type { Cell } from '../../../../../../nodes/SensorsAnalytics/table/decimal';
import { type GroupSeries, mergeSteps } from '../../../../../../nodes/SensorsAnalytics/table/grid';

const mergeLines = (...given: Parameters<typeof mergeSteps>) => atOnce(mergeSteps(...given));
const line = (group: Cell[], now: Cell[], before: Cell[], shown: number[]): GroupSeries => ({
	key: JSON.stringify(group),
	group,
	now: now.map((cell) => [cell]),
	before: before.map((cell) => [cell]),
	shown,
});

describe('O4: the rest in one row', () => {
	const lines = [
		line(['A', 1], [0.1, 2, null], [1, 1, 1], [0]),
		line(['B', null], [0.2, 3, 4], [2, null, 3], [2]),
	];

	it('adds up both ranges; what is unknown of one is unknown of all', () => {
		expect(mergeLines(lines, [])).toEqual({
			key: '(other)',
			group: ['(other)', '(other)'],
			now: [[0.3], [5], [null]],
			before: [[3], [null], [4]],
			shown: [0, 2],
		});
	});

	it('F4: is unknown where a truncated answer may leave out more groups', () => {
		const omits = (of: 'now' | 'before', place: number) => of === 'now' && place === 1;
		expect(mergeLines(lines, [], omits)).toMatchObject({
			now: [[0.3], [null], [null]],
			before: [[3], [null], [4]],
		});
	});

	it('has no comparison without a comparison', () => {
		const [a, b] = lines.map(({ before: _, ...rest }) => rest);
		const merged = mergeLines([a!, b!], []);
		expect(merged).not.toHaveProperty('before');
		expect(merged.now).toEqual([[0.3], [5], [null]]);
	});

	it('has no partner if the last of them has none', () => {
		const [a, b] = lines as [GroupSeries, GroupSeries];
		expect(mergeLines([a, { ...b, before: [undefined, [1], [2]] }], []).before).toEqual([
			undefined,
			[2],
			[3],
		]);
	});

	it('has a name of its own', () => {
		const names = (count: number) =>
			Array.from({ length: count }, (_, i) => (i === 0 ? '(other)' : `(other) ${i + 1}`)).map(
				(name) => line([name, name], [], [], []),
			);
		expect(mergeLines(lines, names(3)).group[0]).toBe('(other) 4');
		expect(mergeLines(lines, [line(['(other)', 'x'], [], [], [])]).group[0]).toBe('(other)');
		const others = [line(['(other)', '(other)'], [], [], [])];
		expect(mergeLines(lines, others).group).toEqual(['(other) 2', '(other) 2']);
	});

	it('keeps a missing partner', () => {
		const alone = lines.map((each) => ({ ...each, before: [undefined, [1], [2]] }));
		expect(mergeLines(alone, []).before).toEqual([undefined, [2], [4]]);
	});
});
