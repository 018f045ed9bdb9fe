/** How numbers are written. */
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
	/** In Markdown: a table, or a list for those who show no tables. */
	rowsAs: 'table' | 'list';
}

/** Forms of messages, beside the forms of rows. */
export const MESSAGE_FORMS = ['slack', 'markdown', 'feishu', 'html'] as const;
export type MessageForm = (typeof MESSAGE_FORMS)[number];
