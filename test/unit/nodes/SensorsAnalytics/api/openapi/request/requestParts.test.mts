import { requestFor } from '../../../../../../../nodes/SensorsAnalytics/api/openapi/request';

const range = { from: '2026-11-01', to: '2026-11-07' };

describe('requests', () => {
	it('request all rows of the range', () => {
		expect(requestFor('funnel', { a: 1 }, range, {})).toEqual({
			path: '/api/v3/analytics/v1/model/funnel/report',
			body: { a: 1, from_date: '2026-11-01', to_date: '2026-11-07', limit: -1 },
		});
		expect(requestFor('user-analytics', {}, undefined, {}).body).toEqual({ limit: -1 });
	});

	it('say how to compute, before what the page said', () => {
		const how = { samplingFactor: 32, useCache: false, requestId: 'x', limit: 5 };
		expect(requestFor('a', { sampling_factor: 64, use_cache: true }, undefined, how).body).toEqual({
			sampling_factor: 32,
			use_cache: false,
			request_id: 'x',
			limit: 5,
		});
	});
});
