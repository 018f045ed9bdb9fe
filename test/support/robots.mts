/**
 * What robots of chats check of a request, after their documents (docs/messages.md names them):
 * fields that they don't know are refused here, as they would show nothing.
 */
import { z } from 'zod';

const bytes = (text: string) => Buffer.byteLength(text);
const utf8 = (most: number) =>
	z
		.string()
		.min(1)
		.refine((text) => bytes(text) <= most, `more than ${most} bytes`);
const address = z.url({ protocol: /^https?$/ });

/** The whole request. */
function within<T extends z.ZodType>(schema: T, most: number) {
	return schema.refine((body) => bytes(JSON.stringify(body)) <= most, `more than ${most} bytes`);
}

const at = z.strictObject({
	atMobiles: z.array(z.string().regex(/^(?:1\d{10}|\+[\d-]+)$/)),
	atUserIds: z.array(z.string().min(1)),
	isAtAll: z.boolean(),
});
const title = z.string().min(1);

/** `POST /robot/send`. */
export const dingtalkBody = within(
	z.discriminatedUnion('msgtype', [
		z.strictObject({
			msgtype: z.literal('markdown'),
			markdown: z.strictObject({ title, text: z.string().min(1) }),
			at: at.optional(),
		}),
		z.strictObject({
			msgtype: z.literal('actionCard'),
			actionCard: z.strictObject({
				title,
				text: z.string().min(1),
				singleTitle: z.string().min(1),
				singleURL: address,
			}),
			at: at.optional(),
		}),
	]),
	20_000,
);

const short = (most: number) => z.string().min(1).max(most);

/** `POST /cgi-bin/webhook/send`. */
export const wecomBody = z.discriminatedUnion('msgtype', [
	z.strictObject({
		msgtype: z.literal('markdown'),
		markdown: z.strictObject({ content: utf8(4096) }),
	}),
	z.strictObject({
		msgtype: z.literal('markdown_v2'),
		markdown_v2: z.strictObject({ content: utf8(4096) }),
	}),
	z.strictObject({
		msgtype: z.literal('template_card'),
		template_card: z.strictObject({
			card_type: z.literal('text_notice'),
			main_title: z.strictObject({ title: short(26), desc: short(30).optional() }),
			sub_title_text: short(112),
			horizontal_content_list: z
				.array(z.strictObject({ keyname: short(10), value: short(26) }))
				.min(1)
				.max(6)
				.optional(),
			card_action: z.strictObject({ type: z.literal(1), url: address }),
		}),
	}),
]);

// After http://adaptivecards.io/schemas/adaptive-card.json, version 1.5, as far as it is used.
const style = z.enum(['default', 'emphasis', 'good', 'attention', 'warning', 'accent']);
const run = z.strictObject({
	type: z.literal('TextRun'),
	text: z.string().min(1),
	size: z.enum(['Small', 'Default', 'Medium', 'Large', 'ExtraLarge']).optional(),
	weight: z.enum(['Lighter', 'Default', 'Bolder']).optional(),
	isSubtle: z.boolean().optional(),
	color: z.enum(['Default', 'Accent', 'Warning']).optional(),
});
const rich = z.strictObject({
	type: z.literal('RichTextBlock'),
	inlines: z.array(run).min(1),
	spacing: z.enum(['None']).optional(),
	horizontalAlignment: z.enum(['Left', 'Center', 'Right']).optional(),
});
const columnSet = z.strictObject({
	type: z.literal('ColumnSet'),
	spacing: z.enum(['None']).optional(),
	columns: z
		.array(
			z.strictObject({
				type: z.literal('Column'),
				width: z.number().positive(),
				items: z.array(rich),
			}),
		)
		.min(1),
});
const table = z.strictObject({
	type: z.literal('Table'),
	columns: z.array(z.strictObject({ width: z.number().positive() })).min(1),
	rows: z
		.array(
			z.strictObject({
				type: z.literal('TableRow'),
				cells: z.array(
					z.strictObject({
						type: z.literal('TableCell'),
						style: style.optional(),
						items: z.array(rich).min(1),
					}),
				),
			}),
		)
		.min(2),
});
const card = z.strictObject({
	$schema: z.literal('http://adaptivecards.io/schemas/adaptive-card.json'),
	type: z.literal('AdaptiveCard'),
	version: z.literal('1.5'),
	/** Rules of Teams in addition to the schema. */
	msteams: z.strictObject({ width: z.literal('Full') }),
	body: z.array(z.discriminatedUnion('type', [rich, columnSet, table])).min(1),
	actions: z
		.array(z.strictObject({ type: z.literal('Action.OpenUrl'), title: z.string(), url: address }))
		.optional(),
});

/** A webhook of Workflows. */
export const teamsBody = within(
	z.strictObject({
		type: z.literal('message'),
		attachments: z.tuple([
			z.strictObject({
				contentType: z.literal('application/vnd.microsoft.card.adaptive'),
				contentUrl: z.null(),
				content: card,
			}),
		]),
	}),
	28_000,
);

/** A custom robot; it takes more fields than those of the message. */
export const feishuBody = within(
	z.looseObject({
		msg_type: z.literal('interactive'),
		card: z.looseObject({ schema: z.literal('2.0'), body: z.looseObject({}) }),
	}),
	20_000,
);
