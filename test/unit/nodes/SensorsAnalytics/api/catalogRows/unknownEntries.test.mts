import { datasetsWire } from '../../../../../../nodes/SensorsAnalytics/api/openapi/datasets';
import { listsWire as legacyWire } from '../../../../../../nodes/SensorsAnalytics/api/legacy/lists';
import { listsWire as openapiWire } from '../../../../../../nodes/SensorsAnalytics/api/openapi/lists';
import { groupsWire } from '../../../../../../nodes/SensorsAnalytics/api/openapi/userGroups';

type Read = (ask: () => Promise<unknown>) => Promise<unknown>;
/** What no list has. */
const UNKNOWN = [{ unknown: 1 }];
const NOON = '2026-01-01T12:00:00Z';

const older: Array<[string, Read, answer?: unknown]> = [
	['events', legacyWire.events],
	[
		'event properties',
		async (ask) => await legacyWire.propertiesByEvent(ask, ['A']),
		{ A: UNKNOWN },
	],
	[
		'event properties',
		async (ask) => await legacyWire.propertiesByEvent(ask, ['A']),
		{ A: { properties: [{ name: 'p' }] } },
	],
	['event properties', async (ask) => await legacyWire.propertiesByEvent(ask, ['A'])],
	['user properties', legacyWire.userProperties],
	['user groups', legacyWire.userGroups],
	['dashboards', legacyWire.dashboards],
	['saved reports', async (ask) => await legacyWire.savedReports(ask, '7'), { items: UNKNOWN }],
];

const newer: Array<[string, string, Read]> = [
	['events', 'events', openapiWire.events],
	['tags', 'tag_infos', openapiWire.eventTags],
	[
		'event properties',
		'event_properties',
		async (ask) => await openapiWire.propertiesByEvent(ask, ['A']),
	],
	[
		'values',
		'values',
		async (ask) => (await openapiWire.propertyValues?.(ask, 'event', 'p', 9)) as unknown,
	],
	['user properties', 'user_properties', openapiWire.userProperties],
	['user groups', 'segment_definitions', openapiWire.userGroups],
	['dashboards', 'dashboard_navigation_items', openapiWire.dashboards],
	[
		'saved reports',
		'contain_bookmark_items',
		async (ask) => await openapiWire.savedReports(ask, '7'),
	],
	['saved reports', 'bookmarks', async (ask) => await openapiWire.savedReport(ask, '7')],
	['sessions', 'sessions', async (ask) => await openapiWire.sessions?.(ask)],
	['groups of datasets', 'dataset_groups', datasetsWire.groups],
];

describe('a list of which no entry can be read is not empty', () => {
	it.each(older)('%s of the older API (%#)', async (what, read, answer = UNKNOWN) => {
		await expect(read(async () => await Promise.resolve(answer))).rejects.toThrow(
			`The list of ${what} has an unexpected structure`,
		);
	});

	it.each(newer)('%s of the OpenAPI in %s', async (what, key, read) => {
		const answer = { code: 'SUCCESS', data: { [key]: UNKNOWN } };
		await expect(read(async () => await Promise.resolve(answer))).rejects.toThrow(
			`The list of ${what} has an unexpected structure`,
		);
	});

	it('computations of a user group', async () => {
		const ask = async () => await Promise.resolve({ code: 'SUCCESS', data: { items: ['x'] } });
		await expect(groupsWire.sizeAt(ask, 'user.user_segment_a', NOON)).rejects.toThrow(
			'The list of computations has an unexpected structure',
		);
	});
});

it('properties under another name are no event without properties', async () => {
	const entry = { event_define: { name: 'A' }, attributes: [{ name: 'p' }] };
	const answer = { code: 'SUCCESS', data: { event_properties: [entry] } };
	await expect(
		openapiWire.propertiesByEvent(async () => await Promise.resolve(answer), ['A']),
	).rejects.toThrow("'properties' is missing, and 'attributes' is unknown");
});
