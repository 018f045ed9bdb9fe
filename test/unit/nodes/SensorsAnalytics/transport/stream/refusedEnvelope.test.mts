import { isRefusalLine } from '../../../../../../nodes/SensorsAnalytics/transport/stream';

const REFUSED = { code: 'COMMON-R-131-1', request_id: 'r' };

/** Lines of SQL's answer in the OpenAPI (docs/service.md, "OpenAPI"). */
describe('an envelope in a line', () => {
	it.each([
		['without data', REFUSED],
		['with a message', { ...REFUSED, message: 'no' }],
		['with data null', { ...REFUSED, data: null }],
		['with empty data', { ...REFUSED, data: {} }],
		['with error_info', { ...REFUSED, data: null, error_info: { context: {} } }],
		['of a missing module', { ...REFUSED, code: 'INTERNAL_SERVER_ERROR' }],
		['of a word', { ...REFUSED, code: 'UNAUTHORIZED' }],
	])('is a refusal %s', (_name, line) => {
		expect(isRefusalLine(JSON.stringify(line))).toBe(true);
	});

	it.each([
		['a row', { code: 'SUCCESS', request_id: 'r', data: { columns: [], data: [] } }],
		['a success without data', { code: 'SUCCESS', request_id: 'r', data: null }],
		['data behind another code', { ...REFUSED, data: { columns: ['a'], data: [1] } }],
		['a flat row of such columns', { code: 'SKU-17', request_id: 'r' }],
		['a flat row with another column', { ...REFUSED, amount: 1 }],
		['a flat row without a request', { code: 'COMMON-R-131-1', data: null }],
		['a code in lower case', { ...REFUSED, code: 'common' }],
		['a code with a text in front', { ...REFUSED, code: 'x COMMON-R-131-1' }],
		['a number for a code', { ...REFUSED, code: 7 }],
		['a number for a request', { ...REFUSED, request_id: 7 }],
	])('is not a refusal: %s', (_name, line) => {
		expect(isRefusalLine(JSON.stringify(line))).toBe(false);
	});

	it('is not a refusal for a text in a row that looks like one', () => {
		const inner = JSON.stringify({ ...REFUSED, data: null });
		const row = { request_id: 'r', code: 'SUCCESS', data: { columns: ['t'], data: [inner] } };
		expect(isRefusalLine(JSON.stringify(row))).toBe(false);
		expect(isRefusalLine('{"request_id":"r","code":"COMMON-R-131-1"')).toBe(false);
	});
});
