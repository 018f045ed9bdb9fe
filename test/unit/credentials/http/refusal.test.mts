import { readRefusal, withoutNames } from '../../../../credentials/http/refusal';

describe('withoutNames', () => {
	it.each([
		['the event "session expired" is unknown', 'the event  is unknown'],
		['事件「登录」不存在', '事件不存在'],
		["project 'shop' doesn't exist", "project  doesn't exist"],
		['nothing in quotation marks', 'nothing in quotation marks'],
	])('%s', (statement, expected) => expect(withoutNames(statement)).toBe(expected));
});

describe('readRefusal', () => {
	it.each([
		[
			{ error: 'no access permission', error_type: 'UNAUTHORIZED' },
			{ said: 'no access permission', code: 'UNAUTHORIZED', requestId: undefined },
		],
		[
			{
				code: 'COMMON-D-27-1',
				message: 'bad',
				request_id: 'r-1',
				error_info: { code: 'SA-D-32-1', description: 'bad', context: { origin_cause: 'why' } },
			},
			{ said: 'bad; why', code: 'SA-D-32-1', requestId: 'r-1' },
		],
		[{ code: 'SUCCESS', data: {} }, undefined],
		[{ error: null, rows: [] }, undefined],
	])('%j', (answer, expected) => expect(readRefusal(answer)).toEqual(expected));
});
