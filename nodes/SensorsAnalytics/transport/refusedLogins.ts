import type { NodeApiError } from 'n8n-workflow';

const MAX_KEPT = 500;
const refused = new Map<string, NodeApiError>();

/**
 * Logins that were refused in an execution. A wrong password is tried once per execution, not
 * once per item or retry of the node: more tries may lock the account.
 */
export const refusedLogins = {
	find(executionId: string, identity: string): NodeApiError | undefined {
		return refused.get(`${executionId}/${identity}`);
	},

	add(executionId: string, identity: string, error: NodeApiError): void {
		refused.set(`${executionId}/${identity}`, error);
		for (const key of refused.keys()) {
			if (refused.size <= MAX_KEPT) break;
			refused.delete(key);
		}
	},
};
