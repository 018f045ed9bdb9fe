import { readConnection } from '../../../../../credentials/ways';
import { isTool, secretsOf } from '../../../../../nodes/SensorsAnalytics/transport/context';
import { account } from '../../../../support/credentialForms.mts';

describe('a tool of an agent', () => {
	it.each([
		['n8n-nodes-sensors-analytics.sensorsAnalyticsTool', true],
		['n8n-nodes-sensors-analytics.sensorsAnalytics', false],
	])('%s: %s', (type, expected) => {
		expect(isTool({ getNode: () => ({ type }) })).toBe(expected);
	});

	it('is recognized by one call of getNode, because n8n copies the node each time', () => {
		const getNode = jest.fn(() => ({ type: 'a.bTool' }));
		const context = { getNode };
		for (let item = 0; item < 3; item++) expect(isTool(context)).toBe(true);
		expect(getNode).toHaveBeenCalledTimes(1);
	});
});

describe('secretsOf', () => {
	it('the token, and what it was got by', () => {
		const connection = readConnection(account);
		expect(secretsOf({ ...account, accessToken: 't' }, connection)).toEqual(['t', ' p w ']);
		expect(secretsOf(account, connection)).toEqual(['', ' p w ']);
	});
});
