import type { Property } from '../../../../../../nodes/SensorsAnalytics/query/query';
import {
	assertFunnelFilter,
	funnelReport,
} from '../../../../../../nodes/SensorsAnalytics/reports/funnel';

const user: Property = { of: 'user', name: 'level' };
const event: Property = { of: 'event', event: 'A', name: 'city' };
const all = (...properties: Property[]) => ({
	join: 'and' as const,
	conditions: properties.map((property) => ({ property, function: 'isSet', values: [] })),
	groups: [],
});
const check = (funnelFilter: 'free' | 'bySteps', own: Property[], ...inner: Property[][]) => {
	const filter = { ...all(...own), groups: inner.map((properties) => all(...properties)) };
	assertFunnelFilter({ filter }, { funnelFilter });
};

it('groups of conditions on events are refused by the label of the form if steps are required', () => {
	const refusal =
		/^With an API Key \(OpenAPI\), condition groups in 'Filter' of a funnel can't use event properties, because these belong to steps\. Add the conditions to the steps with 'Filter This Step'$/;
	expect(() => check('bySteps', [user], [event])).toThrow(refusal);
	expect(() => check('bySteps', [event], [user])).toThrow(refusal);
	check('bySteps', [user], [user]);
	check('bySteps', [event, user]);
	check('free', [event], [event]);
});

it('a pasted query can have the steps of its conditions', () => {
	const steps = [{ event_name: 'A' }, { event_name: 'A' }];
	const read = (more: object) =>
		funnelReport.payload.read({ funnel: { steps, max_convert_time: 60 }, ...more }, 'UTC').query;
	expect(read({ filter_field_steps: [1] }).filterSteps).toEqual([1]);
	expect(read({})).not.toHaveProperty('filterSteps');
});
