import { UserError } from 'n8n-workflow';

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
	return parsed as { [key: string]: unknown };
}

function parse(text: string): { parsed?: unknown; fault?: string } {
	if (text === '') return { fault: 'is empty. Paste the request payload' };
	try {
		return { parsed: JSON.parse(text) };
	} catch (error) {
		const where = error instanceof Error ? error.message : 'not readable';
		return {
			fault: `is no valid JSON: ${where}. Copy the payload with "view source" in the browser's network panel`,
		};
	}
}
