import type { INode } from 'n8n-workflow';

import { adviceOn } from '../../../../../../nodes/SensorsAnalytics/transport/errors';

const node = (resource?: string) =>
	({ name: 'Node', parameters: { resource } }) as unknown as INode;
const on = (said: string, resource?: string) => adviceOn(said, node(resource), 'shop');

const NAMES =
	/^Check event names, properties, and dates\. Use the exact names from project 'shop'\./;
const SQL =
	/^Check the syntax of 'SQL', and check that its tables, columns, and functions exist in project 'shop'\./;
const LESS = /^Use fewer groups, a longer 'Unit', or a shorter date range\./;
const LESS_SQL = /^Select fewer columns or rows in 'SQL', for example only one day per run\./;

describe('advice on a refusal', () => {
	it.each([
		['the event "x" does not exist', 'report', NAMES],
		['the event "x" does not exist', undefined, NAMES],
		['Could not resolve column x', 'sqlQuery', SQL],
		['result too large', 'sqlQuery', LESS_SQL],
		['Query exceeded memory limit', 'sqlQuery', LESS_SQL],
		['out of memory', 'sqlQuery', LESS_SQL],
		['The report would have 9 values, the limit is 5', 'report', LESS],
		['The report is too big', undefined, LESS],
		['too many groups', 'report', LESS],
		['rows are over the limit', 'report', LESS],
		['查询结果过大', 'report', LESS],
		['超出内存上限', 'sqlQuery', LESS_SQL],
	])('%s (%s)', (said, resource, advice) => {
		expect(on(said, resource)).toMatch(advice);
	});

	it('names of events and fields say nothing', () => {
		expect(on('the event "too big" does not exist', 'report')).toMatch(NAMES);
		expect(on("no such column: 'limit is 5'", 'sqlQuery')).toMatch(SQL);
	});

	it.each([
		['unique(PayOrder)', /^In 'Formula', write each name with event\. in front of it/],
		['sum( PayOrder.amount )|2', /^In 'Formula'/],
		['unique(event.PayOrder)/unique( event.PayOrder)', NAMES],
		['={{ f($json.x) }}', NAMES],
	])('a formula %s', (expression, advice) => {
		const measures = { measure: [{ event: 'f(x)' }, { expression }] };
		const parameters = { resource: 'report', measures };
		expect(adviceOn('no such name', { parameters } as unknown as INode, 'shop')).toMatch(advice);
	});

	it('a limit that is only named is no excess', () => {
		expect(on('limit: must be a number', 'report')).toMatch(NAMES);
		expect(on('syntax error near LIMIT', 'sqlQuery')).toMatch(SQL);
	});
});
