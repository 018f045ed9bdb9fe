import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { isLong } from '../../support/extent.mts';

// From the second restart on, every day is like the one before.
const DAYS = isLong ? 90 : 3;
const HOURS = DAYS * 24;

/** Validity in minutes, and the least possible number of logins for a report every hour. */
const LEAST: Array<[string, number]> = [
	['30', HOURS],
	['1440', 1],
	['10080', 1],
	['259200', 1],
];

it(`${DAYS} days of hourly reports, restarted every day: as few logins as possible`, async () => {
	const folder = await mkdtemp(join(tmpdir(), 'credentials-'));
	const { stdout } = await promisify(execFile)('node', [
		...['--import', 'tsx', 'test/engine/processes/longRun.mts', folder, String(DAYS)],
		...LEAST.map(([validity]) => validity),
	]);
	const results = JSON.parse(stdout.trim().split('\n').at(-1) as string) as Record<
		string,
		{ logins: number; reports: number }
	>;
	for (const [validity, logins] of LEAST)
		expect([validity, results[validity]]).toEqual([validity, { logins, reports: HOURS }]);
}, 600_000);
