/** Number formats. */
export interface NumberStyle {
	/** BCP 47, for example `en-US` or `zh-CN`. */
	locale: string;
	style: 'auto' | 'integer' | 'decimal' | 'percent' | 'currency';
	/** Digits behind the point, for decimals, percents and currencies. */
	decimals: number;
	/** ISO 4217. */
	currency: string;
	hasThousands: boolean;
}

/** What colours a cell: its number, or its change in percent. */
export interface ColorThresholds {
	by: 'change' | 'value';
	/** Where it turns green and red; the larger one says which way is good. */
	green?: number;
	red?: number;
}

/** Who is called by a message; only ever what the user asked for. */
export interface Mentions {
	everybody: boolean;
	phones: string[];
	userIds: string[];
}

/** What a message shows of a report. */
export interface MessageOptions {
	title: string;
	numbers: NumberStyle;
	/** Keys of the measures to show; all if empty. */
	measures: string[];
	maxRows: number;
	/** Changes as `▲ 5%`, not as `+5%`. */
	hasArrows: boolean;
	hasChart: boolean;
	/** A table, or a list for those who show no tables; the target's own way if it is not said. */
	rowsAs?: 'table' | 'list';
	/** Sentences with a small table, a table as people read the report, or its rows. */
	layout: 'digest' | 'people' | 'rows';
	/** Which way is good, if that is known: changes are coloured only then. */
	goodWay?: 'up' | 'down';
	/** The number compared with beside each change. */
	hasBefore: boolean;
	/** Names of events and properties as the project displays them. */
	hasNames: boolean;
	/** A sentence of numbers above the table, and the totals. */
	hasHighlights: boolean;
	hasTotals: boolean;
	/** Whether words are in the language of the project's names. */
	isProjectLanguage?: boolean;
	/** Headlines of all items in one message: its title, and their order. */
	combine?: { title: string; isByChange: boolean };
	/** Only with numbers; only where the headline changed by so many percent, or a number is unusual. */
	sendIf?: { change?: number; isUnusual?: boolean };
	limits?: ColorThresholds;
	/** Robots of DingTalk and WeCom: Markdown, or a card with a button. */
	style: 'markdown' | 'card';
	/** Where a card's button leads. */
	link: string;
	mentions: Mentions;
}

/** The language of the words of a message; undefined if it is that of the project. */
export function languageOf({ isProjectLanguage, numbers }: MessageOptions): string | undefined {
	return isProjectLanguage ? undefined : new Intl.Locale(numbers.locale).language;
}

/** The message in the language of the project, if it is to be. */
export function inLanguage(message: MessageOptions, language: string | undefined): MessageOptions {
	if (!message.isProjectLanguage || language !== 'zh') return message;
	return { ...message, numbers: { ...message.numbers, locale: 'zh-CN' } };
}
