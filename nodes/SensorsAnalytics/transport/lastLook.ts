import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { redactorOf } from '../../../credentials/http/redact';
import { readConnection } from '../../../credentials/ways';
import { CREDENTIAL_TYPE } from './credentialType';
import { withoutPassword } from './nodeErrors';
import type { ServiceContext } from './service';
import { type Credentials, secretsOf } from './stored';

/**
 * An error as it may be shown: what a server said may have come into its words as data, such as why
 * a task failed, in which only whole secrets are looked for.
 */
export async function lastLook<Told extends NodeApiError | NodeOperationError>(
	context: ServiceContext,
	itemIndex: number,
	error: Told,
): Promise<Told | NodeOperationError> {
	const said = `${error.message} ${error.description ?? ''}`;
	if (!(await holdsPart(context, itemIndex, said))) return error;
	return new NodeOperationError(
		withoutPassword(context.getNode()),
		"Sensors Analytics said something that holds a part of the credential's secret, key, token or password",
		{
			itemIndex,
			description:
				'Its words are left out. Ask the administrator of your Sensors Analytics for them.',
		},
	);
}

async function holdsPart(
	context: ServiceContext,
	itemIndex: number,
	text: string,
): Promise<boolean> {
	try {
		const stored = await context.getCredentials<Credentials>(CREDENTIAL_TYPE, itemIndex);
		return redactorOf(secretsOf(stored, readConnection(stored))).holdsPart(text);
	} catch {
		// Without a credential nothing was asked.
		return false;
	}
}
