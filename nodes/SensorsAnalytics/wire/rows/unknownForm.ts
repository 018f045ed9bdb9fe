import { OperationalError } from 'n8n-workflow';

/** An answer that this node does not know how to read: never rows made up. */
export class UnknownForm extends OperationalError {
	/**
	 * @param what was not understood, and where
	 * @param subject of the answer
	 */
	constructor(
		readonly what: string,
		subject = 'The report',
	) {
		super(`${subject} has a form that this node does not know: ${what}`);
	}
}
