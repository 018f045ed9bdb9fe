import { factsIn } from '../../../../../../nodes/SensorsAnalytics/api/rows';

it('what an answer says of itself', () => {
	expect(factsIn({})).toEqual({ isTruncated: false, isSampled: undefined });
	expect(factsIn({ truncated: true, sampling_factor: 64, data_update_time: 't' })).toEqual({
		isTruncated: true,
		isSampled: false,
		samplingFactor: 64,
		dataUpdatedAt: 't',
	});
	expect(factsIn({ sampling_factor: '63' }).isSampled).toBe(true);
	// Not requested, as in a path report.
	expect(factsIn({ sampling_factor: 0 }).isSampled).toBeUndefined();
});
