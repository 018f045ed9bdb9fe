import type { IDataObject } from 'n8n-workflow';

import { inSlices, type Steps } from '../../../credentials/http/slices';
import { type AgentFacts, toAgentItem } from './agent';
import { flagsOf, toMeta } from './meta';
import { messageWriters, mostRowsOf } from './message';
import { type Digest, toDigest } from './message/digest';
import { isMessage, type OutputForm } from './forms';
import type { MessageOptions } from './message/options';
import { writeNotes } from './notes';
import type { RowUse } from './rowGuard';
import { rowSteps, toTotals } from './rows';
import { toTableItem } from './tableItem';
import { wideSteps } from './wide';
import { firstRows } from '../table/rowSet';
import type { Table } from '../table/table';

/** What may come beside the rows. */
export interface Extras {
	hasItemWhenEmpty: boolean;
	hasTotals: boolean;
	hasMeta: boolean;
	/** Most items, if not all are wanted. */
	limit?: number;
	/** Most characters of an answer for an AI agent. */
	characters: number;
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
	options: Extras,
	asked: AgentFacts,
	message: MessageOptions,
): Steps<IDataObject[]> {
	// What is made here in slices is there when it is asked for.
	if (output !== 'rows') yield* table.rows.arraySteps();
	if (output === 'agent') return [toAgentItem(table, asked, options.characters)];
	const totalsOf = table.totals ? { totals_of: 'all groups' } : {};
	if (output === 'table') return [toTableItem(table, { ...toMeta(table, asked), ...totalsOf })];
	if (isMessage(output) && (table.rows.length > 0 || options.hasItemWhenEmpty)) {
		const digest = toDigest(table, message, { ...asked, mostRows: mostRowsOf(output) });
		return isWanted(digest, message) ? [messageWriters[output](digest, message)] : [];
	}
	if (table.rows.length === 0) {
		return options.hasItemWhenEmpty
			? [{ message: noRowsMessage(table), rows: 0, meta: toMeta(table, asked) }]
			: [];
	}
	const hasMeta = options.hasMeta || options.hasTotals;
	const meta = hasMeta ? toMeta(table, asked) : undefined;
	const more: IDataObject = { ...(meta ? { meta } : {}), ...flagsOf(table) };
	const { partial } = table;
	const { columns } = table;
	const dates = output === 'summary' ? { from: asked.range?.from, to: asked.range?.to } : {};
	const objects =
		output === 'wide'
			? yield* wideSteps(table, more, partial)
			: yield* rowSteps(
					{ columns, rows: firstRows(table.rows, options.limit) },
					{ ...dates, ...more },
					partial,
				);
	const [first] = objects;
	// Of the whole: in each item they would grow by the square.
	if (first && meta && options.hasTotals && table.totals) {
		first.meta = { ...meta, totals: toTotals(table), ...totalsOf };
	}
	return objects;
}

/** Why there are no rows, as far as the table shows it. */
function noRowsMessage({ notes = [] }: Table): string {
	const none = notes.filter(({ kind }) => kind === 'noWholePeriod');
	return ['The report has no rows', ...writeNotes(none)].join('. ');
}

/** Whether there is what somebody wants a message for. */
function isWanted({ news }: Digest, { sendIf }: MessageOptions): boolean {
	if (!sendIf) return true;
	const { change } = sendIf;
	if (change === undefined) return news.rows > 0;
	return typeof news.percent === 'number' && Math.abs(news.percent) >= change;
}

/** What a form of output makes of the rows of a report. */
export function rowUse(output: OutputForm, largest: number, limit: number | undefined): RowUse {
	return {
		largest,
		isList: output === 'table' || output === 'agent' || isMessage(output),
		limit: output === 'rows' ? limit : undefined,
	};
}
