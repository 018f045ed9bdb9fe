/**
 * What has happened to a credential object that n8n handed to us, within one helper call:
 * `testing` = the credential test wants its sign-in looked at; `tested` = done;
 * `sent` = a request was signed with it. n8n passes the same object to preAuthentication.
 */
type Use = 'testing' | 'tested' | 'sent';

const uses = new WeakMap<object, Use>();

export function useOf(credentials: object): Use | undefined {
	return uses.get(credentials);
}

export function noteUseOf(credentials: object, use: Use): void {
	uses.set(credentials, use);
}
