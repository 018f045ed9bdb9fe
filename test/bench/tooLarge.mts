/** A report that is too large to make rows of: five years by hour, by three properties. */
import { setTimeout as wait } from 'node:timers/promises';

const HOURS = 5 * 365 * 24;
const FIELDS = ['event.PayOrder.city', 'event.PayOrder.device', 'user.level'];
const GROUPS = Array.from({ length: 105 }, (_, group) => [
	`City ${group % 7}`,
	`Device ${Math.floor(group / 7) % 3}`,
	`Level ${Math.floor(group / 21)}`,
]);
/** Of the OpenAPI, which has no row for nothing: the rows that come to 16 MB. */
const ROWS_WITH_KEY = 300_000;
const START = Date.parse('2021-11-01T00:00:00Z');
const HOUR_MS = 3_600_000;
const PAUSE_MS = 20;

/** Of the node that asks for it. */
export const TOO_LARGE = {
	measures: { measure: [{ eventName: 'PayOrder', outputName: 'orders' }] },
	groupBy: { group: FIELDS.map((field) => ({ field })) },
	unit: 'hour',
	fromDate: '2021-11-01',
	toDate: '2026-10-30',
};

const timeOf = (hour: number) =>
	new Date(START + hour * HOUR_MS).toISOString().slice(0, 19).replace('T', ' ');
const numberAt = (hour: number, group: number) => (hour * 7 + group) % 10;

/** 4.6 million numbers in 19 MB. */
export function answerWithSecret(): object {
	const series = Array.from({ length: HOURS }, (_, hour) => timeOf(hour));
	const rows = GROUPS.map((names, group) => ({
		by_values: names,
		values: series.map((_time, hour) => [numberAt(hour, group)]),
	}));
	return { by_fields: FIELDS, series, num_rows: rows.length, rows };
}

/** Every group, with rows for hours that are spread evenly from the first to the last. */
export function answerWithKey(): object {
	const hours = ROWS_WITH_KEY / GROUPS.length;
	const rows = Array.from({ length: ROWS_WITH_KEY }, (_, row) => {
		const group = row % GROUPS.length;
		const hour = Math.floor((Math.floor(row / GROUPS.length) * HOURS) / hours);
		return [timeOf(hour), ...(GROUPS[group] ?? []), numberAt(hour, group)];
	});
	const names = ['date', ...FIELDS, 'orders'];
	const infos = names.map((name) => ({ column_name: name, data_type: 'STRING' }));
	return { code: 'SUCCESS', data: { column_infos: infos, detail_rows: rows } };
}

/** How long work took, and the slowest answer of a health check meanwhile, milliseconds. */
export async function withHealthChecks(
	url: string,
	work: () => Promise<void>,
): Promise<{ took: number; slowest: number; checks: number }> {
	let [isOver, slowest, checks] = [false, 0, 0];
	const watch = async () => {
		for (; !isOver; await wait(PAUSE_MS)) {
			const requests = performance.now();
			const { ok } = await fetch(`${url}/healthz`);
			if (!ok) throw new Error('The health check failed');
			slowest = Math.max(slowest, performance.now() - requests);
			checks++;
		}
	};
	const watching = watch();
	const started = performance.now();
	await work().finally(() => (isOver = true));
	const took = performance.now() - started;
	await watching;
	return { took, slowest, checks };
}
