import {
	writeEvent,
	writeGroupAndFilter,
	writeGroups,
} from '../../../../../../../nodes/SensorsAnalytics/api/openapi/request';

describe('parts of requests', () => {
	it('an event gets the further keys of the page', () => {
		const page = { event_name: 'A', custom_name: 'first', relevance_field: 'event.A.id' };
		expect(writeEvent({ event: 'A' }, page, 'step 1')).toEqual({
			event_name: 'A',
			relevance_field: 'event.A.id',
		});
		expect(() => writeEvent({ event: 'A' }, { step_measures: [1] }, 'step 1')).toThrow(
			"'step_measures' of step 1",
		);
		const filter = { conditions: [{ field: 'user.a', function: 'isSet', odd: 1 }] };
		expect(() => writeEvent({ event: 'A' }, { filter }, 'step 1')).toThrow("'odd'");
	});

	it('groups with the same name in answers are refused', () => {
		const of = (event: string, name: string) => ({ of: 'event', event, name }) as const;
		const user = { of: 'user', name: 'city' } as const;
		const groupBy = [of('A', 'city'), user, of('A', '$time')];
		expect(writeGroups(groupBy)).toEqual(['event.A.city', 'user.city', 'event.A.$time']);
		// Dates have a column of their own.
		expect(writeGroupAndFilter({ groupBy }).by_fields).toEqual(['event.A.city', 'user.city']);
		expect(() => writeGroups([of('A', 'city'), user, of('B', 'city')])).toThrow(
			"The OpenAPI can't distinguish groups by event.A.city and event.B.city, which have the same name. Remove one of them",
		);
		expect(() => writeGroups([user, user])).toThrow(
			"The OpenAPI can't distinguish groups by user.city and user.city, which have the same name. Remove one of them",
		);
	});
});
