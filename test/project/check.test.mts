/**
 * `npm run check`, run on the simulator in both generations and on three that are broken: what it
 * says is right, and neither its output nor its report contains anything of the project.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Credential, Pace } from '../../scripts/check/asker.mts';
import { check, countFor, type Line, type Report, tableOf } from '../../scripts/check/run.mts';
import { Scrubber } from '../../scripts/check/scrub.mts';
import { type Simulator, startSimulator } from '../../simulator/server.mts';
import { keepDocument } from '../support/documents.mts';

const NEVER: string[] = [
	// Events, properties, values of them, display names, groups, dashboards, charts, people.
	...['PayOrder', 'ViewProduct', 'AddToCart', 'SignUp', 'pageview', 'channel', 'device'],
	...['Beijing', 'Shanghai', 'gold_members', '黄金会员', 'Shop overview', 'Customers'],
	...['Revenue by city', 'View to order', 'analyst', 'admin', 'production', '支付', '127.0.0.1'],
];

/** The table, and some of the report, as docs/check.md shows them. */
function exampleOf({ facts, answers, questions }: Report): string {
	const signs = { agrees: 'yes', differs: 'NO', unreported: '?' };
	const rows = facts.map(
		({ mark, under, fact, seen, result }) =>
			`| ${mark} ${under}: ${fact} | ${seen} | ${signs[result]} |`,
	);
	const differing = facts
		.filter(({ result }) => result === 'differs')
		.map(({ fact, otherwise }) => `- ${fact} How the node handles it: ${otherwise}`);
	const reported = answers.filter(({ path, status }) => status === 401 || /versions$/.test(path));
	return [
		...['', `${questions} requests:`, '', '| Fact | Seen | Agrees |', '| --- | --- | --- |'],
		...[...rows, '', ...differing, '', 'Two of the responses in the report:', '', '```json'],
		...[...reported.map((answer) => JSON.stringify(answer, undefined, 2)), '```', '', ''],
	].join('\n');
}

function paceOf(): Pace & { pauses: number[] } {
	const pauses: number[] = [];
	return {
		most: 60,
		pauseMs: 1000,
		pauses,
		wait: async (ms) => {
			pauses.push(ms);
		},
	};
}

describe('npm run check', () => {
	let simulator: Simulator;
	/** Numbers of months, as the simulator returns them. */
	let planted: string[];
	beforeAll(async () => {
		simulator = await startSimulator();
		const secret = simulator.world.secrets.of('admin');
		// The days that the check asks for by month.
		const day = (ago: number) =>
			new Date(Date.now() + 8 * 3_600_000 - ago * 86_400_000).toISOString().slice(0, 10);
		const [from, to] = [day(45), day(1)];
		const names = ['$pageview', 'ViewProduct', 'AddToCart', 'PayOrder'];
		const response = await fetch(
			`${simulator.url}/api/events/report?project=production&token=${secret}`,
			{
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({
					measures: names.map((event_name) => ({ event_name, aggregator: 'general' })),
					unit: 'month',
					from_date: from,
					to_date: to,
				}),
			},
		);
		planted = (await response.text()).match(/(?<![\d-])\d{5,}(?!\d)/g) ?? [];
		expect(planted.length).toBeGreaterThan(0);
	});
	afterAll(async () => await simulator.close());
	beforeEach(() => {
		simulator.requests.splice(0);
		simulator.faults.clear();
		simulator.world.reports.funnels = 'both';
		Object.assign(simulator.world.openapi, { release: '3.0.5', missing: [] });
	});

	const credentialOf = (kind: Credential['kind']): Credential => {
		const { secrets, apiKeys } = simulator.world;
		return {
			secret: { kind: 'secret', secret: secrets.of('admin') } as const,
			user: { kind: 'user', secret: secrets.of('admin'), user: 'analyst' } as const,
			account: {
				kind: 'account',
				account: 'analyst',
				password: 'analyst-pw-1',
				isPlatform: false,
			} as const,
			key: { kind: 'key', key: apiKeys.of('analyst') } as const,
		}[kind];
	};
	const targetOf = (kind: Credential['kind'], project = 'production', baseUrl = simulator.url) => ({
		baseUrl,
		project,
		credential: credentialOf(kind),
	});
	const secretsOf = ({ credential }: ReturnType<typeof targetOf>) =>
		Object.entries(credential).flatMap(([name, value]) =>
			name === 'kind' || typeof value !== 'string' ? [] : [value],
		);

	function expectClean(report: Report, secrets: readonly string[]): void {
		const reported = `${JSON.stringify(report)}\n${tableOf(report)}`;
		for (const name of [...NEVER, ...secrets])
			expect([name, reported.includes(name)]).toEqual([name, false]);
		// The report replaces numbers of five digits and more that the simulator has returned.
		const numbers = new Set(reported.match(/\d{5,}/g));
		expect(planted.filter((number) => numbers.has(number))).toEqual([]);
	}
	const resultOf = (facts: readonly Line[], part: string) =>
		facts.filter(({ fact }) => fact.includes(part)).map(({ result }) => result);

	describe.each(['secret', 'user', 'account', 'key'] as const)('by %s', (kind) => {
		it('agrees with the documents about the simulator, and reveals nothing about it', async () => {
			const target = targetOf(kind);
			const pace = paceOf();
			const report = await check(target, pace);
			expect(report.ended).toBeUndefined();
			expect(report.facts.filter(({ result }) => result === 'differs')).toEqual([]);
			expect(report.facts.filter(({ result }) => result === 'agrees').length).toBeGreaterThan(25);
			expectClean(report, secretsOf(target));
			expect(report.questions).toBe(simulator.requests.length);
			expect(report.questions).toBeLessThanOrEqual(countFor(target));
			expect(countFor(target)).toBeLessThanOrEqual(60);
			// A pause before each question but the first.
			expect(pace.pauses).toEqual(Array.from({ length: report.questions - 1 }, () => 1000));
			// Nothing that is asked changes anything.
			const read =
				/^\/$|\/(report|query|all|properties|event-properties|values|versions|list|navigation|bookmarks|dashboards|user_groups|get-by-api-key|operation|auth\/login)\/?$|^\/api\/dashboards\/\d+$/;
			for (const { path } of simulator.requests) expect(path).toMatch(read);
		});
	});

	it('replaces numbers, equal ones alike, and keeps their shape', () => {
		const scrubber = new Scrubber([]);
		const value = {
			a: [12345, 12345, 98.25, 0, null, -777, '1,234,567', '55.5%'],
			expression: 'event.Secret.cost',
			by_values: ['Secret', 'user.cost'],
			data: JSON.stringify({ measures: [{ event_name: 'Secret' }] }),
		};
		const reported = scrubber.value(value) as Record<string, unknown>;
		const text = JSON.stringify(reported);
		for (const part of ['Secret', 'cost']) expect(text).not.toContain(part);
		// As whole numbers: 98.25 may become 55.51.
		const numbers = text.match(/-?\d+(?:,\d{3})*(?:\.\d+)?/g);
		for (const number of ['12345', '98.25', '-777', '1,234,567', '55.5'])
			expect(numbers).not.toContain(number);
		const [first, second, fraction, zero, none, negative] = reported.key_1 as unknown[];
		expect(first).toBe(second);
		expect(String(first)).toMatch(/^\d{5}$/);
		expect(String(fraction)).toMatch(/^\d\d\.\d\d$/);
		expect([zero, none]).toEqual([0, null]);
		expect(String(negative)).toMatch(/^-\d{3}$/);
		expect(reported.expression).toBe('event.event_1.property_1');
		expect(reported.by_values).toEqual(['event_1', 'user.property_1']);
		expect(reported.data).toBe('{"measures":[{"event_name":"event_1"}]}');
	});

	it('refuses to write what it has taken out', () => {
		const scrubber = new Scrubber(['s3cret-of-all']);
		scrubber.value({ name: 'Salaries' });
		expect(() => scrubber.assertClean('{"name":"Salaries"}')).toThrow('would tell something');
		expect(() => scrubber.assertClean('x s3cret-of-all y')).toThrow('would tell something');
		expect(scrubber.assertClean('{"name":"text_1"}')).toBe('{"name":"text_1"}');
	});

	it('accepts no name as a word, a code, a product or a version', () => {
		const scrubber = new Scrubber([]);
		const reported = scrubber.value({
			cname: 'login',
			by_values: ['private', 'null'],
			code: 'ABC-D-12-5',
			type: '/acme_campaign/',
			product_name: 'ACMECORP',
			product_version: '10.23.45.67',
			'step_1.acme_customer': 1,
			message: 'राजस्व विक्रय ①② not found: ☎️🏠💰 /acme_campaign/ ABC-D-12-5',
		});
		const text = JSON.stringify(reported);
		expect(text).not.toMatch(/acme|ABC|login|private|10\.23|राज|विक|☎|💰/i);
		expect(text).toContain('not found');
		const known = { type: '/funnel/', code: 'SA-D-24-1', product_name: 'SBP' };
		const lines = { product_version: '1.5.5.100', 'step_1.user_count': 1 };
		expect(scrubber.value({ ...known, ...lines })).toEqual({ ...known, ...lines });
	});

	it('does not refuse a report for a project whose name occurs within a word', () => {
		const scrubber = new Scrubber(['s3cr'], ['prod', 'even']);
		const text = '{"product_versions":[],"name":"event_1"}';
		expect(scrubber.assertClean(text)).toBe(text);
		for (const one of ['in prod:', '"even"', 'xs3cry'])
			expect(() => scrubber.assertClean(one)).toThrow('would tell something');
	});

	describe('of a broken one', () => {
		let proxy: Server;
		let url: string;
		beforeAll(async () => {
			proxy = createServer((_request, response) => {
				response.writeHead(200, { 'content-type': 'text/html' });
				response.end('<html><body>Sign in at ACME Corporation, ticket 4711-0815</body></html>');
			});
			await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
			url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
		});
		afterAll(() => {
			proxy.close();
			proxy.closeAllConnections();
		});

		it.each(['secret', 'user', 'key'] as const)(
			'a proxy that answers with its page (%s)',
			async (kind) => {
				const target = targetOf(kind, 'production', url);
				const report = await check(target, paceOf());
				expect(report.ended).toMatch(/a web page or a proxy|no token|not answered with a token/);
				expect(report.ended).toMatch(/status 200, HTML/);
				expect(report.questions).toBeLessThanOrEqual(2);
				expect(report.facts.filter(({ seen }) => seen === 'not asked').length).toBeGreaterThan(20);
				const reported = `${JSON.stringify(report)}\n${tableOf(report)}`;
				for (const name of ['ACME', 'Corporation', '4711', '0815'])
					expect(reported).not.toContain(name);
				expectClean(report, secretsOf(target));
			},
		);

		it.each(['secret', 'key'] as const)('a wrong project (%s)', async (kind) => {
			const target = targetOf(kind, 'no-such-project-77');
			const report = await check(target, paceOf());
			expect(report.ended).toMatch(/project or the credential was refused \(status 401, JSON/);
			expectClean(report, [...secretsOf(target), 'no-such-project-77']);
		});

		it('no server', async () => {
			const report = await check(targetOf('key', 'production', 'http://127.0.0.1:9'), paceOf());
			expect(report.ended).toMatch(/Nothing answers .* 8107 \(no answer/);
		});

		it('an older version of the API under /api/', async () => {
			simulator.world.reports.funnels = 'older';
			simulator.faults.add({
				path: /user_groups|dashboards/,
				reaction: { answer: { status: 404, body: '{"error":"nothing here"}' } },
			});
			const report = await check(targetOf('secret'), paceOf());
			expect(report.ended).toBeUndefined();
			expect(resultOf(report.facts, 'at the older address')).toEqual(['agrees']);
			expect(resultOf(report.facts, 'at the newer address')).toEqual(['differs']);
			expect(resultOf(report.facts, 'Dashboards are')).toEqual(['unreported']);
			const reported = tableOf(report);
			expect(reported).toMatch(/1 differ/);
			expect(reported).toMatch(
				/How the node handles it: Where an address answers 404, the other one/,
			);
			expectClean(report, secretsOf(targetOf('secret')));
		});

		it('an older version of the OpenAPI', async () => {
			Object.assign(simulator.world.openapi, {
				release: '3.0.4',
				missing: ['/analytics/v1/model/path', '/analytics/v1/model/session'],
			});
			const report = await check(targetOf('key'), paceOf());
			expect(resultOf(report.facts, '3.0.5 or later')).toEqual(['differs']);
			expect(resultOf(report.facts, 'column_infos says')).toEqual(['differs']);
			expect(resultOf(report.facts, 'adds rollup_rows')).toEqual(['differs']);
			expect(resultOf(report.facts, 'Path reports contain')).toEqual(['unreported']);
			expect(tableOf(report)).toMatch(/The node gets totals with a second request/);
			expectClean(report, secretsOf(targetOf('key')));

			const page = await readFile('docs/check.md', 'utf8');
			const [before = '', example = '', after] = page.split(/(?<=<!-- run -->\n)|(?=<!-- end -->)/);
			expect(after).toBeDefined();
			const now = exampleOf(report);
			// What is seen depends on the day.
			const lasting = (text: string) =>
				text.replace(/\|[^|\n]*\|(?= *(?:yes|NO|\?) *\|)/g, '|').replace(/\d+|-{2,}|\s/g, '');
			if (lasting(example) !== lasting(now))
				expect(await keepDocument('docs/check.md', `${before}${now}${after}`)).toBe(true);
		});
	});

	it('is a command: announcement, table, report in a file, nothing about the project', async () => {
		const folder = await mkdtemp(join(tmpdir(), 'check-'));
		const { secret } = credentialOf('secret') as { secret: string };
		const env = {
			...process.env,
			SENSORS_URL: `http://127.0.0.1:9`,
			SENSORS_PROJECT: 'production',
			SENSORS_API_SECRET: secret,
			NODE_OPTIONS: '',
		};
		const script = join(process.cwd(), 'scripts/check.mts');
		const child = spawn(join(process.cwd(), 'node_modules/.bin/tsx'), [script], {
			cwd: folder,
			env,
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		let reported = '';
		child.stdout.on('data', (chunk: Buffer) => (reported += chunk.toString()));
		child.stderr.on('data', (chunk: Buffer) => (reported += chunk.toString()));
		const code = await new Promise((resolve) => child.on('close', resolve));
		expect(reported).toMatch(/^At most \d+ requests are sent, one per second/);
		expect(reported).toContain('Nothing answers at the base URL');
		expect(reported).not.toContain(secret);
		expect(code).toBe(1);
		const report = await readFile(join(folder, 'check-report.json'), 'utf8');
		expect(report).not.toContain(secret);
		expect(JSON.parse(report)).toMatchObject({ way: 'secret', generation: 'legacy' });
	});
});
