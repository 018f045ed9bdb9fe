import type { WireModel } from '../../nodes/SensorsAnalytics/wire/rows/cells';

export const city = { of: 'user', name: 'city' } as const;

export const filter = {
	join: 'and',
	conditions: [{ property: city, function: 'equal', values: ['Beijing'] }],
	groups: [],
} as const;

export const writtenFilter = {
	relation: 'and',
	conditions: [{ field: 'user.city', function: 'equal', params: ['Beijing'] }],
};

export const read = (model: WireModel, answer: object, body = {}, isSplit = false) => {
	const table = model.read(answer as never, body, isSplit);
	return { keys: table.columns.map(({ key }) => key), rows: table.rows.toArray(), table };
};
