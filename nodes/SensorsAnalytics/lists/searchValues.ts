import { createHash } from 'crypto';
import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { readProperty } from '../form/property';
import { pickedLabel, textOf } from '../form/reading';
import { RECENT_DAYS, recentRange } from '../form/recentDays';
import { ANY_EVENT, type DateRange, type Property } from '../query/eventQuery';
import { kindIn, type ValueKind } from '../query/valueKinds';
import type { Service } from '../transport/service';
import { serviceFor, toResult, withEmpty } from './catalog';
import { catalogOf } from './catalogOf';
import { countValues } from './countValues';
import { ShortMemory } from './shortMemory';

/** As many as the platform's own list gives, and as a list of the form can show. */
const MOST_VALUES = 1000;
const MOST_SHOWN = 200;
/** Operations whose short names are properties of users. */
const OF_USERS = ['getManyUsers', 'getUserPropertyReport'];
const YES_OR_NO = ['true', 'false'];
const DATE = /^\d{4}-\d{2}-\d{2}/;

const memory = new ShortMemory<string[]>(60_000, 50);

/** Values of the property in the same row, the most frequent ones of the last days first. */
export async function searchValues(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const field: unknown = this.getCurrentNodeParameter('&field');
	const property = readChosen(this, textOf(field));
	const kind = kindOf(field, property);
	const values = kind === 'boolean' ? YES_OR_NO : await valuesOf(this, property);
	const fitting = kind === 'date' ? values.filter((value) => DATE.test(value)) : values;
	const { results } = toResult(
		fitting.map((value) => ({ name: value, value })),
		filter,
	);
	return withEmpty({ results: results.slice(0, MOST_SHOWN) }, filter, '(None)');
}

function readChosen(context: ILoadOptionsFunctions, name: string): Property {
	if (name === '') {
		throw new UserError("Choose 'Field' of the condition first: the list shows its values");
	}
	if (name.startsWith('=')) {
		throw new UserError(
			"'Field' of the condition is an expression, so its values are not known before it runs. Enter the value instead",
		);
	}
	const operation = textOf(context.getCurrentNodeParameter('operation'));
	return readProperty(name, OF_USERS.includes(operation) ? '' : ANY_EVENT, "'Field'");
}

function kindOf(field: unknown, property: Property): ValueKind | undefined {
	if (property.of === 'user' && /^user_(?:group|segment)_/.test(property.name)) return 'boolean';
	return kindIn(pickedLabel(field));
}

/** Kept for a minute: each letter that is typed into the list asks anew. */
async function valuesOf(context: ILoadOptionsFunctions, property: Property): Promise<string[]> {
	const service = serviceFor(context);
	const range = recentRange(RECENT_DAYS, context.getTimezone(), new Date());
	const asked = JSON.stringify([await service.connectionOf(0), property, range]);
	const key = createHash('sha256').update(asked).digest('hex');
	return await memory.get(key, async () => await load(service, property, range));
}

/** The platform's own list; where it has none, the values that a report counts. */
async function load(service: Service, property: Property, range: DateRange): Promise<string[]> {
	const { propertyValues } = await catalogOf(service, 0);
	if (propertyValues && property.of !== 'other') {
		const listed = await propertyValues(property.of, property.name, MOST_VALUES);
		if (listed) return listed;
	}
	const { values } = await countValues(service, 0, property, range);
	return values.flatMap(({ value }) => (value === null ? [] : String(value)));
}
