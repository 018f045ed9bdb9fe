/**
 * The longest time for which a run of the node blocks the process, while it reads an answer with
 * this number of cells: prints milliseconds and their ratio as JSON. The service is another
 * process.
 * `blocks.mts [cells] [apiSecret|apiKey]`
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

import { CREDENTIAL_TYPE, Engine } from '../support/engine.mts';
import { answerText, dateAt, keyAnswerText, sideOf } from './report.mts';

const [, , cells = '1000000', authentication = 'apiSecret', role = 'measure'] = process.argv;
const text = (authentication === 'apiKey' ? keyAnswerText : answerText)(Number(cells));
if (role === 'serve') serve();
else await measure();

function serve(): void {
	const server = createServer((_request, response) => {
		response.setHeader('content-type', 'application/json');
		response.end(text);
	});
	server.listen(0, '127.0.0.1', () => {
		process.send?.((server.address() as { port: number }).port);
	});
}

async function measure(): Promise<void> {
	const service = fork(fileURLToPath(import.meta.url), [cells, authentication, 'serve'], {
		execArgv: process.execArgv,
	});
	const [port] = (await once(service, 'message')) as [number];
	try {
		const engine = await Engine.start();
		await engine.credentials.save('of the bench', CREDENTIAL_TYPE, {
			baseUrl: `http://127.0.0.1:${port}`,
			project: 'production',
			authentication,
			...(authentication === 'apiKey' ? { apiKey: `#K-${'0'.repeat(32)}` } : { apiSecret: 'x' }),
		});
		const parameters = {
			measures: {
				measure: Array.from({ length: 10 }, (_, index) => ({
					eventName: 'PayOrder',
					outputName: `measure_${index + 1}`,
				})),
			},
			groupBy: { group: [{ field: 'city' }] },
			dateRange: 'custom',
			fromDate: dateAt(0),
			toDate: dateAt(sideOf(Number(cells)) - 1),
		};
		const parse: number[] = [];
		const blocks: number[] = [];
		let rows = 0;
		for (let round = 0; round < 9; round++) {
			globalThis.gc?.();
			const started = performance.now();
			JSON.parse(text);
			parse.push(performance.now() - started);
			globalThis.gc?.();
			const watch = watchBlocks();
			const run = await engine.runNode(parameters, { credential: 'of the bench' });
			blocks.push(watch.stop());
			if (run.error) throw run.error;
			rows = run.rows.length;
		}
		// Round by round: the machine may be busy for some of them.
		const ratio = median(blocks.map((block, round) => block / (parse[round] as number)));
		console.log(JSON.stringify({ parse: median(parse), block: median(blocks), ratio, rows }));
	} finally {
		stop(service);
	}
	process.exit(0);
}

/** Counts the time between turns of the event loop. */
function watchBlocks(): { stop(): number } {
	let last = performance.now();
	let longest = 0;
	let isOver = false;
	const turn = () => {
		const now = performance.now();
		longest = Math.max(longest, now - last);
		last = now;
		if (!isOver) setImmediate(turn);
	};
	setImmediate(turn);
	return {
		stop: () => {
			isOver = true;
			turn();
			return longest;
		},
	};
}

function stop(child: ChildProcess): void {
	child.kill();
}

function median(values: number[]): number {
	return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}
