import { UserError } from 'n8n-workflow';

import { type Chart, cutNote, extremesOf, heightOf, leftNotes } from './chart';
import type { Digest } from './digest';
import type { MessageOptions } from './options';
import { countThatFits, cut, wholeParts } from './text';
import type { MessageTexts } from './words';

/** No message has room for more rows. */
const MAX_ROWS = 2000;

/**
 * Returns the message with the maximum number of rows. If not even one row fits, it becomes
 * shorter: without the chart, with shorter cells, with fewer columns. Its notes say what is left
 * out.
 * @param write writes the message with this many rows
 * @param fits whether the target accepts it
 */
export function fitDigest<T>(
	digest: Digest,
	write: (form: Digest, count: number) => T,
	fits: (message: T) => boolean,
): T {
	const plain = withoutChart(digest);
	const forms: Array<() => Digest> = [
		() => digest,
		() => plain,
		() => narrowed(plain, 40),
		() => narrowed(plain, 12),
		() => withColumns(narrowed(plain, 12), 12),
		() => terse(withColumns(narrowed(plain, 12), 4)),
	];
	const { named } = digest;
	if (named) {
		// Sentences are shortened only if not even the first report fits.
		const forms = [Infinity, 300, 100].map(
			(most): Digest => ({
				...digest,
				named: named.map(([name, text]) => [name, wholeParts(text, most)]),
			}),
		);
		const countIn = (form: Digest) =>
			countThatFits(named, ({ length }) => fits(write(withNamed(form, length), 0)));
		const form = forms.find((one) => countIn(one) > 0) ?? digest;
		return write(withNamed(form, countIn(form)), 0);
	}
	let form = digest;
	for (const make of forms) {
		form = make();
		if (fits(write(form, Math.min(1, form.rows.length)))) break;
	}
	const rows = form.rows.slice(0, MAX_ROWS);
	return write(
		form,
		countThatFits(rows, (some) => fits(write(form, some.length))),
	);
}

/** As fitDigest, for what has mentions or a link. @throws UserError if they leave no room */
export function fitBelow<T>(...given: Parameters<typeof fitDigest<T>>): T {
	const message = fitDigest(...given);
	const [, , fits] = given;
	if (fits(message)) return message;
	throw new UserError(
		"'Mention' and 'Link' of the message leave no room for the rest. Enter fewer people, or a shorter address",
	);
}

/** Keeps only the first reports. */
function withNamed(digest: Digest, count: number): Digest {
	const { named = [], lines, notes } = digest;
	return {
		...digest,
		named: named.slice(0, count),
		lines: lines.slice(0, count),
		notes: () => notes(named.length - count),
	};
}

/**
 * Shortens the texts of the table to this many characters; for numbers, only the text after them.
 */
function narrowed(digest: Digest, length: number): Digest {
	return {
		...digest,
		columns: digest.columns.map((column) => ({ ...column, label: cut(column.label, length) })),
		rows: digest.rows
			.slice(0, MAX_ROWS)
			.map((row) =>
				row.map((text, index) =>
					digest.columns[index]?.isNumber ? cutBehind(text, length) : cut(text, length),
				),
			),
		notes: (hidden) =>
			digest.notes(
				hidden === undefined ? undefined : hidden + Math.max(0, digest.rows.length - MAX_ROWS),
			),
	};
}

/** Shortens the text after a number: a number without all digits would be wrong. */
function cutBehind(text: string, length: number): string {
	if (text.length <= length) return text;
	const number = withoutAside(text);
	return number === text ? text : `${number} …`;
}

/** Returns a number without the change or the share behind it. */
export function withoutAside(text: string): string {
	const places = [' (', '（', ' ▲', ' ▼', ' =', ' ≈']
		.map((sign) => text.indexOf(sign))
		.filter((place) => place > 0)
		.sort((a, b) => a - b);
	return text.slice(0, places[0]);
}

function withoutChart(digest: Digest): Digest {
	const { chart, notes, words, ...rest } = digest;
	const more = chart ? [words.noRoomForChart] : [];
	return { ...rest, words, notes: (hidden) => [...notes(hidden), ...more] };
}

/** Keeps only the first columns. */
export function withColumns(digest: Digest, count: number): Digest {
	const hidden = digest.columns.length - count;
	if (hidden <= 0) return digest;
	return {
		...digest,
		columns: digest.columns.slice(0, count),
		rows: digest.rows.map((row) => row.slice(0, count)),
		paints: digest.paints.map((row) => row.slice(0, count)),
		notes: (rows) => [...digest.notes(rows), digest.words.moreColumns(hidden)],
	};
}

/** Keeps the title and short notes: nothing else is sure to fit. */
function terse(digest: Digest): Digest {
	return {
		...digest,
		title: cut(digest.title, 40),
		lines: [],
		notes: (hidden) => digest.notes(hidden).map((note) => cut(note, 60)),
	};
}

/** Returns the sentences, without those that a table below them replaces. */
export function linesIn({ hasSentences, brief, lines }: Digest, hasTable: boolean): string[] {
	return hasSentences && hasTable ? brief : lines;
}

/**
 * Returns the number of rows for a chat on a phone: none below sentences, unless rows are requested.
 */
export function rowsIn(
	{ hasSentences, lines }: Digest,
	count: number,
	{ rowsAs }: Pick<MessageOptions, 'rowsAs'>,
): number {
	return hasSentences && lines.length > 0 && rowsAs === undefined ? 0 : count;
}

/** Returns the notes of a message with this many rows; sentences without rows contain everything. */
export function notesIn({ hasSentences, lines, notes, rows }: Digest, count: number): string[] {
	const isBrief = hasSentences && lines.length > 0 && count === 0;
	return notes(isBrief ? undefined : rows.length - count);
}

/** Writes a row without a table: `Beijing: orders 12, users 3`. */
export function entryOf(
	{ columns, words }: Pick<Digest, 'columns' | 'words'>,
	row: readonly string[],
	write = (text: string) => text,
	mark = '',
): string {
	const names = row.filter((_text, index) => !columns[index]?.isNumber).map(write);
	const numbers = row.flatMap((text, index) => {
		const { isNumber, label } = columns[index] ?? { isNumber: false, label: '' };
		return isNumber && text !== '' ? [`${write(label)} ${write(text)}`] : [];
	});
	const head = names.length > 0 ? `${mark}${names.join(' / ')}${mark}${words.colon}` : '';
	return `${head}${numbers.join(words.comma)}`;
}

export function bytesOf(message: unknown): number {
	return Buffer.byteLength(JSON.stringify(message));
}

const BLOCKS = '▁▂▃▄▅▆▇█';
const MIN_POINTS = 3;
const MAX_POINTS = 31;
/** Maximum number of lines of blocks. */
const MAX_LINES = 3;

/**
 * Writes numbers over time as a line of blocks with the lowest and the highest number, for targets
 * without charts: `▁▃█ orders (lowest 12, highest 340)`, and what they leave out. Not escaped yet.
 */
export function sparklines({ chart, words }: Pick<Digest, 'chart' | 'words'>): string[] {
	if (chart?.kind !== 'line') return [];
	const unit = isOfShares(chart, words) ? '%' : '';
	const series = chart.series.filter(({ isPrevious }) => !isPrevious);
	const lines: string[] = [];
	const left: number[] = [];
	for (const [index, { name, values }] of series.entries()) {
		const shown = values.slice(-MAX_POINTS);
		const extremes = extremesOf(shown);
		const isShort = shown.filter((value) => value !== null).length < MIN_POINTS;
		if (!extremes || isShort || lines.length === MAX_LINES) {
			left.push(index);
			continue;
		}
		const [least, most] = extremes.map((one) => `${chart.write(one)}${unit}`);
		lines.push(`${heightsOf(shown, ...extremes)} ${words.lowHigh(name, least ?? '', most ?? '')}`);
	}
	if (lines.length === 0) return [];
	const names = series.map(({ name }) => name);
	return [...lines, ...cutNote(chart, words, MAX_POINTS), ...leftNotes(chart, names, left, words)];
}

/** Whether its numbers are percentages, which it writes without their sign. */
export function isOfShares({ valueName }: Chart, { conversion }: MessageTexts): boolean {
	return valueName === '%' || valueName === `${conversion} (%)`;
}

function heightsOf(values: ReadonlyArray<number | null>, low: number, high: number): string {
	const top = BLOCKS.length - 1;
	return values
		.map((value) => {
			if (value === null) return ' ';
			return BLOCKS[high === low ? 0 : Math.round(heightOf(value, low, high) * top)];
		})
		.join('');
}

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** Returns a bar of blocks, in steps of an eighth; a number above 0 is always visible. */
export function blocksOf(part: number, length: number): string {
	const eighths = part > 0 ? Math.max(1, Math.round(part * length * 8)) : 0;
	return '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] as string);
}
