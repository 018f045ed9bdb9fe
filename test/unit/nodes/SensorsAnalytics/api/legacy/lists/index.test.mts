import type { ServiceRequest } from '../../../../../../../credentials/http/request';
import { listsWire } from '../../../../../../../nodes/SensorsAnalytics/api/legacy/lists';

/** Answers by the path that is asked. */
const answering = (answers: { [path: string]: unknown }) => {
	const requests: string[] = [];
	const ask = async ({ path }: ServiceRequest) => {
		requests.push(path);
		return answers[path];
	};
	return { ask, requests };
};

describe('the lists of a project', () => {
	it('events, their tags and properties', async () => {
		const { ask, requests } = answering({
			'/api/events/all': [{ name: 'Pay' }],
			'/api/event/properties': {
				Pay: { event: [{ name: 'a' }, { name: 'b' }] },
				View: { event: [{ name: 'b' }] },
			},
			'/api/property/user/properties': [{ name: 'city' }],
		});
		expect(await listsWire.events(ask)).toMatchObject([{ name: 'Pay' }]);
		expect((await listsWire.eventTags(ask)).size).toBe(0);
		const names = (await listsWire.eventProperties(ask, ['Pay', 'View'])).map(({ name }) => name);
		expect(names).toEqual(['a', 'b']);
		const byEvent = await listsWire.propertiesByEvent(ask, ['Pay', 'View']);
		expect(byEvent.map(({ event, properties }) => [event, properties.length])).toEqual([
			['Pay', 2],
			['View', 1],
		]);
		expect(await listsWire.userProperties(ask)).toMatchObject([{ name: 'city' }]);
		expect(requests).toHaveLength(4);
	});

	it('groups of users, overviews, and what is saved in them', async () => {
		const chart = { id: 5, name: 'Orders', type: '/segmentation/' };
		const { ask } = answering({
			'/api/v2/user_groups': [{ id: 1, name: 'vip' }],
			'/api/dashboards': [
				{ id: 2, name: 'Sales', username: 'ann', is_public: 1, create_time: 't' },
			],
			'/api/dashboards/2': { items: [{ bookmark: chart }, { bookmark: null }] },
			'/api/dashboards/3': {},
			'/api/bookmarks/bookmark/5': chart,
		});
		expect(await listsWire.userGroups(ask)).toMatchObject([{ id: '1', name: 'vip' }]);
		expect(await listsWire.dashboards(ask)).toEqual([
			{ id: '2', name: 'Sales', owner: 'ann', isPublic: true, createdAt: 't' },
		]);
		expect(await listsWire.savedReports(ask, '2')).toMatchObject([{ id: '5', name: 'Orders' }]);
		expect(await listsWire.savedReports(ask, '3')).toEqual([]);
		await expect(listsWire.savedReports(ask, '4')).rejects.toThrow(
			/^The list of saved reports has/,
		);
		expect(await listsWire.savedReport(ask, '5')).toMatchObject({ id: '5', name: 'Orders' });
		await expect(listsWire.savedReports(ask, '../2')).rejects.toThrow(
			/'\.\.\/2' isn't a valid ID of a dashboard\. An ID consists of digits, letters, -, and _\. Copy the ID from the address of the dashboard in the browser/,
		);
		await expect(listsWire.savedReport(ask, '../2')).rejects.toThrow(
			/isn't a valid ID of a saved report/,
		);
	});
});
