import { OperationalError } from 'n8n-workflow';

/**
 * Code that only some runs need, read when the first of them needs it. Its file is named by its
 * content: where the package was replaced under a running process, it is missing, and code of two
 * versions never works together.
 */
export async function part<Code>(read: () => Promise<Code>): Promise<Code> {
	let fault: unknown;
	try {
		return await read();
	} catch (error) {
		fault = error;
	}
	if ((fault as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw fault;
	throw new OperationalError(
		'A file of the Sensors Analytics node is missing: the package was updated or removed while n8n was running',
		{ description: 'Restart n8n with all its workers, then run the workflow again.' },
	);
}
