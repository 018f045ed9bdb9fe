import { MESSAGE_FORMS, type MessageForm } from './message';

/** Forms in which a report can come out. */
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

/** Whether people read it, rather than a workflow. */
export function isMessage(output: OutputForm): output is MessageForm {
	return MESSAGE_FORMS.some((form) => form === output);
}
