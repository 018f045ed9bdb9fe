/**
 * 90 days of hourly reports, with the n8n process restarted every day: how many logins? The
 * service's clock is moved; a restart loads the package anew, with nothing but the stored
 * credential left. Prints JSON.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { CredentialFiles } from '../../support/credentialStore.mts';
import { Engine } from '../../support/engine.mts';
import { measures, TestWorld } from '../../support/world.mts';

const HOUR_MS = 3_600_000;
const [folder, daysText, ...validities] = process.argv.slice(2) as [string, string, ...string[]];
const rows = new CredentialFiles(folder);
const { cache } = createRequire(join(process.cwd(), 'package.json'));

/** Modules keep state (logins under way, known tokens); a new process has none. */
function restart(): Promise<Engine> {
	for (const path of Object.keys(cache)) {
		if (path.startsWith(join(process.cwd(), 'dist'))) delete cache[path];
	}
	return Engine.start(rows);
}

const results: Record<string, { logins: number; reports: number }> = {};
for (const validity of validities) {
	const t = await TestWorld.start({}, rows);
	await t.saveCredential('account', { ...t.dataOf('account'), tokenValidity: Number(validity) });
	let reports = 0;
	for (let day = 0; day < Number(daysText); day++) {
		const engine = await restart();
		for (let hour = 0; hour < 24; hour++) {
			const run = await engine.runNode(
				{ measures: measures({ eventName: 'SignUp' }), options: { requestsPerSecond: 0 } },
				{ credential: 'account' },
			);
			reports += run.rows.length;
			t.world.clock.advance(HOUR_MS);
		}
	}
	results[validity] = { logins: t.takeLogins(), reports };
	await t.stop();
}
console.log(JSON.stringify(results));
process.exit(0);
