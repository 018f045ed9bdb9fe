import { UserError } from 'n8n-workflow';

import type { NamedParts } from '../../query/columns';
import type { DateRange, Measure } from '../../query/eventQuery';
import { fromExpression } from './fieldExpression';

type JsonObject = { [key: string]: unknown };

/** A payload copied from the browser's network panel (spec section 1), ready to be sent. */
export interface PastedEventReport {
	body: JsonObject;
	parts: NamedParts;
}

/**
 * Keeps a pasted payload as it is, with all keys of the web interface, except for what belongs to
 * the moment of copying: its request ID, and the dates when others are wanted.
 * @param range dates to use instead of those in the payload; a comparison range moves along
 * @throws UserError that names the key which is missing or wrong
 */
export function usePastedEventReport(payload: JsonObject, range?: DateRange): PastedEventReport {
	const body = range === undefined ? { ...payload } : withRange(payload, range);
	delete body.request_id;
	const measures = payload.measures;
	if (!Array.isArray(measures) || measures.length === 0) {
		throw new UserError(
			"The pasted JSON has no 'measures'. Copy the request payload of the call to /api/events/report from the browser's network panel",
		);
	}
	for (const date of ['from_date', 'to_date']) {
		if (typeof body[date] !== 'string' || body[date] === '') {
			throw new UserError(
				`The pasted JSON has no '${date}'. Add it, or set 'From Date' and 'To Date'`,
			);
		}
	}
	const fields = payload.by_fields ?? [];
	if (!Array.isArray(fields)) throw new UserError("'by_fields' in the pasted JSON is not a list");
	return {
		body,
		parts: {
			measures: measures.map(readMeasure),
			groupBy: fields.map((field) => fromExpression(String(field))),
			unit: typeof payload.unit === 'string' ? payload.unit : '',
		},
	};
}

function readMeasure(measure: unknown, index: number): Measure {
	const fields = (typeof measure === 'object' && measure !== null ? measure : {}) as JsonObject;
	const text = (key: string) => {
		const value = fields[key];
		return typeof value === 'string' && value !== '' ? value : undefined;
	};
	const name = text('name');
	if (text('expression') !== undefined) {
		return { event: `formula_${index + 1}`, aggregator: 'value', name };
	}
	const event = text('event_name');
	const aggregator = text('aggregator');
	if (event === undefined || aggregator === undefined) {
		throw new UserError(
			`Measure ${index + 1} in the pasted JSON has no '${event === undefined ? 'event_name' : 'aggregator'}'`,
		);
	}
	const field = text('field');
	return {
		event,
		aggregator,
		property: field === undefined ? undefined : fromExpression(field),
		name,
	};
}

function withRange(payload: JsonObject, range: DateRange): JsonObject {
	const moved = {
		...payload,
		from_date: range.from,
		to_date: range.to,
		...moveComparison(payload, range),
	};
	// The label beside the dates would no longer fit them (field notes 6.5).
	delete (moved as JsonObject).rangeText;
	return moved;
}

/** The comparison range keeps its distance to the range, and gets its length. */
function moveComparison(payload: JsonObject, range: DateRange): JsonObject {
	const { from_date: from, compare_from_date: compareFrom } = payload;
	if (typeof from !== 'string' || typeof compareFrom !== 'string') return {};
	const distance = dayNumber(compareFrom) - dayNumber(from);
	if (Number.isNaN(distance)) return {};
	return {
		compare_from_date: dateOf(dayNumber(range.from) + distance),
		compare_to_date: dateOf(dayNumber(range.to) + distance),
	};
}

const DAY_MS = 86_400_000;
const dayNumber = (date: string) => Date.parse(`${date.slice(0, 10)}T00:00:00Z`) / DAY_MS;
const dateOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);
