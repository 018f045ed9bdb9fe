import { NodeOperationError } from 'n8n-workflow';
import { type ServiceContext } from '../../../../../../nodes/SensorsAnalytics/transport/context';
import { hidingSecrets } from '../../../../../../nodes/SensorsAnalytics/transport/errors';

const KEY = '#K-9c8d7e6f5a4b3c2d1e0f9a8b7c6d5e4f';
const node = { name: 'N', parameters: { password: 'hunter2', a: 1 } } as never;

/** What a node with this credential says of an error. */
async function resultOf(message: string, description: string, credential?: object) {
	const context = {
		getNode: () => node,
		getCredentials: async () => {
			if (credential === undefined) throw new Error('no credential');
			return credential;
		},
	};
	const error = new NodeOperationError(node, message, { itemIndex: 3, description });
	const shown = await hidingSecrets(context as unknown as ServiceContext, 3, error);
	return { error, shown };
}

const byKey = {
	...{ baseUrl: 'https://sa.example', project: 'p' },
	...{ authentication: 'apiKey', apiKey: KEY },
};

describe('hidingSecrets', () => {
	it('leaves an error as it is that holds no part of a secret', async () => {
		for (const credential of [byKey, undefined]) {
			const { error, shown } = await resultOf('Refresh 1 failed', 'no space left', credential);
			expect(shown).toBe(error);
		}
	});

	it.each([
		[`failed: ${KEY.slice(0, 18)}`, ''],
		[`failed: ${KEY.toUpperCase()}`, ''],
		['failed', `because of ${KEY.slice(-15)}`],
	])('returns another one instead of %s %s', async (message, description) => {
		const { shown } = await resultOf(message, description, byKey);
		expect(shown.message).toMatch(
			/^The response of Sensors Analytics contains part of the credential's secret, key, token, or password/,
		);
		expect(shown.context.itemIndex).toBe(3);
		expect(JSON.stringify(shown)).not.toContain('hunter2');
	});
});
