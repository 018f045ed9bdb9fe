import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { AGGREGATORS, findAggregator } from '../query/aggregators';
import { defaultName } from '../query/columns';
import type { EventMeasure, Filter, FormulaMeasure, Measure } from '../query/query';
import { ANY_EVENT, eventsIn } from '../query/query';
import { conditionsField, joinField, readConditions } from './condition';
import { eventField, pickField, readProperty } from './property';
import { listOf, OTHER_CHOICE, readChoice, rowsOf, textOf } from './read';
import { showWhen } from './show';

const aggregatorOptions = (isOfSessions: boolean): INodePropertyOptions[] => [
	// The editor searches in names alone: both languages find an entry.
	...AGGREGATORS.map(({ value, label, description, interfaceName, ofSessions }) => {
		const name = `${label} (${interfaceName})`;
		const said = { name, value, description: `${description}. The service calls it ${value}.` };
		return isOfSessions && ofSessions
			? {
					...said,
					name: `${ofSessions.label} (${interfaceName})`,
					description: `${ofSessions.description}, as the vendor's client counts. Service: ${value}, column: ${ofSessions.word}.`,
				}
			: said;
	}),
	{
		name: 'Other…',
		value: OTHER_CHOICE,
		description: 'Type the name of an aggregator that is not listed',
	},
];
const withField = [
	...AGGREGATORS.filter(({ needsProperty }) => needsProperty).map(({ value }) => value),
	OTHER_CHOICE,
];

const measureFields = (isOfSessions: boolean): INodeProperties[] => [
	{
		displayName: 'Measure',
		name: 'measureType',
		type: 'options',
		default: 'event',
		options: [
			{
				name: 'Event',
				value: 'event',
				description: 'Count an event or compute with one of its properties',
			},
			{
				name: 'Formula',
				value: 'formula',
				description: 'Compute from several events, such as a conversion rate',
			},
		],
	},
	...showWhen({ measureType: ['event'] }, [
		eventField('Event Name', 'eventName'),
		{
			displayName: 'Aggregator',
			name: 'aggregator',
			type: 'options',
			default: 'general',
			options: aggregatorOptions(isOfSessions),
			description: `What to compute from the events. Expressions give its name: general counts ${isOfSessions ? 'sessions' : 'events'}, unique users, sum adds up Field.`,
		},
		{
			displayName: 'Aggregator Name',
			name: 'otherAggregator',
			type: 'string',
			default: '',
			placeholder: 'e.g. quantile95',
			displayOptions: { show: { aggregator: [OTHER_CHOICE] } },
			description: 'Name of the aggregator in the words of the service',
		},
		...showWhen({ aggregator: withField }, [
			// Not required for n8n: an aggregator from an expression shows it, and may need none.
			pickField({
				displayName: 'Field',
				name: 'field',
				list: 'searchMeasuredProperties',
				placeholder: 'e.g. amount or event.PayOrder.amount',
				description:
					'The property to compute with: short (amount, a property of the event above) or whole (event.PayOrder.amount, user.age)',
			}),
		]),
	]),
	...showWhen({ measureType: ['formula'] }, [
		{
			displayName: 'Formula',
			name: 'expression',
			type: 'string',
			default: '',
			placeholder: 'e.g. unique(event.PayOrder)/unique(event.$pageview)',
			description:
				'Numbers, + - * / ( ) and functions of events: count(event.A), unique(event.A), sum(event.A.x), avg(event.A.x), uniqcount(event.A.x)',
		},
		{
			displayName: 'Format',
			name: 'format',
			type: 'options',
			default: '',
			options: [
				{ name: 'As the Service Chooses', value: '' },
				{ name: 'Number With 2 Decimals', value: '%2f' },
				{ name: 'Ratio (0.25 Means 25%)', value: '%2p' },
				{ name: 'Whole Number', value: '%d' },
			],
		},
		{
			displayName: 'Events',
			name: 'events',
			type: 'string',
			default: '',
			placeholder: 'e.g. PayOrder, $pageview',
			description:
				'Names of the events that the formula uses, with commas between them. Read from the formula if empty.',
		},
	]),
	{
		displayName: 'Output Name',
		name: 'outputName',
		type: 'string',
		default: '',
		placeholder: 'e.g. revenue',
		description:
			'Key of this measure in the output. If empty, it is made from event, aggregator and field, for example PayOrder_sum_amount.',
	},
	{
		displayName: 'Filter This Measure',
		name: 'isFiltered',
		type: 'boolean',
		default: false,
		description: 'Whether only events for which conditions are met count for this measure',
	},
	...showWhen({ isFiltered: [true] }, [
		joinField('filterJoin'),
		conditionsField('Only Where', 'filter'),
	]),
];

/** The list of measures. @param isOfSessions whether they count in sessions */
export const measuresField = (isOfSessions = false): INodeProperties => ({
	displayName: 'Measures',
	name: 'measures',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Measure', sortable: true },
	default: {
		measure: [
			{
				measureType: 'event',
				eventName: { __rl: true, mode: 'list', value: '' },
				aggregator: 'general',
			},
		],
	},
	placeholder: 'Add Measure',
	description: 'What to compute: one or more events and how to count them',
	options: [{ displayName: 'Measure', name: 'measure', values: measureFields(isOfSessions) }],
});

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

/**
 * The fields of a query with one measure in place of several.
 * n8n has no list of one entry that it would not also save in another form: the button says it.
 * @param description of the measure
 */
export function withOneMeasure(
	fields: readonly INodeProperties[],
	description: string,
): INodeProperties[] {
	return fields.map((field) =>
		field.name === 'measures'
			? {
					...field,
					displayName: 'Measure',
					typeOptions: {
						...field.typeOptions,
						sortable: false,
						multipleValueButtonText: 'Add Measure (Only One Counts)',
					},
					description,
				}
			: field,
	);
}
