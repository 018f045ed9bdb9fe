import {
	placesFor,
	quantityOf,
	valueOf,
} from '../../../../../../nodes/SensorsAnalytics/reports/explain/question';
import type { Measure } from '../../../../../../nodes/SensorsAnalytics/query/query';

const formula = (expression: string): Measure => ({
	kind: 'formula',
	expression,
	events: [],
	name: 'f',
});
const partsOf = (expression: string) => {
	const { kind, top, bottom } = quantityOf(formula(expression));
	const resultOf = (terms: typeof top) =>
		terms.map(({ times, measure }) => {
			const { event, aggregator, property } = measure;
			const name = property && property.of !== 'other' ? `.${property.name}` : '';
			return `${times} ${aggregator} ${event}${name}`;
		});
	return { kind, top: resultOf(top), bottom: resultOf(bottom) };
};

describe('A formula', () => {
	it.each([
		['count(event.A)', { kind: 'sum', top: ['1 general A'], bottom: [] }],
		['unique( event.A )|%d', { kind: 'own', top: ['1 unique A'], bottom: [] }],
		[
			'sum(event.A.x)/count(event.$pageview)|null',
			{ kind: 'ratio', top: ['1 sum A.x'], bottom: ['1 general $pageview'] },
		],
		[
			'100 * (count(event.A) - count(event.B)) / count(event.C)',
			{ kind: 'ratio', top: ['100 general A', '-100 general B'], bottom: ['1 general C'] },
		],
		['-sum(event.A.x)/100', { kind: 'sum', top: ['-0.01 sum A.x'], bottom: ['1 general A'] }],
		['avg(event.A.x)', { kind: 'ratio', top: ['1 sum A.x'], bottom: ['1 general A'] }],
	])('%s has the parts %j', (expression, parts) => {
		expect(partsOf(expression)).toEqual(parts);
	});

	it.each([
		['count(event.A)*count(event.B)', 'neither a sum'],
		['count(event.A)/count(event.B)+1', 'neither a sum'],
		['count(event.A)/count(event.B)/count(event.C)', 'neither a sum'],
		['max(event.A.x)', 'has no parts'],
		['unique(event.A)+unique(event.B)', 'distinct users'],
		['1', 'no event'],
		['count(event.A', 'was not understood'],
		['count(A)', 'was not understood'],
		['count(event.A)/0', 'was not understood'],
		['', 'was not understood'],
		['('.repeat(20_000), 'more than 1000 names'],
		['count(event.A)' + '+count(event.A)'.repeat(20_000), 'more than 1000 names'],
	])('number %# is refused', (expression, reason) => {
		expect(() => quantityOf(formula(expression))).toThrow(reason);
	});
});

describe('Terms', () => {
	const one = { kind: 'event' as const, event: 'A', aggregator: 'general' };

	it('come to the exact sum of what they are times', () => {
		const terms = [
			{ times: 1, measure: one },
			{ times: -0.01, measure: one },
		];
		expect(valueOf(terms, [0.30000000000000004, 12345.67])).toBe(-123.1567);
		expect(valueOf(terms, [null, 100])).toBe(-1);
		expect(valueOf([{ times: 1, measure: one }], ['9007199254740993'])).toBe('9007199254740993');
	});

	it.each([
		['count(event.A)/3', [700, 1000], [233.333333333, 333.333333333], 9],
		['count(event.A)/1099511627776', [7e14, 1e15], [636.646291241, 909.494701773], 9],
		['count(event.A)/1024/1024/1024', [7e14, 1e15], [651925.802231, 931322.574615], 6],
		['count(event.A)/3000000000000', [7, 1000], [2.333333333e-12, 3.33333333333e-10], 21],
		['1/3*count(event.A)', [9, 30], [3, 10], 10],
		['count(event.A)/(1/3)', [7, 10], [21, 30], 10],
		['count(event.A)/3-count(event.A)/3', [7, 10], [0, 0], 11],
	])(
		'of %s are divided once, to twelve digits of the larger total',
		(text, cells, values, places) => {
			const { top } = quantityOf(formula(text));
			const rows = cells.map((cell) => top.map(() => cell));
			expect(placesFor(top, rows)).toBe(places);
			expect(rows.map((row) => valueOf(top, row, places))).toEqual(values);
		},
	);

	it('refuse a text', () => {
		expect(() => valueOf([{ times: 1, measure: one }], ['1 000'])).toThrow(
			"The report has an unexpected structure: 'A_events' is '1 000' instead of a number",
		);
	});
});

it.each<[string, Measure]>([
	['a formula', { ...formula('count(event.A)*x'), name: 'n'.repeat(50_000) }],
	['a formula without events', { ...formula('1'), name: 'n'.repeat(50_000) }],
	[
		'sessions',
		{ kind: 'event', event: 'A'.repeat(50_000), aggregator: 'general', isOfSessions: true },
	],
	['an aggregator', { kind: 'event', event: 'A'.repeat(50_000), aggregator: 'x'.repeat(50_000) }],
])('a name is cut in errors: %s', (_what, measure) => {
	let said = '';
	try {
		quantityOf(measure);
	} catch (error) {
		said = (error as Error).message;
	}
	expect(said).toContain('…');
	expect(said.length).toBeLessThan(1200);
});
