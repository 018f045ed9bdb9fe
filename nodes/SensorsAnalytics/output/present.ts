import type { IDataObject } from 'n8n-workflow';

import { type ReportFacts, flagsOf, toMeta } from './meta';
import { messageWriters } from './message';
import { toDigest } from './message/digest';
import { isMessage, type OutputForm } from './forms';
import type { MessageOptions } from './message/options';
import { toRows, toTotals } from './rows';
import { toTableItem } from './tableItem';
import { toWide } from './wide';
import type { Table } from '../table/table';

/** What may come beside the rows. */
export interface Extras {
	hasItemWhenEmpty: boolean;
	hasTotals: boolean;
	hasMeta: boolean;
}

/** The table in the form that was chosen, one object per item. */
export function present(
	table: Table,
	output: OutputForm,
	options: Extras,
	asked: ReportFacts,
	message: MessageOptions,
): IDataObject[] {
	const totalsOf = table.totals ? { totals_of: 'all groups' } : {};
	if (output === 'table') return [toTableItem(table, { ...toMeta(table, asked), ...totalsOf })];
	if (isMessage(output) && (table.rows.length > 0 || options.hasItemWhenEmpty)) {
		return [messageWriters[output](toDigest(table, message, asked), message)];
	}
	if (table.rows.length === 0) {
		return options.hasItemWhenEmpty
			? [{ message: 'The report has no rows', rows: 0, meta: toMeta(table, asked) }]
			: [];
	}
	const totals = options.hasTotals && table.totals ? { totals: toTotals(table), ...totalsOf } : {};
	const hasMeta = options.hasMeta || options.hasTotals;
	const more: IDataObject = {
		...(hasMeta ? { meta: { ...toMeta(table, asked), ...totals } } : {}),
		...flagsOf(table),
	};
	const partial = asked.marksPartial ? table.partial : undefined;
	if (output === 'wide') return toWide(table, more, partial);
	if (output !== 'summary') return toRows(table, more, partial);
	return toRows(table, { from: asked.range?.from, to: asked.range?.to, ...more }, partial);
}
