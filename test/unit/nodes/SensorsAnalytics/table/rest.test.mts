import { atOnce } from '../../../../../credentials/slices';
import type { Line } from '../../../../../nodes/SensorsAnalytics/table/lines';
import { mergeSteps } from '../../../../../nodes/SensorsAnalytics/table/rest';
import type { Cell } from '../../../../../nodes/SensorsAnalytics/table/table';

const mergeLines = (...given: Parameters<typeof mergeSteps>) => atOnce(mergeSteps(...given));
const line = (group: Cell[], now: Cell[], before: Cell[], shown: number[]): Line => ({
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

	it('has a name of its own', () => {
		const others = [line(['(other)', '(other)'], [], [], [])];
		expect(mergeLines(lines, others).group).toEqual(['(other) 2', '(other) 2']);
	});

	it('keeps that there is no partner', () => {
		const alone = lines.map((each) => ({ ...each, before: [undefined, [1], [2]] }));
		expect(mergeLines(alone, []).before).toEqual([undefined, [2], [4]]);
	});
});
