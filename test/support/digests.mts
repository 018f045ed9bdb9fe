import { atOnce } from '../../credentials/http/slices';
import { digestSteps } from '../../nodes/SensorsAnalytics/output/message/digest';
import type { MessageOptions } from '../../nodes/SensorsAnalytics/output/message/options';
import type { Cell } from '../../nodes/SensorsAnalytics/table/decimal';
import type { Column, Table } from '../../nodes/SensorsAnalytics/table/table';
import { listRows } from '../../nodes/SensorsAnalytics/table/table';

export const OPTIONS: MessageOptions = {
	title: 'Orders',
	numbers: { locale: 'en-US', style: 'auto', decimals: 2, currency: 'CNY', hasThousands: true },
	measures: [],
	maxRows: 20,
	hasArrows: true,
	hasChart: true,
	layout: 'people',
	hasBefore: true,
	hasNames: true,
	hasHighlights: true,
	hasTotals: true,
	style: 'markdown',
	link: '',
	mentions: { everybody: false, phones: [], userIds: [] },
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

export function digestOf(
	table: Table,
	options: Partial<MessageOptions> = {},
	comparison?: { from: string; to: string },
	more: Partial<Parameters<typeof digestSteps>[2]> = {},
) {
	const range = { from: '2026-11-01', to: '2026-11-02' };
	return atOnce(
		digestSteps(
			table,
			{ ...OPTIONS, ...options },
			{ range, ...(comparison ? { comparison } : {}), ...more },
		),
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

export const twoDays = tableOf(
	[date, city, measure('orders'), measure('revenue')],
	[
		['2026-11-01', 'Beijing', 1234, 5678.9],
		['2026-11-02', 'Beijing', 1300, 6000],
		['2026-11-01', null, 12, 100.456],
		['2026-11-02', null, 0, 0],
	],
);
export const compared = tableOf(
	[
		date,
		{ ...date, key: 'date_previous', derived: { of: 'date', as: 'previous' } },
		measure('orders'),
		measure('orders_previous', { of: 'orders', as: 'previous' }),
		measure('orders_change', { of: 'orders', as: 'change' }),
		measure('orders_change_percent', { of: 'orders', as: 'percent' }),
	],
	[
		['2026-11-01', '2026-10-30', 110, 100, 10, 10],
		['2026-11-02', '2026-10-31', 90, 120, -30, -25],
		['2026-11-03', '2026-11-01', 5, 0, 5, null],
	],
);
export const hostile = tableOf(
	[city, measure('orders')],
	HOSTILE.map((text, index) => [text, index + 1]),
);
/** Thirty hours of three groups: two whose names start alike, one with gaps. */
export const hours = tableOf(
	[date, city, measure('orders')],
	Array.from({ length: 30 }, (_, hour): Cell[][] => {
		const at = new Date(Date.UTC(2026, 10, 1, hour)).toISOString().slice(0, 13);
		const point = `${at}:00:00+08:00`;
		return [
			[point, 'A very long name of a city', 900 + hour],
			[point, 'A very long name of another city', 500 - hour],
			[point, 'now and then', hour % 3 === 0 ? null : 1],
		];
	}).flat(),
);
