import fc from 'fast-check';

import { readAnswer } from '../../credentials/http/answer';
import { redact } from '../../credentials/http/redact';
import { nameColumns } from '../../nodes/SensorsAnalytics/query/columns';
import { readEventReport } from '../../nodes/SensorsAnalytics/wire/legacy/readEventReport';

const columnsFor = (groups: number, measures: number) =>
	nameColumns({
		groupBy: Array.from({ length: groups }, (_, i) => ({
			property: { of: 'user' as const, name: `g${i}` },
		})),
		measures: Array.from({ length: measures }, (_, i) => ({
			kind: 'event' as const,
			event: 'A',
			aggregator: 'general',
			name: `m${i}`,
		})),
		unit: 'day',
	});
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

describe('reading answers', () => {
	it('any bytes with any status: a meaning, never a crash', () => {
		fc.assert(
			fc.property(
				fc.uint8Array({ maxLength: 200 }),
				fc.integer({ min: 100, max: 599 }),
				fc.constantFrom(
					'application/json',
					'text/html; charset=gbk',
					'text/plain; charset=nonsense',
					'',
				),
				(body, status, contentType) => {
					const answer = readAnswer({ status, headers: { 'content-type': contentType }, body });
					if (answer.kind !== 'success') expect(typeof answer.said).toBe('string');
					else expect(status).toBeLessThan(300);
				},
			),
			{ numRuns: 2000 },
		);
	});

	it('any JSON as an answer: success only without an error in it', () => {
		fc.assert(
			fc.property(fc.json(), fc.integer({ min: 200, max: 599 }), (body, status) => {
				const answer = readAnswer({ status, headers: {}, body: Buffer.from(body) });
				if (status >= 400) expect(answer.kind).not.toBe('success');
			}),
			{ numRuns: 2000 },
		);
	});

	it('any JSON as a report: rows that match it, or an error', () => {
		fc.assert(
			fc.property(
				fc.jsonValue(),
				fc.integer({ min: 0, max: 2 }),
				fc.integer({ min: 1, max: 2 }),
				(answer, groups, measures) => {
					let table;
					try {
						table = readEventReport(answer, columnsFor(groups, measures)).table;
					} catch (error) {
						expect((error as Error).message).toMatch(/form that this node does not know/);
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
			{ numRuns: 3000 },
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
				const { table } = readEventReport(sent, columnsFor(groups, measures));
				expect(table.rows.toArray()).toEqual(
					sent.rows.flatMap(({ values, by_values: by }) =>
						values.map((list, day) => [days[day], ...by, ...list]),
					),
				);
			}),
			{ numRuns: 1000 },
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
						/form that this node does not know/,
					);
				},
			),
			{ numRuns: 1000 },
		);
	});
});

describe('redact', () => {
	it('leaves no secret, in plain or encoded form', () => {
		fc.assert(
			fc.property(
				fc.string({ minLength: 6 }),
				fc.string(),
				fc.string(),
				(secret, before, after) => {
					fc.pre(!'***'.includes(secret) && !secret.includes('*'));
					const text = `${before}${secret}${after}${encodeURIComponent(toWellFormed(secret))}`;
					const clean = redact(text, [secret]);
					expect(clean).not.toContain(secret);
				},
			),
		);
	});
});

function toWellFormed(text: string): string {
	return Buffer.from(text, 'utf8').toString('utf8');
}
