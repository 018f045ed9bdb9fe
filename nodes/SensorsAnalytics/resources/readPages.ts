import type { OperationalError } from 'n8n-workflow';

import type { Page } from '../query/users';
import type { Ask, PageRequest } from '../wire/wire';
import { doesNotFit, MAX_VALUES, MORE_VALUES } from './fits';

/** Pages in a row without a new entry. */
const MOST_IDLE = 10;

/** A list that takes several requests. */
export interface Listing<Entry> {
	request: PageRequest;
	read(answer: unknown): Page<Entry>;
	/** Tells whether an entry came before; none where entries can't be told apart. */
	keyOf?(entry: Entry): string;
	/** Values in an entry. */
	sizeOf(entry: Entry): number;
	largestPage: number;
	/** Most entries; all if left out. */
	limit?: number;
}

/** The entries, each once, and what the pages told about their being whole. */
export interface Read<Entry> {
	entries: Entry[];
	/** As the last page told. */
	total?: number;
	/** Entries that a later page had again. */
	repeated: number;
	/** Whether pages told different totals. */
	hasMoved: boolean;
}

/**
 * Reads page after page until the last one, or until there are enough. The pages are counted here:
 * some versions tell the number of the page one off (docs/service.md, "Users").
 * @throws OperationalError for more than fits into memory
 */
export async function readPages<Entry>(ask: Ask, listing: Listing<Entry>): Promise<Read<Entry>> {
	const { request, read, keyOf, sizeOf, largestPage, limit = Infinity } = listing;
	const size = Math.min(largestPage, limit);
	const entries: Entry[] = [];
	const known = new Set<string>();
	const totals = new Set<number>();
	let [repeated, values, idle] = [0, 0, 0];
	let total: number | undefined;
	for (let page = 1; ; page++) {
		const told = read(await ask(request(page, size)));
		const before = entries.length;
		if (told.total !== undefined) totals.add((total = told.total));
		for (const entry of told.entries) {
			const key = keyOf?.(entry);
			if (key !== undefined && known.has(key)) {
				repeated++;
				continue;
			}
			if (key !== undefined) known.add(key);
			entries.push(entry);
			// What is empty takes memory, too.
			values += Math.max(1, sizeOf(entry));
		}
		if (values > MAX_VALUES) throw tooMany(entries.length);
		// Pages that move may repeat one; a service that repeats itself has nothing else to tell.
		idle = entries.length > before ? 0 : idle + 1;
		const isLast =
			told.pageCount === undefined ? told.entries.length < size : page >= told.pageCount;
		if (isLast || told.entries.length === 0 || entries.length >= limit || idle === MOST_IDLE) break;
	}
	return { entries: entries.slice(0, limit), total, repeated, hasMoved: totals.size > 1 };
}

function tooMany(count: number): OperationalError {
	return doesNotFit(
		'The list',
		`${count} entries have ${MORE_VALUES}`,
		'Choose fewer properties, set a limit, or narrow the filter or the dates.',
	);
}

/**
 * How many there are, where a limit leaves some of them out; undefined where it leaves out none, and
 * null where the service does not tell how many.
 */
export function countBeyond<Entry>(
	{ entries, total = 0 }: Read<Entry>,
	limit: number | undefined,
): number | null | undefined {
	if (limit === undefined || entries.length < limit) return undefined;
	if (total > limit) return total;
	// A service that counts no further than the limit says nothing about the rest.
	return total === 0 || total === limit ? null : undefined;
}

/** That a limit left some out. */
export function limitNote<Entry>(
	read: Read<Entry>,
	limit: number | undefined,
	what: 'users' | 'events' | 'rows',
): string | undefined {
	const count = countBeyond(read, limit);
	if (count === undefined) return undefined;
	const advice = "To get all, turn on 'Return All'.";
	return count === null
		? `'Limit' is ${limit}, and so many ${what} came: there may be more. ${advice}`
		: `'Limit' leaves out ${what}: ${limit} of ${count} are returned. ${advice}`;
}

/**
 * What a reader of the list has to know: whether it may lack some, or did have some twice. Numbers
 * alone, nothing of a user.
 * @param what the entries are
 */
export function notesOn<Entry>(
	{ entries, total, repeated, hasMoved }: Read<Entry>,
	limit: number | undefined,
	what: 'users' | 'events' | 'rows',
): string | undefined {
	const wanted = Math.min(total ?? 0, limit ?? Infinity);
	const facts = [
		hasMoved && `their number changed to ${total}`,
		repeated > 0 && `${repeated} came twice and ${repeated === 1 ? 'is' : 'are'} listed once`,
		entries.length < wanted && `${entries.length} came of ${wanted} that were told`,
	].filter((fact) => fact !== false);
	if (facts.length === 0) return undefined;
	return `While the pages were read, ${what} moved between them: ${facts.join('; ')}. Some may be missing. Run it again when fewer data arrive.`;
}
