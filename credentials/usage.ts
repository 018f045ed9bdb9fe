import { type ICredentialDataDecryptedObject, type INodeProperties, UserError } from 'n8n-workflow';

import { quoted } from './http/redact';
import { credentialText } from './ways/way';

/** How to use what the credential may read: notes for models, and properties for nobody. */
export interface Usage {
	notes: string;
	/** Plain names of the properties that no output may contain. */
	leftOut: ReadonlySet<string>;
}

export const LEFT_OUT_LABEL = 'Properties to Leave Out';
const LONGEST_NOTES = 1500;

export const usageFields: INodeProperties[] = [
	{
		displayName: 'Notes for AI Agents',
		name: 'agentNotes',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		placeholder:
			'e.g. Revenue is the sum of the PayOrder property amount, in CNY. Weeks start on Monday.',
		description: `Facts about the project that an AI model needs, such as the currency, the first day of the week, and business terms. Up to ${LONGEST_NOTES} characters. When an AI agent uses this node as a tool, the first response includes these notes.`,
	},
	{
		displayName: LEFT_OUT_LABEL,
		name: 'leftOutProperties',
		type: 'string',
		default: '',
		placeholder: 'e.g. phone, name, email',
		description:
			'Comma-separated names of properties, for example those that contain personal data. The node never requests these properties, and removes them from everything that it returns.',
	},
];

/** Reads the notes and the names of properties; display names would protect nothing. */
export function readUsage(filledIn: ICredentialDataDecryptedObject): Usage {
	const typed = credentialText(filledIn, 'leftOutProperties').split(/[,，\n]/);
	const names = typed.map((name) => name.trim()).filter(Boolean);
	const odd = names.find((name) => !/^[\p{L}\p{M}\p{N}_$.]+$/u.test(name));
	if (odd !== undefined) {
		throw new UserError(
			`'${LEFT_OUT_LABEL}' contains ${quoted(odd)}, which isn't the name of a property. Enter the name, for example phone_number, and not the display name`,
		);
	}
	return {
		notes: credentialText(filledIn, 'agentNotes').slice(0, LONGEST_NOTES),
		// `phone` for `user.phone` and `event.SignUp.phone`.
		leftOut: new Set(
			names.map((name) => plainName(name.split('.').at(-1) as string)).filter(Boolean),
		),
	};
}

/** Returns a name without case and accents, as the least exact databases compare names. */
export function plainName(name: string): string {
	const isAscii = /^\p{ASCII}*$/u.test(name);
	const letters = isAscii ? name : name.normalize('NFKD').replace(/\p{M}+/gu, '');
	// Java treats letters with the same capital as equal, such as `ı` and `i`.
	return isAscii
		? letters.toLowerCase()
		: letters.replace(/[ßẞ]/g, 's').toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}
