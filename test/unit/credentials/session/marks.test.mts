import {
	areStored,
	marked,
	noteMarking,
	readMark,
	toMarkFields,
	withMarksToStore,
	writeMark,
} from '../../../../credentials/session';

const TOKEN = 'a-token-of-somebody';
const mark = { by: 'abc', at: 1_700_000_000_000 };

describe('marks', () => {
	it('are read as they were written, for their token alone, and hold nothing of it', () => {
		const accessTokenClaim = writeMark(TOKEN, mark);
		expect(readMark({ accessTokenClaim }, 'accessTokenClaim', TOKEN)).toEqual(mark);
		expect(readMark({ accessTokenClaim }, 'accessTokenClaim', 'another')).toBeUndefined();
		expect(readMark({ accessTokenClaim }, 'accessTokenRenewal', TOKEN)).toBeUndefined();
		expect(accessTokenClaim).not.toContain(TOKEN);
	});

	it.each([undefined, '', 'x', 7])('%j is not a mark', (accessTokenClaim) => {
		expect(readMark({ accessTokenClaim } as never, 'accessTokenClaim', TOKEN)).toBeUndefined();
	});

	it('n8n stores them and keeps a token that arrived meanwhile', () => {
		const fields = toMarkFields({ accessTokenClaim: 'x' }, TOKEN);
		// n8n stores nothing without it,
		expect(fields.accessToken).toBe(TOKEN);
		// but copies what is enumerable.
		expect({ accessToken: 'new', ...fields }).toEqual({
			accessToken: 'new',
			accessTokenClaim: 'x',
		});
	});

	it("are stored when n8n's credential object contains them", () => {
		const ordered = withMarksToStore({ accessTokenClaim: '' }, { accessTokenClaim: 'x' });
		expect(areStored(ordered)).toBe(false);
		expect(areStored({ ...ordered, accessTokenClaim: 'x' })).toBe(true);
	});

	it('are stored once at a time, and a failure blocks nothing', async () => {
		let fail = (_error: Error) => {};
		const store = jest.fn(
			async () => await new Promise<void>((_resolve, reject) => (fail = reject)),
		);
		noteMarking('me', store);
		noteMarking('me', store);
		let isOver = false;
		const waiting = marked('me').then(() => (isOver = true));
		await new Promise((resolve) => setImmediate(resolve));
		expect(isOver).toBe(false);
		fail(new Error('no database'));
		await waiting;
		expect(store).toHaveBeenCalledTimes(1);
		await marked('me');
		await marked('somebody else');
	});
});
