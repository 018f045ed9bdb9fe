import type { IDataObject } from 'n8n-workflow';

import { inSlices, type Steps } from '../../../../credentials/slices';
import { type ReportFacts, flagsOf, toMeta } from '../../output/meta';
import { messageWriters } from '../../output/message';
import { toDigest } from '../../output/message/digest';
import { MESSAGE_FORMS, type MessageForm, type MessageOptions } from '../../output/message/options';
import type { RowUse } from '../../output/rowGuard';
import { rowSteps, toTotals } from '../../output/rows';
import { toTableItem } from '../../output/tableItem';
import { wideSteps } from '../../output/wide';
import type { OutputForm, ReportOptions } from '../../form/reportOptions';
import { firstRows } from '../../table/rowSet';
import type { Table } from '../../table/table';

interface PresentOptions extends Pick<ReportOptions, 'hasItemWhenEmpty' | 'hasTotals' | 'hasMeta'> {
	/** Most items, if not all are wanted. */
	limit?: number;
}

/** The table in the form that was chosen, one object per item. */
export async function present(...given: Parameters<typeof presentSteps>): Promise<IDataObject[]> {
	return await inSlices(allSteps(...given));
}

function* allSteps(...given: Parameters<typeof presentSteps>): Steps<IDataObject[]> {
	const objects = yield* presentSteps(...given);
	// What n8n does with them is a step of its own.
	yield 'long';
	return objects.slice(0, given[2].limit);
}

function* presentSteps(
	table: Table,
	output: OutputForm,
	options: PresentOptions,
	asked: ReportFacts,
	message: MessageOptions,
): Steps<IDataObject[]> {
	// What is made here in slices is there when it is asked for.
	if (output !== 'rows') yield* table.rows.arraySteps();
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
	if (output === 'wide') return yield* wideSteps(table, more, partial);
	const rows = firstRows(table.rows, options.limit);
	const { columns } = table;
	const dates = output === 'summary' ? { from: asked.range?.from, to: asked.range?.to } : {};
	return yield* rowSteps({ columns, rows }, { ...dates, ...more }, partial);
}

/** What a form of output makes of the rows of a report. */
export function rowUse(
	output: OutputForm,
	{ largestReport }: Pick<ReportOptions, 'largestReport'>,
	limit: number | undefined,
): RowUse {
	return {
		largest: largestReport,
		isList: output === 'table' || isMessage(output),
		limit: output === 'rows' ? limit : undefined,
	};
}

/** Whether people read it, rather than a workflow. */
export function isMessage(output: OutputForm): output is MessageForm {
	return MESSAGE_FORMS.some((form) => form === output);
}
