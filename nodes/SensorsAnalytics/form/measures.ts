import { UserError } from 'n8n-workflow';

import { findAggregator } from '../query/aggregators';
import { defaultName } from '../query/columns';
import { eventsIn } from '../query/fieldExpression';
import {
	ANY_EVENT,
	type EventMeasure,
	type Filter,
	type FormulaMeasure,
	type Measure,
} from '../query/eventQuery';
import { readConditions } from './filters';
import { readProperty } from './property';
import { listOf, readChoice, rowsOf, textOf } from './reading';

interface MeasureRow {
	measureType?: unknown;
	eventName?: unknown;
	aggregator?: unknown;
	otherAggregator?: unknown;
	field?: unknown;
	expression?: unknown;
	format?: unknown;
	events?: unknown;
	outputName?: unknown;
	isFiltered?: unknown;
	filterJoin?: unknown;
	filter?: unknown;
}

/**
 * Reads the list 'Measures' of the form.
 * @throws UserError that names the field and the measure's number
 */
export function readMeasures(collection: unknown): Measure[] {
	const rows = rowsOf<MeasureRow>(collection, 'measure');
	if (rows.length === 0) {
		throw new UserError(
			"'Measures' is empty. Add at least one measure: an event and how to count it",
		);
	}
	const measures = rows.map((row, index) => {
		const place = `of measure ${index + 1}`;
		return row.measureType === 'formula' ? readFormula(row, place) : readEventMeasure(row, place);
	});
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

function readEventMeasure(row: MeasureRow, place: string): EventMeasure {
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
	return {
		kind: 'event',
		event,
		aggregator: known?.value ?? aggregator,
		property: usesField ? readProperty(field, event, `'Field' ${place}`) : undefined,
		name: textOf(row.outputName) || undefined,
		filter: readOwnFilter(row, event, place),
	};
}

function readFormula(row: MeasureRow, place: string): FormulaMeasure {
	const expression = textOf(row.expression);
	if (expression === '') {
		throw new UserError(
			`'Formula' ${place} is empty. Enter one such as sum(event.PayOrder.amount)/count(event.PayOrder)`,
		);
	}
	const name = textOf(row.outputName);
	if (name === '') throw new UserError(`'Output Name' ${place} is empty. A formula needs a name`);
	const named = eventsIn(expression);
	const events = listOf(row.events).map(textOf).filter(Boolean);
	const format = textOf(row.format);
	const hasFormat = expression.includes('|') || format === '';
	return {
		kind: 'formula',
		expression: hasFormat ? expression : `${expression}|${format}`,
		events: [...new Set(events.length > 0 ? events : named)],
		name,
		filter: readOwnFilter(row, ANY_EVENT, place),
	};
}

function readOwnFilter(row: MeasureRow, event: string, place: string): Filter | undefined {
	return row.isFiltered === true
		? readConditions(row.filter, row.filterJoin, event, place)
		: undefined;
}
