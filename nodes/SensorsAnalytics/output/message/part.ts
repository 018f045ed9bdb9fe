import { type IDataObject, UserError } from 'n8n-workflow';

import { groupedBy } from '../../table/table';
import type { Digest, DigestPart } from './digest';
import type { Writer } from './forms';
import type { MessageOptions } from './options';
import { clean, cut, cutBetween, escapeText, oneLine, wholeParts } from './text';
import { wordsOf } from './words';

const MAX_HEADLINE = 400;
const MAX_SCOPE = 300;
const MAX_ZONE = 60;

/** The contribution of one report to a message of several ones. Its texts are not escaped yet. */
export interface MessagePart extends DigestPart {
	zone: string;
	language: string;
	/** Change in the headline, percent. */
	percent?: number;
	/** Whether it was 0 before, which is a change beyond any percentage. */
	isFromZero?: boolean;
	/** Whether a number is outside of its usual range. */
	isUnusual?: boolean;
	/** Whether the report failed; the headline is then the error. */
	isError?: boolean;
}

export const partWriter: Writer = { limits: {}, write: toPart };

function toPart({ part, summary, words, zone, news }: Digest): IDataObject {
	const { percent } = news;
	const own = {
		...part,
		zone,
		language: words.language,
		...(Number.isFinite(percent) ? { percent } : {}),
		isFromZero: percent === Infinity,
		isUnusual: news.isUnusual,
	};
	return {
		parts: partsIn({ parts: [own] }) as unknown[] as IDataObject[],
		text: escapeText(summary),
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
		const { percent, language, isFromZero, isUnusual, isError, ...texts } = (input ?? {}) as {
			[key in keyof MessagePart | 'title']?: unknown;
		};
		if (typeof texts.headline !== 'string') return [];
		// Before parts had names, their headlines contained everything.
		const isNamed = typeof texts.name === 'string';
		const has = (key: 'measure' | 'number' | 'others' | 'detail' | 'calendar') =>
			isNamed && typeof texts[key] === 'string' ? { [key]: textOf(texts[key], MAX_HEADLINE) } : {};
		return [
			{
				name: cut(textOf(isNamed || isError !== true ? texts.name : texts.title), MAX_NAME),
				headline: textOf(texts.headline, MAX_HEADLINE),
				...{ ...has('measure'), ...has('number'), ...has('others') },
				...{ ...has('detail'), ...has('calendar') },
				dates: textOf(texts.dates, MAX_ZONE),
				scope: cutBetween(textOf(texts.scope), MAX_SCOPE),
				zone: textOf(texts.zone, MAX_ZONE),
				language: language === 'zh' ? 'zh' : 'en',
				...(typeof percent === 'number' ? { percent } : {}),
				...(isFromZero === true ? { isFromZero } : {}),
				...(isUnusual === true ? { isUnusual } : {}),
				...(isError === true ? { isError } : {}),
			},
		];
	});
}

/** Removes duplicates: several items may bring the same parts, and reports may say the same. */
export function distinctParts(parts: readonly MessagePart[]): MessagePart[] {
	const key = ({ name, headline, others, detail, scope, zone }: MessagePart) =>
		JSON.stringify([name, headline, others, detail, scope, zone]);
	return [...new Map(parts.map((part) => [key(part), part])).values()];
}

/** Returns the part for a failed report. */
export function failedPart(name: string, error: string): MessagePart {
	return {
		name: cut(textOf(name), MAX_NAME),
		headline: textOf(error, MAX_HEADLINE),
		dates: '',
		scope: '',
		zone: '',
		language: '',
		isError: true,
	};
}

function textOf(value: unknown, length = Infinity): string {
	return typeof value === 'string' ? oneLine(value, length) : '';
}

const MAX_TITLE = 200;
const MAX_NAME = 120;
const MAX_SUMMARY = 500;
/** The error of a report leaves room for the numbers of the others. */
const MAX_REASON = 60;
/** Nobody reads more headlines. */
const MAX_PARTS = 20;
/** In front of a report that failed, or whose number is unusual. */
const MARK = '\u2757';

/** Combines several reports into one message: an item for each, with what it leaves out. */
export function combinedDigest(all: readonly MessagePart[], options: MessageOptions): Digest {
	const { combine, numbers } = options;
	// The other sentences are written already.
	const { language } = all.find(({ isError }) => !isError) ?? {};
	const isChosen = !options.isProjectLanguage || language === undefined;
	const words = wordsOf(isChosen ? numbers.locale : localeOf(language));
	const reports = reportsOf(all, combine?.isUnusualFirst === true);
	const zones = new Set(all.filter(({ isError }) => !isError).map(({ zone }) => zone));
	// What all share is written once, at the bottom.
	const zone = zones.size === 1 ? ([...zones][0] ?? '') : '';
	const shared = sharedLimits(reports.slice(0, MAX_PARTS));
	const scopeOfAll = [...shared, zone].filter(Boolean).join(' · ');
	// The title of a single report has its name.
	const isTitled = reports.length === 1 && !combine?.title;
	const allDates = new Set(all.map((part) => part.dates).filter(Boolean));
	// A notification of a single report has the dates of its title.
	const hasDates = !isTitled || allDates.size === 1;
	/** Returns the name with its dates, and the rest: two colons are hard to read. */
	const namedOf = ({ name: own, isError, isUnusual, dates, headline }: MessagePart) => {
		const name = `${isError || isUnusual ? MARK : ''}${own || (isError ? words.report : '')}`;
		const start = dates + words.colon;
		return hasDates && dates !== '' && headline.startsWith(start)
			? { name: words.title(name, '', dates), bare: headline.slice(start.length) }
			: { name, bare: headline };
	};
	const named = reports.slice(0, MAX_PARTS).map((report) => {
		const { part, details } = report;
		const { name, bare } = namedOf(part);
		const said = part.isError ? words.failed(bare) : bare;
		const explained = details.map(({ detail = '' }) => detail);
		// Behind another number, an explanation would be read as one of that number.
		const line =
			details.length > 0
				? [said, ...explained, ...othersOf(part)].join(words.stop)
				: [said, ...othersOf(part)].join(words.semicolon);
		const limits = restrictionsOf(report);
		if (zone === '') limits.add(part.zone);
		const scope = [...limits]
			.filter((limit) => limit && !shared.has(limit))
			.join(words.language === 'zh' ? words.semicolon : ' · ');
		if (scope === '') return [name, line] as const;
		// Parentheses after parentheses are hard to read.
		return [
			name,
			/[)）]$/.test(line) ? `${line}${words.stop}${scope}` : words.aside(line, scope),
		] as const;
	});
	const lineOf = (name: string, text: string) => `${name && `${name}${words.colon}`}${text}`;
	const lines = named.map(([name, text]) => lineOf(name, text));
	const countOf = (key: 'isError' | 'isUnusual') => reports.filter(({ part }) => part[key]).length;
	const what = words.reports(reports.length, countOf('isError'), countOf('isUnusual'));
	const made = words.title(
		(reports.length === 1 ? reports[0]?.part.name : '') || what,
		'',
		allDates.size === 1 ? ([...allDates][0] ?? '') : '',
	);
	const title = cut(clean(combine?.title || made), MAX_TITLE);
	const hidden = reports.length - named.length;
	// A notification has all reports rather than what the first ones leave out.
	const inLine = (texts: readonly string[]) =>
		`${title}${words.colon}${texts.join(words.semicolon)}`;
	const notified = (isWhole: boolean) => {
		const texts = named.map(([ownName, text], place) => {
			const { part } = reports[place] as ReportParts;
			const { isError = false, headline } = part;
			const short = isError
				? words.failed(cut(headline, MAX_REASON))
				: [namedOf(part).bare, ...othersOf(part)].join(words.semicolon);
			const own = isWhole && !isError ? text : short;
			return { isError, line: lineOf(isTitled ? '' : ownName, own) };
		});
		// The title says that some failed, and there is little room: numbers come first.
		const sorted = texts.sort((a, b) => Number(a.isError) - Number(b.isError));
		return inLine(sorted.map(({ line }) => line));
	};
	const whole = notified(true);
	return {
		title,
		subtitle: '',
		lines,
		named,
		brief: lines,
		scope: scopeOfAll,
		zone,
		hasSentences: false,
		columns: [],
		rows: [],
		paints: [],
		notes: (left = 0) => (hidden + left > 0 ? [words.moreReports(hidden + left)] : []),
		summary: wholeParts(whole.length > MAX_SUMMARY ? notified(false) : whole, MAX_SUMMARY),
		news: { rows: reports.length },
		words,
	};
}

const othersOf = ({ others }: MessagePart) => (others ? [others] : []);

/** Returns the limits of a report's number, and of what explains it. */
function restrictionsOf({ part, details }: ReportParts): Set<string> {
	return new Set(
		[part, ...details].flatMap(({ scope }) => scope.replace(/ …\u2069?$/, '').split(' · ')),
	);
}

/** Returns the limits of all reports that didn't fail, if there are several, and repeated special days. */
function sharedLimits(reports: readonly ReportParts[]): Set<string> {
	const [first = new Set<string>(), ...others] = reports
		.filter(({ part }) => part.isError !== true)
		.map(restrictionsOf);
	const isShared = (limit: string) => others.every((limits) => limits.has(limit));
	// Special days have their dates, so that they are true of each report.
	const calendars = reports.flatMap(({ part: { calendar } }) => calendar ?? []);
	const isRepeated = (calendar: string, at: number) => calendars.indexOf(calendar) !== at;
	return new Set([
		...(others.length > 0 ? [...first].filter(isShared) : []),
		...calendars.filter(isRepeated),
	]);
}

export function localeOf(language: string): string {
	return language === 'zh' ? 'zh-CN' : 'en-US';
}

/** A report, with the explanations of its number. */
interface ReportParts {
	part: MessagePart;
	details: MessagePart[];
}

/**
 * Returns each report once, with the explanations of its number. Failed reports are first. If
 * unusual ones come first, those with an unusual number follow, each by the size of its change.
 */
function reportsOf(all: readonly MessagePart[], isUnusualFirst: boolean): ReportParts[] {
	const rankOf = ({ part: { isUnusual, isError } }: ReportParts) =>
		isError ? 2 : isUnusualFirst && isUnusual ? 1 : 0;
	const sizeOf = ({ part: { percent, isFromZero } }: ReportParts) => {
		if (!isUnusualFirst) return 0;
		return isFromZero ? Number.MAX_VALUE : percent === undefined ? -1 : Math.abs(percent);
	};
	const isExplained = (part: MessagePart, other: MessagePart) =>
		part.detail !== undefined &&
		other.detail === undefined &&
		part.measure === other.measure &&
		other.number?.startsWith(part.number ?? '-') === true;
	const numberOf = (part: MessagePart) => all.find((other) => isExplained(part, other)) ?? part;
	const reports = [...groupedBy(all, numberOf)].map(([part, own]) => ({
		part,
		details: own.filter(({ detail }) => detail !== undefined),
	}));
	return reports.sort((a, b) => rankOf(b) - rankOf(a) || sizeOf(b) - sizeOf(a));
}
