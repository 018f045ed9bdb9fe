import type { Connection } from '../../../../../credentials/ways';
import { wireFor } from '../../../../../nodes/SensorsAnalytics/api';
import { legacy } from '../../../../../nodes/SensorsAnalytics/api/legacy/api';
import { openapi } from '../../../../../nodes/SensorsAnalytics/api/openapi/api';
import { reports } from '../../../../../nodes/SensorsAnalytics/reports/registry';

it('a key speaks the OpenAPI, all others the API under /api/', () => {
	const wire = (mode: Connection['mode']) => wireFor({ mode } as Connection);
	expect(wire('apiKey')).toBe(openapi);
	for (const mode of ['apiSecret', 'userToken', 'accountPassword'] as const)
		expect(wire(mode)).toBe(legacy);
	expect(Object.keys(legacy.reports)).toHaveLength(5);
	expect(Object.keys(openapi.reports).sort()).toEqual(Object.keys(reports).sort());
	expect([legacy.returnsFacts, legacy.returnsTotalsAlone, legacy.limits]).toEqual([
		true,
		false,
		'groups',
	]);
});
