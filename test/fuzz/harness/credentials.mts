/** What a credential holds, by the way to authenticate; no service answers there. */
export const SERVICE = { baseUrl: 'https://service.example', project: 'default' };

export const SECRET = { authentication: 'apiSecret', apiSecret: 'secret-of-the-project' };
export const KEY = { authentication: 'apiKey', apiKey: `#K-${'0'.repeat(32)}` };

export const WITH_SECRET = { ...SERVICE, ...SECRET };
export const WITH_KEY = { ...SERVICE, ...KEY };
