import type { IDataObject } from 'n8n-workflow';

import {
	assertFewEach,
	MOST_ENTRIES,
	MOST_GROUPS,
} from '../../../../../nodes/SensorsAnalytics/params/bounds';
import { readDatasetQuery } from '../../../../../nodes/SensorsAnalytics/actions/dataset';
import { formSource } from '../../../../../nodes/SensorsAnalytics/params/param';
import { readSqlQuery } from '../../../../../nodes/SensorsAnalytics/actions/sql';
import { readUserProperties } from '../../../../../nodes/SensorsAnalytics/actions/user';
import { reports } from '../../../../../nodes/SensorsAnalytics/reports/registry';
import { askReport } from '../../../../support/askReport.mts';
import { define } from '../../../../support/definitions.mts';

const many = <Each,>(count: number, make: (index: number) => Each): Each[] =>
	Array.from({ length: count }, (_, index) => make(index));
const tooMany = (most: number) =>
	`has ${most + 1} entries, but the maximum is ${most}. Remove some of them`;

/** Reads a list that is as long as it may be, and one that has an entry more. */
function expectBound(read: (count: number) => unknown, label: string, most: number): void {
	expect(() => read(most)).not.toThrow();
	expect(() => read(most + 1)).toThrow(`${label} ${tooMany(most)}`);
}

const mostOf = (label: string) => (/^'group.by'$/i.test(label) ? MOST_GROUPS : MOST_ENTRIES);

describe('lists of the form', () => {
	const measure = [{ eventName: 'A', aggregator: 'general' }];
	const conditions = (count: number) => ({
		condition: many(count, (n) => ({ field: `p${n}`, function: 'isSet' })),
	});
	const events = (row: string) => (count: number) => ({
		[row]: many(count, (n) => ({ eventName: `E${n}` })),
	});
	const read = (report: keyof typeof reports, form: IDataObject) =>
		reports[report].read(
			formSource(
				(name) => ({ measures: { measure }, unit: 'day', ...form })[name] ?? '',
				'Asia/Shanghai',
			),
		);
	const FUNNEL = { window: 7, windowUnit: 'days' };

	it.each<[string, keyof typeof reports, (count: number) => IDataObject]>([
		[
			"'Measures'",
			'event',
			(count) => ({
				measures: {
					measure: many(count, (n) => ({ eventName: `E${n}`, aggregator: 'general' })),
				},
			}),
		],
		[
			"'Group By'",
			'event',
			(count) => ({ groupBy: { group: many(count, (n) => ({ field: `p${n}` })) } }),
		],
		[
			"'Group By'",
			'userProperties',
			(count) => ({
				userAggregator: 'count',
				groupBy: { group: many(count, (n) => ({ field: `p${n}` })) },
			}),
		],
		[
			"'Buckets (Numbers Only)' of group 1 in 'Group By'",
			'event',
			(count) => ({ groupBy: { group: [{ field: 'p', buckets: many(count, (n) => n) }] } }),
		],
		["'Conditions' of 'Filter'", 'event', (count) => ({ filter: conditions(count) })],
		[
			"'Condition Groups'",
			'event',
			(count) => ({ filterGroups: { group: many(count, () => ({ conditions: conditions(1) })) } }),
		],
		["'Steps'", 'funnel', (count) => ({ ...FUNNEL, steps: events('step')(count) })],
	])('%s of %s', (label, report, form) => {
		expectBound((count) => read(report, form(count)), label, mostOf(label));
	});

	it("'SQL Parameters'", () => {
		const parameter = (count: number) =>
			many(count, (n) => ({ name: `p${n}`, kind: 'text', value: 'x' }));
		expectBound(
			(count) =>
				readSqlQuery(
					(name) => (name === 'sql' ? 'SELECT 1' : { parameter: parameter(count) }),
					{},
					'UTC',
				),
			"'SQL Parameters'",
			MOST_ENTRIES,
		);
	});

	it("'Properties to Return'", () => {
		expectBound(
			(count) =>
				readUserProperties((name) =>
					name === 'userProperties'
						? 'chosen'
						: { property: many(count, (n) => ({ field: `p${n}` })) },
				),
			"'Properties to Return'",
			MOST_ENTRIES,
		);
	});

	it.each([
		["'Measures'", 'datasetMeasures', 'measure'],
		["'Group By'", 'datasetColumns', 'column'],
	])('%s of a dataset', (label, field, row) => {
		const form = (count: number): IDataObject => ({
			dataset: '1',
			datasetMeasures: { measure: [{ column: 'm', aggregation: 'SUM' }] },
			[field]: { [row]: many(count, (n) => ({ column: `c${n}`, aggregation: 'SUM' })) },
		});
		expectBound(
			(count) => readDatasetQuery((name) => form(count)[name] ?? '', {}, 'UTC', new Date()),
			label,
			MOST_ENTRIES,
		);
	});
});

describe('lists of a query as JSON', () => {
	const names = (count: number) => many(count, (n) => `E${n}`);
	const range = 'yesterday';

	it.each<[string, keyof typeof reports, (count: number) => object]>([
		["'measures'", 'event', (count) => ({ measures: names(count), range })],
		["'group_by'", 'event', (count) => ({ measures: ['A'], group_by: names(count), range })],
		["'group_by'", 'userProperties', (count) => ({ group_by: names(count) })],
		["'steps'", 'funnel', (count) => ({ steps: names(count), range })],
		[
			"'filter'",
			'event',
			(count) => ({
				measures: ['A'],
				filter: Object.fromEntries(names(count).map((name) => [name, 1])),
				range,
			}),
		],
		[
			"'filter'",
			'event',
			(count) => ({ measures: ['A'], filter: { or: many(count, (n) => ({ a: n })) }, range }),
		],
	])('%s of %s', (label, report, query) => {
		expectBound((count) => define(report, query(count)), label, mostOf(label));
	});
});

describe('lists of a query of the web page', () => {
	const measure = (n: number) => ({ event_name: `E${n}`, aggregator: 'general' });
	const pasted = async (queryJson: object) =>
		await askReport(
			{ queryMode: 'json', queryJson: JSON.stringify(queryJson), dateRange: 'yesterday' },
			() => ({ series: [], rows: [] }),
		);

	it.each([
		["'measures'", { measures: many(MOST_ENTRIES + 1, measure) }, tooMany(MOST_ENTRIES)],
		[
			"'by_fields'",
			{ measures: [measure(1)], by_fields: many(MOST_GROUPS + 1, (n) => `user.p${n}`) },
			tooMany(MOST_GROUPS),
		],
	])('%s of a pasted one', async (label, query, says) => {
		await expect(pasted(query)).rejects.toThrow(`${label} in the pasted or saved query ${says}`);
	});

	it('as many as there may be are read', async () => {
		const query = {
			measures: many(MOST_ENTRIES, measure),
			by_fields: many(MOST_GROUPS, (n) => `user.p${n}`),
		};
		expect((await pasted(query)).bodies).toHaveLength(1);
	});

	it('values of conditions are not counted', () => {
		const filter = { conditions: [{ values: many(MOST_ENTRIES + 1, String) }] };
		expect(() => assertFewEach({ measures: [], filter })).not.toThrow();
	});
});
