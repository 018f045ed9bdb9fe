import { withRequestParts } from '../../../../../../../nodes/SensorsAnalytics/api/legacy/parts';

describe('withRequestParts', () => {
	it('requested values replace those of the payload', () => {
		const how = {
			samplingFactor: 16,
			useCache: false,
			isApproximate: true,
			limit: 5,
			requestId: 'r',
			hasTotals: true,
		};
		const range = { from: '2026-11-01', to: '2026-11-02' };
		expect(withRequestParts({ limit: 1000, use_cache: true, x: 1 }, range, how)).toEqual({
			x: 1,
			sampling_factor: 16,
			use_cache: false,
			approx: true,
			limit: 5,
			request_id: 'r',
			detail_and_rollup: true,
			from_date: '2026-11-01',
			to_date: '2026-11-02',
		});
	});

	it('totals are exact if numbers are', () => {
		expect(withRequestParts({ approx_total: true }, undefined, { isApproximate: false })).toEqual({
			approx: false,
			approx_total: false,
		});
	});

	it('other values stay unchanged', () => {
		const body = { limit: 1000, use_cache: true, from_date: 'x' };
		expect(withRequestParts(body, undefined, { hasTotals: false })).toEqual(body);
		expect(withRequestParts(body, undefined, {})).not.toBe(body);
	});
});
