import { readExpected, sliceFields } from '../../../../../../nodes/SensorsAnalytics/form/slices';

it('the number of the cell is any whole one, if it is there', () => {
	expect([readExpected({}), readExpected({ expectedUsers: '0' })]).toEqual([undefined, 0]);
	expect(() => readExpected({ expectedUsers: 'many' })).toThrow(/^'Number in the Report' must be/);
});

describe('the form of a cell', () => {
	const [report] = sliceFields;
	const reports = (report?.options ?? []).map((option) => ('value' in option ? option.value : ''));
	const namesFor = (of: unknown) =>
		sliceFields
			.filter(({ displayOptions }) => displayOptions?.show?.fromReport?.includes(of as string))
			.map(({ name }) => name)
			.filter((name) => name.startsWith('slice'));

	it('asks of each report what its cells are told apart by', () => {
		expect(Object.fromEntries(reports.map((of) => [of, namesFor(of)]))).toEqual({
			distribution: ['sliceDate', 'sliceFrom', 'sliceTo', 'sliceGroup'],
			event: ['sliceDate'],
			funnel: ['sliceStep', 'sliceUsers', 'sliceGroup'],
			path: ['sliceStep', 'sliceEvent', 'slicePathUsers', 'sliceNextEvent'],
			retention: ['sliceDate', 'slicePeriod', 'sliceGroup'],
			session: ['sliceDate'],
		});
	});
});
