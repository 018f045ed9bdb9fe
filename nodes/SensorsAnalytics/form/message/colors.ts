import type { INodeProperties } from 'n8n-workflow';

import type { Limits } from '../../output/message/options';
import { noNumber, textOf } from '../../params/read';
import type { Details } from './details';

/** Which cells are green or red. */
export const colorFields: INodeProperties[] = [
	{
		displayName: 'Color Cells By',
		name: 'colorBy',
		type: 'options',
		default: 'change',
		options: [
			{ name: 'Change in Percent', value: 'change' },
			{ name: 'Value', value: 'value' },
		],
		description: 'What Green Limit and Red Limit are compared with',
	},
	{
		displayName: 'Green Limit',
		name: 'greenLimit',
		type: 'string',
		default: '',
		placeholder: 'e.g. 10',
		description:
			'Cells at or above it are green. Where it is below Red Limit, less is better: those at or below it are.',
	},
	{
		displayName: 'Red Limit',
		name: 'redLimit',
		type: 'string',
		default: '',
		placeholder: 'e.g. -10',
		description:
			'Cells at or below it are red. Where it is above Green Limit, less is better: those at or above it are.',
	},
];

/** @throws UserError that names the field */
export function readLimits({ colorBy, greenLimit, redLimit }: Details): Limits | undefined {
	const green = readNumber(greenLimit, "'Green Limit' of the message");
	const red = readNumber(redLimit, "'Red Limit' of the message");
	if (green === undefined && red === undefined) return undefined;
	return { by: colorBy === 'value' ? 'value' : 'change', green, red };
}

function readNumber(value: unknown, label: string): number | undefined {
	const text = textOf(value);
	if (text === '') return undefined;
	const number = Number(text);
	if (Number.isFinite(number)) return number;
	throw noNumber(text, label, '-5');
}
