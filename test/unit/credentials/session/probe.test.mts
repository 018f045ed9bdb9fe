import { readConnection } from '../../../../credentials/session/connection';
import { probe, probeRequest } from '../../../../credentials/session/probe';
import { account, user } from '../../../support/credentialForms.mts';

const DAY_MS = 86_400_000;

async function sentBy(form: object, token?: string) {
	const sent: Array<{ [key: string]: unknown }> = [];
	const httpRequest = async (options: { [key: string]: unknown }) => {
		sent.push(options);
		return { statusCode: 400, headers: {}, body: '{"error":"no: long-secret long-token"}' };
	};
	const answer = await probe(httpRequest as never, readConnection(form as never) as never, token);
	return { answer, sent };
}

describe('probe', () => {
	it('asks for the number of events of yesterday, from the cache', () => {
		const yesterday = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
		expect(probeRequest('shop')).toEqual({
			path: '/api/events/report',
			query: { project: 'shop' },
			body: {
				measures: [{ event_name: '$Anything', aggregator: 'general' }],
				unit: 'day',
				from_date: yesterday,
				to_date: yesterday,
				use_cache: true,
			},
		});
	});

	it('with the secret, which is not repeated', async () => {
		const form = { ...user, authentication: 'apiSecret', apiSecret: 'long-secret' };
		const { answer, sent } = await sentBy(form);
		expect(sent).toHaveLength(1);
		expect(sent[0]?.qs).toEqual({ project: 'shop', token: 'long-secret' });
		expect(sent[0]?.headers).not.toHaveProperty('sensorsdata-token');
		expect(answer).toMatchObject({ kind: 'refused', said: 'no: *** long-token' });
	});

	it('with a token, which is not repeated', async () => {
		const { answer, sent } = await sentBy(account, 'long-token');
		expect(sent[0]?.qs).toEqual({ project: 'shop' });
		expect(sent[0]?.headers).toMatchObject({ 'sensorsdata-token': 'long-token' });
		expect(answer).toMatchObject({ kind: 'refused', said: 'no: long-secret ***' });
	});
});
