/** Number formats. */
export interface NumberStyle {
	/** BCP 47, for example `en-US` or `zh-CN`. */
	locale: string;
	style: 'auto' | 'integer' | 'decimal' | 'percent' | 'currency';
	/** Decimals of decimal numbers, percentages and currencies. */
	decimals: number;
	/** ISO 4217. */
	currency: string;
	hasThousands: boolean;
}

/** The limits for coloring cells by their number or their change in percent. */
export interface ColorThresholds {
	by: 'change' | 'value';
	/** Limits of green and red cells; which one is larger decides which direction is good. */
	green?: number;
	red?: number;
}

/** People whom a message mentions, only as the user entered them. */
export interface Mentions {
	everybody: boolean;
	phones: string[];
	userIds: string[];
}

/** Options of a message. */
export interface MessageOptions {
	title: string;
	/** Name of the saved report, which its title has in place of what it is of. */
	reportName?: string;
	numbers: NumberStyle;
	/** Keys of the measures to show; all if it is empty. */
	measures: string[];
	maxRows: number;
	/** Whether changes have the format `▲ 5%`, instead of `+5%`. */
	hasArrows: boolean;
	hasChart: boolean;
	/** A table, or a list for targets without tables; undefined for the target's default. */
	rowsAs?: 'table' | 'list';
	/** Sentences with a small table, a table for people, or the rows. */
	layout: 'digest' | 'people' | 'rows';
	/** Direction that is good, if known: changes are only colored then. */
	goodWay?: 'up' | 'down';
	/** Whether each change has the previous number next to it. */
	hasBefore: boolean;
	/** Whether to use the project's display names of events and properties. */
	hasNames: boolean;
	/** Whether there is a sentence of numbers above the table, and totals. */
	hasHighlights: boolean;
	hasTotals: boolean;
	/** Whether the language is that of the project's names. */
	isProjectLanguage?: boolean;
	/** Combines the headlines of all items in one message: its title, and their order. */
	combine?: { title: string; isUnusualFirst: boolean };
	/**
	 * Sends a message only with data; only if the headline changed by at least this percentage, or a
	 * number is unusual.
	 */
	sendIf?: { change?: number; isUnusual?: boolean };
	/** Takes the reason if the message isn't sent. */
	onQuiet?: (why: string) => void;
	limits?: ColorThresholds;
	/** For robots of DingTalk and WeCom: Markdown, or a card with a button. */
	style: 'markdown' | 'card';
	/** URL of a card's button. */
	link: string;
	mentions: Mentions;
}

/** Whether a user named the report: its title then doesn't say what it is of. */
export function isNamedByUser({ title, reportName }: MessageOptions): boolean {
	return title !== '' || reportName !== undefined;
}

/** Returns the language of a message's words; undefined if it is that of the project. */
export function languageOf({ isProjectLanguage, numbers }: MessageOptions): string | undefined {
	return isProjectLanguage ? undefined : new Intl.Locale(numbers.locale).language;
}

/** Returns the message in the language of the project, if requested. */
export function inLanguage(message: MessageOptions, language: string | undefined): MessageOptions {
	if (!message.isProjectLanguage || language !== 'zh') return message;
	return { ...message, numbers: { ...message.numbers, locale: 'zh-CN' } };
}
