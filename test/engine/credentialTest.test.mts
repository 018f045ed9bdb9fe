import { TestWorld } from '../support/world.mts';

describe("the credential's test", () => {
	let t: TestWorld;

	beforeAll(async () => {
		t = await TestWorld.start();
	});
	afterAll(async () => await t.stop());

	it.each([
		['secret', ['POST report', 'HEAD report']],
		['account', ['POST login', 'POST report', 'HEAD report']],
	])('checks the sign-in and the token, and sends no further request: %s', async (id, expected) => {
		t.takeRequests();
		await t.engine.testCredential(id);
		const requests = t
			.takeRequests()
			.map(({ method, path }) => `${method} ${path.split('/').at(-1)}`);
		expect(requests).toEqual(expected);
	});

	it('says what is wrong', async () => {
		await t.engine.credentials.change('secret', { apiSecret: 'wrong' });
		await expect(t.engine.testCredential('secret')).rejects.toThrow(
			/Sensors Analytics rejected the API secret: \(details hidden to protect the credential\)\. Check 'API Secret' and 'Project' in the credential\. The secret changes whenever the administrator's password changes\. The data import token doesn't work here\./,
		);
	});
});
