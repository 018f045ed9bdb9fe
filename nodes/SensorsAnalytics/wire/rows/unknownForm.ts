import { OperationalError } from 'n8n-workflow';

/** An answer that this node does not know how to read: never rows made up. */
export class UnknownForm extends OperationalError {
	/**
	 * @param what was not understood, and where
	 * @param subject the answer in words for people
	 */
	constructor(
		readonly what: string,
		subject = 'The report',
	) {
		super(`${subject} has a form that this node does not know: ${what}`);
	}
}

/** An answer with groups that the same report without them tells how to read. */
export class NeedsWhole extends UnknownForm {}
