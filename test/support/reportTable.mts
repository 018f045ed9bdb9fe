/** Small reports by the names of their columns, and messages of them. */
import { messageWriters } from '../../nodes/SensorsAnalytics/output/message';
import type { MessageForm } from '../../nodes/SensorsAnalytics/output/message/forms';
import { MESSAGE_FORMS } from '../../nodes/SensorsAnalytics/output/message/forms';
import type { MessageOptions } from '../../nodes/SensorsAnalytics/output/message/options';
import type { Cell } from '../../nodes/SensorsAnalytics/table/decimal';
import type { Derived, Table } from '../../nodes/SensorsAnalytics/table/table';
import { city, date, digestOf, measure, OPTIONS, tableOf } from './digests.mts';

export const FORMS = [...MESSAGE_FORMS];

/** `date` and `city` are what they are called; `x_change` is derived of `x`; others are measures. */
export function reportTable(keys: string[], rows: Cell[][]): Table {
	const columns = keys.map((key) => {
		const [, of = '', as] = /^(.*)_(previous|change|percent)$/.exec(key) ?? [];
		const derived = as === undefined ? undefined : { of, as: as as Derived['as'] };
		return [date, city].find((column) => column.key === key) ?? measure(key, derived);
	});
	return tableOf(columns, rows);
}

export function messageOf(form: MessageForm, table: Table, details: Partial<MessageOptions> = {}) {
	return messageWriters[form].write(digestOf(table, details), { ...OPTIONS, ...details });
}
