import type { INodeProperties } from 'n8n-workflow';

import { UserError } from 'n8n-workflow';

import { isObject } from '../../../credentials/http/json';
import { quoted } from '../../../credentials/http/redact';
import type { Aggregator } from '../query/aggregators';
import { AGGREGATORS, findAggregator } from '../query/aggregators';
import { requestedNames } from '../query/columns';
import { asText, firstTwice } from '../query/json';
import type { EventMeasure, FormulaMeasure, Measure } from '../query/query';
import { ANY_EVENT, eventsIn, measuresOfSessions } from '../query/query';
import type { FilteredRow } from './event';
import {
	ownFilterFields,
	readEvent,
	readEventJson,
	readOwnFilter,
	readPropertyJson,
} from './event';
import { readOwnFilterJson } from './filter';
import type { FormSource, JsonSource, Param, ParamChoice } from './param';
import { arrayOf, choiceParam, TEXT, textOr } from './param';
import { eventField, pickedFrom, pickField, readProperty } from './property';
import { fewRowsOf, listOf, textOf } from './read';
import { entriesField, hideWhen, showWhen } from './show';
import type { Word } from './words';
import { asList, meaningsOf, nearest, plain, readEach, readKeys, readText, shown } from './words';

/** Aggregators by the words of the schema, which default column names also use. */
export const AGGREGATES: ReadonlyArray<Word<Aggregator>> = AGGREGATORS.map((aggregator) => {
	const { word, value, label, interfaceName, also = [] } = aggregator;
	// The service's `average` counts events; with a property, the word means `avg`.
	return { word, value: aggregator, also: [value, label, interfaceName, ...also] };
});

/** Aggregators without a property; others may have one, because the service may know more. */
const withoutProperty = AGGREGATORS.flatMap(({ value, interfaceName, needsProperty }) =>
	needsProperty ? [] : [value, interfaceName],
);

const presetAggregator = (isOfSessions: boolean) =>
	aggregatorChoices(isOfSessions)[0] as AggregatorChoice;

const FORMULA_CHOICE = 'formula';

export function aggregatorChoices(isOfSessions: boolean): AggregatorChoice[] {
	return [
		...AGGREGATES.map(({ also, value: { ofSessions, ...of } }) => {
			const own = isOfSessions ? ofSessions : undefined;
			const { label: name, description } = own ?? of;
			return { name, value: of.value, description, also };
		}),
		{
			name: 'Formula',
			value: FORMULA_CHOICE,
			description: 'Combine several events, such as in a conversion rate',
			also: ['ratio', 'conversion rate', '自定义指标', '公式', '转化率'],
		},
	];
}

interface AggregatorChoice {
	name: string;
	value: string;
	description: string;
	/** Further words with which the list finds it. */
	also: readonly string[];
}

const measureFields = (isOfSessions: boolean): INodeProperties[] => [
	...hideWhen({ aggregator: [FORMULA_CHOICE] }, [eventField('Event Name', 'eventName')]),
	// A list that n8n requests can find an entry by all of its words; n8n's own list searches only
	// names.
	pickField({
		displayName: 'Aggregator',
		name: 'aggregator',
		list: isOfSessions ? 'searchSessionAggregators' : 'searchAggregators',
		placeholder: 'e.g. sum or quantile95',
		preset: presetAggregator(isOfSessions),
		description: `How to compute the measure. In expressions, use the API name: "general" (number of ${isOfSessions ? 'sessions' : 'events'}), "unique" (number of users), or "sum" (sum of 'Property'). To combine several events, select 'Formula'.`,
	}),
	...hideWhen({ aggregator: [...withoutProperty, FORMULA_CHOICE] }, [
		// n8n doesn't require it: an aggregator from an expression shows the field, but may need no
		// property.
		pickField({
			displayName: 'Property',
			name: 'field',
			list: 'searchMeasuredProperties',
			placeholder: 'e.g. amount or event.PayOrder.amount',
			description:
				'Property to aggregate. Enter a short name for a property of this event (amount) or a full name (event.PayOrder.amount, user.age).',
		}),
	]),
	...showWhen({ aggregator: [FORMULA_CHOICE] }, [
		{
			displayName: 'Formula',
			name: 'expression',
			type: 'string',
			default: '',
			placeholder: 'e.g. unique(event.PayOrder)/unique(event.$pageview)',
			description:
				'Formula that can contain numbers, the operators + - * /, parentheses, and event functions: count(event.A), unique(event.A), sum(event.A.x), avg(event.A.x), uniqcount(event.A.x)',
		},
		{
			displayName: 'Format',
			name: 'format',
			type: 'options',
			default: '',
			options: [
				{ name: 'Sensors Analytics Default', value: '' },
				{ name: 'Number With 2 Decimals', value: '%2f' },
				{ name: 'Percentage (0.25 Means 25%)', value: '%2p' },
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
				'Comma-separated names of the events in the formula. If empty, the node reads the names from the formula.',
		},
	]),
	{
		displayName: 'Output Name',
		name: 'outputName',
		type: 'string',
		default: '',
		placeholder: 'e.g. revenue',
		description:
			'Name of this measure in the output. If empty, the node creates a name such as PayOrder_sum_amount.',
	},
	...ownFilterFields('Measure'),
];

const measuresField = (isOfSessions: boolean): INodeProperties =>
	entriesField({
		displayName: 'Measures',
		name: 'measures',
		what: 'Measure',
		row: 'measure',
		first: {
			measure: [
				{
					eventName: { __rl: true, mode: 'list', value: '' },
					aggregator: pickedFrom(presetAggregator(isOfSessions)),
				},
			],
		},
		description:
			"Measures (metrics) to compute: one or more events, each with an aggregator. 'Explain Change' takes one.",
		isSortable: true,
		values: measureFields(isOfSessions),
	});

interface MeasureRow extends FilteredRow {
	eventName?: unknown;
	aggregator?: unknown;
	field?: unknown;
	expression?: unknown;
	format?: unknown;
	events?: unknown;
	outputName?: unknown;
}

function readMeasures(collection: unknown, timeZone: string): Measure[] {
	const rows = fewRowsOf<MeasureRow>(collection, 'measure', "'Measures'");
	if (rows.length === 0) {
		throw new UserError("'Measures' is empty. Add a measure: an event and how to count it");
	}
	const measures = rows.map((row, index) => {
		const place = `of measure ${index + 1}`;
		return textOf(row.aggregator) === FORMULA_CHOICE
			? readFormula(row, place, timeZone)
			: readEventMeasure(row, place, timeZone);
	});
	assertNamesDiffer(measures, "'Output Name'");
	return measures;
}

function assertNamesDiffer(measures: readonly Measure[], label: string): void {
	const names = requestedNames(measures);
	const name = firstTwice(names);
	if (name === undefined) return;
	const first = names.indexOf(name);
	throw new UserError(
		`Measures ${first + 1} and ${names.indexOf(name, first + 1) + 1} have the same output name ${quoted(name)}. Enter another ${label} for one of them`,
	);
}

function readEventMeasure(row: MeasureRow, place: string, timeZone: string): EventMeasure {
	const event = textOf(row.eventName);
	if (event === '') {
		throw new UserError(
			`'Event Name' ${place} is empty. Enter an event, or ${ANY_EVENT} for any event`,
		);
	}
	const aggregator = textOf(row.aggregator);
	if (aggregator === '')
		throw new UserError(`'Aggregator' ${place} is empty. Choose an entry, or enter its API name`);
	const field = textOf(row.field);
	const known = findAggregator(aggregator) ?? aggregateCalled(aggregator, field !== '');
	if (known?.needsProperty && field === '') {
		throw new UserError(
			`'Property' ${place} is empty. Choose the property that the aggregator '${known.label}' computes with, for example amount`,
		);
	}
	const usesField = field !== '' && known?.needsProperty !== false;
	return {
		kind: 'event',
		event,
		aggregator: known?.value ?? aggregator,
		property: usesField ? readProperty(field, event, `'Property' ${place}`) : undefined,
		name: textOf(row.outputName) || undefined,
		filter: readOwnFilter(row, { event, place, timeZone }),
	};
}

/**
 * Finds an aggregator by a user's word for it; the API may have aggregators that only the service
 * knows.
 */
function aggregateCalled(typed: string, hasProperty: boolean): Aggregator | undefined {
	const found = meaningsOf(typed, AGGREGATES).map(({ value }) => value);
	return found.find(({ needsProperty }) => needsProperty === hasProperty) ?? found[0];
}

function readFormula(row: MeasureRow, place: string, timeZone: string): FormulaMeasure {
	const expression = textOf(row.expression);
	if (expression === '') {
		throw new UserError(
			`'Formula' ${place} is empty. Enter a formula such as sum(event.PayOrder.amount)/count(event.PayOrder)`,
		);
	}
	const name = textOf(row.outputName) || nameOfFormula(expression);
	const named = eventsIn(expression);
	const typed = typeof row.events === 'string' ? row.events.replace(/[，、]/g, ',') : row.events;
	const events = listOf(typed).map(textOf).filter(Boolean);
	const format = textOf(row.format);
	const hasFormat = expression.includes('|') || format === '';
	return {
		kind: 'formula',
		expression: hasFormat ? expression : `${expression}|${format}`,
		events: [...new Set(events.length > 0 ? events : named)],
		name,
		filter: readOwnFilter(row, { event: ANY_EVENT, place, timeZone }),
	};
}

const SIGNS = new Map([
	['+', 'plus'],
	['-', 'minus'],
	['*', 'times'],
	['/', 'per'],
]);
const LONGEST_NAME = 80;
/** So much of a formula makes its name. */
const MOST_READ = 10_000;

/** The service requires a name: `PayOrder_sum_amount_per_PayOrder_count`. */
export function nameOfFormula(expression: string): string {
	const [formula = ''] = expression.slice(0, MOST_READ).split('|');
	const words = formula.match(/[-+*/]|[^-+*/()\s]+/g) ?? [];
	const isField = (word: string | undefined) => word?.startsWith('event.') === true;
	const parts = words.flatMap((word, index) => {
		const [, event = '', ...property] = word.split('.');
		if (isField(word)) return [event, words[index - 1] ?? '', ...property];
		return isField(words[index + 1]) ? [] : [SIGNS.get(word) ?? word];
	});
	return parts.join('_').slice(0, LONGEST_NAME);
}

/**
 * Shown above the measures if only one counts. n8n would save a list limited to one entry in
 * another format, and a second list would repeat the largest field of the form.
 */
export const oneMeasureNote: INodeProperties = {
	displayName: "Add only one entry to 'Measures': an event and an aggregator.",
	name: 'oneMeasureNote',
	type: 'notice',
	default: '',
};

/** Measures in a JSON query. */

/** Reads an aggregate; the default counts events. */
export function readAggregate(input: unknown, hasProperty: boolean, place: string): Aggregator {
	const found = input === undefined ? [] : meaningsOf(asText(input), AGGREGATES);
	if (input === undefined && !hasProperty) return AGGREGATES[0]?.value as Aggregator;
	const fitting = hasProperty ? found.filter(({ value }) => value.needsProperty) : found;
	const [only] = fitting;
	if (only === undefined || fitting.length > 1) {
		throw found.length === 0
			? unknownAggregate(input, hasProperty, place)
			: aggregateMisfit(input, found, hasProperty, place);
	}
	if (only.value.needsProperty && !hasProperty)
		throw aggregateMisfit(input, found, hasProperty, place);
	return only.value;
}

function unknownAggregate(input: unknown, hasProperty: boolean, place: string): UserError {
	const words = aggregatesOf(hasProperty ? true : undefined);
	const fault = input === undefined ? 'is missing' : `can't be ${shown(input)}`;
	return new UserError(
		`'aggregate' of ${place} ${fault}. ${hasProperty ? 'With a property, use' : 'Use'} one of: ${words}${adviceFor(input, hasProperty)}`,
	);
}

/** Words of statistics, which a sum of that name would not be. */
const STATISTIC = /^p\d|percent|rate|ratio|share|growth|dev|var|mode|率|比|差|分位/i;

/** An unknown aggregate is often the name of a number, such as revenue. */
function adviceFor(input: unknown, hasProperty: boolean): string {
	if (typeof input !== 'string' || input.trim() === '') return '';
	const near = nearest(
		input,
		AGGREGATES.map(({ word }) => word),
	);
	if (near !== undefined) return `. Did you mean ${near}?`;
	if (hasProperty || STATISTIC.test(input)) return '';
	return `. If ${shown(input)} is the name of the measure, use 'name': {"event": …, "aggregate": "sum", "property": "amount", "name": ${shown(input)}}`;
}

function aggregateMisfit(
	input: unknown,
	found: ReadonlyArray<Word<Aggregator>>,
	hasProperty: boolean,
	place: string,
): UserError {
	if (found.length > 1) {
		const meanings = found.map(({ word, value }) => `${word} (${value.label})`).join(' or ');
		return new UserError(
			`'aggregate' of ${place} is ${shown(input)}, which can mean ${meanings}. Write one of them`,
		);
	}
	const [{ word = '' } = {}] = found;
	return hasProperty
		? new UserError(
				`'aggregate' of ${place} is ${word}, which doesn't use 'property'. Remove 'property', or use one of: ${aggregatesOf(true)}`,
			)
		: new UserError(
				`'aggregate' of ${place} is ${word}, which requires a 'property', such as "amount". Without a property, use one of: ${aggregatesOf(false)}`,
			);
}

function aggregatesOf(needsProperty?: boolean): string {
	return AGGREGATES.filter(
		({ value }) => needsProperty === undefined || value.needsProperty === needsProperty,
	)
		.map(({ word }) => word)
		.join(', ');
}

const NAME = ['as', 'alias', 'label', 'output name'];
const MEASURE = {
	event: ['event name'],
	aggregate: ['aggregator', 'aggregation', 'agg', 'metric', 'function', 'math'],
	property: ['field'],
	name: NAME,
	filter: ['where'],
};
const FORMULA = { formula: ['expression'], name: NAME, filter: ['where'] };
/** The most common aggregates; docs/query.md lists the others. */
export const COMMON_AGGREGATES = [
	...['events', 'users', 'events_per_user', 'sum', 'avg', 'max', 'min', 'median', 'distinct'],
];
const MEASURE_SCHEMA = textOr({
	event: TEXT,
	aggregate: { examples: COMMON_AGGREGATES },
	property: TEXT,
	name: TEXT,
	filter: { type: 'object' },
	formula: { examples: ['sum(event.A.x)/count(event.B)'] },
});
const VALUE_SCHEMA = textOr({
	...{ event: TEXT, aggregate: { enum: ['events', 'sum'] }, property: TEXT },
});
const MEASURE_EXAMPLE = '{"event": "PayOrder", "aggregate": "sum", "property": "amount"}';
const FORMULA_EXAMPLE =
	'{"formula": "sum(event.PayOrder.amount)/count(event.PayOrder)", "name": "price"}';

function readMeasuresJson(value: unknown, of: JsonSource, label: string): Measure[] {
	const input = asList(value);
	if (input.length === 0)
		throw new UserError(`${label} is missing. Write it as [${MEASURE_EXAMPLE}]`);
	const measures = readEach(input, label, (one, index) =>
		isObject(one) && Object.keys(one).some(isOfFormula)
			? readFormulaJson(one, of, `measure ${index + 1}`)
			: readMeasureJson(one, of, `measure ${index + 1}`),
	);
	assertNamesDiffer(measures, "'name'");
	return measures;
}

/** Whether a key is that of a formula, in any spelling. */
function isOfFormula(key: string): boolean {
	return ['formula', ...FORMULA.formula].some((word) => plain(word) === plain(key));
}

function readMeasureJson(
	value: unknown,
	{ names, timeZone }: JsonSource,
	place: string,
): EventMeasure {
	const input = readKeys(
		typeof value === 'string' ? { event: value } : value,
		MEASURE,
		place,
		MEASURE_EXAMPLE,
	);
	const event = readEventJson(input.event, names, `'event' of ${place}`);
	const hasProperty = input.property !== undefined && input.property !== '';
	const { value: aggregator, needsProperty } = readAggregate(input.aggregate, hasProperty, place);
	// Distinct values can be counted for properties of any kind.
	const use = aggregator === 'uniqCount' ? undefined : 'number';
	const property = needsProperty
		? readPropertyJson(input.property, event, names, `'property' of ${place}`, use)
		: undefined;
	return {
		kind: 'event',
		event,
		aggregator,
		property: property?.property,
		name: nameOf(input.name, place),
		filter: readOwnFilterJson(input.filter, {
			event,
			names,
			place: `'filter' of ${place}`,
			timeZone,
		}),
	};
}

function readFormulaJson(value: unknown, { names, timeZone }: JsonSource, place: string): Measure {
	const input = readKeys(value, FORMULA, place, FORMULA_EXAMPLE);
	const expression = readText(input.formula, `'formula' of ${place}`, FORMULA_EXAMPLE);
	const name = nameOf(input.name, place) ?? nameOfFormula(expression);
	const named = eventsIn(expression);
	if (named.length === 0) {
		throw new UserError(
			`'formula' of ${place} contains no event. Write event.<event>, as in ${FORMULA_EXAMPLE}`,
		);
	}
	return {
		kind: 'formula',
		expression,
		events: [...new Set(named)],
		name,
		filter: readOwnFilterJson(input.filter, {
			event: ANY_EVENT,
			names,
			place: `'filter' of ${place}`,
			timeZone,
		}),
	};
}

function nameOf(value: unknown, place: string): string | undefined {
	return value === undefined ? undefined : readText(value, `'name' of ${place}`, '"revenue"');
}

/**
 * @param isOfSessions whether its measures count sessions
 * @param own key of a query with one measure, and its synonyms
 */
export function measuresParam(
	isOfSessions: boolean,
	own?: { key: string; also: readonly string[] },
): Param<Measure[]> {
	const field = measuresField(isOfSessions);
	const { displayName, name } = field;
	const { key, also } = own ?? { key: 'measures', also: ['measure', 'metrics'] };
	const named = { displayName, name, key };
	return {
		fields: [field],
		key,
		also,
		schema: own ? MEASURE_SCHEMA : arrayOf(MEASURE_SCHEMA),
		isRequired: true,
		words: AGGREGATES,
		read(source) {
			const input = source.value(named);
			const measures = source.isForm
				? readMeasures(input, source.timeZone)
				: readMeasuresJson(input, source, source.label(named));
			return isOfSessions ? measuresOfSessions(measures) : measures;
		},
	};
}

interface EventValue {
	key: string;
	also: readonly string[];
	event: { displayName: string; name: string };
	of: {
		displayName: string;
		name: string;
		choices: ReadonlyArray<ParamChoice<'general' | 'events' | 'sum'>>;
		preset: 'general' | 'sum';
		description: string;
		/** Whether the form has it before the event. */
		isFirst?: boolean;
	};
	property: { displayName: string; name: string };
	/** Result by the aggregators that may be written. */
	aggregators: { [aggregator: string]: string | undefined };
}

/** One measure of an event: how often it happened, or the sum of a property. */
export function eventValueParam(requested: EventValue): Param<EventMeasure> {
	const { key, also, event, of, property, aggregators } = requested;
	const choice = choiceParam({ ...of, key, isFixed: true });
	const eventFields = [eventField(event.displayName, event.name)];
	return {
		fields: [
			...(of.isFirst ? [...choice.fields, ...eventFields] : [...eventFields, ...choice.fields]),
			...showWhen({ [of.name]: ['sum'] }, [
				pickField({
					...property,
					description:
						'Numeric property to add up. Enter a short name (amount) or a full name (event.PayOrder.amount).',
					list: 'searchNumberProperties',
					placeholder: 'e.g. amount or event.PayOrder.amount',
					required: true,
				}),
			]),
		],
		key,
		also,
		schema: VALUE_SCHEMA,
		isRequired: true,
		read(source) {
			const measure = source.isForm
				? readEventValue(source, requested, choice.read(source) === 'sum')
				: readMeasureJson(source.value({ ...of, key }), source, `'${key}'`);
			const aggregator = aggregators[measure.aggregator];
			if (aggregator === undefined) {
				throw new UserError(
					`'aggregate' of '${key}' must be events or, with a 'property', sum: this report adds up nothing else`,
				);
			}
			if (measure.filter || measure.name) {
				throw new UserError(
					`'${key}' must be an event, or an object {"event": …, "aggregate": "sum", "property": …}, without 'filter' and 'name'`,
				);
			}
			return { kind: 'event', event: measure.event, aggregator, property: measure.property };
		},
	};
}

function readEventValue(
	{ field }: FormSource,
	{ event, property }: EventValue,
	isSum: boolean,
): EventMeasure {
	const name = readEvent(field(event.name), `'${event.displayName}'`);
	if (!isSum) return { kind: 'event', event: name, aggregator: 'general' };
	const typed = textOf(field(property.name));
	const added = readProperty(typed, name, `'${property.displayName}'`);
	return { kind: 'event', event: name, aggregator: 'sum', property: added };
}
