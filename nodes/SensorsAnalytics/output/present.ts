import { type IDataObject, type INodeExecutionData, UserError } from 'n8n-workflow';

import { betweenPieces, inSlices, type Steps } from '../../../credentials/http/slices';
import { FLAGS } from '../query/columns';
import { withCommas } from '../table/decimal';
import { firstRows, mapSteps, positionsOf, type Table } from '../table/table';
import { type AgentFacts, agentItemSteps, asWorded } from './agent';
import { messageWriters } from './message';
import { type Digest, digestSteps } from './message/digest';
import { isMessage, type MessageForm, mostRowsOf, type OutputForm } from './message/forms';
import type { MessageOptions } from './message/options';
import { datesOf, flagsOf, toMeta, writeNotes } from './meta';
import {
	fileOf,
	MAX_VALUES,
	rowSteps,
	type RowUse,
	toTableItem,
	toTotals,
	wideSteps,
} from './rows';

/** Additions to the rows. */
interface Extras {
	/** What to return for no rows; the default is no items, but a message that says so. */
	whenEmpty?: 'item' | 'nothing';
	hasTotals: boolean;
	hasMeta: boolean;
	/** Maximum number of items, if not all. */
	limit?: number;
	/** Maximum number of characters of an answer for an AI agent. */
	characters: number;
}

/** Returns the table in the selected output, as one object per item. */
export async function present(
	table: Table,
	output: OutputForm,
	options: Extras,
	facts: AgentFacts,
	message?: MessageOptions,
): Promise<IDataObject[]> {
	const steps = presentSteps(table, output, options, facts, message);
	return (await inSlices(steps)).slice(0, options.limit);
}

function* presentSteps(
	table: Table,
	output: OutputForm,
	options: Extras,
	facts: AgentFacts,
	message: MessageOptions | undefined,
): Steps<IDataObject[]> {
	const isNothing = table.rows.length === 0 && options.whenEmpty === 'nothing';
	if (isNothing && !message) return [];
	// Rows that are made in steps here are cached for later use.
	if (output !== 'rows') yield* table.rows.arraySteps();
	if (output === 'agent')
		return [asWorded(yield* agentItemSteps(table, facts, options.characters))];
	const totalsOf = table.totals && !table.isTruncated ? { totals_of: 'all groups' } : {};
	if (output === 'table') return [toTableItem(table, { ...toMeta(table, facts), ...totalsOf })];
	const hasPart = output === 'part' || message?.combine !== undefined;
	if (message && isMessage(output) && (!isNothing || hasPart)) {
		const own = { ...facts, mostRows: mostRowsOf(output) };
		const digest = yield* digestSteps(table, message, own);
		yield 'long';
		return writeMessage(digest, output, message);
	}
	if (table.rows.length === 0) {
		return options.whenEmpty === 'item'
			? [{ message: noRowsMessage(table), rows: 0, meta: toMeta(table, facts) }]
			: [];
	}
	const hasMeta = options.hasMeta || options.hasTotals;
	const { partial: periods, ...meta } = hasMeta ? toMeta(table, facts) : ({} as IDataObject);
	const more: IDataObject = { ...(hasMeta ? { meta } : {}), ...flagsOf(table) };
	const { columns, partial } = table;
	const { isPartial } = facts;
	const dates = output === 'summary' ? datesOf(facts) : {};
	const objects =
		output === 'wide'
			? yield* wideSteps(table, more, partial ?? (yield* partialDates(table, isPartial)))
			: yield* rowSteps(
					{ columns, rows: firstRows(table.rows, options.limit) },
					{ ...dates, ...more },
					partial ?? isPartial,
				);
	const [first] = objects;
	// Only the first item has these: in every item, they would grow quadratically.
	if (first && hasMeta) {
		const totals = options.hasTotals && table.totals && { totals: toTotals(table), ...totalsOf };
		first.meta = { ...meta, ...(periods ? { partial: periods } : {}), ...totals };
	}
	// n8n's processing of the objects is a separate step.
	yield 'long';
	return objects;
}

/** Returns names of dates with an incomplete row; for rows without a date, an empty name. */
function* partialDates(
	{ columns, rows }: Table,
	isPartial?: AgentFacts['isPartial'],
): Steps<string[]> {
	if (!isPartial) return [];
	const { date } = positionsOf({ columns });
	const dates = new Set<string>();
	yield* mapSteps(yield* rows.arraySteps(), (row) => {
		if (isPartial(row)) dates.add(String(row[date]));
	});
	return [...dates];
}

/** Returns why there are no rows, as far as the table shows it. */
function noRowsMessage({ notes = [] }: Table): string {
	const none = notes.filter(({ kind }) => kind === 'noCompletePeriod');
	return ['The report has no rows', ...writeNotes(none)].join('. ');
}

/** Returns the message, if it is due. When reports are combined, each returns its part. */
export function writeMessage(
	digest: Digest,
	output: MessageForm,
	message: MessageOptions,
): IDataObject[] {
	const form = message.combine ? 'part' : output;
	const why = message.sendIf && whyNotSent(digest.news, message.sendIf);
	if (why === undefined) return [messageWriters[form].write(digest, message)];
	const left = message.combine
		? 'this report is not in the message'
		: 'the node returns no message';
	message.onQuiet?.(`${why}, so ${left} ('When to Send').`);
	return [];
}

/** Returns why the condition for sending a message isn't met; undefined if it is. */
function whyNotSent(
	{ rows, hasData = rows > 0, isUnusual, percent }: Digest['news'],
	{ change, ...sendIf }: NonNullable<MessageOptions['sendIf']>,
): string | undefined {
	if (sendIf.isUnusual === true)
		return isUnusual === true
			? undefined
			: 'No number of the last complete period is known to be outside its usual range';
	if (change === undefined) return hasData ? undefined : 'The report has no data';
	if (typeof percent !== 'number') return 'The change of the number is unknown';
	// It isn't rounded up to the limit.
	const written = `${percent > 0 ? '+' : ''}${Math.trunc(percent * 10) / 10}%`;
	return Math.abs(percent) >= change
		? undefined
		: `The number changed by ${written}, which is less than ${change}%`;
}

/** Returns how an output uses the rows of a report. */
export function rowUse(output: OutputForm, largest: number, limit: number | undefined): RowUse {
	return {
		largest,
		isList: output === 'table' || output === 'agent' || isMessage(output),
		limit: output === 'rows' ? limit : undefined,
	};
}

/** Key of the number of users in the cell of a report, if a limit leaves out some of them. */
export const TOTAL_KEY = '_total_users';

/**
 * Returns a function that adds the fields of the input item to its output items, whose own fields
 * have priority. An input item may be the body of a webhook, which each row repeats.
 * @returns throws UserError before this exceeds the memory
 */
export function inputKeeper() {
	const repeated = { values: 0, characters: 0 };
	return async (items: INodeExecutionData[], input: IDataObject = {}): Promise<void> => {
		const room = (unit: keyof Size) => (MOST_KEPT[unit] - repeated[unit]) / items.length;
		const size = { values: 0, characters: 0 };
		if (items.length > 1)
			await addSize(size, input, { values: room('values'), characters: room('characters') });
		// Other input items may have taken room meanwhile.
		const what = (['values', 'characters'] as const).find((unit) => size[unit] > room(unit));
		if (what) {
			throw new UserError(
				`The output has too many ${what} for n8n items: ${withCommas(items.length)} items repeat the input item, because of the option 'Keep Input Fields'`,
				{
					description: `The maximum for all items together is ${withCommas(MOST_KEPT[what])} ${what}. Remove the option, or remove fields from the input item, for example with the node Edit Fields.`,
				},
			);
		}
		repeated.values += items.length * size.values;
		repeated.characters += items.length * size.characters;
		const pause = betweenPieces();
		const kept = { ...input };
		// Those of another node say nothing about these items.
		for (const key of [...FLAGS, TOTAL_KEY]) delete kept[key];
		if ((kept.meta as IDataObject | null | undefined)?.requested_at) delete kept.meta;
		for (const item of items) {
			item.json = { ...kept, ...item.json };
			await pause();
		}
	};
}

interface Size {
	/** Including those in lists and objects. */
	values: number;
	/** Of all keys and texts. */
	characters: number;
}

/** Of characters the same number as for the names of groups in a report (docs/bounds.md). */
const MOST_KEPT: Size = { values: MAX_VALUES, characters: 250_000_000 };

/** Adds the size of a value, until it is beyond the most. */
async function addSize(size: Size, value: unknown, most: Size): Promise<void> {
	const pause = betweenPieces();
	const left: unknown[] = [value];
	while (left.length > 0 && size.values <= most.values && size.characters <= most.characters) {
		const next = left.pop();
		if (typeof next === 'string') size.characters += next.length;
		if (typeof next !== 'object' || next === null) continue;
		const keys = Array.isArray(next) ? [] : Object.keys(next);
		const inner = Array.isArray(next) ? next : Object.values(next);
		size.values += inner.length;
		if (size.values > most.values) break;
		for (const key of keys) size.characters += key.length;
		for (const one of inner) left.push(one);
		await pause();
	}
}

/**
 * Does what toItems does, for objects whose keys are the node's own words, even if properties have
 * the same names.
 */
export function ownItems(rows: readonly IDataObject[], itemIndex: number): INodeExecutionData[] {
	return asWorded(toItems(rows, itemIndex));
}

/** Returns output items with the index of their input item, and their files. */
export function toItems(rows: readonly IDataObject[], itemIndex: number): INodeExecutionData[] {
	// All items share one object, as in n8n's own helper.
	const pairedItem = { item: itemIndex };
	// A plain loop is used because, for the rows of a large report, `map` takes as long as making
	// them.
	const items = new Array<INodeExecutionData>(rows.length);
	for (let at = 0; at < rows.length; at++) {
		const json = rows[at] as IDataObject;
		const data = fileOf(json);
		items[at] = data ? { json, binary: { data }, pairedItem } : { json, pairedItem };
	}
	return items;
}
