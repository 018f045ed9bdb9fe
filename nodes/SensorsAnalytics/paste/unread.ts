import { UserError } from 'n8n-workflow';

/**
 * Notes what can't be brought into neutral form. It matters only where the payload does not go out
 * as it is: see Asked.
 */
export class Unread {
	private first: UserError | undefined;

	get error(): UserError | undefined {
		return this.first;
	}

	/** What is read, or the other value if that throws a UserError. */
	read<Value>(read: () => Value, otherwise: Value): Value {
		let fault: unknown;
		try {
			return read();
		} catch (error) {
			fault = error;
		}
		if (!(fault instanceof UserError)) throw fault;
		this.first ??= fault;
		return otherwise;
	}

	/** Notes a fault. */
	note(message: string): void {
		this.first ??= new UserError(message);
	}
}
