import type { IExecuteFunctions } from 'n8n-workflow';

import type { Table } from '../table/table';
import { writeNotes } from './notes';

/** Tells in the editor what the rows alone don't show. */
export function addHints(context: IExecuteFunctions, table: Table): void {
	for (const message of factSentences(table)) addHint(context, message);
}

/** What the rows alone don't show, as sentences. */
export function factSentences(table: Table): string[] {
	const sentences = [
		table.isTruncated &&
			'Sensors Analytics left out rows: the result is truncated. Use fewer groups or a shorter range.',
		table.isSampled &&
			'Sensors Analytics computed this report from a sample: the numbers are estimates.',
		table.rows.length === 0 &&
			!hasNoWholePeriod(table) &&
			'The report has no rows: nothing in this range fits measures and filter.',
		...writeNotes(table.notes),
	];
	return sentences.filter((sentence) => sentence !== false);
}

/** Whether there are no rows as only whole periods count, and none is over. */
export function hasNoWholePeriod({ notes = [] }: Table): boolean {
	return notes.some(({ kind }) => kind === 'noWholePeriod');
}

/** What the input items of a run have told already. */
const told = new WeakMap<IExecuteFunctions, Set<string>>();

/** One more, if there is something to tell, once for all input items. n8n shows hints as HTML, and they may name data. */
export function addHint(context: IExecuteFunctions, message: string | undefined): void {
	const known = told.get(context) ?? new Set<string>();
	told.set(context, known);
	if (!message || known.has(message)) return;
	known.add(message);
	const text = message.replace(/&/g, '&amp;').replace(/</g, '&lt;');
	context.addExecutionHints({ message: text, location: 'outputPane' });
}
