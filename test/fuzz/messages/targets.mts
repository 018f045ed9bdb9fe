/**
 * Finished messages as who gets them reads them: each target by a reader of its own, written after
 * that target's documents. Markdown is read by markdown-it, HTML by the parser of sanitize-html.
 */
import type { IDataObject } from 'n8n-workflow';
import markdownIt from 'markdown-it';
import sanitizeHtml from 'sanitize-html';

import type { MessageForm } from '../../../nodes/SensorsAnalytics/output/message/forms';
import { dingtalkBody, teamsBody, wecomBody } from '../../support/robots.mts';

export interface Read {
	title: string;
	/** What stands out among the sentences. */
	bold: string[];
	/** All other sentences, as they follow each other. */
	facts: string[];
	/** Entries of lists. */
	items: string[];
	/** What is written small: dates, scope, notes. */
	small: string;
	/** With its head. */
	table?: string[][];
	/** What the target does not take. */
	tooLong: string[];
	/** Whether texts may be cut, as the target has little room. */
	isShort?: boolean;
}

export type Target = Exclude<MessageForm, 'chart' | 'part'>;

/** The space as narrow as a hair parts addresses and mentions. */
const seen = (text: string) => text.replaceAll('\u200a', '').trim();
const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

export const readers: Record<Target, (item: IDataObject) => Read> = {
	slack({ blocks }) {
		const all = blocks as IDataObject[];
		const read: Read = { title: '', bold: [], facts: [], items: [], small: '', tooLong: [] };
		const text = (of: unknown) => {
			const { type, text: content } = of as { type: string; text: string };
			if (type !== 'plain_text') read.tooLong.push(`Slack reads ${type} as markup`);
			if (content.length > 3000) read.tooLong.push('a text of Slack');
			return content;
		};
		for (const block of all) {
			switch (block.type) {
				case 'header':
					read.title = seen(text(block.text));
					if (read.title.length > 150) read.tooLong.push('a title of Slack');
					break;
				case 'section':
					for (const line of text(block.text).split('\n').map(seen))
						if (line.startsWith('• ')) read.items.push(line.slice(2));
						else read.facts.push(line);
					break;
				case 'context':
					read.small += (block.elements as unknown[]).map(text).join(' ');
					break;
				case 'rich_text': {
					const [section] = block.elements as Array<{
						elements: Array<{ text: string; style?: { bold?: boolean } }>;
					}>;
					for (const { text: content, style } of section?.elements ?? []) {
						if (style?.bold) read.bold.push(seen(content));
						else read.facts.push(...content.split(/\n• /).map(seen).filter(Boolean));
					}
					break;
				}
				case 'table': {
					const rows = block.rows as Array<Array<{ text: string }>>;
					read.table = rows.map((row) => row.map((cell) => seen(cell.text)));
					if (rows.length > 100 || (rows[0]?.length ?? 0) > 20)
						read.tooLong.push('a table of Slack');
					break;
				}
				case 'data_visualization':
					break;
				default:
					read.tooLong.push(`an unknown block ${String(block.type)}`);
			}
		}
		if (all.length > 50) read.tooLong.push('blocks of Slack');
		return read;
	},
	markdown: ({ markdown }) => readMarkdown(String(markdown)),
	dingtalk(item) {
		const { markdown, actionCard } = item as { [name: string]: { text: string } | undefined };
		return withLimits(
			readMarkdown((markdown ?? actionCard)?.text ?? ''),
			dingtalkBody.safeParse(item),
		);
	},
	wecom(item) {
		const { markdown, markdown_v2, template_card } = item as {
			[name: string]: { content: string } | undefined;
		};
		const limits = wecomBody.safeParse(item);
		if (!template_card)
			return withLimits(readMarkdown((markdown ?? markdown_v2)?.content ?? ''), limits);
		const card = template_card as unknown as {
			main_title: { title: string };
			sub_title_text: string;
		};
		// The scope is above the facts, because what has no room is cut at the end.
		const lines = card.sub_title_text.split('\n').map(seen);
		const isCut = lines.length > 2 && lines.at(-1) === '…';
		const [headline = '', scope = '', ...facts] = isCut ? lines.slice(0, -1) : lines;
		const small = isCut ? `${scope} …` : scope;
		const read: Read = {
			title: seen(card.main_title.title),
			bold: [headline],
			facts,
			items: [],
			small,
			tooLong: [],
			isShort: true,
		};
		return withLimits(read, limits);
	},
	feishu(item) {
		const { card } = item as {
			card: { header: { title: { content: string } }; body: { elements: IDataObject[] } };
		};
		const read: Read = {
			title: seen(card.header.title.content),
			bold: [],
			facts: [],
			items: [],
			small: '',
			tooLong: [],
		};
		// The lines below table, chart and scope are notes on them.
		let isBelow = false;
		for (const element of card.body.elements) {
			if (element.tag === 'chart') {
				isBelow = true;
				continue;
			}
			if (element.tag === 'table') {
				isBelow = true;
				const { columns, rows } = element as unknown as {
					columns: Array<{ name: string; display_name: string }>;
					rows: Array<{ [name: string]: string }>;
				};
				read.table = [
					columns.map((column) => seen(column.display_name)),
					...rows.map((row) => columns.map(({ name }) => seen(row[name] ?? ''))),
				];
				if (columns.length > 50) read.tooLong.push('columns of Feishu');
				continue;
			}
			const { content, text_size: size } = element.text as { content: string; text_size?: string };
			isBelow ||= size === 'notation';
			if (size === 'heading') read.bold.push(seen(content));
			else if (isBelow) read.small += ` · ${content}`;
			else read.facts.push(seen(content));
		}
		if (bytes(item) > 20_000) read.tooLong.push('bytes of Feishu');
		return read;
	},
	teams(item) {
		const [attachment] = item.attachments as Array<{ content: { body: IDataObject[] } }>;
		const read: Read = { title: '', bold: [], facts: [], items: [], small: '', tooLong: [] };
		const textOf = (block: unknown) =>
			(block as { inlines: Array<{ text: string }> }).inlines
				.map(({ text }) => seen(text))
				.join('');
		for (const block of attachment?.content.body ?? []) {
			if (block.type === 'RichTextBlock') {
				const [look] = block.inlines as Array<{ [name: string]: unknown }>;
				const text = textOf(block);
				if (look?.size === 'Large') read.title = text;
				else if (look?.isSubtle) read.small += ` · ${text}`;
				else if (look?.weight === 'Bolder' && read.bold.length === 0) read.bold.push(text);
				// A line of blocks is a chart.
				else if (!/^[▁-█ ]{3,} /.test(text)) read.facts.push(text);
			}
			if (block.type === 'Table') {
				const rows = block.rows as Array<{ cells: Array<{ items: unknown[] }> }>;
				read.table = rows.map(({ cells }) => cells.map(({ items }) => textOf(items[0])));
			}
		}
		// The name of what the bars show is above them, in bold.
		return withLimits(read, teamsBody.safeParse(item));
	},
	html({ html }) {
		const read: Read = { title: '', bold: [], facts: [], items: [], small: '', tooLong: [] };
		const page = String(html);
		const open: Array<{ name: string; style: string }> = [];
		// The parser has an entity apart from the text around it.
		let last: object | undefined;
		const addTo = (texts: string[], text: string, isSame: boolean) =>
			texts.push(isSame ? `${texts.pop() ?? ''}${text}` : text);
		const add = (text: string) => {
			const tag = [...open].reverse().find(({ name }) => /^(?:h1|p|td|th)$/.test(name));
			const isData = open.some(({ name }) => name === 'thead' || name === 'tbody');
			if (!tag || !text.trim()) return;
			const { name, style } = tag;
			const isSame = last === tag;
			last = tag;
			if (isData) {
				const row = read.table?.at(-1);
				row?.push(`${row.pop() ?? ''}${text}`);
			} else if (name === 'h1') read.title += text;
			else if (name === 'p' && /font-weight: bold/.test(style)) addTo(read.bold, text, isSame);
			else if (name === 'p' && /font-size: 13px/.test(style))
				read.small += isSame ? text : ` · ${text}`;
			else if (name === 'p' && /font-size: 14px/.test(style)) addTo(read.facts, text, isSame);
		};
		sanitizeHtml(page, {
			allowedTags: false,
			allowedAttributes: false,
			allowVulnerableTags: true,
			onOpenTag(name: string, attribs: { style?: string }) {
				open.push({ name, style: attribs.style ?? '' });
				const isData = open.some((one) => one.name === 'thead' || one.name === 'tbody');
				if (isData && name === 'tr') (read.table ??= []).push([]);
				if (isData && (name === 'td' || name === 'th')) read.table?.at(-1)?.push('');
			},
			onCloseTag() {
				open.pop();
			},
			textFilter(text: string) {
				add(seen(unescaped(text)));
				return text;
			},
		});
		if (Buffer.byteLength(page) > 102_000) read.tooLong.push('bytes of a mail');
		return read;
	},
};
export const TARGETS = Object.keys(readers) as Target[];

function unescaped(text: string): string {
	return text
		.replace(/&lt;/g, '<')
		.replace(/&gt;/g, '>')
		.replace(/&quot;/g, '"')
		.replace(/&#39;/g, "'")
		.replace(/&nbsp;/g, ' ')
		.replace(/&amp;/g, '&');
}

function withLimits(read: Read, { error }: { error?: { message: string } | undefined }): Read {
	return error ? { ...read, tooLong: [...read.tooLong, error.message] } : read;
}

const parser = markdownIt();

function readMarkdown(text: string): Read {
	const read: Read = { title: '', bold: [], facts: [], items: [], small: '', tooLong: [] };
	const within: string[] = [];
	const quotes: string[] = [];
	for (const token of parser.parse(text, {})) {
		if (token.nesting === 1) {
			within.push(token.type.replace('_open', ''));
			if (token.type === 'tr_open') (read.table ??= []).push([]);
			continue;
		}
		if (token.nesting === -1) {
			within.pop();
			continue;
		}
		if (token.type !== 'inline') continue;
		const is = (name: string) => within.includes(name);
		const children = token.children ?? [];
		const content = seen(
			children.map(({ type, content: own }) => (/break$/.test(type) ? '\n' : own)).join(''),
		);
		const isAll = (kind: string) =>
			children.find(({ content: own, type }) => own !== '' || type.endsWith('_open'))?.type ===
				`${kind}_open` &&
			[...children]
				.reverse()
				.find(({ content: own, type }) => own !== '' || type.endsWith('_close'))?.type ===
				`${kind}_close`;
		if (is('heading')) read.title += content;
		else if (is('tr')) read.table?.at(-1)?.push(content);
		else if (is('blockquote')) quotes.push(content);
		else if (is('list_item')) read.items.push(content);
		else if (isAll('strong')) read.bold.push(content);
		else if (isAll('em')) read.small += ` · ${content}`;
		// Whom the user calls, and lines of blocks.
		else if (
			!/^(?:@\S+ ?)+$/.test(content) &&
			!/^<@/.test(content) &&
			!/^[▁-█ ]{3,} /.test(content)
		)
			read.facts.push(...content.split('\n').map(seen));
	}
	// In WeCom's older Markdown facts are quoted as well: the last quotation is the scope.
	const scope = quotes.at(-1)?.includes('\n') ? '' : (quotes.pop() ?? '');
	read.items.push(...quotes.flatMap((quote) => quote.split('\n').map(seen)));
	return { ...read, small: `${scope}${read.small}` };
}
