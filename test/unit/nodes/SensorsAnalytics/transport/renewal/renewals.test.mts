import { obtainSession } from '../../../../../../credentials/login';
import { marked, readMark, THIS_PROCESS } from '../../../../../../credentials/session';
import type { ServiceContext } from '../../../../../../nodes/SensorsAnalytics/transport/context';
import { Renewals } from '../../../../../../nodes/SensorsAnalytics/transport/renewal';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async () => undefined,
}));

const NONE = { accessTokenClaim: '', accessTokenRenewal: '' };
type Fields = { [field: string]: unknown };
let accounts = 0;

/** n8n with a stored credential. */
function stored(token: string, canStore = true) {
	const identity = `identity ${++accounts}`;
	const fields: Fields = { accessToken: token, ...NONE };
	const marks: Fields[] = [];
	const context = {
		helpers: {
			async httpRequestWithAuthentication(
				_type: string,
				options: object,
				{ credentialsDecrypted: { data, type } }: { credentialsDecrypted: { [k: string]: Fields } },
			) {
				expect([_type, type, options]).toEqual([
					'sensorsAnalyticsApi',
					'sensorsAnalyticsApi',
					{ url: '/' },
				]);
				marks.push(data!.marksToStore as Fields);
				for (const kept of canStore ? [data!, fields] : []) Object.assign(kept, data!.marksToStore);
				throw new Error('Nothing is sent');
			},
		},
	};
	const read = async () => ({ ...fields }) as never;
	const renewals = new Renewals(context as unknown as ServiceContext, identity, read);
	return { fields, identity, marks, renewals };
}

describe('Renewals', () => {
	it('a turn of its own: claimed, then announced, then ordered', async () => {
		const { identity, marks, renewals } = stored('old-1');
		const renewed = await renewals.after('old-1');
		await marked(identity);
		expect(renewed?.isReplaced).toBe(false);
		expect(renewed?.credentials).toMatchObject({ accessToken: '', refusedAccessToken: 'old-1' });
		expect(marks.map(Object.keys)).toEqual([['accessTokenClaim'], ['accessTokenRenewal']]);
		const mark = readMark(marks[1] as never, 'accessTokenRenewal', 'old-1');
		expect(mark?.by).toBe(THIS_PROCESS);
		expect(Math.abs(Date.now() - (mark?.at ?? 0))).toBeLessThan(10_000);
	});

	it("continues at once if marks can't be stored", async () => {
		const { marks, renewals } = stored('old-2', false);
		expect((await renewals.after('old-2'))?.isReplaced).toBe(false);
		expect(marks.length).toBeGreaterThan(0);
	});

	it('what another process has stored meanwhile is taken', async () => {
		const { fields, marks, renewals } = stored('old-3');
		fields.accessToken = 'theirs';
		const renewed = await renewals.after('old-3');
		expect(renewed).toMatchObject({ isReplaced: true, credentials: { accessToken: 'theirs' } });
		expect(marks).toEqual([]);
	});

	it('a token that is gone is no new one', async () => {
		const { fields, renewals } = stored('old-4');
		fields.accessToken = '';
		expect((await renewals.after('old-4'))?.isReplaced).toBe(false);
	});

	it('nothing is announced where this process has a newer one already', async () => {
		const { identity, marks, renewals } = stored('old-5');
		const session = { token: 'new', identity, issuedAt: '', validityMinutes: 1, details: {} };
		await obtainSession({ identity, refusedToken: 'old-5' }, async () => session);
		expect((await renewals.after('old-5'))?.isReplaced).toBe(false);
		await marked(identity);
		expect(marks).toEqual([]);
	});

	it('ends with the execution', async () => {
		const { renewals } = stored('old-6');
		expect(await renewals.after('old-6', AbortSignal.abort())).toBeUndefined();
	});

	it('gives up: removes the marks, once none of its own is being stored', async () => {
		const { fields, marks, renewals } = stored('old-7');
		await renewals.after('old-7');
		await renewals.giveUp('old-7');
		expect(marks.at(-1)).toEqual(NONE);
		expect(fields).toMatchObject(NONE);
	});
});
