import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { parse } from 'csv-parse/sync';

import { judgedCsv, toCsv } from '../../../../../../nodes/SensorsAnalytics/output/csv';

const text = async (rows: Parameters<typeof toCsv>[0]) => Buffer.from(await toCsv(rows)).toString();

describe('toCsv', () => {
	it('has the columns of all rows, in the order in which they come up', async () => {
		expect(await text([{ b: 1 }, { a: 'x', b: 2 }, {}])).toBe('b,a\r\n1,\r\n2,x\r\n,\r\n');
	});

	it('is read back by others as it was', async () => {
		const rows = [
			{ 'na"me': 'a,b', 'x,y': 'line\nbreak', z: 'car\rriage' },
			{ 'na"me': '"', 'x,y': '', z: ' 城市 ' },
		];
		expect(parse(await text(rows), { columns: true })).toEqual(rows);
	});

	it('distinguishes an empty text from NULL', async () => {
		expect(await text([{ a: '', b: null }])).toBe('a,b\r\n"",\r\n');
	});

	it('writes numbers, truth and lists', async () => {
		expect(await text([{ n: -1.5, id: '9007199254740993', yes: true, list: ['a', 'b'] }])).toBe(
			'n,id,yes,list\r\n-1.5,9007199254740993,true,"[""a"",""b""]"\r\n',
		);
	});

	it('is empty without rows', async () => {
		expect(await text([])).toBe('');
	});

	it('writes many rows in pieces', async () => {
		const rows = Array.from({ length: 12_001 }, (_, n) => ({ n }));
		const lines = (await text(rows)).split('\r\n');
		expect(lines).toHaveLength(12_003);
		expect(lines[12_001]).toBe('12000');
	});

	it('leaves a column empty that every object has by nature', async () => {
		const first = Object.fromEntries(['a', '__proto__', 'toString'].map((name) => [name, 'x']));
		expect(await text([first, { a: 1 }])).toBe('a,__proto__,toString\r\nx,x,x\r\n1,,\r\n');
	});
});

describe('judgedCsv', () => {
	const judge = (header: string) => {
		if (header.includes('phone')) throw new Error(header);
	};
	const pass = async (chunks: string[]) => {
		const source = Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
		return (await buffer(judgedCsv(source, judge) as Readable)).toString();
	};

	it.each([[['id,ci', 'ty\r\n1,', 'phone\n']], [['id']], [[]]])('passes %j', async (chunks) => {
		expect(await pass(chunks)).toBe(chunks.join(''));
		const whole = Buffer.from(chunks.join(''));
		expect(judgedCsv(whole, judge)).toBe(whole);
	});

	it.each([[['id,ph', 'one\n1']], [['id,', 'phone']], [['phone', ' '.repeat(2 << 20)]]])(
		'judges a header that comes in pieces, %#',
		async (chunks) => {
			await expect(pass(chunks)).rejects.toThrow(/phone/);
			expect(() => judgedCsv(Buffer.from(chunks.join('')), judge)).toThrow(/phone/);
		},
	);
});
