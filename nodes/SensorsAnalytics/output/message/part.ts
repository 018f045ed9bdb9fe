import { type IDataObject, UserError } from 'n8n-workflow';

import type { Digest } from './digest';
import type { Writer } from './forms';
import type { MessageOptions } from './options';
import { clean, cut, escapeText, oneLine, uncapital } from './text';
import { type MessageTexts, wordsOf } from './words';

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

/** A message shows 20 and counts the others; each is compared with each. */
const MOST_PARTS = 1_000;

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
		headline: textOf(error, MAX_HEADLINE),
		title: textOf(title, MAX_SUBJECT),
		subject: '',
		dates: '',
		scope: '',
		zone: '',
		language: 'en',
		isError: true,
	};
}

function textOf(value: unknown, length: number): string {
	return typeof value === 'string' ? oneLine(value, length) : '';
}

const MAX_TITLE = 200;
const MAX_SUBJECT = 80;
/** Maximum length of the reports that a title names. */
const MAX_TOPICS = 120;
const MAX_SUMMARY = 500;
/** Nobody reads more headlines. */
const MAX_PARTS = 20;

/** Combines several reports into one message: a headline for each, with what it leaves out. */
export function combinedDigest(all: readonly MessagePart[], options: MessageOptions): Digest {
	const { combine, isProjectLanguage, numbers } = options;
	const isChinese = isProjectLanguage && all.some(({ language }) => language === 'zh');
	const words = wordsOf(isChinese ? 'zh-CN' : numbers.locale);
	const parts = ordered(all, combine?.isByChange === true);
	const shown = parts.slice(0, MAX_PARTS);
	const zones = new Set(parts.map(({ zone }) => zone).filter(Boolean));
	// A time zone that all share is written once, at the bottom.
	const zone = zones.size === 1 ? ([...zones][0] ?? '') : '';
	const lines = shown.map((part, at) => {
		const line = part.isError
			? words.failed(part.title, part.headline)
			: lineOf(part, parts[at - 1]);
		const limits = [...part.scope.split(' · '), zone === '' ? part.zone : ''].filter(Boolean);
		const scope = limits.join(words.language === 'zh' ? words.semicolon : ' · ');
		if (scope === '') return line;
		// Parentheses after parentheses are hard to read.
		return /[)）]$/.test(line) ? `${line}${words.stop}${scope}` : words.aside(line, scope);
	});
	const title = cut(clean(combine?.title ?? ''), MAX_TITLE) || titleOf(parts, words);
	const hidden = parts.length - shown.length;
	return {
		title,
		subtitle: '',
		lines,
		brief: lines,
		scope: zone,
		ownScope: '',
		zone,
		hasSentences: false,
		columns: [],
		rows: [],
		paints: [],
		notes: () => (hidden > 0 ? [words.moreReports(hidden)] : []),
		summary: cut(`${title}${words.colon}${lines.join(words.semicolon)}`, MAX_SUMMARY),
		news: { rows: parts.length },
		words,
	};
}

/** Returns what the reports are about, and the dates if all have the same. */
function titleOf(parts: readonly MessagePart[], words: MessageTexts): string {
	const dates = new Set(parts.map((part) => part.dates).filter(Boolean));
	// An explanation below the number that it explains isn't counted as a report.
	const reports = parts.filter(
		(part, at) => part.isError || (part.subject !== '' && !isExplained(part, parts[at - 1])),
	);
	const topicOf = ({ subject, title, isError }: MessagePart) => subject || (isError ? title : '');
	const all = [...new Set(reports.map(topicOf))].filter(Boolean);
	let length = 0;
	const end = all.findIndex((topic, at) => {
		length += topic.length + (at > 0 ? words.between.length : 0);
		return at > 0 && length > MAX_TOPICS;
	});
	const topics = end < 0 ? all : all.slice(0, end);
	const named = topics.map((topic) => cut(topic, MAX_SUBJECT)).join(words.between);
	const left = reports.filter((part) => !topics.includes(topicOf(part))).length;
	const what = words.reports(
		named || words.report,
		named ? left : reports.length - 1,
		reports.length,
	);
	return words.title(what, '', dates.size === 1 ? ([...dates][0] ?? '') : '');
}

/** Returns the headline, or only its detail below the number that it explains. */
function lineOf(part: MessagePart, previous: MessagePart | undefined): string {
	return isExplained(part, previous) ? (part.detail ?? part.headline) : part.headline;
}

/** Whether the headline of another report starts with the number that a report explains. */
function isExplained({ number }: MessagePart, other: MessagePart | undefined): boolean {
	if (!number || !other) return false;
	const { headline, title } = other;
	const at = headline.indexOf(number);
	// The user's title and a colon may precede it.
	return at === 0 || (at > 0 && at <= title.length + 2 && headline.startsWith(title));
}

/**
 * Puts explanations below their numbers, if these come before. By change, all are put there, the
 * largest is first, and failed reports are last.
 */
function ordered(parts: readonly MessagePart[], isByChange: boolean): MessagePart[] {
	const sizeOf = ({ percent, isFromZero, isError }: MessagePart) =>
		isError ? -2 : isFromZero ? Number.MAX_VALUE : percent === undefined ? -1 : Math.abs(percent);
	const numbers = parts.filter(({ number }) => number === undefined);
	const places = new Map(parts.map((part, place) => [part, place]));
	const placeOf = (part: MessagePart) => places.get(part) ?? 0;
	const explained = (part: MessagePart) =>
		numbers.find(
			(other) => isExplained(part, other) && (isByChange || placeOf(other) < placeOf(part)),
		) ?? part;
	return parts
		.map((part) => ({ part, of: explained(part) }))
		.sort(
			(a, b) =>
				(isByChange ? sizeOf(b.of) - sizeOf(a.of) : 0) ||
				placeOf(a.of) - placeOf(b.of) ||
				Number(a.part !== a.of) - Number(b.part !== b.of),
		)
		.map(({ part }) => part);
}
