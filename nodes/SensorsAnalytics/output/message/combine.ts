import type { Digest } from './digest';
import type { MessageOptions } from './options';
import type { MessagePart } from './part';
import { clean, cut } from './text';
import { type MessageTexts, wordsOf } from './words';

const MAX_TITLE = 200;
const MAX_SUBJECT = 80;
const MAX_SUMMARY = 500;
/** Nobody reads more headlines. */
const MAX_PARTS = 20;

/** Combines several reports into one message: a headline for each, with what it leaves out. */
export function combinedDigest(all: readonly MessagePart[], options: MessageOptions): Digest {
	const { combine, isProjectLanguage, numbers } = options;
	const isChinese = isProjectLanguage && all.some(({ language }) => language === 'zh');
	const words = wordsOf(isChinese ? 'zh-CN' : numbers.locale);
	const parts = combine?.isByChange ? byChange(all) : all;
	const shown = parts.slice(0, MAX_PARTS);
	const zones = new Set(parts.map(({ zone }) => zone).filter(Boolean));
	// A time zone that all share is written once, at the bottom.
	const zone = zones.size === 1 ? ([...zones][0] ?? '') : '';
	const lines = shown.map((part, at) => {
		const line = part.isError ? words.failed(part.headline) : lineOf(part, parts[at - 1]);
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

/** Returns the first report, the number of others, and the dates if all have the same. */
function titleOf(parts: readonly MessagePart[], words: MessageTexts): string {
	const dates = new Set(parts.map((part) => part.dates).filter(Boolean));
	// An explanation below the number that it explains isn't counted as a report.
	const reports = parts.filter(
		(part, at) => part.isError || (part.subject !== '' && !isExplained(part, parts[at - 1])),
	);
	const first = reports.find(({ subject }) => subject !== '')?.subject;
	const what = words.reports(cut(first ?? words.report, MAX_SUBJECT), reports.length - 1);
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

/** Sorts by the size of the change, with explanations below their numbers; failed reports are last. */
function byChange(parts: readonly MessagePart[]): MessagePart[] {
	const sizeOf = ({ percent, isFromZero, isError }: MessagePart) =>
		isError ? -2 : isFromZero ? Number.MAX_VALUE : percent === undefined ? -1 : Math.abs(percent);
	const numbers = parts.filter(({ number }) => number === undefined);
	const explained = (part: MessagePart) =>
		numbers.find((other) => isExplained(part, other)) ?? part;
	const places = new Map(parts.map((part, place) => [part, place]));
	return parts
		.map((part) => ({ part, of: explained(part) }))
		.sort(
			(a, b) =>
				sizeOf(b.of) - sizeOf(a.of) ||
				(places.get(a.of) ?? 0) - (places.get(b.of) ?? 0) ||
				Number(a.part !== a.of) - Number(b.part !== b.of),
		)
		.map(({ part }) => part);
}
