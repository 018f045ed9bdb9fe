import { Readable } from 'node:stream';

import type { FastifyInstance } from 'fastify';

import { badRequest } from '../refusal.mts';
import { Warehouse } from '../data/warehouse.mts';
import type { World } from '../world.mts';

type Form = { q?: string; format?: string };

/** `POST /api/sql/query` (docs/service.md, "SQL"): parameters in the query or as form fields. */
export function addSqlRoute(app: FastifyInstance, world: World): void {
	app.addContentTypeParser(
		'application/x-www-form-urlencoded',
		{ parseAs: 'string' },
		(_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(text as string))),
	);
	app.post('/api/sql/query', async (request, reply) => {
		const { project } = world.authenticate(request);
		const { q: sql, format = 'json' } = {
			...(request.query as Form),
			...(request.body as Form | undefined),
		};
		if (!sql) throw badRequest('q: the parameter is missing');
		if (!/^\s*(\/\*.*?\*\/\s*)*(select|with)\b/is.test(sql))
			throw badRequest('q: only SELECT is allowed');
		const warehouse = await Warehouse.open(world.shopOf(project), sql, world.serviceTime());
		const lines = warehouse.lines(sql, format);
		reply.type('text/plain; charset=utf-8');
		return await reply.send(Readable.from(lines));
	});
}
