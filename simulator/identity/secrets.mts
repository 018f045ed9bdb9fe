import { randomBytes } from 'node:crypto';

import type { Account } from './accounts.mts';

/**
 * API secrets belong to administrators: a project's, or the platform's, which opens all
 * (docs/service.md, "API secret").
 */
export class Secrets {
	private readonly byAdmin = new Map<string, { value: string; project: string | 'ALL' }>();

	/** Issues a new secret for the administrator, and ends the previous one. */
	renew(admin: Account): string {
		const value = randomBytes(16).toString('hex');
		const project = admin.isPlatform ? 'ALL' : (admin.projects[0] as string);
		this.byAdmin.set(admin.name, { value, project });
		return value;
	}

	opens(value: string, project: string): boolean {
		return [...this.byAdmin.values()].some(
			(secret) =>
				secret.value === value && (secret.project === 'ALL' || secret.project === project),
		);
	}

	of(adminName: string): string {
		const secret = this.byAdmin.get(adminName);
		if (!secret) throw new Error(`The simulator has no secret of '${adminName}'`);
		return secret.value;
	}
}
