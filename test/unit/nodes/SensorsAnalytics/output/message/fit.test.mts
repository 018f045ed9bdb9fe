import type { Chart } from '../../../../../../nodes/SensorsAnalytics/output/message/chart';
import type { Digest } from '../../../../../../nodes/SensorsAnalytics/output/message/digest';
import { fitDigest, sparklines } from '../../../../../../nodes/SensorsAnalytics/output/message/fit';
import { wordsOf } from '../../../../../../nodes/SensorsAnalytics/output/message/words';

const words = wordsOf('en-US');

const chart = (
	values: Array<number | null>,
	more: Partial<Chart> = {},
): { words: typeof words; chart: Chart } => ({
	words,
	chart: {
		kind: 'line',
		categories: values.map(String),
		series: [{ name: 'orders', values, isPrevious: false }],
		notes: [],
		write: String,
		...more,
	},
});

describe('a line of blocks', () => {
	it.each<[string, Array<number | null>, string]>([
		[
			'from the lowest to the highest',
			[1, 2, 3, 4, 5, 6, 7, 8],
			'▁▂▃▄▅▆▇█ orders (lowest 1, highest 8)',
		],
		['with gaps', [0, null, 7, 3.5], '▁ █▅ orders (lowest 0, highest 7)'],
		['of one height', [3, 3, 3], '▁▁▁ orders (lowest 3, highest 3)'],
		[
			'of the largest numbers',
			[-1.7e308, 0, 1.7e308],
			'▁▅█ orders (lowest -1.7e+308, highest 1.7e+308)',
		],
	])('%s', (_case, values, line) => {
		expect(sparklines(chart(values))).toEqual([line]);
	});

	it.each<[string, { chart?: Chart; words: typeof words }]>([
		['no chart', { words }],
		['bars', chart([1, 2, 3], { kind: 'bar' })],
		['two points', chart([1, 2, null])],
	])('no line for %s', (_case, digest) => {
		expect(sparklines(digest)).toEqual([]);
	});

	it('says that it has only the last points', () => {
		const values = Array.from({ length: 40 }, (_, index) => 40 - index);
		expect(sparklines(chart(values))).toEqual([
			expect.stringMatching(/ orders \(lowest 1, highest 31\)$/),
			'The chart shows the last 31 of 40 data points',
		]);
		expect(sparklines(chart(values.slice(0, 31)))).toHaveLength(1);
	});

	it.each([
		['%', '%'],
		[`${words.conversion} (%)`, '%'],
		['orders with 10% coupon', ''],
		['share (%)', ''],
	])('has percentages only if the numbers of the chart are some: %s', (valueName, unit) => {
		expect(sparklines(chart([1, 2, 3], { valueName }))[0]).toContain(
			`(lowest 1${unit}, highest 3${unit})`,
		);
	});

	it('leaves out what is compared with, and what is more than three', () => {
		const series = ['a', 'a before', 'b', 'c', 'd'].map((name) => ({
			name,
			values: [1, 2, 3],
			isPrevious: name.endsWith('before'),
		}));
		const lines = sparklines(chart([1, 2, 3], { series }));
		expect(lines.slice(0, 3).map((line) => line.slice(4, 5))).toEqual(['a', 'b', 'c']);
		expect(lines.slice(3)).toEqual(['Not in the chart: d']);
	});
});

describe('several reports', () => {
	const shownIn = (texts: string[], room: number) => {
		const named = texts.map((text) => ['', text] as const);
		const digest = { named, lines: texts, notes: (left = 0) => [`${left} more`] };
		const write = ({ named: shown = [], notes }: Digest) =>
			[...shown.map(([, text]) => text), ...notes()].join('|');
		return fitDigest(digest as unknown as Digest, write, ({ length }) => length <= room);
	};

	it('are shown as far as there is room', () => {
		expect(shownIn(['1,000', '2,000', '3,000'], 100)).toBe('1,000|2,000|3,000|0 more');
		expect(shownIn(['1,000', '2,000', '3,000'], 18)).toBe('1,000|2,000|1 more');
	});

	it('are shortened between their parts, if not even the first one fits', () => {
		const long = `orders: ${'1,000; '.repeat(200)}`;
		expect(shownIn([long, 'users: 5'], 320)).toMatch(
			/^orders: (1,000; )+1,000 …\|users: 5\|0 more$/,
		);
		expect(shownIn([long, 'users: 5'], 5)).toBe('2 more');
	});
});

it.each(['1\u202f234\u202f567,89', '1\u00a0234\u00a0567,89\u00a0€', '−1 234 567,89'])(
	'a number keeps all of its digits if only the text after it has no room: %s',
	(number) => {
		const digest = {
			...{ title: '', lines: [], brief: [], notes: () => [], paints: [], words },
			columns: [{ label: 'revenue', isNumber: true }],
			rows: [[`${number} (+${number}, +12,3 %)`]],
		};
		const write = ({ rows }: Digest) => rows.flat().join('|');
		const fits = (text: string) => text.length <= number.length + 2;
		expect(fitDigest(digest as unknown as Digest, write, fits)).toBe(`${number} …`);
	},
);
