import { Engine } from '../../support/engine.mts';
import type { CredentialRow } from '../../support/credentialStore.mts';
import { isLong } from '../../support/extent.mts';
import { measures, TestWorld } from '../../support/world.mts';

// From the second restart on, every day is like the one before.
const DAYS = isLong ? 90 : 3;
const EVERY_HOURS = isLong ? 1 : 3;
const REPORTS = (DAYS * 24) / EVERY_HOURS;
const HOUR_MS = 3_600_000;
const REPORT = { measures: measures({ eventName: 'SignUp' }), options: { requestsPerSecond: 0 } };

describe(`${DAYS} days of reports every ${EVERY_HOURS} h, n8n restarted every day: as few logins as possible`, () => {
	it.each([
		['30', REPORTS],
		['1440', 1],
		['10080', 1],
		['259200', 1],
	])(
		'for a token that is valid for %s minutes: %d',
		async (validity, least) => {
			const rows = new Map<string, CredentialRow>();
			// The service's clock is moved, as the node knows no other one.
			const t = await TestWorld.start({}, rows);
			try {
				await t.saveCredential('account', {
					...t.dataOf('account'),
					tokenValidity: Number(validity),
				});
				let reports = 0;
				for (let day = 0; day < DAYS; day++) {
					const engine = await Engine.startProcess(rows);
					for (let hour = 0; hour < 24; hour += EVERY_HOURS) {
						reports += (await engine.runNode(REPORT, { credential: 'account' })).rows.length;
						t.world.clock.advance(EVERY_HOURS * HOUR_MS);
					}
				}
				expect({ logins: t.takeLogins(), reports }).toEqual({ logins: least, reports: REPORTS });
			} finally {
				await t.stop();
			}
		},
		600_000,
	);
});
