import type { INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { Mentions, MessageOptions } from '../../output/message/options';
import { listOf, textOf } from '../../params/read';
import type { Details } from './details';

/** Outputs that are the request of a robot. */
export const ROBOTS = ['dingtalk', 'wecom'];

/** As a person types it who means everybody. */
const EVERYBODY = ['all', '@all', '所有人', '@所有人'];
const PHONE = /^(?:1\d{10}|\+[\d-]{6,20})$/;
/** Of users, as DingTalk and WeCom make them: nothing that could be markup. */
const USER_ID = /^[\w.@-]{1,64}$/;
const ADDRESS = /^https?:\/\/[^\s"'<>]{1,2000}$/i;

/** What robots and webhooks take beside the report. */
export const robotFields: INodeProperties[] = [
	{
		displayName: 'Link',
		name: 'link',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://analytics.example.com',
		displayOptions: { show: { '/output': [...ROBOTS, 'teams'] } },
		description: 'Where the button of a card leads',
	},
	{
		displayName: 'Mention',
		name: 'mention',
		type: 'string',
		default: '',
		placeholder: 'e.g. 13800000000, zhangsan',
		displayOptions: { show: { '/output': ROBOTS } },
		description:
			'Phone numbers or user IDs of those to call, with commas between them, or all (DingTalk). Names in the data call nobody.',
	},
	{
		displayName: 'Style',
		name: 'style',
		type: 'options',
		default: 'markdown',
		displayOptions: { show: { '/output': ROBOTS } },
		options: [
			{ name: 'Card', value: 'card', description: 'With a button; takes a Link' },
			{ name: 'Markdown', value: 'markdown' },
		],
	},
];

type Robot = Pick<MessageOptions, 'style' | 'link' | 'mentions'>;

/** @throws UserError that names the field */
export function readRobot({ style, link, mention }: Details): Robot {
	return {
		style: style === 'card' ? 'card' : 'markdown',
		link: readLink(textOf(link)),
		mentions: readMentions(mention),
	};
}

function readLink(link: string): string {
	if (link === '' || ADDRESS.test(link)) return link;
	throw new UserError("'Link' of the message is no address. Enter one that begins with https://");
}

/** Only what is typed here can call anybody: a text with blanks or markup in it is no name. */
function readMentions(value: unknown): Mentions {
	const names = listOf(value).map(textOf).filter(Boolean);
	const mentions: Mentions = { everybody: false, phones: [], userIds: [] };
	for (const name of names) {
		if (EVERYBODY.includes(name.toLowerCase())) mentions.everybody = true;
		else if (PHONE.test(name)) mentions.phones.push(name);
		else if (USER_ID.test(name)) mentions.userIds.push(name);
		else {
			throw new UserError(
				`'Mention' of the message names '${name}', which is neither a phone number nor a user ID. Enter some with commas between them, or all; an expression gives several as a list`,
			);
		}
	}
	return mentions;
}
