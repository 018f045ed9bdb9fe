import {
	pageBody,
	writeEventReport,
} from '../../../../../../../nodes/SensorsAnalytics/api/legacy/event';
import { withRequestParts } from '../../../../../../../nodes/SensorsAnalytics/api/legacy/parts';
import { readFilter } from '../../../../../../../nodes/SensorsAnalytics/paste/payload';
import { TOTAL } from '../../../../../../../nodes/SensorsAnalytics/query/query';

const amount = { of: 'event', event: 'PayOrder', name: 'amount' } as const;

const city = { of: 'event', event: 'PayOrder', name: 'city' } as const;

const range = { from: '2026-11-01', to: '2026-11-07' };

describe('writeEventReport', () => {
	it('writes the sample of the contract', () => {
		const body = writeEventReport({
			measures: [{ kind: 'event', event: 'PayOrder', aggregator: 'sum', property: amount }],
			groupBy: [{ property: city }],
			unit: 'day',
		});
		expect(withRequestParts(body, range, {})).toEqual({
			measures: [{ event_name: 'PayOrder', aggregator: 'SUM', field: 'event.PayOrder.amount' }],
			unit: 'day',
			by_fields: ['event.PayOrder.city'],
			from_date: '2026-11-01',
			to_date: '2026-11-07',
		});
	});

	it('leaves out what was not requested', () => {
		const body = writeEventReport({
			measures: [{ kind: 'event', event: '$Anything', aggregator: 'unique', name: 'users' }],
			groupBy: [],
			unit: 'week',
		});
		expect(body).toEqual({
			measures: [{ event_name: '$Anything', aggregator: 'unique', name: 'users' }],
			unit: 'week',
		});
	});

	it('writes filters, buckets and formulas', () => {
		const filter = {
			join: 'or' as const,
			conditions: [{ property: city, function: 'equal', values: ['Riga'] }],
			groups: [
				{
					join: 'and' as const,
					conditions: [{ property: amount, function: 'between', values: [1, 2] }],
					groups: [],
				},
			],
		};
		const body = writeEventReport({
			measures: [
				{ kind: 'formula', expression: 'count(event.A)|%2f', events: ['A'], name: 'x', filter },
			],
			groupBy: [{ property: amount, buckets: [0, 100] }],
			filter,
			unit: TOTAL,
		});
		const written = {
			relation: 'or',
			conditions: [{ field: 'event.PayOrder.city', function: 'equal', params: ['Riga'] }],
			filters: [
				{
					relation: 'and',
					conditions: [{ field: 'event.PayOrder.amount', function: 'between', params: [1, 2] }],
				},
			],
		};
		expect(body).toEqual({
			measures: [{ expression: 'count(event.A)|%2f', events: ['A'], name: 'x', filter: written }],
			unit: 'day',
			by_fields: ['event.PayOrder.amount'],
			bucket_params: { 'event.PayOrder.amount': [0, 100] },
			filter: written,
		});
		expect(readFilter(written, 'it')).toEqual(filter);
		const together = pageBody(body, { measures: [], groupBy: [], unit: TOTAL });
		expect(together).not.toHaveProperty('by_fields');
		expect(together).not.toHaveProperty('bucket_params');
		expect(together.unit).toBe('day');
	});

	it('puts in only the options that were set', () => {
		const computation = {
			samplingFactor: 16,
			useCache: false,
			isApproximate: true,
			limit: 5,
			requestId: 'r',
		};
		expect(
			withRequestParts({ limit: 9, keep: 1 }, range, { ...computation, hasTotals: true }),
		).toEqual({
			keep: 1,
			limit: 5,
			sampling_factor: 16,
			use_cache: false,
			approx: true,
			request_id: 'r',
			detail_and_rollup: true,
			from_date: range.from,
			to_date: range.to,
		});
		expect(withRequestParts({ limit: 9 }, range, {})).toEqual({
			limit: 9,
			from_date: range.from,
			to_date: range.to,
		});
	});
});
