import { UserError } from 'n8n-workflow';

import { findAggregator } from '../query/aggregators';
import { defaultName } from '../query/columns';
import { ANY_EVENT, type DateRange, type EventQuery, type Measure } from '../query/eventQuery';
import { assertOrder, readDate } from './dates';
import type { ReadField } from './readField';
import { readProperty } from './property';

/** Value of a list's entry "type another one". */
export const OTHER = 'other';

interface MeasureRow {
	eventName?: unknown;
	aggregator?: unknown;
	otherAggregator?: unknown;
	field?: unknown;
	outputName?: unknown;
}

/**
 * Reads the form of Get Event Report into the neutral query.
 * @throws UserError that names the field as the form shows it
 */
export function readEventQuery(field: ReadField, timeZone: string): EventQuery {
	const measures = readMeasures(rowsOf(field('measures'), 'measure'));
	return {
		measures,
		groupBy: readGroupBy(rowsOf(field('groupBy'), 'group'), measures),
		unit: readChoice(field('unit'), field('otherUnit'), "'Unit'", "'Unit Name'"),
		range: readRange(field, timeZone),
	};
}

/** @throws UserError that names the field */
export function readRange(field: ReadField, timeZone: string): DateRange {
	const from = readDate(field('fromDate'), 'From Date', timeZone);
	const to = readDate(field('toDate'), 'To Date', timeZone);
	assertOrder(from, to);
	return { from, to };
}

function readMeasures(rows: MeasureRow[]): Measure[] {
	if (rows.length === 0) {
		throw new UserError(
			"'Measures' is empty. Add at least one measure: an event and how to count it",
		);
	}
	const measures = rows.map((row, index) => readMeasure(row, `of measure ${index + 1}`));
	const names = measures.map((measure) => measure.name ?? defaultName(measure));
	names.forEach((name, index) => {
		const earlier = names.indexOf(name);
		if (earlier === index) return;
		throw new UserError(
			`Measures ${earlier + 1} and ${index + 1} would both be called '${name}'. Give one of them another 'Output Name'`,
		);
	});
	return measures;
}

function readMeasure(row: MeasureRow, place: string): Measure {
	const event = textOf(row.eventName);
	if (event === '') {
		throw new UserError(
			`'Event Name' ${place} is empty. Enter an event, or ${ANY_EVENT} for any event`,
		);
	}
	const aggregator = readChoice(
		row.aggregator,
		row.otherAggregator,
		`'Aggregator' ${place}`,
		`'Aggregator Name' ${place}`,
	);
	const known = findAggregator(aggregator);
	const field = textOf(row.field);
	if (known?.needsProperty && field === '') {
		throw new UserError(
			`'Field' ${place} is empty. The aggregator '${known.label}' needs the property to compute with, for example amount`,
		);
	}
	const usesField = field !== '' && known?.needsProperty !== false;
	const name = textOf(row.outputName);
	return {
		event,
		aggregator: known?.value ?? aggregator,
		property: usesField ? readProperty(field, event, `'Field' ${place}`) : undefined,
		name: name === '' ? undefined : name,
	};
}

function readGroupBy(rows: Array<{ field?: unknown }>, measures: Measure[]): EventQuery['groupBy'] {
	const events = new Set(measures.map(({ event }) => event));
	// A short name is a property of the measures' event; with several events, of any event.
	const event = events.size === 1 ? ([...events][0] as string) : ANY_EVENT;
	return rows.map((row, index) =>
		readProperty(textOf(row.field), event, `'Field' of group ${index + 1} in 'Group By'`),
	);
}

function readChoice(chosen: unknown, typed: unknown, label: string, otherLabel: string): string {
	const choice = textOf(chosen);
	const value = choice === OTHER ? textOf(typed) : choice;
	if (value === '') throw new UserError(`${choice === OTHER ? otherLabel : label} is empty`);
	return value;
}

function rowsOf<Row>(collection: unknown, name: string): Row[] {
	if (typeof collection !== 'object' || collection === null) return [];
	const rows = (collection as { [name: string]: unknown })[name];
	return Array.isArray(rows) ? (rows as Row[]) : [];
}

function textOf(value: unknown): string {
	return value === undefined || value === null ? '' : String(value).trim();
}
