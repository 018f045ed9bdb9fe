/** Places in a request's body, in words of the form. */
import type { INode } from 'n8n-workflow';

const FIELDS: { [key: string]: string | undefined } = {
	event_name: 'Event Name',
	aggregator: 'Aggregator',
	field: 'Field',
	expression: 'Formula',
	name: 'Output Name',
	function: 'Function',
	params: 'Value',
};
const TOP: { [key: string]: string | undefined } = {
	unit: "'Unit'",
	from_date: "the first day of 'Date Range'",
	to_date: "the last day of 'Date Range'",
	bucket_params: "'Number Buckets'",
	by_field: "'Group By'",
	limit: "the option 'Limit of Groups'",
	sampling_factor: "the option 'Sampling Factor'",
	duration: "'Number of Periods'",
	result_bucket_param: "'Buckets'",
	measure_type: "'Distribution Of'",
};
/** As readRefusal joins them. */
const BETWEEN_STATEMENTS = '; ';
const PLACE = /^([a-z_]+(?:\.[a-z_0-9]+)*): /;

/**
 * A refusal, of the service or of the wire, with the labels that the form has for places in the
 * request, in front of each statement that begins with one: `measures.1.field: …` becomes `'Field' of
 * measure 2: …`. Others come back as they are, and so do all of a query that was pasted or saved.
 */
export function withLabel(said: string, { parameters }: Pick<INode, 'parameters'>): string {
	const { queryMode = 'fields', operation } = parameters ?? {};
	if (queryMode !== 'fields' || operation === 'runSavedReport') return said;
	return said.split(BETWEEN_STATEMENTS).map(labelled).join(BETWEEN_STATEMENTS);
}

function labelled(said: string): string {
	const path = PLACE.exec(said)?.[1];
	const place = path === undefined ? undefined : placeOf(path.split('.'));
	return place === undefined ? said : `${place}: ${said.slice((path as string).length + 2)}`;
}

function placeOf(path: string[]): string | undefined {
	const [first = '', second, ...rest] = path;
	if (first === 'filter') return conditionPlace([second, ...rest].filter(isText), "'Filter By'");
	if (second === undefined) return TOP[first];
	const number = Number(second) + 1;
	if (first === 'by_fields' && Number.isInteger(number)) return `'Field' of group ${number}`;
	if (first === 'measures' && Number.isInteger(number)) {
		const [key = '', ...inner] = rest;
		if (key === 'filter') return conditionPlace(inner, `measure ${number}`);
		return `${quoted(FIELDS[key])}measure ${number}`;
	}
	if (first === 'funnel' && second === 'steps') return stepPlace(rest);
	if (first === 'first_event') return "'Initial Event'";
	if (first === 'second_event') return "'Returning Event'";
	return undefined;
}

function stepPlace([index, key = '', ...inner]: string[]): string | undefined {
	const step = `step ${Number(index) + 1}`;
	if (!Number.isInteger(Number(index))) return undefined;
	return key === 'filter' ? conditionPlace(inner, step) : `${quoted(FIELDS[key])}${step}`;
}

function conditionPlace(path: string[], owner: string): string | undefined {
	const [list, index, ...rest] = path;
	const number = Number(index) + 1;
	if (!Number.isInteger(number)) return undefined;
	if (list === 'filters') return conditionPlace(rest, `filter group ${number}`);
	if (list !== 'conditions') return undefined;
	return `${quoted(FIELDS[rest[0] ?? ''])}condition ${number} of ${owner}`;
}

function quoted(label: string | undefined): string {
	return label === undefined ? '' : `'${label}' of `;
}

function isText(value: string | undefined): value is string {
	return value !== undefined;
}
