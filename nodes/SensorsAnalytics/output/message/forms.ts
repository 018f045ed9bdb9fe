import { type IDataObject, type INodePropertyOptions, UserError } from 'n8n-workflow';

import type { Digest } from './digest';
import type { MessageOptions } from './options';

/** Capabilities of a target that not all targets have. */
interface Takes {
	/** Rows as a list. */
	list?: boolean;
	/** A button with a link. */
	link?: boolean;
	/** Mentions of people. */
	mention?: boolean;
	/** Markdown or a card. */
	style?: boolean;
	/** Headlines of several reports. */
	combine?: boolean;
	/** Rows in place of sentences. */
	layout?: boolean;
}

interface FormOfMessage {
	/** Its entry in the list 'Output'. */
	option: Omit<INodePropertyOptions, 'value'>;
	/** Form fields that it supports, in addition to those of all targets. */
	takes: Takes;
	/** Maximum number of rows in a table below sentences; default: eight. */
	mostRows?: number;
}

/**
 * Targets in the order of the list. The code that writes messages is in a file for each, which only
 * messages load.
 */
const FORMS = {
	slack: {
		option: {
			name: 'Message for Slack',
			description: 'Blocks for the Slack node (Message Type: Blocks) and plain text',
		},
		takes: { list: true, combine: true, layout: true },
	},
	markdown: {
		option: {
			name: 'Message in Markdown',
			description: 'Markdown table, for chat and note-taking apps',
		},
		takes: { list: true, combine: true, layout: true },
	},
	feishu: {
		option: {
			name: 'Message for Feishu or Lark',
			description: 'Card for a custom bot, with a table and a chart',
		},
		takes: { combine: true, layout: true },
	},
	html: {
		option: {
			name: 'Message in HTML',
			description: 'HTML page for email, with a table and a chart',
		},
		mostRows: 15,
		takes: { combine: true, layout: true },
	},
	dingtalk: {
		option: {
			name: 'Message for DingTalk',
			description: 'Request body for a custom bot',
		},
		takes: { list: true, link: true, mention: true, style: true, combine: true, layout: true },
	},
	wecom: {
		option: {
			name: 'Message for WeCom',
			description: 'Request body for a group bot',
		},
		takes: { list: true, link: true, mention: true, style: true, combine: true, layout: true },
	},
	teams: {
		option: {
			name: 'Message for Microsoft Teams',
			description: 'Request body for a Workflows webhook (Adaptive Card)',
		},
		takes: { link: true, combine: true, layout: true },
	},
	chart: {
		option: {
			name: 'Chart',
			description: 'One item with a chart as SVG text and as a file, for web pages',
		},
		takes: {},
	},
	part: {
		option: {
			name: 'Part of a Message',
			description: 'One item that a later Sensors Analytics node combines with its own report',
		},
		takes: {},
	},
} satisfies { [form: string]: FormOfMessage };

/** Outputs that are messages. */
export type MessageForm = keyof typeof FORMS;
export const MESSAGE_FORMS = Object.keys(FORMS) as MessageForm[];

/** All outputs of a report. */
export const OUTPUT_FORMS = [
	'rows',
	'table',
	'wide',
	'summary',
	'agent',
	'raw',
	...MESSAGE_FORMS,
] as const;
export type OutputForm = (typeof OUTPUT_FORMS)[number];

/** Default length of an answer in characters, which is about 2,000 words for a model. */
export const DEFAULT_CHARACTERS = 8000;

/** Default maximum of a report's rows. */
export const DEFAULT_LARGEST_REPORT = 250_000;

/** Maximum of rows that any output is made of, whatever the option is: more would block n8n. */
export const MOST_REPORT_ROWS = 1_000_000;

/** Whether the output is for people, not for a workflow. */
export function isMessage(output: OutputForm): output is MessageForm {
	return MESSAGE_FORMS.some((form) => form === output);
}

/** Entries of the list 'Output' for messages. */
export const messageOptions: INodePropertyOptions[] = MESSAGE_FORMS.map((value) => ({
	...FORMS[value].option,
	value,
}));

/**
 * Returns the outputs whose target supports something, which decides about the fields of a message.
 */
export function formsThatTake(what: keyof Takes): MessageForm[] {
	return MESSAGE_FORMS.filter((form) => (FORMS[form] as FormOfMessage).takes[what]);
}

/** Whether an output is a message whose target supports something. */
export function takes(output: unknown, what: keyof Takes): output is MessageForm {
	return formsThatTake(what).some((form) => form === output);
}

/** Returns the maximum number of rows in a table below sentences, if the target has its own. */
export function mostRowsOf(form: MessageForm): number | undefined {
	return (FORMS[form] as FormOfMessage).mostRows;
}

/** Limits of a target by their unit: characters, bytes, rows, columns. */
interface TargetLimits {
	readonly [what: string]: number;
}

/** Writes a message for a target. */
export interface Writer {
	/** Its limits, from its documentation or from experience; docs/messages.md lists the same. */
	limits: TargetLimits;
	/** @throws UserError that names the field, for what the target doesn't support */
	write: (digest: Digest, options: MessageOptions) => IDataObject;
}

/** Returns the URL for a card's button. @throws UserError if it is empty */
export function linkOf({ link }: MessageOptions): string {
	if (link !== '') return link;
	throw new UserError(
		"A card needs the detail 'Link' of the message: where its button leads. Enter an address that begins with https://, or set 'Style' to Markdown",
	);
}
