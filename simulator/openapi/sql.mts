import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

import { Warehouse } from '../data/warehouse.mts';
import { Refusal } from '../refusal.mts';
import type { World } from '../world.mts';
import { callerOf } from './caller.mts';
import { Fault, faultBody, ParameterFault } from './fault.mts';
import { readBody } from './schema.mts';

const schema = z.object({
	sql: z.string().min(1, 'must not be empty'),
	/** Documented as text; numbers are accepted, too. */
	limit: z.union([z.string().regex(/^\d+$/), z.number().int().positive()]),
	request_id: z.string().optional(),
});

/** SQL (docs/service.md, "OpenAPI"): a line per row, each an envelope; a NULL omits its column. */
export function addSql(app: FastifyInstance, world: World): void {
	app.post('/analytics/v1/model/sql/query', async (request, reply) => {
		const { project } = callerOf(request, world);
		const { sql, limit } = readBody(schema, request.body);
		reply.type('application/json; charset=utf-8');
		if (!/^\s*(\/\*.*?\*\/\s*)*(select|with)\b/is.test(sql))
			throw new ParameterFault('sql: only SELECT is allowed');
		let lines: Iterable<string>;
		try {
			const warehouse = await Warehouse.open(world.shopOf(project), sql, world.serviceTime());
			lines = warehouse.lines(sql, 'json');
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			const fault = new Fault(200, 'COMMON-R-131-1', error.message, 'Service exception');
			return await reply.send(`${JSON.stringify(faultBody(fault, request.id))}\n`);
		}
		return await reply.send(envelopes(lines, Number(limit), request.id).join(''));
	});
}

function envelopes(lines: Iterable<string>, limit: number, requestId: string): string[] {
	const result: string[] = [];
	for (const line of lines) {
		if (result.length >= limit) break;
		const row = JSON.parse(line) as Record<string, unknown>;
		const columns = Object.keys(row)
			.filter((name) => row[name] !== null)
			.sort();
		const cells = columns.map((name) => cellText(row[name])).join(',');
		result.push(
			`{"code":"SUCCESS","request_id":${JSON.stringify(requestId)},"data":{"columns":${JSON.stringify(columns)},"data":[${cells}]}}\n`,
		);
	}
	return result;
}

/** Every number is written as floating point. */
function cellText(value: unknown): string {
	return typeof value === 'number' && Number.isInteger(value)
		? `${value}.0`
		: JSON.stringify(value);
}
