import { SensorsAnalyticsApi } from '../../../credentials/SensorsAnalyticsApi.credentials';
import { readConnection, secretOf, WAYS } from '../../../credentials/ways';
import { account, service, user } from '../../support/credentialForms.mts';

/** A form of each way, filled in. */
const FORMS = {
	apiSecret: { ...service, authentication: 'apiSecret', apiSecret: 's3' },
	userToken: user,
	accountPassword: account,
	apiKey: { ...service, authentication: 'apiKey', apiKey: `#K-${'a'.repeat(32)}` },
} satisfies { [mode in (typeof WAYS)[number]['mode']]: object };

const credential = new SensorsAnalyticsApi();

describe('the credential as n8n sees it', () => {
	it('keeps the token in the one hidden expirable property', () => {
		const expirable = credential.properties.filter(({ typeOptions }) => typeOptions?.expirable);
		expect(expirable).toMatchObject([{ name: 'accessToken', type: 'hidden', default: '' }]);
	});

	it('masks what it keeps of a token', () => {
		const kept = credential.properties.filter(({ type }) => type === 'hidden');
		expect(kept.map(({ typeOptions }) => typeOptions?.password)).toEqual(kept.map(() => true));
	});

	it.each(WAYS.map(({ mode }) => mode))('masks the secret of the way %s', (mode) => {
		const form = FORMS[mode];
		const secret = secretOf(readConnection(form));
		const fields = credential.properties.filter(
			({ name }) => String((form as { [field: string]: unknown })[name] ?? '') === secret,
		);
		expect(fields).toHaveLength(1);
		expect(fields[0]?.typeOptions?.password).toBe(true);
	});

	it('has no two fields of one name', () => {
		const names = credential.properties.map(({ name }) => name);
		expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
	});
});
