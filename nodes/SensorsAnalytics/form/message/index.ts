import type { INodeProperties } from 'n8n-workflow';

import { MESSAGE_FORMS } from '../../output/message';
import type { MessageOptions } from '../../output/message/options';
import type { ReadField } from '../../params/read';
import { noNumber, textOf } from '../../params/read';
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

/** The entry that takes the language of the project's names. */
const PROJECT = 'project';
/** What 'Change (%)' holds if nobody has changed it. */
const LEAST_CHANGE = 10;

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
		displayName: 'Language',
		name: 'messageLanguage',
		type: 'options',
		default: 'en-US',
		options: [
			{
				name: 'As the Project',
				value: PROJECT,
				description: 'Chinese if the project displays the events in Chinese, else English',
			},
			{ name: 'Chinese (Simplified)', value: 'zh-CN' },
			{ name: 'English', value: 'en-US' },
			{ name: 'English (United Kingdom)', value: 'en-GB' },
		],
		description:
			"Language of the message's own words. The detail 'Locale' sets another way to write numbers.",
	},
	{
		displayName: 'Send Only If',
		name: 'messageWhen',
		type: 'options',
		default: 'always',
		options: [
			{ name: 'Always', value: 'always' },
			{ name: 'Changed by at Least…', value: 'change' },
			{ name: 'There Are Numbers', value: 'data' },
		],
		description:
			'When to return the message. Otherwise the node returns nothing, and the workflow ends there.',
	},
	{
		displayName: 'Change (%)',
		name: 'messageChange',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: LEAST_CHANGE,
		displayOptions: { show: { messageWhen: ['change'] } },
		description:
			'The headline must have changed by at least this percentage, up or down. Without a change to tell, nothing is returned.',
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
		...readWhen(field),
		...readLanguage(field, typed),
		...readLayout(typed),
		limits: readLimits(typed),
		...readRobot(typed),
	};
}

/** @throws UserError that names the field */
function readWhen(field: ReadField): Pick<MessageOptions, 'sendIf'> {
	const when = textOf(field('messageWhen'));
	if (when === 'data') return { sendIf: {} };
	if (when !== 'change') return {};
	const given = field('messageChange') ?? LEAST_CHANGE;
	const change = textOf(given) === '' ? NaN : Number(given);
	if (!(change >= 0 && change < Infinity)) throw noNumber(given, "'Change (%)'", '10');
	return { sendIf: { change } };
}

/** The locale that was typed counts before the language that was chosen. */
function readLanguage(
	field: ReadField,
	typed: Details,
): Pick<MessageOptions, 'numbers' | 'isProjectLanguage'> {
	const language = textOf(field('messageLanguage'));
	const locale = textOf(typed.locale);
	const isProject = locale === '' && language === PROJECT;
	return {
		numbers: readNumberStyle({ ...typed, locale: locale || (isProject ? '' : language) }),
		...(isProject ? { isProjectLanguage: true } : {}),
	};
}
