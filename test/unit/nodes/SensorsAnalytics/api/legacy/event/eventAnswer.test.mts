import { atOnce } from '../../../../../../../credentials/http/slices';
import { eventReportSteps } from '../../../../../../../nodes/SensorsAnalytics/api/legacy/event';
import { nameColumns } from '../../../../../../../nodes/SensorsAnalytics/query/columns';
import { TOTAL } from '../../../../../../../nodes/SensorsAnalytics/query/query';
import { runs } from '../../../../../../support/extent.mts';
import fc from '../../../../../../support/fastCheck.mts';

const readEventReport = (...given: Parameters<typeof eventReportSteps>) =>
	atOnce(eventReportSteps(...given));

const columnsFor = (groups: number, measures: number, unit = 'day') =>
	nameColumns({
		groupBy: Array.from({ length: groups }, (_, i) => ({
			property: { of: 'user' as const, name: `g${i + 1}` },
		})),
		measures: Array.from({ length: measures }, (_, i) => ({
			kind: 'event' as const,
			event: 'A',
			aggregator: 'general',
			name: `m${i + 1}`,
		})),
		unit,
	});

const grouped = {
	by_fields: ['event.$Anything.$os'],
	series: ['2026-01-01 00:00:00', '2026-01-02 00:00:00'],
	rows: [
		{
			values: [
				[41, 7],
				[38, 6],
			],
			by_values: ['iOS'],
		},
		{
			values: [
				[5, 1],
				[0, 0],
			],
			by_values: [null],
		},
	],
	num_rows: 2,
	total_rows: 2,
	truncated: false,
	sampling_factor: 64,
};

const groupedRows = [
	['2026-01-01', 'iOS', 41, 7],
	['2026-01-02', 'iOS', 38, 6],
	['2026-01-01', null, 5, 1],
	['2026-01-02', null, 0, 0],
];

const scalar = fc.oneof(
	fc.string(),
	fc.double({ noNaN: true, noDefaultInfinity: true }),
	fc.boolean(),
	fc.constant(null),
);

/** A report and what it says, made together. */
const report = fc
	.record({
		groups: fc.integer({ min: 0, max: 3 }),
		measures: fc.integer({ min: 1, max: 3 }),
		days: fc.integer({ min: 1, max: 4 }),
		rows: fc.integer({ min: 0, max: 4 }),
	})
	.chain(({ groups, measures, days, rows }) =>
		fc.record({
			groups: fc.constant(groups),
			measures: fc.constant(measures),
			days: fc.constant(Array.from({ length: days }, (_, day) => `2026-01-0${day + 1}`)),
			// A group comes once: two rows of one are an answer of unknown form.
			rows: fc.uniqueArray(
				fc.record({
					by: fc.array(scalar, { minLength: groups, maxLength: groups }),
					values: fc.array(
						fc.array(
							fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(null)),
							{ minLength: measures, maxLength: measures },
						),
						{ minLength: days, maxLength: days },
					),
				}),
				{ maxLength: rows, selector: ({ by }) => JSON.stringify(by) },
			),
		}),
	);

/** Too short to be looked for in all that the service says. */
const SECRET = 's3cret';

describe('An answer of an event report', () => {
	it.each<[string, unknown, ReturnType<typeof columnsFor>, unknown[][]]>([
		['A, grouped, with a missing group value', grouped, columnsFor(1, 2), groupedRows],
		[
			'A, no group, by_values absent',
			{ series: ['2026-01-01 00:00:00'], rows: [{ values: [[3]] }] },
			columnsFor(0, 1),
			[['2026-01-01', 3]],
		],
		[
			'A, no group, by_values empty',
			{ series: ['2026-01-01 00:00:00'], rows: [{ values: [[3]], by_values: [] }] },
			columnsFor(0, 1),
			[['2026-01-01', 3]],
		],
		['A, empty', { series: [], rows: [], num_rows: 0 }, columnsFor(1, 1), []],
		[
			'A, one measure without its list',
			{ series: ['2026-01-01 00:00:00'], rows: [{ values: [3] }] },
			columnsFor(0, 1),
			[['2026-01-01', 3]],
		],
		[
			'A, by hour',
			{ series: ['2026-01-01 00:00:00', '2026-01-01 01:00:00'], rows: [{ values: [[3], [4]] }] },
			columnsFor(0, 1, 'hour'),
			[
				['2026-01-01T00:00:00', 3],
				['2026-01-01T01:00:00', 4],
			],
		],
		['flat values without series', { rows: [{ values: [2645] }] }, columnsFor(0, 1), [[2645]]],
		[
			'flat values with groups',
			{ rows: [{ values: [1, 2], by_values: ['x'] }] },
			columnsFor(1, 2),
			[['x', 1, 2]],
		],
		[
			'B, with totals',
			{ detail_result: grouped, rollup_result: { rows: [] } },
			columnsFor(1, 2),
			groupedRows,
		],
		[
			'numbers as text',
			{ series: ['2026-01-01 00:00:00'], rows: [{ values: [['37', '1,234.50', '-0.5', '1e3']] }] },
			columnsFor(0, 4),
			[['2026-01-01', 37, 1234.5, -0.5, 1000]],
		],
		[
			'no number where there is none',
			{ series: ['2026-01-01 00:00:00'], rows: [{ values: [[null, '40.00%']] }] },
			columnsFor(0, 2),
			[['2026-01-01', null, '40.00%']],
		],
		[
			'groups that are numbers and truth values',
			{ series: ['2026-01-01 00:00:00'], rows: [{ values: [[1]], by_values: [5, true] }] },
			columnsFor(2, 1),
			[['2026-01-01', 5, true, 1]],
		],
	])('shape %s', (_shape, answer, columns, rows) => {
		expect(readEventReport(answer, columns).rows.toArray()).toEqual(rows);
	});

	it('reads the current dates of C, which has a comparison', () => {
		const answer = [{ detail_result: grouped }, { detail_result: { ...grouped, rows: [] } }];
		const table = readEventReport(answer, columnsFor(1, 2));
		expect(table.rows.toArray()).toEqual(groupedRows);
	});

	it('shows when the result is incomplete', () => {
		const read = (answer: unknown) => readEventReport(answer, columnsFor(1, 2));
		expect(read(grouped)).toMatchObject({ isTruncated: false, isSampled: false });
		expect(read({ ...grouped, truncated: true, sampling_factor: 32 })).toMatchObject({
			isTruncated: true,
			isSampled: true,
		});
		expect(read({ detail_result: { ...grouped, truncated: true } }).isTruncated).toBe(true);
	});

	it('reads totals, with the details or alone', () => {
		const totals = {
			by_fields: ['x'],
			series: ['2026-01-01 00:00:00'],
			rows: [
				{ values: [[79, 12]], by_values: ['iOS'] },
				{ values: [[5, 1]], by_values: [null] },
			],
		};
		const cells = [
			['iOS', 79, 12],
			[null, 5, 1],
		];
		const answer = { detail_result: grouped, rollup_result: totals };
		expect(readEventReport(answer, columnsFor(1, 2)).totals).toEqual(cells);
		const alone = readEventReport(answer, columnsFor(1, 2, TOTAL));
		expect(alone.rows.toArray()).toEqual(cells);
		expect(alone.columns.map(({ key }) => key)).toEqual(['g1', 'm1', 'm2']);
		expect(() => readEventReport(grouped, columnsFor(1, 2, TOTAL))).toThrow(
			/the requested totals are missing/,
		);
	});

	it.each([
		['of no group', []],
		['of one group', [{ values: [[79, 12]], by_values: ['iOS'] }]],
	])('treats totals %s as unknown if the details have more groups', (_what, rows) => {
		const answer = { detail_result: grouped, rollup_result: { series: [], rows } };
		expect(readEventReport(answer, columnsFor(1, 2)).totals).toBeUndefined();
		expect(() => readEventReport(answer, columnsFor(1, 2, TOTAL))).toThrow(
			'the totals of some of its groups are missing',
		);
		const cut = readEventReport({ ...answer, truncated: true }, columnsFor(1, 2));
		expect(cut.totals).toHaveLength(rows.length);
	});

	it('needs no totals of a group without events', () => {
		const nothing = {
			...grouped,
			rows: [
				{
					values: [
						[0, 0],
						[null, 0],
					],
					by_values: ['web'],
				},
			],
		};
		const answer = { detail_result: nothing, rollup_result: { series: [], rows: [] } };
		expect(readEventReport(answer, columnsFor(1, 2)).totals).toEqual([]);
	});

	it('keeps the facts about itself', () => {
		const answer = { ...grouped, data_update_time: '2026-01-03 09:14:02.000' };
		expect(readEventReport(answer, columnsFor(1, 2))).toMatchObject({
			groupCount: { returned: 2, total: 2 },
			dataUpdatedAt: '2026-01-03 09:14:02.000',
			points: ['2026-01-01', '2026-01-02'],
		});
	});

	it.each<[string, unknown]>([
		['text', 'ok'],
		['null', null],
		['no rows', { series: [] }],
		['rows that are no list', { rows: {} }],
		['a row without values', { series: ['2026-01-01 00:00:00'], rows: [{}] }],
		['too few values', { ...grouped, rows: [{ values: [[1, 2]], by_values: ['x'] }] }],
		[
			'too many measures',
			{
				...grouped,
				rows: [
					{
						values: [
							[1, 2, 3],
							[1, 2, 3],
						],
						by_values: ['x'],
					},
				],
			},
		],
		[
			'a group value too many',
			{
				...grouped,
				rows: [
					{
						values: [
							[1, 2],
							[1, 2],
						],
						by_values: ['x', 'y'],
					},
				],
			},
		],
		[
			'an object for a number',
			{
				...grouped,
				rows: [
					{
						values: [
							[{}, 2],
							[1, 2],
						],
						by_values: ['x'],
					},
				],
			},
		],
		['a date that is none', { ...grouped, series: ['soon', 'later'] }],
		['three results', [grouped, grouped, grouped]],
	])('an unknown shape is an error, never rows made up: %s', (_shape, answer) => {
		expect(() => readEventReport(answer, columnsFor(1, 2))).toThrow(
			'The report has an unexpected structure:',
		);
	});

	it.each<[string, unknown, string]>([
		['a date', { ...grouped, series: [SECRET] }, "value 1 of 'series' isn't a valid date"],
		[
			'a group',
			{ series: [], rows: [SECRET, 'b', SECRET].map((x) => ({ values: [], by_values: [x] })) },
			'rows 1 and 3 have the same key',
		],
	])('errors name the place and quote nothing, as it may be a secret: %s', (_, answer, words) => {
		const said = messageOf(() => readEventReport(answer, columnsFor(1, 2)));
		expect(said).toBe(`The report has an unexpected structure: ${words}`);
	});
});

function messageOf(act: () => unknown): string {
	try {
		act();
	} catch (error) {
		return (error as Error).message;
	}
	return '';
}

describe('any report', () => {
	it('any JSON as a report: rows that match it, or an error', () => {
		fc.assert(
			fc.property(
				fc.jsonValue(),
				fc.integer({ min: 0, max: 2 }),
				fc.integer({ min: 1, max: 2 }),
				(answer, groups, measures) => {
					let table;
					try {
						table = readEventReport(answer, columnsFor(groups, measures));
					} catch (error) {
						expect((error as Error).message).toMatch(/The report has an unexpected structure:/);
						return;
					}
					const text = JSON.stringify(answer);
					for (const row of table.rows.toArray()) {
						expect(row).toHaveLength(table.columns.length);
						for (const cell of row)
							if (typeof cell === 'number') expect(text).toContain(String(cell));
					}
				},
			),
			runs(1000),
		);
	});

	it('any report: all of its numbers, at their places, and no others', () => {
		fc.assert(
			fc.property(report, ({ groups, measures, days, rows }) => {
				const answer = {
					series: days.map((day) => `${day} 00:00:00`),
					rows: rows.map(({ by, values }) => ({ values, by_values: by })),
				};
				const sent = JSON.parse(JSON.stringify(answer)) as typeof answer;
				const table = readEventReport(sent, columnsFor(groups, measures));
				expect(table.rows.toArray()).toEqual(
					sent.rows.flatMap(({ values, by_values: by }) =>
						values.map((list, day) => [days[day], ...by, ...list]),
					),
				);
			}),
			runs(1000),
		);
	});

	it('a report with something missing or too much: always an error', () => {
		fc.assert(
			fc.property(
				report.filter(({ rows, days }) => rows.length > 0 && days.length > 1),
				fc.constantFrom('value', 'measure', 'group', 'extra'),
				({ groups, measures, days, rows }, damage) => {
					const [first, ...rest] = rows.map(({ by, values }) => ({
						values: values.map((list) => [...list]),
						by_values: [...by],
					}));
					if (!first) return;
					if (damage === 'value') first.values.pop();
					if (damage === 'measure') first.values[0]?.pop();
					if (damage === 'group') first.by_values.push('x');
					if (damage === 'extra') first.values[0]?.push(1);
					const answer = { series: days.map((day) => `${day} 00:00:00`), rows: [first, ...rest] };
					expect(() => readEventReport(answer, columnsFor(groups, measures))).toThrow(
						/The report has an unexpected structure:/,
					);
				},
			),
			runs(1000),
		);
	});
});

describe('what an answer can not be', () => {
	const day = (rows: unknown, more = {}) => ({ series: ['2026-01-01 00:00:00'], rows, ...more });
	const one = { values: [[1]] };

	it.each<[string, unknown, number]>([
		["'series' is not a list", { series: 'x', rows: [one] }, 0],
		["'rows' is missing", day(undefined), 0],
		["value 2 of 'series' isn't a valid date", day([], { series: ['2026-01-01', 7] }), 0],
		["row 2 has no 'values'", day([one, {}]), 0],
		["row 1 has no 'values'", day([{ values: 7 }]), 0],
		["row 1 has no 'values'", day([7]), 0],
		[
			"the number of values in row 1 (2) doesn't match the number of dates (1)",
			day([{ values: [[1], [2]] }]),
			0,
		],
		['row 1 has 2 numbers for 1 measures', day([{ values: [[1, 2]] }]), 0],
		[
			"'by_values' of row 2 is not a list",
			day([
				{ ...one, by_values: ['a'] },
				{ ...one, by_values: 'x' },
			]),
			1,
		],
		[
			"the number of group values in row 1 (1) doesn't match the number of group fields (0)",
			day([{ ...one, by_values: ['a'] }]),
			0,
		],
		[
			"the number of group values in row 1 (0) doesn't match the number of group fields (1)",
			day([one]),
			1,
		],
		[
			"a group value of row 2 isn't text, a number, or true/false",
			day([
				{ ...one, by_values: ['a'] },
				{ ...one, by_values: [{}] },
			]),
			1,
		],
		["a value of row 1 isn't a number", day([{ values: [[true]] }]), 0],
		['rows 1 and 2 have the same key', day([one, one]), 0],
		[
			"dates in 'series' 1 and 2 have the same key",
			{ series: ['2026-01-01', '2026-01-01'], rows: [{ values: [[1], [2]] }] },
			0,
		],
		['rows of totals 1 and 2 have the same key', { rows: [one, one] }, 0],
		['it is not an object', 7, 0],
		['it has 3 results instead of 2', [1, 2, 3], 0],
	])('%s', (what, answer, groups) => {
		expect(() => readEventReport(answer, columnsFor(groups, 1))).toThrow(
			`The report has an unexpected structure: ${what}`,
		);
	});

	it('dates if totals were requested', () => {
		const dates = { series: ['2026-01-01', '2026-01-02'], rows: [{ values: [[1], [2]] }] };
		expect(() => readEventReport(dates, columnsFor(0, 1, TOTAL))).toThrow(
			/the requested totals are missing$/,
		);
		const single = { series: ['2026-01-01'], rows: [{ values: [[5]] }] };
		expect(readEventReport(single, columnsFor(0, 1, TOTAL)).rows.toArray()).toEqual([[5]]);
	});

	it('a group value may be left out, of any kind, in any row', () => {
		const rows = ['a', 1, true, null, undefined].map((value) => ({ ...one, by_values: [value] }));
		expect(() => readEventReport(day(rows), columnsFor(1, 1))).toThrow(
			/The report has an unexpected structure: rows 4 and 5 have the same key/,
		);
		const table = readEventReport(day(rows.slice(0, 4)), columnsFor(1, 1));
		expect(table.rows.toArray().map((row) => row[1])).toEqual(['a', 1, true, null]);
		const [cell] = readEventReport(
			day([{ ...one, by_values: [undefined] }]),
			columnsFor(1, 1),
		).rows.toArray();
		expect(cell?.[1]).toBeNull();
	});

	it('null among numbers', () => {
		const table = readEventReport(day([{ values: [[null, 2]] }]), columnsFor(0, 2));
		expect(table.rows.toArray()).toEqual([['2026-01-01', null, 2]]);
	});

	interface Counts {
		detail?: object;
		rollup?: { whole?: boolean; [count: string]: unknown };
	}
	it.each<[string, Counts & Record<string, unknown>, boolean, object | undefined]>([
		['beside the details', { num_rows: 2, total_rows: 7 }, true, { returned: 2, total: 7 }],
		['of the totals', { rollup: { truncated: true } }, true, undefined],
		[
			'of the totals, by counts',
			{ detail: { num_rows: 2, total_rows: 2 }, rollup: { num_rows: 2, total_rows: 9 } },
			true,
			{ returned: 2, total: 9 },
		],
		['without the number returned', { total_rows: 9 }, true, { returned: 2, total: 9 }],
		['more than there are', { num_rows: 9, total_rows: 9 }, true, { returned: 2, total: 9 }],
		[
			'all, those of the totals with the whole',
			{
				detail: { num_rows: 2, total_rows: 2 },
				rollup: { num_rows: 3, total_rows: 3, whole: true },
			},
			false,
			{ returned: 2, total: 2 },
		],
	])('what is cut: %s', (_, { detail, rollup, ...answer }, isTruncated, groupCount) => {
		const total = ({ values, by_values }: (typeof grouped.rows)[0]) => ({
			values: [values[0]],
			by_values,
		});
		const { whole, ...counts } = rollup ?? {};
		const rows = [...(whole ? [{ values: [[9, 9]] }] : []), ...grouped.rows.map(total)];
		const { series, rows: details } = grouped;
		const reported = {
			...answer,
			detail_result: { series, rows: details, ...detail },
			rollup_result: { rows, ...counts },
		};
		for (const unit of ['day', TOTAL]) {
			const table = readEventReport(reported, columnsFor(1, 2, unit));
			expect([table.isTruncated, table.groupCount]).toEqual([isTruncated, groupCount]);
		}
	});

	it('totals of a sample', () => {
		const reported = { detail_result: grouped, rollup_result: { rows: [], sampling_factor: 16 } };
		expect(readEventReport(reported, columnsFor(1, 2)).isSampled).toBe(true);
	});

	it('what it says of itself, in either place', () => {
		const said = (answer: object) => readEventReport(answer, columnsFor(0, 1));
		const detail = day([one], { truncated: true, sampling_factor: 16, num_rows: 1, total_rows: 9 });
		const both = said({ detail_result: detail, rollup_result: { rows: [one] } });
		expect(both).toMatchObject({
			isTruncated: true,
			isSampled: true,
			groupCount: { returned: 1, total: 9 },
			totals: [[1]],
		});
		expect(said(day([one], { truncated: true })).isTruncated).toBe(true);
		const plain = said(day([one], { sampling_factor: 64, num_rows: 1 }));
		expect([plain.isTruncated, plain.isSampled, plain.groupCount]).toEqual([
			false,
			false,
			undefined,
		]);
		expect(said({ ...day([one]), total_rows: 3 }).groupCount).toBeUndefined();
		for (const cut of [{ truncated: 'true' }, { truncated: 1 }])
			expect(said(day([one], cut)).isTruncated).toBe(true);
		const ofGroups = (num_rows: unknown, total_rows: unknown) =>
			readEventReport({ ...grouped, num_rows, total_rows }, columnsFor(1, 2)).isTruncated;
		expect([ofGroups('2', '3'), ofGroups(2, 2)]).toEqual([true, false]);
		expect(said(day([], { num_rows: 0, total_rows: 1 })).isTruncated).toBe(false);
		// Each of the two counts.
		expect(said({ detail_result: day([one]), sampling_factor: 16 }).isSampled).toBe(true);
		expect(
			said({ detail_result: day([one], { sampling_factor: 64 }), sampling_factor: 16 }).isSampled,
		).toBe(true);
		const times = { data_update_time: 'a', data_sufficient_update_time: 'b' };
		expect(said({ ...day([one]), ...times })).toMatchObject({
			dataUpdatedAt: 'a',
			dataSufficientAt: 'b',
		});
	});
});
