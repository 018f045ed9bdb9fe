import { createRequire } from 'node:module';
import { join } from 'node:path';

// What n8n logs is kept, in full, and not shown. To be imported before the engine.
process.env.N8N_LOG_LEVEL = 'debug';
let lines: string[] = [];
const keep = { write: (line: string) => lines.push(line) };
// Where n8n's logger writes to.
Object.assign(console, { _stdout: keep, _stderr: keep });

/** What has been logged since the last call. */
export function takeLog(): string {
	const log = lines.join('');
	lines = [];
	return log;
}

/** Logs a line as n8n does. */
export function log(line: string): void {
	// n8n-core's own copies: several versions of the container may be installed.
	const load = createRequire(join(process.cwd(), 'node_modules/n8n-core/package.json'));
	const { Container } = load('@n8n/di') as { Container: { get(type: unknown): typeof console } };
	const { Logger } = load('@n8n/backend-common') as { Logger: unknown };
	Container.get(Logger).info(line);
}
