import type { ServiceRequest } from '../../../../../../../credentials/http/request';
import { listsWire } from '../../../../../../../nodes/SensorsAnalytics/api/openapi/lists';

const META = '/api/v3/analytics/v1';
const success = (data: object) => ({ code: 'SUCCESS', data });

/** Answers by the end of the path, and its type if it has one. */
const answering = (answers: { [end: string]: object | Error }) => {
	const requests: ServiceRequest[] = [];
	const ask = async (request: ServiceRequest) => {
		requests.push(request);
		const path = `${request.path}${request.query?.type ?? ''}`;
		const [, answer] = Object.entries(answers).find(([end]) => path.endsWith(end)) ?? [];
		if (answer instanceof Error) throw answer;
		return success(answer ?? {});
	};
	return { ask, requests };
};
const missing = () => Object.assign(new Error('no module'), { context: { isModuleMissing: true } });

describe('the lists of a project', () => {
	it('events, tags, properties', async () => {
		const { ask, requests } = answering({
			'events/all': { events: [{ name: 'Pay' }] },
			'events/tags': { tag_infos: [{ id: 1, name: 'money' }, { id: 2 }] },
			'event-properties': {
				event_properties: [
					{ event_define: { name: 'Pay' }, properties: [{ name: 'a' }, { name: 'b' }] },
					{ event_define: { name: 'View' }, properties: [{ name: 'b' }] },
				],
			},
			'user-properties/all': { user_properties: [{ name: 'city' }] },
		});
		expect(await listsWire.events(ask)).toMatchObject([{ name: 'Pay' }]);
		expect([...(await listsWire.eventTags(ask))]).toEqual([
			['1', 'money'],
			['2', '2'],
		]);
		const properties = await listsWire.eventProperties(ask, ['Pay', 'View']);
		expect(properties.map(({ name }) => name)).toEqual(['a', 'b']);
		const byEvent = await listsWire.propertiesByEvent(ask, ['Pay', 'View']);
		expect(byEvent.map(({ event }) => event)).toEqual(['Pay', 'View']);
		expect(await listsWire.userProperties(ask)).toMatchObject([{ name: 'city' }]);
		expect(requests).toEqual([
			{ method: 'GET', path: `${META}/event-meta/events/all` },
			{ method: 'GET', path: `${META}/event-meta/events/tags` },
			{ path: `${META}/property-meta/event-properties`, body: { events: ['Pay', 'View'] } },
			{ path: `${META}/property-meta/event-properties`, body: { events: ['Pay', 'View'] } },
			{ method: 'GET', path: `${META}/property-meta/user-properties/all` },
		]);
	});

	it('are empty where the answer says nothing', async () => {
		const { ask } = answering({});
		expect(await listsWire.events(ask)).toEqual([]);
		expect((await listsWire.eventTags(ask)).size).toBe(0);
		expect(await listsWire.eventProperties(ask, ['Pay'])).toEqual([]);
		expect(await listsWire.userProperties(ask)).toEqual([]);
		expect(await listsWire.userGroups(ask)).toHaveLength(0);
		expect(await listsWire.dashboards(ask)).toEqual([]);
		expect(await listsWire.savedReports(ask, '1')).toEqual([]);
		expect(await listsWire.sessions?.(ask)).toEqual([]);
	});

	it('values of a property, if there is a module for them', async () => {
		const { ask, requests } = answering({ 'property/values': { values: ['a', 1, true, null] } });
		expect(await listsWire.propertyValues?.(ask, 'event', 'city', 20)).toEqual(['a', '1', 'true']);
		await listsWire.propertyValues?.(ask, 'user', 'city', 5);
		expect(requests.map(({ path, body }) => [path, body])).toEqual([
			[
				`${META}/property-meta/property/values`,
				{ table_type: 'EVENT', property_name: 'city', limit: 20 },
			],
			[
				`${META}/property-meta/property/values`,
				{ table_type: 'USER', property_name: 'city', limit: 5 },
			],
		]);
		const none = answering({ 'property/values': missing() });
		expect(await listsWire.propertyValues?.(none.ask, 'user', 'city', 5)).toBeUndefined();
		const broken = answering({ 'property/values': new Error('refused') });
		await expect(listsWire.propertyValues?.(broken.ask, 'user', 'x', 5)).rejects.toThrow('refused');
	});

	it('dashboards of both kinds, without doubles; what is saved in them', async () => {
		const item = (id: number) => ({
			id,
			name: `D${id}`,
			user_name: 'ann',
			is_public: true,
			create_time: 't',
		});
		const { ask, requests } = answering({
			navigationPRIVATE: { dashboard_navigation_items: [item(1), item(2)] },
			navigationPUBLIC: { dashboard_navigation_items: [item(2), { id: 3 }] },
			'dashboard/detail': { contain_bookmark_items: [{ id: 5, name: 'Orders' }] },
		});
		expect(await listsWire.dashboards(ask)).toEqual([
			{ id: '1', name: 'D1', owner: 'ann', isPublic: true, createdAt: 't' },
			{ id: '2', name: 'D2', owner: 'ann', isPublic: true, createdAt: 't' },
			{ id: '3', name: '' },
		]);
		expect(
			requests.every(
				({ method, path }) => method === 'GET' && path === `${META}/dashboard/navigation`,
			),
		).toBe(true);
		expect(await listsWire.savedReports(ask, '7')).toMatchObject([{ id: '5', name: 'Orders' }]);
		expect(requests.at(-1)).toEqual({
			method: 'GET',
			path: `${META}/dashboard/detail`,
			query: { id: '7' },
		});
		await expect(listsWire.savedReports(ask, '../7')).rejects.toThrow(
			/'\.\.\/7' isn't a valid ID of a dashboard\. An ID consists of digits, letters, -, and _\. Copy the ID from the address of the dashboard in the browser/,
		);
	});

	it('a saved report: among the public ones, else among the others, else nowhere', async () => {
		const { ask, requests } = answering({
			bookmarks1: { bookmarks: [{ id: 5, name: 'Public' }] },
			bookmarks0: { bookmarks: [{ id: 6, name: 'Own' }] },
		});
		expect(await listsWire.savedReport(ask, '5')).toMatchObject({ name: 'Public' });
		expect(requests).toHaveLength(1);
		expect(await listsWire.savedReport(ask, '6')).toMatchObject({ name: 'Own' });
		await expect(listsWire.savedReport(ask, '7')).rejects.toThrow(
			"The project has no saved report '7' that the account can see. Choose a saved report from the list",
		);
		await expect(listsWire.savedReport(ask, 'a b')).rejects.toThrow(
			/isn't a valid ID of a saved report/,
		);
	});

	it('sessions', async () => {
		const { ask, requests } = answering({
			'session/list': { sessions: [{ name: 's', cname: 'S' }] },
		});
		expect(await listsWire.sessions?.(ask)).toEqual([{ name: 's', displayName: 'S' }]);
		expect(requests).toEqual([{ method: 'GET', path: `${META}/model/session/list` }]);
	});

	it('groups of users with their sizes, 200 a time', async () => {
		const definitions = Array.from({ length: 201 }, (_, i) => ({ name: `g${i}` }));
		definitions[0] = {
			...{ name: 'user_segment_vip', display_name: 'VIP', cname: 'x', comment: 'c' },
			...{ create_time: 't', status: 's', id: 4 },
		} as never;
		const latest = { base_time: 'b', create_time: 'm', segment_ready_time: 'r', count: '7' };
		const { ask, requests } = answering({
			'definition/list': { segment_definitions: definitions },
			'latest-item/get': { lasted_segment_item_map: { user_segment_vip: latest, g1: null } },
		});
		const groups = await listsWire.userGroups(ask);
		expect(groups[0]).toEqual({
			...{ id: '4', name: 'vip', field: 'user.user_segment_vip', displayName: 'VIP', comment: 'c' },
			...{ createdAt: 't', status: 's' },
			lastComputation: { baseTime: 'b', startedAt: 'm', finishedAt: 'r', users: 7 },
		});
		expect(groups[1]).toEqual({
			...{ id: 'g1', name: 'g1', field: 'user.user_segment_g1', displayName: 'g1' },
		});
		expect(requests.map(({ body }) => body)).toEqual([
			{ entity_name: 'user', page: -1, page_size: 1000 },
			{
				entity_name: 'user',
				definition_names: [
					'user_segment_vip',
					...definitions.slice(1, 200).map(({ name }) => name),
				],
				segment_ready: true,
			},
			{ entity_name: 'user', definition_names: ['g200'], segment_ready: true },
		]);
	});

	it('groups of users by their names alone, where there is no module for more', async () => {
		const { ask, requests } = answering({
			'definition/list': missing(),
			'user-groups/all': { user_groups: [{ name: 'a', cname: 'A' }, { name: 'user_group_b' }] },
		});
		expect(
			(await listsWire.userGroups(ask)).map(({ field, displayName }) => [field, displayName]),
		).toEqual([
			['user.user_group_a', 'A'],
			['user.user_group_b', 'b'],
		]);
		expect(requests.at(-1)).toEqual({
			method: 'GET',
			path: `${META}/property-meta/user-groups/all`,
		});
	});
});
