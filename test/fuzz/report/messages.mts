/**
 * Messages have no oracle of their own: their tables must say what the output Table says, which
 * has one.
 */
import type { IDataObject } from 'n8n-workflow';

export const MESSAGES = ['slack', 'markdown', 'feishu', 'html'] as const;

type Texts = string[][];

/** The rows of a message's table without its head; undefined where it has none. */
const READERS: { [form: string]: (item: IDataObject) => Texts | undefined } = {
	slack({ blocks }) {
		const table = (blocks as IDataObject[]).find(({ type }) => type === 'table');
		const rows = table?.rows as Array<Array<{ text: string }>> | undefined;
		return rows?.slice(1).map((row) => row.map(({ text }) => text));
	},
	markdown({ markdown }) {
		const lines = String(markdown)
			.split('\n')
			.filter((line) => line.startsWith('|'));
		if (lines.length === 0) return undefined;
		return lines.slice(2).map((line) =>
			line
				.slice(1, -1)
				.split(/(?<!\\)\|/)
				.map((cell) => cell.trim()),
		);
	},
	feishu({ card }) {
		const { body } = card as { body: { elements: IDataObject[] } };
		const table = body.elements.find(({ tag }) => tag === 'table');
		const columns = table?.columns as Array<{ name: string }> | undefined;
		const rows = table?.rows as Array<{ [name: string]: string }> | undefined;
		return rows?.map((row) => (columns ?? []).map(({ name }) => row[name] ?? ''));
	},
	html({ html }) {
		const body = /<tbody>([^]*?)<\/tbody>/.exec(String(html))?.[1];
		return body
			?.split('</tr>')
			.filter((row) => row.includes('<td'))
			.map((row) => [...row.matchAll(/<td[^>]*>([^]*?)<\/td>/g)].map(([, cell]) => cell ?? ''));
	},
};

const PARTS = 4;

/** @param table the item of the output Table for the same report */
export function checkMessage(
	form: string,
	item: IDataObject | undefined,
	table: IDataObject,
	measures: number,
	isCompared: boolean,
	differ: (what: string) => void,
): void {
	const rows = table.rows as unknown[][];
	const texts = item && READERS[form]?.(item);
	if (!texts) {
		// One number alone is told without a table.
		if (rows.length > 1) differ(`${form} has no table, and ${rows.length} rows`);
		return;
	}
	const isCut = texts.length < rows.length;
	// Gmail shows 102 kB of a mail: what is left out for that is told.
	const html = String(item?.html);
	const isTold = html.length > 80_000 && html.includes(String(rows.length - texts.length));
	if (form === 'html' && isCut && !isTold)
		differ(`html shows ${texts.length} of ${rows.length} rows`);
	if (isCut && !/\bnot\b|more/.test(JSON.stringify(item))) differ(`${form} hides rows silently`);
	for (const [index, cells] of texts.entries()) {
		const row = rows[index];
		if (!row) {
			differ(`${form} has ${texts.length} rows, the table ${rows.length}`);
			return;
		}
		const shown = cells.slice(-measures);
		const values = row.slice(-measures * (isCompared ? PARTS : 1));
		shown.forEach((text, measure) => {
			const [value, , , percent] = values.slice(measure * (isCompared ? PARTS : 1));
			const words = faultOf(text, value, isCompared ? percent : undefined);
			if (words) differ(`${form} row ${index}: '${text}' ${words}`);
		});
	}
}

/** What is wrong with a cell's text, as numbers are written in en-US. */
export function faultOf(text: string, value: unknown, percent: unknown): string | undefined {
	if (value === null) return /\d/.test(text) ? 'for no number' : undefined;
	// A text is shown as it came (F5); a number beyond 2^53 with all its digits (F6).
	if (typeof value === 'string') {
		if (!/^-?\d+$/.test(value)) return text === value ? undefined : `for the text ${value}`;
		const shown = /^-?[\d,]+/.exec(text)?.[0].replaceAll(',', '');
		return shown === value ? undefined : `for ${value}`;
	}
	if (typeof value !== 'number') return undefined;
	const number = /^-?[\d,]+(?:\.\d+)?/.exec(text)?.[0];
	const read = Number(number?.replaceAll(',', ''));
	const isNear = number !== undefined && Math.abs(read - value) <= 0.005 + Math.abs(value) * 1e-12;
	if (!isNear) return `for ${value}`;
	if (number.startsWith('-') && read === 0) return `for ${value}: a negative nothing`;
	if (read === 0 && value !== 0) return `for ${value}: not nothing`;
	const change = /([▲▼=]?)\s*([+-]?[\d,]+(?:\.\d+)?)%/.exec(text.slice(number.length));
	if (typeof percent !== 'number') return change ? 'with a change of nothing' : undefined;
	if (!change) return `without the change of ${percent}%`;
	const size = Number(change[2]?.replaceAll(',', ''));
	if (Math.abs(size - Math.abs(percent)) > 0.051) return `with another change than ${percent}%`;
	if (size === 0 && /[▲▼]/.test(change[1] ?? '')) return 'with an arrow for no change';
	if (size > 0 && change[1] !== (percent > 0 ? '▲' : '▼')) return 'with a wrong arrow';
	return undefined;
}
