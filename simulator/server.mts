import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';

import { Faults } from './faults.mts';
import { addOpenApi } from './openapi/routes.mts';
import { Refusal } from './refusal.mts';
import { addDashboardRoutes } from './routes/dashboards.mts';
import { addEventReportRoute } from './routes/eventReport.mts';
import { addLoginRoutes } from './routes/login.mts';
import { addMetadataRoutes } from './routes/metadata.mts';
import { addModelRoutes } from './routes/models.mts';
import { addSqlRoute } from './routes/sql.mts';
import { World } from './world.mts';

export interface SeenRequest {
	method: string;
	path: string;
	query: Record<string, string | undefined>;
	headers: Record<string, string | string[] | undefined>;
	body: unknown;
	/** 0 until it is answered, and also after that if the connection was cut. */
	status: number;
}

export interface Simulator {
	/** Address to enter as base URL. */
	url: string;
	world: World;
	/** All requests, in order. */
	requests: SeenRequest[];
	/** Faults to inject. */
	faults: Faults;
	app: FastifyInstance;
	close(): Promise<void>;
}

export interface SimulatorOptions {
	/** 0 = any free one. */
	port?: number;
	/** Path prefix of the service, for example `/sensors`. */
	pathPrefix?: string;
	https?: {
		key: string;
		cert: string;
		/** CA of client certificates, if they are requested. */
		ca?: string;
		requestCert?: boolean;
		rejectUnauthorized?: boolean;
	};
}

/** Starts a simulator of the service on the loopback interface. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
	const { port = 0, pathPrefix = '', https } = options;
	const world = new World();
	const requests: SeenRequest[] = [];
	const faults = new Faults();
	const app = fastify({
		forceCloseConnections: true,
		bodyLimit: 8 * 1024 * 1024,
		...(https ? { https } : {}),
	}) as unknown as FastifyInstance;

	const seen = new WeakMap<FastifyRequest, SeenRequest>();
	app.addHook('onRequest', async (request) => {
		const record: SeenRequest = {
			method: request.method,
			path: (request.url.split('?')[0] as string).slice(pathPrefix.length),
			query: request.query as SeenRequest['query'],
			headers: request.headers,
			body: undefined,
			status: 0,
		};
		seen.set(request, record);
		requests.push(record);
	});
	app.addHook('preValidation', async (request, reply) => {
		(seen.get(request) as SeenRequest).body = request.body;
		await faults.apply(request, reply);
	});
	app.addHook('onResponse', async (request, reply) => {
		(seen.get(request) as SeenRequest).status = reply.statusCode;
	});
	app.setErrorHandler(async (error, _request, reply) => {
		if (error instanceof Refusal) return await reply.status(error.status).send(error.body);
		const { statusCode = 500, message } = error as { statusCode?: number; message: string };
		return await reply.status(statusCode).send({
			error: message,
			error_type: statusCode < 500 ? 'BAD_REQUEST' : 'INTERNAL_SERVER_ERROR',
		});
	});
	app.setNotFoundHandler(async (request, reply) => {
		if (request.url.startsWith(`${pathPrefix}/api/`)) {
			return await reply
				.status(404)
				.send({ error: `There is no operation ${request.method} ${request.url.split('?')[0]}` });
		}
		if (request.url.startsWith(`${pathPrefix}/login`))
			return await reply.type('text/html').send(LOGIN_PAGE);
		// The site root answers with a redirect to a login page (docs/service.md, "Address").
		return await reply.redirect(`${pathPrefix}/login/index.html`, 302);
	});
	await app.register(
		async (service) => {
			addLoginRoutes(service, world);
			addEventReportRoute(service, world);
			addModelRoutes(service, world);
			addMetadataRoutes(service, world);
			addDashboardRoutes(service, world);
			addSqlRoute(service, world);
			await addOpenApi(service, world);
		},
		{ prefix: pathPrefix },
	);

	await app.listen({ port, host: '127.0.0.1' });
	const { port: boundPort } = app.server.address() as { port: number };
	return {
		url: `${https ? 'https' : 'http'}://127.0.0.1:${boundPort}${pathPrefix}`,
		world,
		requests,
		faults,
		app,
		close: async () => await app.close(),
	};
}

const LOGIN_PAGE =
	'<!doctype html><html><head><title>Log in</title></head><body><form><input name="account"><input type="password"></form></body></html>';
