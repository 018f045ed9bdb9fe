import { TestWorld } from '../support/world.mts';
describe('try', () => {
	let t: TestWorld;
	beforeAll(async () => { t = await TestWorld.start(); });
	afterAll(async () => await t.stop());
	it.each(['secret','key'])('runs %s', async (credential) => {
		const ask = async (op: string, q: unknown, more: object = {}) => {
			t.takeRequests();
			const { rows, error } = await t.operation('report', op, { queryMode: 'definition', queryDefinition: typeof q === 'string' ? q : JSON.stringify(q), output: 'agent', ...more }, { credential });
			console.log(JSON.stringify(q), '\n', error ? `ERROR ${error.message} | ${error.description}` : JSON.stringify(rows).slice(0, 1500), '\n', t.takeRequests().map((r) => r.path).join(' '));
		};
		await ask('getEventReport', { measures: [{ event: 'PayOrder' }], group_by: 'city', unit: 'total', range: '2026-11-02..2026-11-08', top: 2 });
		await ask('getEventReport', { measures: ['支付订单', {event:'支付订单', aggregate:'总和', property:'订单金额'}], group_by: '城市', unit: 'week', range: '过去7天', compare: '环比' });
		await ask('getEventReport', { measures: ['支付订单'], group_by: '渠道', range: 'yesterday', filter: { 订单金额: { '>=': '500' } } });
		await ask('getEventReport', { measures: ['payorder'], range: 'yesterday' });
		await ask('getEventReport', { measures: ['Orders'], range: 'yesterday' });
		await ask('getEventReport', { measures: ['PayOrder'], range: 'yesterday', group_by: 'level' });
		await ask('getEventReport', { measures: ['PayOrder'], range: 'yesterday', filter: { City: 'Beijing' } });
		await ask('getEventReport', { measures: ['PayOrder'], range: 'yesterday', filter: { city: 'Nowhere' } });
		await ask('getEventReport', { measures: ['PayOrder'], range: 'next week' });
		await ask('getEventReport', { measure: ['PayOrder'], group: [] });
		await ask('getFunnelReport', { steps: ['ViewProduct', 'AddToCart', 'PayOrder'], within: '2 hours', range: 'last 3 days' });
		await ask('getRetentionReport', { first: 'SignUp', returning: '支付订单', periods: 3, range: '2026-11-02..2026-11-08' });
		await ask('getDistributionReport', { event: 'PayOrder', unit: 'week', buckets: [2, 5], range: '2026-11-02..2026-11-08' });
		await ask('getUserPropertyReport', { group_by: 'level', filter: {age: {'>': 30}} });
		await ask('getUserPropertyReport', { aggregate: 'avg', property: '年龄', group_by: ['会员等级'] });
		await ask('getEventReport', { measures: ['PayOrder'], range: '2026-10-01..2026-11-08', group_by: 'city' }, { mostCharacters: 1200 });
	});
});
