import {
	isRefusalLine,
	isRowBefore,
	RowsSoFar,
} from '../../../../../../nodes/SensorsAnalytics/transport/stream';

describe('isRefusalLine', () => {
	it.each([
		['{"error":"no"}', true],
		['  { "error": "no" } ', true],
		[' {"code":"SA-D-1-1","request_id":"1","message":"no"}', true],
		['{"error":"no","code":"SA-D-24-2"}', true],
		['{"error":"no","message":"not that"}', true],
		['{"error":"no","error_type":"BAD_REQUEST"}', true],
		['{"code":"SA-D-1-1","request_id":"1","error_info":{"description":"no"}}', true],
		['{"error":""}', false],
		['{"error":7}', false],
		['{"error":null}', false],
		['{"error_info":{}}', false],
		['{"request_id":"1","error":"no"}', true],
		['{"error_info":{"description":"no"},"n":1}', false],
		['null', false],
		['"error"', false],
		['{"error":"no","n":1}', false],
		['["error"]', false],
		['{"error":"cut off', false],
		['{"code":"SA-D-1-1"}', false],
		['a,"error"', false],
		['', false],
	])('%s → %s', (line, expected) => {
		expect(isRefusalLine(line)).toBe(expected);
	});
});

describe('RowsSoFar', () => {
	const after = (...lines: string[]) => {
		const rows = new RowsSoFar();
		for (const line of lines) rows.note(line);
		return rows;
	};
	const REFUSAL = '{"error":"no"}';

	it.each([
		['at the beginning', after(), REFUSAL, false],
		['other rows came', after('{"a":1}'), REFUSAL, false],
		['the column came with others', after('{"error":"x","n":1}'), REFUSAL, true],
		['the column came alone', after(REFUSAL), REFUSAL, true],
		['nothing that it has', after('{"error":"x","n":1}'), '{"error":"x","request_id":"1"}', false],
		['a refusal has more than the rows', after(REFUSAL), '{"error":"no","error_type":"X"}', false],
		['the columns came', after('{"error":"x","code":"y","n":1}'), '{"error":"n","code":"C"}', true],
		['only another column came', after('{"code":"x","n":"error"}'), '{"error":"n"}', false],
		['a row of another form', after(), '{"a":1}', true],
	])('hasRow: %s', (_name, rows, line, expected) => {
		expect(rows.hasRow(line)).toBe(expected);
	});
});

describe('isRowBefore', () => {
	it.each([
		['a row that has it', '{"error":"y","n":1}', true],
		['a row that has nothing else', '{"error":"no"}', true],
		['a row without it', '{"n":"error"}', false],
		['nothing', '', false],
	])('%s', (_name, next, expected) => {
		expect(isRowBefore(next)).toBe(expected);
	});
});
