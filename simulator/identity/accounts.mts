/**
 * A user account. Platform accounts exist outside of projects (`is_global`: docs/service.md,
 * "Login").
 */
export interface Account {
	id: number;
	name: string;
	password: string;
	isPlatform: boolean;
	/** Projects that it may open; platform accounts may open all. */
	projects: string[];
	isAdmin: boolean;
	/** Number shown as `role` in the login answer. */
	role: number;
	isDisabled: boolean;
	/** Events it may query; `ALL` or a list. */
	events: 'ALL' | string[];
	/**
	 * Time of the account's last request: every request keeps its tokens valid (docs/service.md,
	 * "Tokens").
	 */
	lastRequestAt: number;
}

type NewAccount = Pick<Account, 'name' | 'password'> & Partial<Account>;

export class Accounts {
	private readonly byName = new Map<string, Account>();
	private nextId = 1001;

	add(account: NewAccount): Account {
		const full: Account = {
			id: this.nextId++,
			isPlatform: false,
			projects: [],
			isAdmin: false,
			role: 2,
			isDisabled: false,
			events: 'ALL',
			lastRequestAt: 0,
			...account,
		};
		this.byName.set(full.name, full);
		return full;
	}

	find(name: string): Account | undefined {
		return this.byName.get(name);
	}

	/** @throws for an unknown name, which is a mistake in a test and not a refusal */
	get(name: string): Account {
		const account = this.byName.get(name);
		if (!account) throw new Error(`The simulator has no account '${name}'`);
		return account;
	}

	delete(name: string): void {
		this.byName.delete(name);
	}

	all(): Account[] {
		return [...this.byName.values()];
	}
}

export function opensProject(account: Account, project: string): boolean {
	return account.isPlatform || account.projects.includes(project);
}
