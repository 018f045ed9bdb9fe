/**
 * Judges in addition to `npm test`: what each is for, and how to run it. `npm run judge` lists
 * them.
 */

interface Judge {
	/** What it judges, in one line. */
	about: string;
	/** Program and arguments, to which those after the judge's name are added. */
	command: readonly string[];
}

const N8N_TESTS = ['jest', '--config', 'jest.n8n.config.js'];

export const JUDGES: Readonly<Record<string, Judge>> = {
	long: {
		about: '`npm test` at length: all time zones, every kind of year, months of hourly reports',
		command: ['jest', '--config', 'jest.long.config.js'],
	},
	slow: {
		about: 'tests that take long: faults of the service, processes, memory, regular expressions',
		command: ['jest', '--config', 'jest.slow.config.js'],
	},
	faults: {
		about: 'some 80 of these faults, as a table: what the user sees, requests, sign-ins, leaks',
		command: ['jest', 'test/engine/faults'],
	},
	mutants: {
		about: 'sources broken in small ways: how many of them the unit tests see',
		command: ['tsx', 'test/mutants/main.mts'],
	},
	soak: {
		about: '20,000 runs under faults: rows, sign-ins, leaks, hangs, memory',
		command: ['node', '--expose-gc', '--import', 'tsx', 'test/soak/main.mts'],
	},
	fleet: {
		about: '24 processes whose shared token ends at once; --kill kills one while it signs in',
		command: ['tsx', 'test/engine/processes/fleetMain.mts'],
	},
	scan: {
		about: "contents of the packed package, and n8n's scan of community packages",
		command: ['tsx', 'scripts/scan.mts'],
	},
	n8n: {
		about: 'a complete n8n: workflows, credentials, triggers, examples, the editor',
		command: [...N8N_TESTS, '--testPathIgnorePatterns', 'real/queue', 'real/audit', '--ci'],
	},
	editor: {
		about: 'a tour of the editor in Chromium',
		command: [...N8N_TESTS, 'real/editor'],
	},
	audit: {
		about: 'every form in the editor',
		command: [...N8N_TESTS, 'real/audit'],
	},
	queue: {
		about: "n8n's queue mode with PostgreSQL and Redis; with TEST_EXTENT=long 8 workers",
		command: [...N8N_TESTS, 'real/queue'],
	},
	overhead: {
		about: 'one node beside HTTP Request → HTTP Request → Code, in one n8n',
		command: ['tsx', 'test/bench/n8n.mts'],
	},
};

/** Fuzzers: `npm run fuzz -- <name>`, each a program. */
export const FUZZERS: Readonly<Record<string, { about: string; main: string }>> = {
	reports: {
		about: 'reports by oracles made from the documents, all or one by its name',
		main: 'test/fuzz/reports/main.mts',
	},
	mutants: {
		about: 'faults put into the node: whether those oracles see them',
		main: 'test/fuzz/reports/mutants.mts',
	},
	messages: {
		about: 'messages by a second reader',
		main: 'test/fuzz/messages/main.mts',
	},
	messageMutants: {
		about: 'faults put into the node: whether the second reader sees them',
		main: 'test/fuzz/messages/mutants.mts',
	},
	sql: {
		about: 'values in SQL, and what statements read',
		main: 'test/fuzz/sql/main.mts',
	},
	trigger: {
		about: 'weeks of a trigger',
		main: 'test/fuzz/trigger/main.mts',
	},
};
