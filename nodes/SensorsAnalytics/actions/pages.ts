import { type IBinaryData, type INodeExecutionData, OperationalError } from 'n8n-workflow';

import { firstWords } from '../../../credentials/http/redact';
import type { Ask, PageRequest } from '../api/api';
import { MAX_OBJECTS, MAX_REQUESTS } from '../catalog/catalog';
import type { ItemRun } from '../item';
import { type CsvFacts, defuseCsv, watchCsv } from '../output/csv';
import { addHint } from '../output/meta';
import { doesNotFit, listDoesNotFit, MAX_VALUES, MORE_VALUES } from '../output/rows';
import { asWorded } from '../output/agent';
import { type FileForm, IDS_AS_TEXT, LONGEST_WAIT } from '../params/task';
import type { ListPage } from '../query/entities';
import type { TaskState } from '../query/query';
import { cancelSignalOf } from '../transport/context';
import { mayPass, withAdvice } from '../transport/errors';
import { wait } from '../transport/queue';
import type { Bytes } from '../transport/stream';
import { plural } from '../output/message/text';

/** Maximum number of pages, even of small ones. */
const MOST_PAGES = 10_000;
/** Maximum number of consecutive pages without a new entry. */
const MOST_IDLE = 10;

interface Listing<Entry> {
	request: PageRequest;
	read(answer: unknown): ListPage<Entry>;
	/** Returns a key to find duplicates; absent if entries can't be distinguished. */
	keyOf?(entry: Entry): string;
	/** Returns what only one entry of the list has; absent if several may have it. */
	groupOf?(entry: Entry): string;
	sizeOf(entry: Entry): number;
	largestPage: number;
	/** Maximum number of entries; default: all. */
	limit?: number;
}

/** The entries without duplicates, and what the pages say about completeness. */
export interface Read<Entry> {
	entries: Entry[];
	total?: number;
	repeated: number;
	/** Whether pages have different totals. */
	hasMoved: boolean;
}

/**
 * Reads pages until the last one, or until there are enough entries. The node counts the pages,
 * because in some versions the page number is off by one (docs/service.md, "Users").
 */
export async function readPages<Entry>(ask: Ask, listing: Listing<Entry>): Promise<Read<Entry>> {
	const { request, read, keyOf, groupOf, sizeOf, largestPage, limit = Infinity } = listing;
	const size = Math.min(largestPage, limit);
	const needed = Math.ceil(MAX_OBJECTS / largestPage);
	const mostRequests = Math.min(MOST_PAGES, Math.max(MAX_REQUESTS, needed));
	const beyond = (fault: string) => {
		const less = limit === Infinity ? "turn off 'Return All' and set a 'Limit'" : "lower 'Limit'";
		return doesNotFit('The list', fault, `Use a narrower filter, or ${less}.`);
	};
	const entries: Entry[] = [];
	const known = new Set<string>();
	const totals = new Set<number>();
	let [repeated, values, idle] = [0, 0, 0];
	let total: number | undefined;
	let last: string | undefined;
	for (let page = 1; ; page++) {
		if (page > mostRequests) throw beyond(`more than ${mostRequests} requests`);
		const entriesOfPage = read(await ask(request(page, size)));
		if (keyOf === undefined && entriesOfPage.entries.length > 0) {
			const text = JSON.stringify(entriesOfPage.entries);
			if (text === last) throw comesAgain(page);
			last = text;
		}
		if (groupOf) {
			const groups = entriesOfPage.entries.map(groupOf);
			if (groups.some((group) => known.has(group))) throw hasMovedRows(page);
			for (const group of groups) known.add(group);
		}
		const before = entries.length;
		if (entriesOfPage.total !== undefined) totals.add((total = entriesOfPage.total));
		for (const entry of entriesOfPage.entries) {
			const key = keyOf?.(entry);
			if (key !== undefined && known.has(key)) {
				repeated++;
				continue;
			}
			if (key !== undefined) known.add(key);
			entries.push(entry);
			// An empty entry takes memory, too.
			values += Math.max(1, sizeOf(entry));
		}
		if (entries.length > MAX_OBJECTS)
			throw beyond(`more than ${MAX_OBJECTS / 1e6} million entries`);
		if (values > MAX_VALUES) throw listDoesNotFit(entries.length, MORE_VALUES);
		// If entries move between pages, a page may be repeated; a service that only repeats itself has
		// no more entries.
		idle = entries.length > before ? 0 : idle + 1;
		// A service may return smaller pages than requested. A list with entries doesn't have 0 pages.
		const { pageCount = 0 } = entriesOfPage;
		const isLast =
			pageCount > 0
				? page >= pageCount
				: entriesOfPage.entries.length < size && entries.length + repeated >= (total ?? 0);
		if (
			isLast ||
			entriesOfPage.entries.length === 0 ||
			entries.length >= limit ||
			idle === MOST_IDLE
		)
			break;
	}
	return { entries: entries.slice(0, limit), total, repeated, hasMoved: totals.size > 1 };
}

function comesAgain(page: number): OperationalError {
	return new OperationalError(
		`Page ${page} of the list is the same as page ${page - 1}, so some entries would be counted twice and others are missing`,
		{
			description:
				'A cache or gateway in front of Sensors Analytics may have returned an old answer. Run the node again. If the page comes again, contact your Sensors Analytics administrator.',
		},
	);
}

function hasMovedRows(page: number): OperationalError {
	return new OperationalError(
		`Page ${page} of the list has rows of an earlier page, so some rows would be counted twice and others are missing`,
		{
			description:
				"The dataset may have been refreshed meanwhile. Run the node again. If this continues, increase the option 'Rows per Request' so that one page has all rows.",
		},
	);
}

/** Returns how many entries a limit leaves out; undefined: none, null: unknown. */
export function countBeyond<Entry>(
	{ entries, total = 0 }: Read<Entry>,
	limit: number | undefined,
): number | null | undefined {
	if (limit === undefined || entries.length < limit) return undefined;
	if (total > limit) return total;
	// A service that counts only up to the limit says nothing about the rest.
	return total === 0 || total === limit ? null : undefined;
}

export function limitNote<Entry>(
	read: Read<Entry>,
	limit: number | undefined,
	what: 'users' | 'events' | 'rows',
): string | undefined {
	const count = countBeyond(read, limit);
	if (count === undefined) return undefined;
	const advice = "To get all, turn on 'Return All'.";
	return count === null
		? `The node returned ${plural(limit as number, what.slice(0, -1))}, as set in 'Limit'. More may exist. ${advice}`
		: `The node returned ${limit} of ${count} ${what}, as set in 'Limit'. ${advice}`;
}

/**
 * A list may be incomplete or have duplicates; a note contains only numbers, nothing about a user.
 */
export function notesOn<Entry>(
	{ entries, total, repeated, hasMoved }: Read<Entry>,
	limit: number | undefined,
	what: 'users' | 'events' | 'rows',
): string | undefined {
	const requested = Math.min(total ?? 0, limit ?? Infinity);
	const facts = [
		hasMoved && `their number changed to ${total}`,
		repeated > 0 &&
			`${repeated} ${repeated === 1 ? 'was' : 'were'} returned twice and ${repeated === 1 ? 'appears' : 'appear'} once`,
		entries.length < requested && `only ${entries.length} of ${requested} came`,
	].filter((fact) => fact !== false);
	if (facts.length === 0) return undefined;
	return `While the node read the pages, the ${what} changed: ${facts.join('; ')}. Some may be missing. Run the node again when less data arrives.`;
}

/** Most tasks take seconds or minutes; the longer a task takes, the less often the node polls. */
const FIRST_WAIT_MS = 1000;
const GROWTH = 1.5;
const MAX_WAIT_MS = 15_000;
const SECOND_MS = 1000;
/** A task is polled for this long although the service doesn't answer. */
const LONGEST_OUTAGE_MS = 300_000;

interface Task<State extends TaskState> {
	/** Name for people: `Export 17`. */
	name: string;
	fetchState(): Promise<State>;
	longestMs: number;
	/** How to continue with it later. */
	advice: string;
}

/**
 * Polls a task in growing intervals until it is done, and returns its last state. Errors have the
 * advice.
 */
export async function awaitTask<State extends TaskState>(
	context: ItemRun['context'],
	{ name, fetchState, longestMs, advice }: Task<State>,
	{ now = Date.now, pause = wait } = {},
): Promise<State> {
	const started = now();
	const cancelled = cancelSignalOf(context);
	let [waited, next, reported] = [0, FIRST_WAIT_MS, ''];
	// The clock may be set back meanwhile.
	const elapsed = () => Math.max(waited, now() - started);
	let failingSince: number | undefined;
	for (;;) {
		const state = await fetchState().catch((error: unknown) => {
			failingSince ??= elapsed();
			const mostMs = Math.min(failingSince + LONGEST_OUTAGE_MS, longestMs);
			if (mayPass(error) && elapsed() < mostMs && !cancelled?.aborted) return undefined;
			throw withAdvice(error, `${name} continues. ${advice}`);
		});
		if (state) failingSince = undefined;
		if (state?.phase === 'done') return state;
		if (state?.phase === 'failed') throw failed(name, state);
		if (state && state.status !== reported) {
			reported = state.status;
			const seconds = Math.round(elapsed() / SECOND_MS);
			context.sendMessageToUI(`${name}: ${firstWords(reported)}, after ${seconds} s`);
		}
		const left = longestMs - elapsed();
		if (state && left <= 0) throw tooLong(name, state, longestMs, advice);
		const ms = Math.max(0, Math.min(next, left));
		await pause(ms, cancelled);
		waited += ms;
		next = Math.min(next * GROWTH, MAX_WAIT_MS);
		if (cancelled?.aborted) {
			throw new OperationalError(
				`The execution was canceled. ${name} continues in Sensors Analytics`,
				{
					description: advice,
				},
			);
		}
	}
}

function failed(name: string, { status, reason }: TaskState): OperationalError {
	const words = firstWords(reason ?? '');
	return new OperationalError(
		`${name} didn't succeed in Sensors Analytics: ${words === '' ? `status ${status}` : words}`,
		{
			description:
				words === ''
					? 'Sensors Analytics gave no reason. Run the node again, or contact your Sensors Analytics administrator.'
					: 'Sensors Analytics gave this reason. Correct the cause, or contact your Sensors Analytics administrator, and then run the node again.',
		},
	);
}

function tooLong(
	name: string,
	{ status }: TaskState,
	longestMs: number,
	advice: string,
): OperationalError {
	const minutes = Math.round(longestMs / 600) / 100;
	return new OperationalError(
		`${name} didn't finish within ${plural(minutes, 'minute')} (${firstWords(status)}) and continues in Sensors Analytics`,
		{ description: `${advice} To wait longer, increase the option '${LONGEST_WAIT}'.` },
	);
}

interface StoredCsv {
	file: IBinaryData;
	rows?: number;
}

const IDS_ARE_LOST = `The file contains IDs that spreadsheets read as numbers. Of numbers with more than 15 digits, spreadsheets keep only the first 15 digits. In Excel, import the file with Data > From Text/CSV, and set Data Type Detection to 'Do not detect data types'. Alternatively, turn on the option '${IDS_AS_TEXT}'. Databases and other programs read the IDs correctly.`;

export async function storeCsv(
	{ context }: ItemRun,
	bytes: Bytes,
	form: FileForm,
	known: Partial<CsvFacts> = {},
): Promise<StoredCsv> {
	type Content = Parameters<typeof context.helpers.prepareBinaryData>[0];
	const defused = form.isDefused ? await defuseCsv(bytes) : bytes;
	const isToRead = form.keepsIds || known.losesIds === undefined;
	const watched = isToRead ? await watchCsv(defused, form.keepsIds) : undefined;
	const content = (watched?.bytes ?? defused) as Content;
	const file = await context.helpers.prepareBinaryData(content, form.fileName, 'text/csv');
	const facts = { ...watched?.facts(), ...known };
	if (facts.losesIds === true && !form.keepsIds) addHint(context, IDS_ARE_LOST);
	return { file, rows: facts.rows };
}

export function fileItem(
	{ itemIndex }: ItemRun,
	{ file, rows }: StoredCsv,
	{ property, fileName }: FileForm,
): INodeExecutionData[] {
	const { mimeType, fileSize = null } = file;
	return asWorded([
		{
			json: { fileName, mimeType, fileSize, rows: rows ?? null },
			binary: { [property]: file },
			pairedItem: { item: itemIndex },
		},
	]);
}
