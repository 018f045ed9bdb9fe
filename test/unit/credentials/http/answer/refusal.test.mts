import { readRefusal, withoutNames } from '../../../../../credentials/http/answer';

type JsonObject = { [key: string]: unknown };

describe('readRefusal', () => {
	it.each<[string, JsonObject]>([
		['a report', { series: [], rows: [] }],
		['an envelope of a success', { code: 'SUCCESS', data: {}, message: null }],
		['an error that is null', { error: null, rows: [] }],
		['an empty error', { error: '', error_type: '' }],
		['a code that is a number', { code: 0 }],
		['a message alone', { message: 'well done' }],
	])('not a refusal: %s', (_case, answer) => {
		expect(readRefusal(answer)).toBeUndefined();
	});

	it('of a service exception, the reason comes first: the rest is always the same', () => {
		const context = { origin_cause: 'no such column' };
		const always = 'Service exception';
		expect(
			readRefusal({
				code: 'COMMON-R-131-1',
				message: always,
				error_info: { code: 'COMMON-R-131-1', description: always, context },
			})?.said,
		).toBe('no such column; Service exception');
		expect(readRefusal({ code: 'SA-D-32-1', message: always, error_info: { context } })?.said).toBe(
			'Service exception; no such column',
		);
	});

	it.each<[string, JsonObject, string, string | undefined]>([
		['flat', { error: 'no', error_type: 'UNAUTHORIZED' }, 'no', 'UNAUTHORIZED'],
		['an error type alone', { error_type: 'UNAUTHORIZED' }, '', 'UNAUTHORIZED'],
		['an error that is an object', { error: { message: 'no' } }, 'no', undefined],
		['an error that says nothing', { error: {} }, '', undefined],
		['a code alone', { code: 'SA-D-24-2' }, '', 'SA-D-24-2'],
		['a code with its message', { code: 'SA-D-24-2', message: 'no' }, 'no', 'SA-D-24-2'],
		[
			'the code of the details counts first',
			{ code: 'COMMON-D-27-1', error_info: { code: 'SA-D-32-1' } },
			'',
			'SA-D-32-1',
		],
		[
			'each statement once, in this order',
			{
				error: 'a',
				message: 'b',
				error_info: {
					description: 'a',
					error_causes: [{ error_cause: 'c' }, 'rubbish', { error_cause: 7 }],
					context: { origin_cause: 'd' },
				},
			},
			'a; b; c; d',
			undefined,
		],
		['details of another form', { error: 'a', error_info: ['b'] }, 'a', undefined],
	])('%s', (_case, answer, said, code) => {
		expect(readRefusal(answer)).toEqual({ said, code, requestId: undefined });
	});

	it('names the request', () => {
		expect(readRefusal({ error: 'a', request_id: 'r-1' })?.requestId).toBe('r-1');
		expect(readRefusal({ error: 'a', request_id: '', requestId: 'r-2' })?.requestId).toBe('r-2');
	});

	it('reads no more causes than people do', () => {
		const error_causes = Array.from({ length: 1000 }, (_, i) => ({ error_cause: `${i}` }));
		const said = readRefusal({ error: 'a', error_info: { error_causes } })?.said;
		expect(said?.split('; ')).toHaveLength(21);
	});
});

describe('withoutNames', () => {
	it.each([
		['the event "session expired" is unknown', 'the event  is unknown'],
		['事件「登录」不存在', '事件不存在'],
		["project 'shop' doesn't exist", "project  doesn't exist"],
		['nothing in quotation marks', 'nothing in quotation marks'],
	])('%s', (statement, expected) => expect(withoutNames(statement)).toBe(expected));
});
