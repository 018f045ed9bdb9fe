import { type IDataObject, UserError } from 'n8n-workflow';

import type { Digest } from './digest';
import { fitBelow, fitDigest, rowsIn, withoutAside } from './fit';
import { sparksOf, writeMarkdown } from './markdown';
import type { MessageOptions } from './options';
import { linkOf, type Writer } from './forms';
import { cut, escapeText, wholeParts } from './text';

/** Limits: bytes of a Markdown text; lines and characters of a card. */
const LIMITS = {
	bytes: 4096,
	kept: 4096,
	lines: 6,
	title: 26,
	sentence: 112,
	name: 5,
	value: 26,
};
const { kept, lines: MAX_LINES, ...CARD } = LIMITS;

export const wecomWriter: Writer = { limits: LIMITS, write: toWeCom };

/**
 * Returns the body of `webhook/send`: Markdown with a table, Markdown with mentions but without a
 * table, or a card.
 */
function toWeCom(digest: Digest, options: MessageOptions): IDataObject {
	const { everybody, phones, userIds } = options.mentions;
	if (everybody || phones.length > 0) {
		throw new UserError(
			"WeCom calls people in Markdown by their user IDs only. Enter those in 'Mention' of the message, neither phone numbers nor all",
		);
	}
	if (options.style === 'card') {
		if (userIds.length === 0) return cardOf(digest, linkOf(options));
		throw new UserError(
			"A card of WeCom calls nobody. Remove 'Mention' of the message, or set 'Style' to Markdown",
		);
	}
	const fits = (text: string) => Buffer.byteLength(text) <= kept;
	if (userIds.length === 0) {
		const write = (form: Digest, count: number) =>
			writeMarkdown(form, rowsIn(form, count, options), options.rowsAs, sparksOf(form));
		return { msgtype: 'markdown_v2', markdown_v2: { content: fitDigest(digest, write, fits) } };
	}
	// The newer Markdown has no mentions; the older one has no tables and no lists.
	const calls = userIds.map((id) => `<@${id}>`).join(' ');
	const write = (form: Digest, count: number) =>
		`${quoted(writeMarkdown(form, rowsIn(form, count, options), 'list', sparksOf(form)))}\n\n${calls}`;
	return { msgtype: 'markdown', markdown: { content: fitBelow(digest, write, fits) } };
}

/** Converts entries of lists to quotations. */
function quoted(text: string): string {
	return text.replace(/^- /gm, '> ');
}

/** Returns a card with the first rows, because WeCom recommends short texts. */
function cardOf(digest: Digest, url: string): IDataObject {
	const { columns, words } = digest;
	const last = digest.hasTotals ? digest.rows.slice(-1) : [];
	const first = digest.rows.slice(0, digest.rows.length - last.length);
	const heading = columns.map(({ label, isNumber }) => ({ text: label, isNumber }));
	// Of several numbers, the first line has the names.
	const isNamed = heading.filter(({ isNumber }) => isNumber).length > 1 && first.length > 0;
	const room = MAX_LINES - last.length - Number(isNamed);
	const isCut = first.length > room;
	const count = isCut ? room - 1 : room;
	// The newest dates matter most.
	const kept = digest.isAscending ? first.slice(-count) : first.slice(0, count);
	const shown = [...kept, ...last];
	const [left = '', ...notes] = isCut
		? digest.notes(first.length - kept.length)
		: ['', ...digest.notes(0)];
	const cells = shown.map((row) =>
		row.map((text, index) => ({ text, isNumber: columns[index]?.isNumber })),
	);
	const { values, hidden } = wholeValues(cells.map(numbersOf));
	const all = numbersOf(heading);
	const names = all.slice(0, all.length - hidden);
	const rows = [
		...(isNamed ? [{ keyname: nameOf(heading), value: short(names.join(' | '), CARD.value) }] : []),
		...(isCut && digest.isAscending ? [{ keyname: '…', value: short(left, CARD.value) }] : []),
		...values.map((value, index) => ({ keyname: nameOf(cells[index] ?? []), value })),
	];
	if (isCut && !digest.isAscending)
		rows.splice(rows.length - last.length, 0, { keyname: '…', value: short(left, CARD.value) });
	function nameOf(own: readonly CardCell[]): string {
		const names = own.filter(({ isNumber }) => !isNumber).map(({ text }) => text);
		return short(names.join(' / ') || columns[0]?.label || words.none, CARD.name * 2);
	}

	const [headline = digest.rows.length === 0 ? words.noRows : '', ...facts] = digest.lines;
	const others = [...(hidden > 0 ? [words.moreColumns(hidden)] : []), ...notes, ...facts];
	const sentences = wholeOf(headline, digest.scope.split(' · '), others);
	return {
		msgtype: 'template_card',
		template_card: {
			card_type: 'text_notice',
			main_title: {
				title: short(digest.title, CARD.title),
				...(digest.subtitle ? { desc: short(digest.subtitle, CARD.title) } : {}),
			},
			sub_title_text: wholeParts(escapeText(sentences || digest.title), CARD.sentence),
			...(rows.length > 0 ? { horizontal_content_list: rows } : {}),
			card_action: { type: 1, url },
		},
	};
}

type CardCell = { text: string; isNumber?: boolean };

/** Returns the texts of a row's numbers. */
function numbersOf(cells: readonly CardCell[]): string[] {
	return cells.flatMap(({ text, isNumber }) => (isNumber && text !== '' ? [text] : []));
}

/**
 * Joins the numbers of each row as far as all rows have room: without their changes, then without
 * the last columns. A number without all digits would be wrong.
 */
function wholeValues(rows: ReadonlyArray<readonly string[]>): { values: string[]; hidden: number } {
	const joined = (texts: readonly string[]) => escapeText(texts.join(' | '));
	const bare = rows.map((texts) => texts.map(withoutAside));
	const most = rows.reduce((all, { length }) => Math.max(all, length), 0);
	const forms = [
		rows,
		...Array.from({ length: most }, (_, left) => bare.map((texts) => texts.slice(0, most - left))),
	];
	const fits = (form: typeof rows) => form.every((texts) => joined(texts).length <= CARD.value);
	const found = forms.findIndex(fits);
	const form = forms[found] ?? forms.at(-1) ?? [];
	return {
		values: form.map((texts) => (joined(texts).length <= CARD.value ? joined(texts) : '…')),
		hidden: found > 0 ? found - 1 : found < 0 && most > 0 ? most - 1 : 0,
	};
}

/**
 * Adds the restrictions in one line, and then the other sentences, if they fit as a whole: half of a
 * restriction would be another one.
 */
function wholeOf(headline: string, scope: readonly string[], others: readonly string[]): string {
	let [text, isCut] = [headline, false];
	const add = (sentence: string, between: string) => {
		const longer = `${text}${between}${sentence}`;
		const fits = escapeText(longer).length <= CARD.sentence - 2;
		if (fits) text = longer;
		else isCut = true;
	};
	for (const one of scope.filter(Boolean)) add(one, text === headline ? '\n' : ' · ');
	for (const one of others.filter(Boolean)) add(one, '\n');
	return isCut ? `${text}\n…` : text;
}

function short(text: string, length: number): string {
	return cut(escapeText(text), length);
}
