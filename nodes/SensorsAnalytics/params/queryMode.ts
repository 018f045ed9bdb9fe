import { type INodeProperties, type INodePropertyOptions, UserError } from 'n8n-workflow';

import {
	isObject,
	type JsonObject,
	keyTwice,
	parseBoundedJson,
} from '../../../credentials/http/json';
import { quoted } from '../../../credentials/http/redact';
import { type AddressedQuery, assertNoSecret, isAddress, readAddress } from '../paste/payload';
import { assertFewKeys, valueCounter } from '../query/json';
import { FULL_SAMPLE } from '../query/query';
import { BOUNDS } from './bounds';
import { forTools, showWhen } from './show';

const COMMON: INodePropertyOptions[] = [
	{
		name: 'Build From Fields',
		value: 'fields',
		description: 'Define the query in the fields of this form',
	},
	{
		name: 'Paste URL or JSON',
		value: 'json',
		description: 'Use the URL or the request payload of a report that is open in Sensors Analytics',
	},
];

export const queryModeField: INodeProperties = {
	displayName: 'Query',
	name: 'queryMode',
	type: 'options',
	default: 'fields',
	noDataExpression: true,
	options: COMMON,
};

/** The same, or written in the node's JSON, which also contains the dates. */
export const reportQueryModeFields: INodeProperties[] = forTools(
	{
		...queryModeField,
		options: [
			...COMMON,
			{
				name: 'Define as JSON',
				value: 'definition',
				description: 'Write the whole query, including dates, as JSON with readable keywords',
			},
		],
	},
	'definition',
);

/** The same without pasting, for reports that the web page doesn't have. */
export const ownQueryModeFields: INodeProperties[] = reportQueryModeFields.map((field) => ({
	...field,
	options: (field.options as INodePropertyOptions[]).filter(({ value }) => value !== 'json'),
}));

export const JSON_LABEL = 'Report URL or JSON';

/** One field for all reports, whose request URLs all end in `/report`. */
export const pastedJsonField: INodeProperties = {
	displayName: JSON_LABEL,
	name: 'queryJson',
	type: 'json',
	typeOptions: { rows: 10 },
	default: '',
	required: true,
	placeholder: 'e.g. {"measures":[{"event_name":"PayOrder",…}],…}',
	description:
		"The full URL of the report page in Sensors Analytics, or its request payload: open the browser's developer tools there, and reload the page. In the network panel, filter by /report, and copy the payload.",
};

/** Reads a query of the web page: its payload, or a URL that contains it. */
export function readPayload(value: unknown): AddressedQuery {
	const text = typeof value === 'string' ? value.trim() : '';
	const isUrl = isAddress(text);
	const read = isUrl
		? readAddress(text, JSON_LABEL)
		: { payload: readPastedJson(value, JSON_LABEL) };
	if (isUrl) assertFewKeys(read.payload, `'${JSON_LABEL}'`);
	assertNoSecret(read.payload, JSON_LABEL);
	assertBounds(read.payload);
	return read;
}

/** Numbers that are sent as pasted, with the bounds of the form. */
const PASTED: Array<[key: string, bounds: readonly [number, number]]> = [
	['limit', BOUNDS.rowLimit],
	['sampling_factor', [1, FULL_SAMPLE]],
];
/** Value for no limit (docs/service.md, "Users"). */
const NO_LIMIT = -1;

function assertBounds(payload: JsonObject): void {
	for (const [key, [least, most]] of PASTED) {
		const value = payload[key] ?? undefined;
		const isDigits = typeof value === 'string' && /^-?\d{1,15}$/.test(value);
		const number = typeof value === 'number' || isDigits ? Number(value) : NaN;
		if (value === undefined || (key === 'limit' && number === NO_LIMIT)) continue;
		if (Number.isInteger(number) && number >= least && number <= most) continue;
		throw new UserError(
			`'${key}' in '${JSON_LABEL}' must be a whole number from ${least} to ${most}. Correct it, or remove it`,
		);
	}
}

export function readPastedJson(value: unknown, label: string): { [key: string]: unknown } {
	const { parsed, fault } = typeof value === 'string' ? parse(value.trim()) : { parsed: value };
	if (fault !== undefined) throw new UserError(`'${label}' ${fault}`);
	if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
		throw new UserError(
			`'${label}' isn't a JSON object. Paste the whole request payload, from { to }`,
		);
	}
	assertExact(parsed, value, label, 'Enter the payload as text, or put');
	return parsed as { [key: string]: unknown };
}

/** Refuses a query with too many keys, or as an object in which a number has lost digits. */
function assertExact(parsed: object, value: unknown, label: string, advice: string): void {
	assertFewKeys(parsed, `'${label}'`, valueCounter(`'${label}'`));
	const rounded = typeof value === 'string' ? undefined : findRounded(value);
	if (rounded === undefined) return;
	throw new UserError(
		`'${label}' contains a number that is too long for n8n: ${rounded} is already rounded. ${advice} the number in quotation marks`,
	);
}

/** Finds an integer beyond those that JavaScript holds exactly. */
function findRounded(value: unknown): number | undefined {
	if (typeof value === 'number') {
		return Number.isInteger(value) && !Number.isSafeInteger(value) ? value : undefined;
	}
	if (typeof value !== 'object' || value === null) return undefined;
	for (const inner of Object.values(value)) {
		const found = findRounded(inner);
		if (found !== undefined) return found;
	}
	return undefined;
}

function parse(text: string): { parsed?: unknown; fault?: string } {
	if (text === '') return { fault: 'is empty. Paste the request payload' };
	if (/^(curl\s|fetch\s*\(|invoke-webrequest\s|\$session\b)/i.test(text)) {
		return {
			fault:
				"is a whole request (cURL or fetch) with your browser's cookie. Don't keep this cookie in a workflow. In the network panel, open the request, select Payload and then 'view source', and copy the text from { to }",
		};
	}
	const outer = tryParse(text);
	// In answers, a chart's query is a JSON text within JSON (docs/service.md, "Lists").
	const { parsed, fault } = typeof outer.parsed === 'string' ? tryParse(outer.parsed) : outer;
	if (fault === undefined) return { parsed };
	return {
		fault: `${fault}. Copy the payload with "view source" in the browser's network panel`,
	};
}

const DEFINITION_LABEL = 'Query Definition';

interface Described {
	short: string;
	schema: JsonObject;
}

/** Returns the field, which a tool leaves to its model. */
export function definitionFields({ short, schema }: Described): INodeProperties[] {
	const fieldWith = (more: Partial<INodeProperties>): INodeProperties => ({
		displayName: DEFINITION_LABEL,
		name: 'queryDefinition',
		type: 'json',
		typeOptions: { rows: 10 },
		default: '',
		required: true,
		...more,
	});
	// n8n shows no placeholder in its editor of JSON.
	const typed = {
		description: 'Query as a JSON object. You can use display names.',
		hint: `e.g. ${short}`,
	};
	const left = {
		description: `Query as a JSON object, for example ${short}`,
		default: leftToModel(schema),
	};
	return [
		...showWhen({ '@tool': [false] }, [fieldWith(typed)]),
		...showWhen({ '@tool': [true] }, [fieldWith(left)]),
	];
}

/** The model fills in a text, because n8n's dialog for testing a tool returns only texts. */
function leftToModel(schema: JsonObject): string {
	// Two closing braces would end the expression.
	const text = JSON.stringify(schema).replace(/\}(?=\})/g, '} ');
	return `={{ $fromAI('query', 'What to ask, by this schema: ${text}', 'json') }}`;
}

/** In characters: enough for thousands of values in a filter, and more than a model writes. */
const LONGEST_QUERY = 500_000;

/** Fences that models put around JSON. */
const FENCE = /^```(?:json)?\s{0,9}|\s{0,9}```$/g;

export function readDefinitionText(value: unknown, example: string): JsonObject {
	const such = `Write a JSON object such as ${example}`;
	const parsed =
		typeof value === 'string' ? parseDefinition(value.trim().replace(FENCE, ''), such) : value;
	if (!isObject(parsed)) throw new UserError(`'${DEFINITION_LABEL}' isn't a JSON object. ${such}`);
	assertExact(parsed, value, DEFINITION_LABEL, 'Put');
	const keys = Object.keys(parsed);
	// Some models put the query into an object under the parameter's name.
	return keys.length === 1 && isObject(parsed.query) ? parsed.query : parsed;
}

function parseDefinition(text: string, such: string): unknown {
	if (text === '') throw new UserError(`'${DEFINITION_LABEL}' is empty. ${such}`);
	if (text.length > LONGEST_QUERY) {
		throw new UserError(
			`'${DEFINITION_LABEL}' has ${text.length} characters, more than ${LONGEST_QUERY}. Shorten the query`,
		);
	}
	const { parsed, fault } = tryParse(text);
	if (fault === undefined) return parsed;
	throw new UserError(`'${DEFINITION_LABEL}' ${fault}. ${such}`);
}

function tryParse(text: string): { parsed?: unknown; fault?: string } {
	try {
		const parsed = parseBoundedJson(text);
		const twice = keyTwice(text);
		if (twice === undefined) return { parsed };
		return { fault: `has the key ${quoted(twice)} twice in an object; remove one` };
	} catch (error) {
		const fault = error instanceof Error ? error.message : 'not readable';
		const at = Number(/at position (\d{1,9})/.exec(fault)?.[1] ?? -1);
		const isSlash = text.charAt(at) === '/' || fault.includes("token '/'");
		return {
			fault: `isn't valid JSON: ${isSlash ? "comments, and a / outside of quotation marks, aren't allowed" : fault}`,
		};
	}
}
