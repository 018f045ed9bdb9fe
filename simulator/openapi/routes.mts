import type { FastifyInstance, FastifyRequest } from 'fastify';

import { Refusal } from '../refusal.mts';
import type { World } from '../world.mts';
import { addAlarms } from './alarms.mts';
import { callerOf } from './caller.mts';
import { addDashboards } from './dashboards.mts';
import { addDatasets } from './datasets.mts';
import { addExports } from './exports.mts';
import { Fault, faultBody, toFault } from './fault.mts';
import { addMetadata } from './metadata.mts';
import { addPath } from './path.mts';
import { REPORTS } from './reports.mts';
import { addSegments, Segments } from './segments.mts';
import { addSql } from './sql.mts';
import { tabularText } from './table.mts';
import { addUsers } from './users.mts';

const ROOT = '/api/v3';

/** The OpenAPI v3 over the same events as the API under `/api/`. */
export async function addOpenApi(service: FastifyInstance, world: World): Promise<void> {
	await service.register(
		async (app) => {
			app.addHook('preHandler', async (request) => {
				const path = request.url.slice(request.url.indexOf(ROOT) + ROOT.length);
				if (world.openapi.missing.some((prefix) => path.startsWith(prefix)))
					throw new Fault(500, 'COMMON-R-28-2', 'The service is not installed');
			});
			app.setErrorHandler(async (error, request, reply) => {
				// The gateway's refusals are flat, without an envelope.
				if (error instanceof Refusal && error.status === 401)
					return await reply.status(401).send(error.body);
				const fault = error instanceof Refusal ? toFault(error) : error;
				if (!(fault instanceof Fault)) throw error;
				const isParameter = fault.code === 'COMMON-D-27-1';
				const status = isParameter ? world.openapi.statusOfFaults : fault.status;
				return await reply.status(status).send(faultBody(fault, request.id));
			});
			addReports(app, world);
			addSql(app, world);
			const answer = (
				method: 'GET' | 'POST',
				url: string,
				run: (request: FastifyRequest) => object,
			) =>
				app.route({
					method,
					url,
					handler: async (request, reply) =>
						await reply
							.type('application/json; charset=utf-8')
							.send(success(JSON.stringify(run(request)), request.id)),
				});
			addMetadata(answer, world);
			addDashboards(answer, world);
			addPath(answer, world);
			addUsers(answer, world);
			const segments = new Segments(world);
			addSegments(answer, world, segments);
			addExports(app, answer, world, segments);
			addDatasets(answer, world);
			addAlarms(answer, world);
		},
		{ prefix: ROOT },
	);
}

function addReports(app: FastifyInstance, world: World): void {
	for (const [path, report] of Object.entries(REPORTS)) {
		app.post(`/analytics/v1${path}`, async (request, reply) => {
			const { account, project } = callerOf(request, world);
			const result = report(request.body, {
				shop: world.shopOf(project),
				today: world.serviceTime().slice(0, 10),
				account,
				traits: world.openapi,
			});
			const text = success(tabularText(result, world.openapi), request.id);
			return await reply.type('application/json; charset=utf-8').send(text);
		});
	}
}

function success(data: string, requestId: string): string {
	return `{"code":"SUCCESS","message":"","request_id":${JSON.stringify(requestId)},"data":${data}}`;
}
