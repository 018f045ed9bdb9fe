/** Cells of a CSV file that a spreadsheet program would run. */
import type { IExecuteFunctions } from 'n8n-workflow';

import { runSqlQuery } from '../../nodes/SensorsAnalytics/actions/run/sql.ts';
import { itemRun } from '../../nodes/SensorsAnalytics/item.ts';
import type { Service } from '../../nodes/SensorsAnalytics/transport/service.ts';
import { type Attack, heldUnless } from './attack.mts';
import { watched } from './support/blocks.mts';

const EQUALS = '='.charCodeAt(0);

/** The file that is made of the service's, formulas defused. */
async function fileOf(csv: string): Promise<string> {
	return (await defused(Buffer.from(csv))).toString();
}

async function defused(csv: Buffer): Promise<Buffer> {
	const form: Record<string, unknown> = {
		sql: 'SELECT name FROM users',
		output: 'file',
		options: { defuseFormulas: true },
	};
	let file = Buffer.alloc(0);
	const service = {
		connectionOf: async () => await Promise.resolve({ mode: 'apiSecret' }),
		usageOf: async () => await Promise.resolve({ notes: '', leftOut: new Set() }),
		open: async () =>
			await Promise.resolve({
				bytes: csv,
				secrets: [],
				fault: Error,
				itemFault: Error,
			}),
	} as unknown as Service;
	const context = {
		getNodeParameter: (name: string, _item: number, other: unknown) => form[name] ?? other,
		getNode: () => ({ type: 'sensorsAnalytics' }),
		getTimezone: () => 'UTC',
		helpers: {
			prepareBinaryData: async (bytes: Uint8Array) => {
				file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) as Buffer<ArrayBuffer>;
				return await Promise.resolve({});
			},
		},
	} as unknown as IExecuteFunctions;
	await watched(async () => await runSqlQuery(itemRun(context, service, 0)));
	return file;
}

function cell(name: string, csv: string, formula: RegExp): Attack {
	return {
		name,
		run: async () => {
			const file = await fileOf(csv);
			return formula.test(file) ? `the file holds ${file}` : 'held';
		},
	};
}

/** A file that is held as a whole, as of members. */
function large(name: string, line: string, megabytes: number): Attack {
	return {
		name,
		seconds: 60,
		megabytes: 550,
		isAlone: true,
		run: async () => {
			const csv = Buffer.alloc(megabytes * 1e6, line);
			const file = await defused(csv);
			let marks = 0;
			for (const byte of csv) if (byte === EQUALS) marks++;
			return heldUnless(file.length !== csv.length + marks && `it has ${file.length} bytes`);
		},
	};
}

export const attacks: Attack[] = [
	cell('a formula', 'name\n=HYPERLINK("x")\n', /\n=/),
	cell('a formula in quotes', 'name\n"=cmd|\'/c calc\'!A1"\n', /\n"=/),
	cell('a formula that begins with a sign', 'name\n-1+cmd|x\n+1+cmd|x\n', /\n[-+]/),
	cell('a number that becomes one', `name\n"-1""+x"\n-${'1'.repeat(200)}+x\n`, /\n"?-/),
	cell('a function with @', 'a;b\nx;@SUM(1)\n', /;@/),
	cell('a formula in wide characters', 'name\n＝1+1\n', /\n＝/),
	cell('a formula behind a mark of the file', '\ufeff=1\n', /^\ufeff=/),
	...[Buffer.from('name\n=1\n', 'utf16le'), Buffer.from('\ufeff=1\n', 'utf16le')].map(
		(bytes, index): Attack => ({
			name: `a formula in UTF-16, ${index === 0 ? 'by its bytes' : 'with its mark'}`,
			run: async () => {
				const said = await defused(bytes).then(String, (error: Error) => error.message);
				return heldUnless(!said.includes("isn't in UTF-8") && `it is passed on: ${said}`);
			},
		}),
	),
	cell('a formula behind empty quotes', 'name\n""=1+1\n" "=1+1\n', /"=/),
	cell('a formula behind an invisible character', 'name\n\u0001=1+1\n', /\n[^'\n]=1/),
	...[
		[0xa3, 0xbd],
		[0x81, 0x81],
	].map(
		(bytes): Attack => ({
			name: `a formula in wide characters of another charset, ${bytes.join(' ')}`,
			run: async () => {
				const csv = Buffer.concat([
					Buffer.from('name\n'),
					Buffer.from(bytes),
					Buffer.from('1+1\n'),
				]);
				const said = await defused(csv).then(String, (error: Error) => error.message);
				return heldUnless(!said.includes("isn't in UTF-8") && `it is passed on: ${said}`);
			},
		}),
	),
	...[';', '\t', '\n'].map((separator) =>
		cell(
			`a formula in a quoted cell, behind another separator ${JSON.stringify(separator)}`,
			`id,name\n1,"x, y${separator}=1+1${separator}z"\n`,
			new RegExp(`${separator}=`),
		),
	),
	...[' ', '\u0001', '\ufeff'].map((blank) =>
		cell(
			`a formula behind a cell that begins with ${JSON.stringify(blank)} and a quotation mark`,
			`a\tb\n${blank}"x\t=1+1\n`,
			/\t=/,
		),
	),
	cell('a formula behind a quotation mark that opens nothing', 'a\tb\n1\tx;"\n2\t=1+1\n', /\t=/),
	cell('a formula behind spaces or a tab', 'name\n  =1\n"\t=1"\n', /\n *=|"\t/),
	large('2 million honest members', '12345678,"Shanghai, Huangpu"\n', 56),
	large('15 million formulas', '=,', 30),
];
