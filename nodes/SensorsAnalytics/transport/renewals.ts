import { hasReplaced } from '../../../credentials/session/knownSessions';
import {
	areStored,
	marked,
	type Marks,
	NO_MARKS,
	noteMarking,
	THIS_PROCESS,
	withMarksToStore,
	writeMark,
} from '../../../credentials/session/marks';
import { withRenewalOrder } from '../../../credentials/session/renewal';
import { readStoredSession } from '../../../credentials/session/session';
import { CREDENTIAL_TYPE } from './credentialType';
import type { ServiceContext } from './service';
import type { Credentials } from './stored';
import { type SharedCredential, turnToRenew } from './turns';

/** What to go on with after a refusal. */
export interface Renewed {
	credentials: Credentials;
	/** True when somebody else has got the token; else it is got on the way to the next request. */
	isReplaced: boolean;
}

/** How an item's credential is renewed, in turn with other processes that share it. */
export class Renewals {
	private readonly shared: SharedCredential;

	constructor(
		private readonly context: ServiceContext,
		private readonly identity: string,
		private readonly read: () => Promise<Credentials>,
	) {
		this.shared = {
			read,
			mark: async (credentials, marks) => await this.store(credentials, marks),
		};
	}

	/** The credential after its token was refused; undefined when the execution was cancelled. */
	async after(refused: string, cancelled?: AbortSignal): Promise<Renewed | undefined> {
		await turnToRenew(this.identity, refused, this.shared, cancelled);
		if (cancelled?.aborted) return undefined;
		const current = await this.read();
		if (![undefined, refused].includes(readStoredSession(current)?.token)) {
			return { credentials: current, isReplaced: true };
		}
		if (!hasReplaced(this.identity, refused)) this.announce(current, refused);
		return { credentials: withRenewalOrder(current, refused), isReplaced: false };
	}

	/** Tells other processes that there is no renewal to wait for any more. */
	async giveUp(): Promise<void> {
		await marked(this.identity);
		await this.store(await this.read(), NO_MARKS);
	}

	/** Tells other processes that this one is renewing; while it logs in, not before. */
	private announce(current: Credentials, refused: string): void {
		const mark = writeMark(refused, { by: THIS_PROCESS, at: Date.now() });
		noteMarking(this.identity, async () => {
			await this.store(current, { accessTokenRenewal: mark });
		});
	}

	/** n8n stores what preAuthentication returns, on the way to a request that is never sent. */
	private async store(credentials: Credentials, marks: Marks): Promise<boolean> {
		const data = withMarksToStore(credentials, marks);
		try {
			await this.context.helpers.httpRequestWithAuthentication.call(
				this.context,
				CREDENTIAL_TYPE,
				{ url: '/' },
				{ credentialsDecrypted: { id: '', name: '', type: CREDENTIAL_TYPE, data } },
			);
		} catch {
			// It always ends like this: the error says whether there was something to store.
		}
		return areStored(data);
	}
}
