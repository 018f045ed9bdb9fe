import type { SignInFault } from './nodeErrors';

const MAX_KEPT = 500;
const refused = new Map<string, SignInFault>();

/**
 * Logins that were refused in an execution. A wrong password is tried once per execution, not
 * once per item or retry of the node: more tries may lock the account.
 */
export const refusedLogins = {
	find(executionId: string, identity: string): SignInFault | undefined {
		return refused.get(`${executionId}/${identity}`);
	},

	add(executionId: string, identity: string, fault: SignInFault): void {
		refused.set(`${executionId}/${identity}`, fault);
		for (const key of refused.keys()) {
			if (refused.size <= MAX_KEPT) break;
			refused.delete(key);
		}
	},
};
