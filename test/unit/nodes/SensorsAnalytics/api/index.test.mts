import type { Connection } from '../../../../../credentials/ways';
import { wireFor } from '../../../../../nodes/SensorsAnalytics/api';
import { legacy } from '../../../../../nodes/SensorsAnalytics/api/legacy/api';
import { openapi } from '../../../../../nodes/SensorsAnalytics/api/openapi/api';

it('a key speaks the OpenAPI, all others the API under /api/', async () => {
	const wire = async (mode: Connection['mode']) => await wireFor({ mode } as Connection);
	expect(await wire('apiKey')).toBe(openapi);
	for (const mode of ['apiSecret', 'userToken', 'accountPassword'] as const)
		expect(await wire(mode)).toBe(legacy);
	const has = ({ reports }: typeof legacy) =>
		Object.entries(reports).flatMap(([name, report]) => (report ? [name] : []));
	expect(has(legacy)).toEqual(['event', 'funnel', 'retention', 'distribution', 'userProperties']);
	expect(has(openapi).sort()).toEqual(Object.keys(legacy.reports).sort());
	expect([legacy.returnsFacts, legacy.returnsTotalsAlone, legacy.limits]).toEqual([
		true,
		false,
		'groups',
	]);
});
