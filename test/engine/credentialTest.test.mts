import { TestWorld } from '../support/world.mts';

describe("the credential's test", () => {
	let t: TestWorld;

	beforeEach(async () => {
		t = await TestWorld.start();
	});
	afterEach(async () => await t.stop());

	it.each([
		['secret', ['POST report', 'HEAD report']],
		['account', ['POST login', 'POST report', 'HEAD report']],
	])('checks the sign-in, and sends no further request: %s', async (id, expected) => {
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

	const takeLogins = () => t.takeRequests().filter(({ path }) => path.endsWith('login')).length;

	it('signs in during the pause after logins that did not help, which it ends', async () => {
		const answer = { status: 200, body: '<html>maintenance</html>' };
		t.simulator.faults.add({ path: /login/, times: 2, reaction: { answer } });
		for (let i = 0; i < 2; i++) await expect(t.engine.testCredential('account')).rejects.toThrow();
		expect(takeLogins()).toBe(2);
		const { error } = await t.report({}, { credential: 'account' });
		expect(error?.message).toMatch(/^Too many sign-ins without a usable token: next sign-in after/);
		expect(takeLogins()).toBe(0);
		await t.engine.testCredential('account');
		expect(takeLogins()).toBe(1);
		expect((await t.report({}, { credential: 'account' })).error).toBeUndefined();
		expect(takeLogins()).toBe(0);
	});
});
