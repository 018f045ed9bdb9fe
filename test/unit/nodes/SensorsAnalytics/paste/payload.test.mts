import { readFilter, withoutGroups } from '../../../../../nodes/SensorsAnalytics/paste/payload';
import { fromExpression } from '../../../../../nodes/SensorsAnalytics/query/query';

describe('readFilter', () => {
	it.each([
		['no object', 5, /it isn't a JSON object with 'conditions'/],
		['relation', { relation: 'xor' }, /'relation' in it must be 'and' or 'or'/],
		['groups', { filters: {} }, /'filters' in it is not a list/],
		['no condition', { conditions: [null] }, /condition 1 in it has no 'field'/],
		['conditions', { conditions: {} }, /'conditions' in it is not a list/],
		['field', { conditions: [{ function: 'equal' }] }, /condition 1 in it has no 'field'/],
		['function', { conditions: [{ field: 'user.a' }] }, /has no 'function'/],
		[
			'params',
			{ conditions: [{ field: 'user.a', function: 'equal', params: 1 }] },
			/'params' of condition 1/,
		],
		[
			'inner group',
			{ filters: [{ conditions: [{}] }] },
			/condition 1 in group 1 in it has no 'field'/,
		],
		[
			'not',
			{ not: { conditions: [] } },
			/^'not' in it can't negate a condition\. Use the opposite 'function'/,
		],
		['nor', { conditions: [], $nor: [] }, /^'\$nor' in it can't negate a condition/],
	])('refuses a filter that is wrong: %s', (_case, value, message) => {
		expect(() => readFilter(value, 'it')).toThrow(message);
	});

	it("reads the platform's format completely, and keeps digits that are text", () => {
		const id = '9007199254740993';
		const condition = { field: 'event.PayOrder.id', function: 'equal', params: [id, 7] };
		const read = readFilter(
			{
				relation: 'OR',
				conditions: [condition, { field: 'user.vip', function: 'isTrue' }],
				filters: [{ conditions: [condition] }],
			},
			'it',
		);
		expect(read).toMatchObject({
			join: 'or',
			conditions: [
				{ function: 'equal', values: [id, 7] },
				{ function: 'isTrue', values: [] },
			],
			groups: [{ join: 'and', conditions: [{ function: 'equal', values: [id, 7] }], groups: [] }],
		});
	});
});

describe('a query without its groups', () => {
	const [city, time] = [fromExpression('user.city'), fromExpression('event.A.$time')];
	const query = {
		steps: [{ event: 'A' }, { event: 'B' }],
		windowMinutes: 60,
		mayEndLater: false,
		groupBy: [city],
		isByDate: false,
	};

	it('is the same query; there is none without groups, or by dates alone', () => {
		expect(withoutGroups({ query })).toEqual({ query: { ...query, groupBy: [] } });
		expect(withoutGroups({ query: { ...query, groupBy: [] } })).toBeUndefined();
		expect(withoutGroups({ query: { ...query, groupBy: [time] } })).toBeUndefined();
	});

	it('of the page keeps all else, and dates', () => {
		const page = {
			by_fields: ['user.city', 'event.A.$time'],
			by_field_steps: [-1, 0],
			bucket_params: {},
			filter: { relation: 'and' },
		};
		const requested = withoutGroups({ query: { ...query, groupBy: [city, time] }, page });
		expect(requested?.query).toEqual({ ...query, groupBy: [time] });
		expect(requested?.page).toEqual({ by_fields: ['event.A.$time'], filter: { relation: 'and' } });
		const one = withoutGroups({ query, page: { by_field: 'user.city', by_field_step: 0 } });
		expect(one?.page).toEqual({});
	});
});
