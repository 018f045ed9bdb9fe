import { UserError } from 'n8n-workflow';

import { type Aggregator, AGGREGATORS } from '../query/aggregators';
import { shown } from './keys';
import { meaningsOf, nearest, type Word } from './words';
import { asText } from '../query/json';

/** What else people write; `average` and `count` of what is judged by whether there is a property. */
const ALSO: { [word: string]: readonly string[] | undefined } = {
	events: ['count', 'times', 'event count', '次数'],
	users: ['uv', 'user count', 'unique users', 'distinct users', '人数', '用户数'],
	events_per_user: ['average', '人均'],
	avg: ['average', 'mean', '平均', '平均值'],
	sum: ['合计', '求和'],
	max: ['maximum', '最大'],
	min: ['minimum', '最小'],
	distinct: ['distinct count', 'count distinct', '去重'],
	median: ['p50'],
};

/** Aggregators under the words of the schema, which are those of default names of columns. */
export const AGGREGATES: ReadonlyArray<Word<Aggregator>> = AGGREGATORS.map((aggregator) => {
	const { word, value, label, interfaceName } = aggregator;
	const other = ALSO[word] ?? [];
	// The service's `average` counts events; of a property it would be `avg`.
	return { word, value: aggregator, also: [value, label, interfaceName, ...other] };
});

/**
 * How a number is computed; without a word events are counted.
 * @param hasProperty whether there is a property to compute with
 * @throws UserError that lists what is allowed, or what may be meant
 */
export function readAggregate(given: unknown, hasProperty: boolean, place: string): Aggregator {
	const found = given === undefined ? [] : meaningsOf(asText(given), AGGREGATES);
	if (given === undefined && !hasProperty) return AGGREGATES[0]?.value as Aggregator;
	const fitting = hasProperty ? found.filter(({ value }) => value.needsProperty) : found;
	const [only] = fitting;
	if (only === undefined || fitting.length > 1) {
		throw found.length === 0
			? unknown(given, hasProperty, place)
			: misfit(given, found, hasProperty, place);
	}
	if (only.value.needsProperty && !hasProperty) throw misfit(given, found, hasProperty, place);
	return only.value;
}

function unknown(given: unknown, hasProperty: boolean, place: string): UserError {
	const words = wordsOf(hasProperty ? true : undefined);
	const fault = given === undefined ? 'is missing' : `can't be ${shown(given)}`;
	return new UserError(
		`'aggregate' of ${place} ${fault}. ${hasProperty ? 'With a property it' : 'It'} must be one of: ${words}${adviceFor(given)}`,
	);
}

/** What is no aggregate is often what the number is called, such as revenue. */
function adviceFor(given: unknown): string {
	if (typeof given !== 'string' || given.trim() === '') return '';
	const near = nearest(
		given,
		AGGREGATES.map(({ word }) => word),
	);
	if (near !== undefined) return `. Did you mean ${near}?`;
	return `. If ${shown(given)} is what the number is called, it is its 'name': {"event": …, "aggregate": "sum", "property": "amount", "name": ${shown(given)}}`;
}

function misfit(
	given: unknown,
	found: ReadonlyArray<Word<Aggregator>>,
	hasProperty: boolean,
	place: string,
): UserError {
	if (found.length > 1) {
		const meanings = found.map(({ word, value }) => `${word} (${value.label})`).join(' or ');
		return new UserError(
			`'aggregate' of ${place} is ${shown(given)}, which can mean ${meanings}. Write one of them`,
		);
	}
	const [{ word = '' } = {}] = found;
	return hasProperty
		? new UserError(
				`'aggregate' of ${place} is ${word}, which takes no 'property'. Leave it out, or take one of: ${wordsOf(true)}`,
			)
		: new UserError(
				`'aggregate' of ${place} is ${word}, which needs a 'property', such as "amount". Without one it can be: ${wordsOf(false)}`,
			);
}

function wordsOf(needsProperty?: boolean): string {
	return AGGREGATES.filter(
		({ value }) => needsProperty === undefined || value.needsProperty === needsProperty,
	)
		.map(({ word }) => word)
		.join(', ');
}
