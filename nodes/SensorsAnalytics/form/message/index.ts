import type { INodeProperties } from 'n8n-workflow';

import { MESSAGE_FORMS } from '../../output/message';
import type { MessageOptions } from '../../output/message/options';
import type { ReadField } from '../../params/read';
import { textOf } from '../../params/read';
import { showWhen } from '../../params/show';
import { colorFields, readLimits } from './colors';
import type { Details } from './details';
import { layoutFields, readLayout } from './layout';
import { numberFields, readNumberStyle } from './numbers';
import { readRobot, robotFields } from './robots';

/** In the order of the alphabet, as n8n wants them. */
const details = [...colorFields, ...layoutFields, ...numberFields, ...robotFields].sort((a, b) =>
	a.displayName < b.displayName ? -1 : 1,
);

/** What a message looks like. */
export const messageFields: INodeProperties[] = showWhen({ output: [...MESSAGE_FORMS] }, [
	{
		displayName: 'Title',
		name: 'messageTitle',
		type: 'string',
		default: '',
		placeholder: "e.g. Yesterday's orders",
		description: 'Headline of the message; what the report is and its dates if empty',
	},
	{
		displayName: 'Message',
		name: 'message',
		type: 'collection',
		placeholder: 'Add Detail',
		default: {},
		options: details,
	},
]);

/**
 * Reads what a message shall look like.
 * @throws UserError that names the field
 */
export function readMessageOptions(field: ReadField): MessageOptions {
	const typed = (field('message') || {}) as Details;
	return {
		title: textOf(field('messageTitle')),
		numbers: readNumberStyle(typed),
		...readLayout(typed),
		limits: readLimits(typed),
		...readRobot(typed),
	};
}
