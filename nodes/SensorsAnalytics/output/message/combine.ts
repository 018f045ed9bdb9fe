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
	const lines = shown.map((part) => {
		const line = part.isError ? words.failed(part.headline) : lineOf(part, parts);
		const scope = [part.scope, zone === '' ? part.zone : ''].filter(Boolean).join(' · ');
		return scope === '' ? line : words.aside(line, scope);
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
	// An explanation of another report's number isn't counted as a report.
	const reports = parts.filter(({ subject, isError }) => subject !== '' || isError);
	const first = reports.find(({ subject }) => subject !== '')?.subject;
	const what = words.reports(cut(first ?? words.report, MAX_SUBJECT), reports.length - 1);
	return words.title(what, '', dates.size === 1 ? ([...dates][0] ?? '') : '');
}

/** Returns the headline, or only its detail if another report contains the number. */
function lineOf(part: MessagePart, parts: readonly MessagePart[]): string {
	const { headline, number, detail } = part;
	const isShown =
		number && parts.some((other) => other !== part && other.headline.includes(number));
	return isShown ? (detail ?? headline) : headline;
}

/** Sorts by the size of the change; failed reports are last. */
function byChange(parts: readonly MessagePart[]): MessagePart[] {
	const sizeOf = ({ percent, isFromZero, isError }: MessagePart) =>
		isError ? -2 : isFromZero ? Number.MAX_VALUE : percent === undefined ? -1 : Math.abs(percent);
	return [...parts].sort((a, b) => sizeOf(b) - sizeOf(a));
}
