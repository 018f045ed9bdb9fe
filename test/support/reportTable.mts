/** Small reports, and messages of them. */
import { messageWriters } from '../../nodes/SensorsAnalytics/output/message/index.ts';
import { toDigest } from '../../nodes/SensorsAnalytics/output/message/digest.ts';
import type {
	MessageForm,
	MessageOptions,
} from '../../nodes/SensorsAnalytics/output/message/options.ts';
import { listRows } from '../../nodes/SensorsAnalytics/table/rowSet.ts';
import type { Cell, Column, Derived, Table } from '../../nodes/SensorsAnalytics/table/table.ts';

export const FORMS: MessageForm[] = ['slack', 'markdown', 'feishu', 'html'];

const DETAILS: MessageOptions = {
	title: 'Orders',
	numbers: { locale: 'en-US', style: 'auto', decimals: 2, currency: 'CNY', hasThousands: true },
	measures: [],
	maxRows: 20,
	hasArrows: true,
	hasChart: true,
	rowsAs: 'table',
};

/** `date` and `city` are what they are called; any other column is a measure. */
export function reportTable(keys: string[], rows: Cell[][]): Table {
	return {
		columns: keys.map(columnOf),
		rows: listRows(rows),
		points: [],
		isTruncated: false,
		isSampled: false,
	};
}

/** `orders_previous`, `orders_change` and `orders_percent` belong to `orders`. */
function columnOf(key: string): Column {
	if (key === 'date') return { key, role: 'date', type: 'date', whenEmpty: null };
	if (key === 'city') return { key, role: 'group', type: 'string', whenEmpty: null };
	const [, of, as] = /^(.*)_(previous|change|percent)$/.exec(key) ?? [];
	const derived = of === undefined ? {} : { derived: { of, as: as as Derived['as'] } };
	return { key, role: 'measure', type: 'number', whenEmpty: 0, ...derived };
}

export function digestOf(table: Table, details: Partial<MessageOptions> = {}) {
	const range = { from: '2026-11-01', to: '2026-11-02' };
	return toDigest(table, { ...DETAILS, ...details }, { range });
}

export function messageOf(form: MessageForm, table: Table, details: Partial<MessageOptions> = {}) {
	return messageWriters[form](digestOf(table, details), { ...DETAILS, ...details });
}
