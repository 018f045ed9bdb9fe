import { notesOn, readPages } from '../../../../../../nodes/SensorsAnalytics/actions/pages';
import type { Ask } from '../../../../../../nodes/SensorsAnalytics/api/api';
import type { ListPage } from '../../../../../../nodes/SensorsAnalytics/query/entities';

const page = (entries: string[], pageCount?: number, total?: number): ListPage<string> => ({
	entries,
	pageCount,
	total,
});

/** Answers in their order, and the pages that were requested. */
async function read(pages: Array<ListPage<string>>, limit?: number, more = {}) {
	const requests: string[] = [];
	const ask: Ask = async ({ path }) => {
		requests.push(path);
		return pages[requests.length - 1];
	};
	const result = await readPages(ask, {
		request: (number, size) => ({ path: `${number}x${size}` }),
		read: (answer) => answer as ListPage<string>,
		keyOf: (entry) => entry,
		sizeOf: () => 1,
		largestPage: 3,
		limit,
		...more,
	});
	return { ...result, requests };
}

/** As `read`, with the number of requested pages. */
async function readAll(pages: Array<ListPage<string>>) {
	const { entries, requests } = await read(pages);
	return { entries, requests: requests.length };
}

describe('the pages of a list', () => {
	it('are read until the last one', async () => {
		const { entries, requests } = await read([page(['a', 'b', 'c'], 2, 4), page(['d'], 2, 4)]);
		expect([entries, requests]).toEqual([
			['a', 'b', 'c', 'd'],
			['1x3', '2x3'],
		]);
	});

	it('are read until there are enough, of one size', async () => {
		const pages = [page(['a', 'b', 'c'], 9), page(['d', 'e', 'f'], 9)];
		const { entries, requests } = await read(pages, 4);
		expect([entries, requests]).toEqual([
			['a', 'b', 'c', 'd'],
			['1x3', '2x3'],
		]);
		expect((await read([page(['a', 'b'], 9)], 2)).requests).toEqual(['1x2']);
	});

	it('are as many as later answers say', async () => {
		const { entries, hasMoved } = await read([page(['a', 'b', 'c'], 1, 3)]);
		expect([entries.length, hasMoved]).toEqual([3, false]);
		const grown = await read([
			page(['a', 'b', 'c'], 2, 4),
			page(['d', 'e', 'f'], 3, 7),
			page(['g'], 3, 7),
		]);
		expect([grown.entries.length, grown.hasMoved, grown.total]).toEqual([7, true, 7]);
	});

	it('end with an incomplete page if their number is unknown, and with an empty one', async () => {
		expect((await read([page(['a', 'b', 'c']), page(['d'])])).requests).toHaveLength(2);
		expect((await read([page(['a', 'b', 'c'], 50), page([], 50)])).requests).toHaveLength(2);
	});

	it('contain every entry once, if entries can be distinguished', async () => {
		const pages = [page(['a', 'b', 'c'], 2), page(['c', 'd'], 2)];
		expect(await read(pages)).toMatchObject({ entries: ['a', 'b', 'c', 'd'], repeated: 1 });
		const alike = await read(pages, undefined, { keyOf: undefined });
		expect(alike).toMatchObject({ entries: ['a', 'b', 'c', 'c', 'd'], repeated: 0 });
	});

	it('are refused if one has a group of an earlier one', async () => {
		const pages = [page(['a1', 'a1', 'b1'], 2, 5), page(['c1', 'b2'], 2, 5)];
		const byGroup = { keyOf: undefined, groupOf: ([letter]: string) => letter };
		await expect(read(pages, undefined, byGroup)).rejects.toThrow(
			'Page 2 of the list has rows of an earlier page',
		);
		const others = [page(['a1', 'a1', 'b1'], 2, 5), page(['c1', 'd2'], 2, 5)];
		expect((await read(others, undefined, byGroup)).entries).toHaveLength(5);
	});

	it('are read by their size if their number is 0', async () => {
		const pages = [page(['a', 'b', 'c'], 0, 0), page(['d'], 0, 0)];
		expect((await read(pages)).entries).toHaveLength(4);
		expect((await read([page([], 0, 0)])).requests).toHaveLength(1);
	});

	it("are refused if one is repeated and its entries can't be distinguished", async () => {
		const same = [page(['a', 'b', 'c'], 2, 6), page(['a', 'b', 'c'], 2, 6)];
		await expect(read(same, undefined, { keyOf: undefined })).rejects.toThrow(
			/^Page 2 of the list is the same as page 1/,
		);
		expect(await read(same)).toMatchObject({ entries: ['a', 'b', 'c'], repeated: 3 });
	});

	it('continue after smaller pages, until the total is reached', async () => {
		const small = [page(['a', 'b'], undefined, 4), page(['c', 'd'], undefined, 4)];
		for (const keyOf of [undefined, (entry: string) => entry])
			expect(await read(small, undefined, { keyOf })).toMatchObject({
				entries: ['a', 'b', 'c', 'd'],
				requests: ['1x3', '2x3'],
			});
	});

	it('end before they fill the memory', async () => {
		const large = read([page(['a'], 9), page(['b'], 9)], undefined, { sizeOf: () => 6_000_000 });
		await expect(large).rejects.toThrow(/2 entries have more than 10 million values/);
	});
});

describe('notes about a list', () => {
	const whole = { entries: ['a', 'b'], total: 2, repeated: 0, hasMoved: false };

	it('is nothing where all came once', () => {
		expect(notesOn(whole, undefined, 'users')).toBeUndefined();
		expect(notesOn({ ...whole, total: undefined }, undefined, 'users')).toBeUndefined();
		expect(notesOn({ ...whole, total: 50 }, 2, 'users')).toBeUndefined();
	});

	it.each([
		[{ hasMoved: true }, undefined, /their number changed to 2/],
		[
			{ repeated: 2 },
			undefined,
			/While the node read the pages, the users changed: 2 were returned twice and appear once\. Some may be missing\. Run the node again when less data arrives\./,
		],
		[
			{ total: 3 },
			undefined,
			/While the node read the pages, the users changed: only 2 of 3 came\. Some may be missing\. Run the node again when less data arrives\./,
		],
		[
			{ total: 9 },
			4,
			/While the node read the pages, the users changed: only 2 of 4 came\. Some may be missing\. Run the node again when less data arrives\./,
		],
	])('is %j with limit %p', (change, limit, words) => {
		expect(notesOn({ ...whole, ...change }, limit, 'users')).toMatch(words);
	});

	it('end after ten pages without a new entry, and go on where there is one between', async () => {
		const same = Array<ListPage<string>>(9).fill(page(['a'], 99));
		const pages = [page(['a'], 99), ...same, page(['b'], 99), ...same, page(['a'], 99)];
		const { entries, requests } = await readAll([...pages, page(['c'], 99)]);
		expect([entries, requests]).toEqual([['a', 'b'], 21]);
	});
});

describe('a list without an end', () => {
	it('takes at most 2000 requests', async () => {
		let requests = 0;
		const ask: Ask = async () => page([`entry ${++requests}`]);
		const listing = {
			request: (number: number, size: number) => ({ path: `${number}x${size}` }),
			read: (answer: unknown) => ({ ...(answer as ListPage<string>), pageCount: 1e9 }),
			sizeOf: () => 1,
			largestPage: 1000,
		};
		await expect(readPages(ask, listing)).rejects.toThrow(
			'The list is too large for n8n items: more than 2000 requests',
		);
		expect(requests).toBe(2000);
		// Small pages may need more requests for a million entries.
		const small = { ...listing, largestPage: 100, limit: 2_000_000 };
		await expect(readPages(ask, small)).rejects.toMatchObject({
			message: 'The list is too large for n8n items: more than 10000 requests',
			description: expect.stringContaining("Use a narrower filter, or lower 'Limit'.") as string,
		});
	});

	it('has at most a million entries', async () => {
		let pages = 0;
		const ask: Ask = async () => page(Array<string>(300_000).fill(`page ${++pages}`), 9);
		const listing = {
			request: (number: number, size: number) => ({ path: `${number}x${size}` }),
			read: (answer: unknown) => answer as ListPage<string>,
			sizeOf: () => 1,
			largestPage: 300_000,
		};
		await expect(readPages(ask, listing)).rejects.toThrow('more than 1 million entries');
		expect(pages).toBe(4);
	});
});
