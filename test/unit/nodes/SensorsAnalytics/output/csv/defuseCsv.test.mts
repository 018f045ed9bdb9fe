import { defuseCsv } from '../../../../../../nodes/SensorsAnalytics/output/csv';
import fc from '../../../../../support/fastCheck.mts';

import { Readable } from 'node:stream';

import { parse } from 'csv-parse/sync';

async function defused(text: string, size = Infinity): Promise<string> {
	const bytes = Buffer.from(text);
	if (size === Infinity) return Buffer.from((await defuseCsv(bytes)) as Uint8Array).toString();
	const chunks: Uint8Array[] = [];
	for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
	const answer = await defuseCsv(Readable.from(chunks, { objectMode: false }));
	expect(answer).toBeInstanceOf(Readable);
	const out: Uint8Array[] = [];
	for await (const chunk of answer as Readable) out.push(chunk as Uint8Array);
	return Buffer.concat(out).toString();
}

/** Cells as of a spreadsheet program that splits elsewhere than the file. */
function cellsOf(text: string, separator: string): string[] {
	const cell = new RegExp(
		`(?:"((?:[^"]|"")*)")?([^${separator}\\n]*)(?:[${separator}\\n]|$)`,
		'gy',
	);
	return [...text.matchAll(cell)].map(([, quoted = '', rest = '']) => quoted + rest);
}

/** Formulas for all programs, but for those that read a number with the cell behind it as one. */
function inOthers(text: string, behind: RegExp): string[] {
	return [',', ';', '\t'].flatMap((separator) =>
		cellsOf(text, separator).filter((cell) =>
			isFormula(cell, cell.replace(START, '').split(behind)[0] ?? ''),
		),
	);
}

const START = /^[\s"]+/;

function isFormula(cell: string, number: string): boolean {
	const text = cell.replace(START, '');
	const isNumber = Number.isFinite(Number(number.replaceAll('"', '')));
	return /^[=@＝]/.test(text) || (/^[-+]/.test(text) && !isNumber);
}

describe('a CSV file without formulas', () => {
	it.each([
		['a,b\n1,2\n', 'a,b\n1,2\n'],
		['=1+1', "'=1+1"],
		['x,=cmd|x\n@SUM(1),y', "x,'=cmd|x\n'@SUM(1),y"],
		['"=1,2","a""=b"', `"'=1,2","a""=b"`],
		['"\t=x"', `"'\t'=x"`],
		['x;=1\t=2', "x;'=1\t'=2"],
		['-5,+3.5,-1e5,-.5,-12%,+1.', '-5,+3.5,-1e5,-.5,-12%,+1.'],
		['-5-5,+x,"-1+1",-', `'-5-5,'+x,"'-1+1",'-`],
		['"-5","+2"', '"-5","+2"'],
		['  =1,"  =2"', `  '=1,"  '=2"`],
		['\ufeff=1', "\ufeff'=1"],
		['＝1,－1,店', "'＝1,'－1,店"],
		[`-${'1'.repeat(99)}`, `'-${'1'.repeat(99)}`],
		['', ''],
		['a"b,=1', `a"b,'=1`],
		['a,b\n1,"x, y;=1;z"', `a,b\n1,"x, y;'=1;z"`],
		['a,b\n1,"x\n=1\t@y\r\n\r\n+z"', `a,b\n1,"x\n'=1\t'@y\r\n\r\n'+z"`],
		['a,b\n1,"x, =1;-5; -5;-5;=y"', `a,b\n1,"x, '=1;'-5; '-5;'-5;'=y"`],
		['a,b\n1,"-5;=1;""""=2;""x;＝1"', `a,b\n1,"'-5;'=1;""""'=2;""x;'＝1"`],
		['a,b\n1,"-5\n+x;"\n=1', `a,b\n1,"'-5\n'+x;"\n'=1`],
		['a,b\n1,-5\t*x\n-5,-5', `a,b\n1,'-5\t*x\n-5,-5`],
		['a,b\n1,"x;""=1;y"', `a,b\n1,"x;""'=1;y"`],
		['a\tb\n1\t"x,=1,y\t=2"', `a\tb\n1\t"x,'=1,y\t'=2"`],
		['a\tb\n1\ta;"\n2\t=1+1', `a\tb\n1\ta;"\n2\t'=1+1`],
		['a\tb\n-1\t-2,3\n-3\t"-4"', `a\tb\n-1\t'-2,3\n-3\t"-4"`],
		['a,b\n55" TV,-5\nx,-6\n5" x,""\n', ''],
		['a,b\r\n-1,"x ""y""z"\r\n-2,-3\r\n"x\n-4",-5', `a,b\r\n-1,"x ""y""z"\r\n-2,-3\r\n"x\n-4",-5`],
		['name\n\0\nx\0,\0=1', `name\n\0\nx\0,\0'=1`],
		['""=1+1,""+x,"",=2', `""'=1+1,""'+x,"",'=2`],
		['" "=1;"" =2;""+3;""＝4', `" "'=1;"" '=2;""'+3;""'＝4`],
		['"""=1","",""""=1,"a"=1', `"""'=1","",""""'=1,"a"=1`],
		['""\t=1,""\n@', `""\t'=1,""\n'@`],
		['\u0001=1,"\u0001=2"', `\u0001'=1,"\u0001'=2"`],
		[`${'x'.repeat(1000)},\0=1`, `${'x'.repeat(1000)},\0'=1`],
	])('%j', async (text, expected) => {
		for (const size of [Infinity, 1, 2, 3])
			expect(await defused(text, size)).toBe(expected === '' ? text : expected);
	});

	it.each([[0xef], [0xef, 0xbc]])(
		'a character that was cut hides no formula behind it',
		async (...bytes) => {
			for (const [before, behind] of [',', '\n', '",'].map((end) => [end, '=1+1'])) {
				const start = [...Buffer.from('a\n'), ...bytes];
				const text = Buffer.from([...start, ...Buffer.from(`${before}${behind}`)]);
				const safe = Buffer.from((await defuseCsv(text)) as Uint8Array);
				expect(safe.subarray(start.length).toString()).toBe(`${before}'${behind}`);
			}
		},
	);

	it.each(['name\n', 'a,b\n', '姓名\n', '姓名,b\r\n'])(
		'UTF-16 with the header %j is refused',
		async (header) => {
			const little = Buffer.from(`${header}=1\n`, 'utf16le');
			for (const text of [little, Buffer.from(little).swap16()])
				await expect(defuseCsv(text)).rejects.toThrow("The CSV file isn't in UTF-8");
		},
	);

	it.each([
		['GBK', [0xa3, 0xbd]],
		['Shift JIS', [0x81, 0x81]],
		['Big5', [0xa1, 0xd7]],
	])('a full-width = in %s is refused', async (_charset, bytes) => {
		for (const before of ['', 'x,', 'x\n"', '""']) {
			const text = Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from('1+1')]);
			await expect(defuseCsv(text)).rejects.toThrow("The CSV file isn't in UTF-8");
			const pieces = [...text].map((byte) => Buffer.from([byte]));
			const stream = (await defuseCsv(Readable.from(pieces, { objectMode: false }))) as Readable;
			await expect(stream.toArray()).rejects.toThrow("The CSV file isn't in UTF-8");
		}
	});

	it.each([0, 1, 2, 3, 4, 5, 6, 7, 8])(
		'a cell across two pieces of 1 MB, %d bytes',
		async (bytes) => {
			const before = 'x'.repeat((1 << 20) - bytes);
			expect(await defused(`${before},-1x,"+1",＝1`)).toBe(`${before},'-1x,"+1",'＝1`);
		},
	);

	it('has the same cells for another parser, and none that starts as a formula', async () => {
		const cell = fc
			.array(
				fc.constantFrom(
					'=',
					'+',
					'-',
					'@',
					'1',
					'.5',
					'x',
					' ',
					',',
					';',
					'"',
					'\n',
					'\t',
					'＝',
					'é',
				),
				{
					maxLength: 5,
				},
			)
			.map((parts) => parts.join(''));
		const rows = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 4 });
		await fc.assert(
			fc.asyncProperty(rows, fc.integer({ min: 1, max: 5 }), async (table, size) => {
				const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
				for (const needsQuotes of [/^/, /[",;\s]/]) {
					const write = (text: string) => (needsQuotes.test(text) ? quote(text) : text);
					const text = table.map((row) => row.map(write).join(',')).join('\n');
					const safe = await defused(text, size);
					const [cells, before] = [safe, text].map((one) => (parse(one) as string[][]).flat());
					expect(cells?.map((cell) => cell.replaceAll("'", ''))).toEqual(before);
					expect(cells?.filter((cell) => isFormula(cell, cell))).toEqual([]);
					expect(inOthers(safe, /,/)).toEqual([]);
				}
				const lines = table.map((row) => row.map((text) => text.replace(/[\t\n]/g, '')));
				const ofTabs = ['a\tb', ...lines.map((line) => line.join('\t'))].join('\n');
				expect(inOthers(await defused(ofTabs, size), /[\t\n]/)).toEqual([]);
			}),
			{ numRuns: 300 },
		);
	});
});
