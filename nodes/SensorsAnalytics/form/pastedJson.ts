import type { INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { parseBoundedJson } from '../../../credentials/http/json';

/** Name of the field for a pasted query, as the form shows it. */
export const JSON_LABEL = 'Query JSON';

/**
 * @param path part of the address by which the request is found in the network panel
 * @param placeholder a payload as it begins
 */
export function pastedJsonField(
	path: string,
	placeholder = 'e.g. the payload that begins with {',
): INodeProperties {
	return {
		displayName: JSON_LABEL,
		name: 'queryJson',
		type: 'json',
		typeOptions: { rows: 10 },
		default: '',
		required: true,
		placeholder,
		description: `Open the report in Sensors Analytics with the browser's developer tools, filter the network panel by ${path}, and copy the request payload`,
	};
}

/**
 * The JSON object that was pasted, or that an expression gave.
 * @throws UserError that names the field
 */
export function readPastedJson(value: unknown, label: string): { [key: string]: unknown } {
	const { parsed, fault } = typeof value === 'string' ? parse(value.trim()) : { parsed: value };
	if (fault !== undefined) throw new UserError(`'${label}' ${fault}`);
	if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
		throw new UserError(
			`'${label}' is no JSON object. Paste the whole request payload, from { to }`,
		);
	}
	const rounded = typeof value === 'string' ? undefined : findRounded(value);
	if (rounded !== undefined) {
		throw new UserError(
			`'${label}' was given as an object in which a number is too long for n8n: ${rounded} is rounded already. Give the payload as text, or the number in quotation marks`,
		);
	}
	return parsed as { [key: string]: unknown };
}

/** A whole number beyond those that JavaScript holds exactly. */
export function findRounded(value: unknown): number | undefined {
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
				"is a whole request (cURL or fetch), which holds your browser's cookie: don't keep it in a workflow. In the network panel open the request, then Payload, then 'view source', and copy the text from { to }",
		};
	}
	try {
		const parsed = parseBoundedJson(text);
		// A chart's query as answers tell it is a JSON text within JSON (docs/service.md, "Lists").
		return { parsed: typeof parsed === 'string' ? parseBoundedJson(parsed) : parsed };
	} catch (error) {
		const where = error instanceof Error ? error.message : 'not readable';
		return {
			fault: `is no valid JSON: ${where}. Copy the payload with "view source" in the browser's network panel`,
		};
	}
}
