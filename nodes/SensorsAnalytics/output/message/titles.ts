import type { DateRange } from '../../query/query';
import type { Table } from '../../table/table';
import { positionsOf } from '../../table/table';
import type { Words } from './words';

const MAX_MEASURES = 3;

/** What a report is, where nobody gave it a title: "Orders by city, 20 November". */
export function titleOf(
	{ columns }: Pick<Table, 'columns'>,
	measures: readonly string[],
	range: DateRange | string | undefined,
	labelOf: (key: string) => string,
	words: Words,
): string {
	const shown = measures.slice(0, MAX_MEASURES).map(labelOf);
	const more = measures.length > shown.length ? ['…'] : [];
	const groups = positionsOf({ columns }).groups.map((index) => labelOf(columns[index]?.key ?? ''));
	const told = [...shown, ...more].join(words.comma) || words.report;
	return titled(told, groups.join(words.comma), range, words);
}

/** A title with the dates behind it. */
export function titled(
	what: string,
	groups: string,
	range: DateRange | string | undefined,
	words: Words,
): string {
	const title = words.title(
		what,
		groups,
		typeof range === 'object' ? datesOf(range, words) : (range ?? ''),
	);
	return `${title.charAt(0).toUpperCase()}${title.slice(1)}`;
}

function datesOf({ from, to }: DateRange, words: Words): string {
	const format = new Intl.DateTimeFormat(words.dates, {
		day: 'numeric',
		month: 'long',
		timeZone: 'UTC',
	});
	const [first, last] = [Date.parse(from), Date.parse(to)];
	if (Number.isNaN(first) || Number.isNaN(last)) return `${from} – ${to}`;
	if (from === to) return format.format(first);
	// As a range, Chinese dates lose their words.
	return words.language === 'zh'
		? `${format.format(first)} – ${format.format(last)}`
		: format.formatRange(first, last).replace(/\u2009/g, ' ');
}
