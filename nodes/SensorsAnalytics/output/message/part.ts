import { type IDataObject, UserError } from 'n8n-workflow';

import type { Digest } from './digest';
import type { MessageOptions } from './options';
import type { Writer } from './forms';
import { clean, cut, escapeText, uncapital } from './text';

const MAX_HEADLINE = 400;
const MAX_SCOPE = 300;
const MAX_ZONE = 60;

/** The contribution of one report to a message of several ones. Its texts are not escaped yet. */
export interface MessagePart {
	headline: string;
	/** Start of the headline, and its replacement below a report that starts with the same number. */
	number?: string;
	detail?: string;
	/** Its title, the title without dates, and the dates. */
	title: string;
	subject: string;
	dates: string;
	/** Filters and restrictions, without the time zone. */
	scope: string;
	zone: string;
	language: string;
	/** Change in the headline, percent. */
	percent?: number;
	/** Whether it was 0 before, which is a change beyond any percentage. */
	isFromZero?: boolean;
	/** Whether the report failed; the headline then says so. */
	isError?: boolean;
}

export const partWriter: Writer = { limits: {}, write: toPart };

function toPart(digest: Digest, options: MessageOptions): IDataObject {
	const one = partOf(digest, options);
	return { parts: [{ ...one }], text: escapeText(digest.summary) };
}

/** Returns the headline, which is correct when read alone, after the user's title. */
function partOf(digest: Digest, { title }: MessageOptions): MessagePart {
	const { lines, summary, words, ownScope, zone, news, detail, isUnnamed, others = [] } = digest;
	const [first] = lines;
	const titled = (text: string) =>
		cut(title || isUnnamed ? digest.title + words.colon + text : text, MAX_HEADLINE);
	const own = first !== undefined && isUnnamed ? uncapital(first) : first;
	const both = [own, ...(detail === undefined ? [] : [detail])].join(words.stop);
	const line = [both, ...others].join(words.semicolon);
	return {
		headline: first === undefined ? cut(summary, MAX_HEADLINE) : titled(line),
		...(first !== undefined && detail !== undefined
			? { number: cut(digest.number ?? first, MAX_HEADLINE), detail: titled(detail) }
			: {}),
		title: digest.title,
		subject: digest.subject ?? '',
		dates: digest.dates ?? '',
		scope: cut(ownScope, MAX_SCOPE),
		zone,
		language: words.language,
		...(Number.isFinite(news.percent) ? { percent: news.percent as number } : {}),
		...(news.percent === Infinity ? { isFromZero: true } : {}),
	};
}

/** A message shows 20 and counts the others; this many are processed at once. */
const MOST_PARTS = 10_000;

/** @throws UserError */
export function assertFew(count: number): void {
	if (count <= MOST_PARTS) return;
	throw new UserError(
		`The input has ${count} parts of a message, and the limit is ${MOST_PARTS}. Combine fewer reports at once`,
	);
}

/**
 * Returns the parts in an item of a previous node; other entries are left out. @throws UserError
 */
export function partsIn({ parts }: IDataObject): MessagePart[] {
	if (!Array.isArray(parts)) return [];
	assertFew(parts.length);
	return (parts as unknown[]).flatMap((input): MessagePart[] => {
		const { headline, number, detail, language, percent, isFromZero, isError, ...texts } = (input ??
			{}) as {
			[key in keyof MessagePart]?: unknown;
		};
		if (typeof headline !== 'string') return [];
		return [
			{
				headline: textOf(headline, MAX_HEADLINE),
				...(typeof number === 'string' && typeof detail === 'string'
					? { number: textOf(number, MAX_HEADLINE), detail: textOf(detail, MAX_HEADLINE) }
					: {}),
				title: textOf(texts.title, MAX_SCOPE),
				subject: textOf(texts.subject, MAX_SCOPE),
				dates: textOf(texts.dates, MAX_ZONE),
				scope: textOf(texts.scope, MAX_SCOPE),
				zone: textOf(texts.zone, MAX_ZONE),
				language: language === 'zh' ? 'zh' : 'en',
				...(typeof percent === 'number' ? { percent } : {}),
				...(isFromZero === true ? { isFromZero } : {}),
				...(isError === true ? { isError } : {}),
			},
		];
	});
}

/** Returns the part for a failed report. */
export function failedPart(title: string, error: string): MessagePart {
	return {
		headline: textOf([title, error].filter(Boolean).join(': '), MAX_HEADLINE),
		title: '',
		subject: '',
		dates: '',
		scope: '',
		zone: '',
		language: 'en',
		isError: true,
	};
}

function textOf(value: unknown, length: number): string {
	return typeof value === 'string' ? cut(clean(value), length) : '';
}
