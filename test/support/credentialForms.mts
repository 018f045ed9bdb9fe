export const service = { baseUrl: 'https://example.com/', project: 'shop' };

export const account = {
	...service,
	authentication: 'accountPassword',
	accountName: 'ann',
	password: ' p w ',
};

export const user = { ...service, authentication: 'userToken', apiSecret: 's3', userName: 'ann' };
