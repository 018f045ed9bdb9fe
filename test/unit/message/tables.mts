import { listRows } from '../../../nodes/SensorsAnalytics/table/rowSet';
import type { Cell, Column, Table } from '../../../nodes/SensorsAnalytics/table/table';
import { toDigest } from '../../../nodes/SensorsAnalytics/output/message/digest';
import type { MessageOptions } from '../../../nodes/SensorsAnalytics/output/message/options';

export const OPTIONS: MessageOptions = {
	title: 'Orders',
	numbers: { locale: 'en-US', style: 'auto', decimals: 2, currency: 'CNY', hasThousands: true },
	measures: [],
	maxRows: 20,
	hasChart: true,
};

export const date: Column = { key: 'date', role: 'date', type: 'date', whenEmpty: null };
export const city: Column = { key: 'city', role: 'group', type: 'string', whenEmpty: null };
export const measure = (key: string, derived?: Column['derived']): Column => ({
	key,
	role: 'measure',
	type: 'number',
	whenEmpty: 0,
	...(derived ? { derived } : {}),
});

export function tableOf(columns: Column[], rows: Cell[][], more: Partial<Table> = {}): Table {
	return {
		columns,
		rows: listRows(rows),
		points: [],
		isTruncated: false,
		isSampled: false,
		...more,
	};
}

export function digestOf(table: Table, options: Partial<MessageOptions> = {}) {
	return toDigest(
		table,
		{ ...OPTIONS, ...options },
		{ range: { from: '2026-11-01', to: '2026-11-02' } },
	);
}

/** Texts that want to be markup in one target or another. */
export const HOSTILE = [
	'<!channel> @channel <@U123>',
	'<script>alert(1)</script>',
	'[link](https://evil.example) ![x](y)',
	'a | b || c',
	'**bold** _it_ `code` ~~gone~~',
	'</td></tr></table>"\'&amp;',
	'line\nbreak\r\n# heading',
	'www.evil.example',
	'\\',
];
