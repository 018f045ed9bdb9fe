import { measureOfUsers } from '../../../../../../nodes/SensorsAnalytics/query/query';

const level = { of: 'user', name: 'level' } as const;

describe('measures of users', () => {
	it.each([
		['their number is called users', measureOfUsers('count'), 'users'],
		['so is what has no property', measureOfUsers('avg'), 'users'],
		['what has one is called after it', measureOfUsers('avg', level), undefined],
		['a name of their own counts', measureOfUsers('count', undefined, 'people'), 'people'],
	])('%s', (_what, { name }, expected) => {
		expect(name).toBe(expected);
	});
});
