import { SensorsAnalyticsApi } from '../../../credentials/SensorsAnalyticsApi.credentials';

const credential = new SensorsAnalyticsApi();

describe('the credential as n8n sees it', () => {
	it('keeps the token in the one hidden expirable property', () => {
		const expirable = credential.properties.filter(({ typeOptions }) => typeOptions?.expirable);
		expect(expirable).toMatchObject([{ name: 'accessToken', type: 'hidden', default: '' }]);
	});

	it('masks what is secret', () => {
		for (const name of ['apiSecret', 'password', 'accessToken', 'accessTokenIdentity']) {
			expect(
				credential.properties.find((property) => property.name === name)?.typeOptions?.password,
			).toBe(true);
		}
	});
});
