import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import {
	readValueSearch,
	RECENT_VALUES_LABEL,
	valueListFields,
	valueListOptions,
} from '../../form/catalogFields';
import { limited } from '../../form/listFields';
import { type ReadField, textOf } from '../../form/reading';
import { RECENT_DAYS, readRecentRange, recentRange } from '../../form/recentDays';
import type { Catalog } from '../../lists/catalogOf';
import { countValues } from '../../lists/countValues';
import { findEvents, findProperty } from '../../lists/findEntries';
import { addHint } from '../../output/hints';
import { ANY_EVENT, type DateRange, type Property } from '../../query/eventQuery';
import { toExpression } from '../../query/fieldExpression';
import { search } from '../../query/search';
import { giveFound } from '../catalogSearch';
import type { ItemRun, Operation } from '../operation';

/** Values of the platform's own list. */
const MOST_LISTED = 1000;

interface Value {
	value: string | number | boolean | null;
	/** null: not told. */
	count: number | null;
}

/** What a property's values are (docs/catalog.md, "Values"). */
export const getValues: Operation = {
	option: {
		name: 'Get Values',
		value: 'getPropertyValues',
		action: 'Get the values of a property',
		description:
			'Most frequent values of a property with their counts in the last 7 days; the option Days to Look At takes more',
	},
	fields: valueListFields,
	options: valueListOptions,
	async execute(run) {
		const { context, field, options } = run;
		const zone = context.getTimezone();
		const now = new Date();
		const chosen = readRecentRange(options.recentDays, RECENT_VALUES_LABEL, zone, now);
		const range = chosen ?? recentRange(RECENT_DAYS, zone, now);
		const catalog = await run.catalog();
		const property = await readWanted(catalog, field);
		const values =
			options.valuesFrom === 'list'
				? await listed(catalog, property)
				: await counted(run, property, range);
		const isByDefault = chosen === undefined && options.valuesFrom !== 'list';
		if (isByDefault && property.of === 'event') tellRange(context, range);
		return give(run, values, property);
	},
};

async function readWanted(catalog: Catalog, field: ReadField): Promise<Property> {
	const typed = textOf(field('property'));
	if (typed === '') throw new UserError("'Property' is empty. Choose one, or enter its name");
	const isAny = [ANY_EVENT, ''].includes(textOf(field('ofEvents')));
	// A whole expression needs no list.
	const events = isAny && typed.includes('.') ? [] : await findEvents(catalog, field('ofEvents'));
	const property = await findProperty(catalog, typed, events);
	if (isAny || property.of !== 'event' || events.length !== 1) return property;
	return { ...property, event: events[0]?.name as string };
}

/** Who tries it did not choose the days: a value that is not among the others may have come before. */
function tellRange(context: IExecuteFunctions, { from, to }: DateRange): void {
	if (context.getMode() !== 'manual') return;
	addHint(
		context,
		`These are the values of events from ${from} to ${to}. For those that came before, add the option '${RECENT_VALUES_LABEL}'.`,
	);
}

async function counted(run: ItemRun, property: Property, range: DateRange): Promise<Value[]> {
	const { context, service, itemIndex } = run;
	const { values, isTruncated, isSampled } = await countValues(service, itemIndex, property, range);
	addHint(
		context,
		isTruncated ? 'The property has more values than Sensors Analytics tells at once' : undefined,
	);
	addHint(context, isSampled ? 'The counts are estimates: they are of a sample' : undefined);
	return values;
}

async function listed(catalog: Catalog, property: Property): Promise<Value[]> {
	if (property.of === 'other') {
		throw new UserError("'Property' must be one of events or users");
	}
	const values = await catalog.propertyValues?.(property.of, property.name, MOST_LISTED);
	if (values) return values.map((value) => ({ value, count: null }));
	const reason = catalog.propertyValues
		? 'this installation does not have the module for it'
		: "with the 'Authentication' of the credential there is none: only the OpenAPI, with an API key, has such a list";
	throw new UserError(
		`The option 'Values From' can't be Platform's Own List, as ${reason}. Set it to Report of the Last Days`,
	);
}

function give(run: ItemRun, values: readonly Value[], property: Property): INodeExecutionData[] {
	const expression = toExpression(property);
	const { field } = run;
	const text = readValueSearch(field);
	const all = values.map(({ value, count }) => {
		const name = value === null ? '' : String(value);
		return { name, displayName: name, count: count ?? undefined, value, told: count };
	});
	const found = limited(search(all, text), field).map(({ value, told }) => ({
		property: expression,
		value,
		count: told,
	}));
	return giveFound(run, found, all, { what: `values of ${expression}`, text });
}
