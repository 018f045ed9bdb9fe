import type { IDataObject } from 'n8n-workflow';

import { type ReportFacts, flagsOf, toMeta } from '../../output/meta';
import { toRows, toTotals } from '../../output/rows';
import { toTableItem } from '../../output/tableItem';
import { toWide } from '../../output/wide';
import type { Table } from '../../table/table';
import type { ReportPlan } from './plan';

/** The table in the form that was chosen, one object per item. */
export function present(plan: ReportPlan, table: Table, requestedAt: string): IDataObject[] {
	const { output, options, range, comparison, timeZone, parts } = plan;
	const asked: ReportFacts = { range, comparison, timeZone, unit: parts.unit, requestedAt };
	if (output === 'table') return [toTableItem(table, toMeta(table, asked))];
	if (table.rows.length === 0) {
		return options.hasItemWhenEmpty
			? [{ message: 'The report has no rows', rows: 0, meta: toMeta(table, asked) }]
			: [];
	}
	const totals = options.hasTotals && table.totals ? { totals: toTotals(table) } : {};
	const hasMeta = options.hasMeta || options.hasTotals;
	const more: IDataObject = {
		...(hasMeta ? { meta: { ...toMeta(table, asked), ...totals } } : {}),
		...flagsOf(table),
	};
	if (output === 'wide') return toWide(table, more);
	if (output === 'summary') return toRows(table, { from: range.from, to: range.to, ...more });
	return toRows(table, more);
}
