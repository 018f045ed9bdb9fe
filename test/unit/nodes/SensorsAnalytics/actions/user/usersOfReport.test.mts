import { readExpected, sliceFields } from '../../../../../../nodes/SensorsAnalytics/actions/user';

it('the number of the cell is any whole one, if it is there', () => {
	expect([readExpected({}), readExpected({ expectedUsers: '0' })]).toEqual([undefined, 0]);
	expect(() => readExpected({ expectedUsers: 'many' })).toThrow(
		/^'Expected Number of Users' must be/,
	);
});

describe('the form of a cell', () => {
	const report = sliceFields.find(({ name }) => name === 'fromReport');
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

	it('says first how it follows a report, but not to a model', () => {
		const [note] = sliceFields;
		expect([note?.type, note?.displayOptions?.show]).toEqual(['notice', { '@tool': [false] }]);
		expect(note?.displayName).toMatch(
			/Returns the users counted in one cell of a report, once for <b>each<\/b> incoming item\. After a report node, filter to one row or turn on 'Execute Once' in Settings\. Enter the same query and dates as in the report, and use expressions such as \{\{ \$json\.step \}\} to identify the cell\./,
		);
	});

	it.each(['event', 'session'])('says that one measure counts, of a cell of %s', (of) => {
		const [measure] = sliceFields.filter(
			({ name, displayOptions }) =>
				name === 'measures' && displayOptions?.show?.fromReport?.includes(of),
		);
		expect(measure?.typeOptions?.multipleValueButtonText).toBe('Add Measure (One Only)');
	});
});
