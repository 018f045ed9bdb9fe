import { readFilter } from '../../../../../nodes/SensorsAnalytics/paste/filter';

describe('readFilter', () => {
	it.each([
		['no object', 5, /is no JSON object/],
		['relation', { relation: 'xor' }, /'relation' in it must be and or or/],
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
	])('refuses a filter that is wrong: %s', (_case, value, message) => {
		expect(() => readFilter(value, 'it')).toThrow(message);
	});
});
