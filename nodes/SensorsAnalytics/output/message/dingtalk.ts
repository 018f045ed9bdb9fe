import type { IDataObject } from 'n8n-workflow';

import type { Digest } from './digest';
import { bytesOf, fitBelow, rowsIn } from './fit';
import { sparksOf, writeMarkdown } from './markdown';
import { isNamedByUser, type Mentions, type MessageOptions } from './options';
import { linkOf, type Writer } from './forms';
import { escapeText, wholeParts } from './text';

const MAX_TITLE = 200;
/** Maximum bytes of a request, with a reserve for later additions such as a signature. */
const LIMITS = { bytes: 20_000, kept: 19_000 };

export const dingtalkWriter: Writer = { limits: LIMITS, write: toDingTalk };

/** Returns the body of `robot/send`: Markdown, or a card with one button. */
function toDingTalk(digest: Digest, options: MessageOptions): IDataObject {
	const write = (form: Digest, count: number) => bodyOf(form, count, options);
	return fitBelow(digest, write, (body) => bytesOf(body) <= LIMITS.kept);
}

function bodyOf(digest: Digest, count: number, options: MessageOptions): IDataObject {
	// Notifications show the title only, so it has the news.
	const title = escapeText(wholeParts(newsOf(digest, options), MAX_TITLE));
	const calls = callsIn(options.mentions);
	const text = [
		// DingTalk doesn't document tables.
		writeMarkdown(
			digest,
			rowsIn(digest, count, options),
			options.rowsAs ?? 'list',
			sparksOf(digest),
		),
		// DingTalk notifies only people whom the text mentions.
		...(calls.length > 0 ? [calls.join(' ')] : []),
	].join('\n\n');
	if (options.style === 'card') {
		const card = { title, text, singleTitle: digest.words.open, singleURL: linkOf(options) };
		return { msgtype: 'actionCard', actionCard: card, ...atOf(options.mentions) };
	}
	return { msgtype: 'markdown', markdown: { title, text }, ...atOf(options.mentions) };
}

function newsOf(
	{ title, lines, named, hasSentences, summary, words }: Digest,
	own: MessageOptions,
) {
	if (named) return summary;
	const [headline] = hasSentences ? lines : [];
	if (headline === undefined) return title;
	return isNamedByUser(own) ? `${title}${words.colon}${headline}` : headline;
}

function callsIn({ phones, userIds }: Mentions): string[] {
	return [...phones, ...userIds].map((one) => `@${one}`);
}

function atOf({ everybody, phones, userIds }: Mentions): IDataObject {
	if (!everybody && phones.length === 0 && userIds.length === 0) return {};
	return { at: { atMobiles: phones, atUserIds: userIds, isAtAll: everybody } };
}
