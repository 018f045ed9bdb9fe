import { formSource } from '../../../../../nodes/SensorsAnalytics/params/param';
import { userPropertiesReport } from '../../../../../nodes/SensorsAnalytics/reports/userProperties';

it("a property of events that the form still has isn't taken for one of users", () => {
	const read = (fields: { [name: string]: unknown }) =>
		userPropertiesReport.read(formSource((name) => fields[name] ?? '', 'UTC'));
	const field = 'event.PayOrder.city';
	expect(() => read({ groupBy: { group: [{ field }] } })).toThrow(
		"'Property' of group 1 in 'Group By' isn't a user property: 'event.PayOrder.city'. Choose a user property",
	);
	expect(() => read({ aggregator: 'sum', property: field })).toThrow(
		"'Property' isn't a user property",
	);
	expect(read({ groupBy: { group: [{ field: 'user.level' }] } }).groupBy).toEqual([
		{ of: 'user', name: 'level' },
	]);
});
