import { changesInSheets, watchCsv } from '../../../../../../nodes/SensorsAnalytics/output/csv';
import fc from '../../../../../support/fastCheck.mts';

import { Readable } from 'node:stream';

import { parse } from 'csv-parse/sync';

async function read(text: string, keepsIds: boolean, size = Infinity) {
	const bytes = Buffer.from(text);
	if (size === Infinity) {
		const watched = await watchCsv(bytes, keepsIds);
		return { text: Buffer.from(watched.bytes as Uint8Array).toString(), ...watched.facts() };
	}
	const chunks: Uint8Array[] = [];
	for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
	const watched = await watchCsv(Readable.from(chunks, { objectMode: false }), keepsIds);
	const out: Uint8Array[] = [];
	for await (const chunk of watched.bytes as Readable) out.push(chunk as Uint8Array);
	return { text: Buffer.concat(out).toString(), ...watched.facts() };
}

const ID = '-8961289991947891759';

describe('cells that a spreadsheet program would change', () => {
	it.each([
		ID,
		'1234567890123456',
		'0012',
		'-007',
		'+8613800000000',
		'12E5',
		'73928e03',
		'340282366920938463463374607431768211455',
	])('%s', (cell) => {
		expect(changesInSheets(cell)).toBe(true);
	});

	it.each([
		'123456789012345',
		'-123456789012345',
		'0',
		'-0',
		'12',
		'0.5',
		'537731.5699999986',
		'1.0E7',
		'1e+21',
		'u0012',
		'2026-11-20',
		'',
		'""',
		`"${ID}"`,
		'"0012',
		'1 234567890123456',
		'9'.repeat(65),
	])('not %s', (cell) => {
		expect(changesInSheets(cell)).toBe(false);
	});
});

describe('a CSV file for spreadsheet programs', () => {
	it.each([
		[`id,n\n${ID},5\n`, `id,n\n"=""${ID}""",5\n`],
		[`id\tn\r\n"${ID}"\t5\r\n`, `id\tn\r\n"=""${ID}"""\t5\r\n`],
		['a,b\n0012,"x, 0012"\n', 'a,b\n"=""0012""","x, 0012"\n'],
		// The other character that separates columns elsewhere is one of a text here.
		['a,b\nx\t0012,1\n', 'a,b\nx\t0012,1\n'],
		['a;b\n1;0012\n', 'a;b\n1;0012\n'],
		// Columns keep their names.
		['0012,b\n1,2', '0012,b\n1,2'],
		['a,b\n1,0012', 'a,b\n1,"=""0012"""'],
		[`\ufeffid,店\n${ID},店`, `\ufeffid,店\n"=""${ID}""",店`],
		['a,b\n,\n"",1\n', 'a,b\n,\n"",1\n'],
		['a,b\n"0""12",1\n', 'a,b\n"0""12",1\n'],
		[`a,b\n${'1'.repeat(99)},1\n`, `a,b\n${'1'.repeat(99)},1\n`],
		['', ''],
	])('%j', async (text, expected) => {
		for (const size of [Infinity, 1, 2, 3, 7]) {
			expect((await read(text, true, size)).text).toBe(expected);
			expect((await read(text, false, size)).text).toBe(text);
		}
	});

	it('reports that it loses IDs if it has some, whether or not they are kept', async () => {
		expect((await read(`id,n\n${ID},5`, false)).losesIds).toBe(true);
		expect((await read(`id,n\n${ID},5`, true)).losesIds).toBe(true);
		expect((await read(`id,n\nu1,537731.5699999986`, false)).losesIds).toBe(false);
		expect((await read(`${ID},n\nu1,5`, false)).losesIds).toBe(false);
	});

	it('has the cells that it had, for a parser of others', async () => {
		const cell = fc.oneof(
			fc.constantFrom(ID, '0012', '12E5', '+1', '1', '', '0', '=1'),
			fc.string({ unit: fc.constantFrom('0', '1', 'e', '"', ',', '\n', '\t', ' ', '-', 'é') }),
		);
		const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 5 });
		await fc.assert(
			fc.asyncProperty(rows, fc.integer({ min: 1, max: 9 }), async (table, size) => {
				const quote = (text: string) =>
					/[",\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
				const lines = [['a', 'b', 'c'], ...table].map((row) => row.map(quote).join(','));
				const reported = await read(`${lines.join('\r\n')}\r\n`, true, size);
				const cells = parse(reported.text, { relax_column_count: true }) as string[][];
				expect(cells.slice(1)).toEqual(
					table.map((row) => row.map((text) => (changesInSheets(text) ? `="${text}"` : text))),
				);
				expect(reported.rows).toBe(table.length);
				expect(reported.losesIds).toBe(table.flat().some(changesInSheets));
			}),
		);
	});
});

describe('how many rows a file has', () => {
	it.each([
		['a,b\n1,2\n3,4\n', 2],
		['a,b\n1,2\n3,4', 2],
		['a,b\r\n1,2\r\n', 1],
		['a\n1\n2\n', 2],
		['a,b\n"x\n\ny","z"",\n"\n', 1],
		['a\tb\n1\t2\n', 1],
		// Without rows: the header, and an empty line.
		['a,b\n\n', 0],
		['a,b\n', 0],
		['', 0],
	])('%j', async (text, rows) => {
		for (const size of [Infinity, 1, 3]) expect((await read(text, false, size)).rows).toBe(rows);
	});

	it.each([
		// No row, or one without a value.
		['an empty line below a single column', 'a\n\n'],
		['an empty line below a single column, of two characters', 'a\r\n1\r\n\r\n'],
		['quotes where none are needed', 'a\tb\n"1\t2\n3"\t4\n'],
		['a quote inside of a cell', 'a,b\n5",1\n6",2\n'],
		['text behind a quoted cell', 'a,b\n"5" x,1\n'],
		['a quote that never ends', 'a,b\n"5,1\n'],
		['another number of columns', 'a,b\n1,2,3\n'],
	])('is left open by %s', async (_what, text) => {
		for (const size of [Infinity, 1, 3]) {
			expect((await read(text, false, size)).rows).toBeUndefined();
		}
	});
});
