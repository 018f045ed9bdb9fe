import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { OperationalError } from 'n8n-workflow';

import {
	endOfPeriod,
	lastFinishedPeriod,
	periodsBetween,
	shiftPeriod,
} from '../SensorsAnalytics/dates/periods';
import { expectedPoints } from '../SensorsAnalytics/dates/points';
import { toRows } from '../SensorsAnalytics/output/rows';
import { nameColumns } from '../SensorsAnalytics/query/columns';
import type { DateRange } from '../SensorsAnalytics/query/eventQuery';
import { fillPoints } from '../SensorsAnalytics/table/fill';
import { addOffsets } from '../SensorsAnalytics/table/offsets';
import { listRows } from '../SensorsAnalytics/table/rowSet';
import { positionsOf, type Table } from '../SensorsAnalytics/table/table';
import { Service } from '../SensorsAnalytics/transport/service';
import { DEFAULT_SETTINGS } from '../SensorsAnalytics/transport/settings';
import { readEventReport } from '../SensorsAnalytics/wire/legacy/readEventReport';
import {
	EVENT_REPORT_PATH,
	withRequestParts,
} from '../SensorsAnalytics/wire/legacy/writeEventReport';
import { changeAt, type Condition, isCrossing, periodsNeeded } from './crossing';
import { readTriggerSettings, type TriggerSettings } from './settings';

/** What a workflow remembers between polls. n8n keeps it when the workflow is activated and after every poll that starts it. */
interface Memory {
	/** The last period that was complete and has been looked at. */
	lastPeriod?: string;
	/** What that period means; another one begins anew. */
	counting?: string;
}

/**
 * One poll: the periods that have become complete since the last one, all of them after a
 * downtime. What is remembered changes only when everything went well, so a failed poll loses
 * nothing. In a manual run the last complete period stands for an example.
 */
export async function poll(
	context: IPollFunctions,
	now: Date,
): Promise<INodeExecutionData[][] | null> {
	const settings = readTriggerSettings((name) => context.getNodeParameter(name, ''));
	const { unit, timeZone } = settings;
	const last = lastFinishedPeriod(unit, now, timeZone);
	if (context.getMode() === 'manual') {
		const periods = [shiftPeriod(unit, last, -1), last];
		const { table, complete } = await look(context, settings, periods);
		const shown = complete.slice(-1);
		return settings.condition
			? give(numbersAt(settings, table, shown))
			: give(rowsOf(settings, table, shown));
	}

	const memory = context.getWorkflowStaticData('node') as Memory;
	const counting = `${unit} in ${timeZone}`;
	if (memory.lastPeriod === undefined || memory.counting !== counting) {
		memory.counting = counting;
		memory.lastPeriod = settings.startsWithLast ? shiftPeriod(unit, last, -1) : last;
	}
	const pending = periodsBetween(unit, memory.lastPeriod, last).slice(-settings.catchUp);
	if (pending.length === 0) return null;
	const { table, complete } = await look(context, settings, pending);
	const items = settings.condition
		? crossingsAt(settings.condition, table, complete)
		: rowsOf(settings, table, complete);
	memory.lastPeriod = complete.at(-1) ?? memory.lastPeriod;
	return give(items);
}

function give(items: IDataObject[]): INodeExecutionData[][] | null {
	return items.length > 0 ? [items.map((json) => ({ json }))] : null;
}

/** The report over the periods and those before that are needed, and which of them are complete. */
async function look(
	context: IPollFunctions,
	{ unit, timeZone, body, parts, condition }: TriggerSettings,
	periods: string[],
): Promise<{ table: Table; complete: string[] }> {
	const before = condition ? periodsNeeded(condition) : 0;
	const range: DateRange = {
		from: shiftPeriod(unit, periods[0] as string, -before).slice(0, 10),
		to: (periods.at(-1) as string).slice(0, 10),
	};
	const service = new Service(context, DEFAULT_SETTINGS);
	const answer = await service.call(0, {
		path: EVENT_REPORT_PATH,
		body: withRequestParts(body, range, { useCache: false }, false),
	});
	const { table } = readEventReport(answer, nameColumns(parts));
	const points = expectedPoints(unit, range, timeZone);
	const known = dataKnownUntil(table);
	return {
		table: points ? fillPoints(table, points) : table,
		complete: periods.filter((period) => endOfPeriod(unit, period) <= known),
	};
}

/** `YYYY-MM-DDTHH:mm:ss`, the earlier one of both times that the service tells. */
function dataKnownUntil({ dataUpdatedAt, dataSufficientAt }: Table): string {
	const times = [dataUpdatedAt, dataSufficientAt].filter((time) => time !== undefined);
	const [first] = times.map((time) => time.slice(0, 19).replace(' ', 'T')).sort();
	if (first !== undefined) return first;
	throw new OperationalError('The report does not tell when its data were updated', {
		description:
			'This trigger needs that to know when the numbers are complete. Use a Schedule Trigger with the Sensors Analytics node instead.',
	});
}

function rowsOf({ timeZone }: TriggerSettings, table: Table, periods: string[]): IDataObject[] {
	const { date } = positionsOf(table);
	const all = table.rows.toArray();
	const rows = date < 0 ? [] : all.filter((row) => periods.includes(String(row[date])));
	const found = toRows(addOffsets({ ...table, rows: listRows(rows) }, timeZone));
	if (found.length > 0) return found;
	return periods.map((period) => ({ date: period, message: 'The report has no rows' }));
}

/** Every measure at the periods, as what is told about a crossing. */
function numbersAt({ condition }: TriggerSettings, table: Table, periods: string[]): IDataObject[] {
	return told(table, periods, condition as Condition, () => true);
}

function crossingsAt(condition: Condition, table: Table, periods: string[]): IDataObject[] {
	return told(table, periods, condition, isCrossing);
}

function told(
	table: Table,
	periods: string[],
	condition: Condition,
	isTold: typeof isCrossing,
): IDataObject[] {
	const { date, measures } = positionsOf(table);
	const rows = table.rows.toArray();
	const dates = rows.map((row) => String(row[date]));
	return periods.flatMap((period) =>
		measures.flatMap((position): IDataObject[] => {
			const numbers = rows.map((row) => {
				const value = row[position];
				return typeof value === 'number' ? value : null;
			});
			const index = dates.indexOf(period);
			if (index < 0 || !isTold(numbers, index, condition)) return [];
			const measure = table.columns[position]?.key ?? '';
			const value = numbers[index] ?? null;
			if (condition.kind === 'threshold') {
				const { side, limit } = condition;
				const before = numbers[index - 1] ?? null;
				return [{ date: period, measure, value, value_before: before, side, threshold: limit }];
			}
			const back = condition.periodsBack;
			return [
				{
					date: period,
					measure,
					value,
					percent_change: changeAt(numbers, index, back),
					compared_with: dates[index - back] ?? null,
					compared_value: numbers[index - back] ?? null,
				},
			];
		}),
	);
}
