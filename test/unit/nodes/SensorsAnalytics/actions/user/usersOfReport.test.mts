import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { SensorsAnalytics } from '../../../../../../nodes/SensorsAnalytics/SensorsAnalytics.node';
import { sliceFields } from '../../../../../../nodes/SensorsAnalytics/actions/user';
import { readExpected } from '../../../../../../nodes/SensorsAnalytics/actions/run/user';
import { reports as allReports } from '../../../../../../nodes/SensorsAnalytics/reports/registry';
import { fieldsOf } from '../../../../../../nodes/SensorsAnalytics/reports/report';

const cells = ['event', 'distribution', 'funnel', 'path', 'retention', 'session'] as const;
const { description } = new SensorsAnalytics();

/** As n8n shows them. */
function shownWith(typed: INodeParameters): INodeProperties[] {
	const { properties } = description;
	const node = { typeVersion: 1, type: 'x.sensorsAnalytics', parameters: typed };
	const form = NodeHelpers.getNodeParameters(properties, typed, true, false, node, description);
	return properties.filter((one) =>
		NodeHelpers.displayParameter(form ?? {}, one, node, description),
	);
}

const shownFor = (fromReport: string) =>
	shownWith({ resource: 'user', operation: 'getManyFromReport', fromReport });

it('the number of the cell is any integer, if there is one', () => {
	expect([readExpected({}), readExpected({ expectedUsers: '0' })]).toEqual([undefined, 0]);
	expect(readExpected({ expectedUsers: null })).toBeUndefined();
	expect(() => readExpected({ expectedUsers: 'many' })).toThrow(
		/^'Expected Number of Users' must be/,
	);
});

describe('the form of a cell', () => {
	const report = sliceFields().find(({ name }) => name === 'fromReport');
	const reports = (report?.options ?? []).map((option) => ('value' in option ? option.value : ''));
	const namesFor = (of: unknown) =>
		sliceFields()
			.filter(({ displayOptions }) => displayOptions?.show?.fromReport?.includes(of as string))
			.map(({ name }) => name)
			.filter((name) => name.startsWith('slice'));

	it('has the fields that identify the cells of each report', () => {
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
		const [note] = sliceFields();
		expect([note?.type, note?.displayOptions?.show]).toEqual(['notice', { '@tool': [false] }]);
		expect(note?.displayName).toMatch(
			/Runs once for <b>each<\/b> incoming item, and returns the users counted in one cell of a report\. After a report node, filter to one row or turn on 'Execute Once' in Settings\. Enter the same query and dates as in the report, and use expressions such as \{\{ \$json\.step \}\} to identify the cell\./,
		);
	});

	it.each(['event', 'session'])('says that one measure counts, of a cell of %s', (of) => {
		const shown = shownFor(of).map(({ name }) => name);
		expect(shown.indexOf('oneMeasureNote')).toBe(shown.indexOf('fromReport') + 1);
		expect(shown).toContain('measures');
	});

	it.each(cells)(
		'of %s has the fields of its query as the report has them, and no others',
		(of) => {
			const { option } = allReports[of];
			const named = (one: typeof of) => fieldsOf(allReports[one]).map(({ name }) => name);
			const others = cells.flatMap(named).filter((name) => !named(of).includes(name));
			const operation = String(option.value);
			const ofReport = shownWith({ resource: 'report', operation });
			const ofCell = shownFor(of);
			const dates = ['dateRange', 'lastCount'];
			const inQuery = ({ name }: INodeProperties) => [...named(of), ...dates].includes(name);
			// The groups of a cell have values.
			const known = ofReport.filter(inQuery).filter(({ name }) => name !== 'groupBy');
			expect(known.length).toBeGreaterThan(3);
			const fields = ofCell.filter(inQuery).filter(({ name }) => name !== 'groupBy');
			const asked = ({ name, type, default: first, options }: INodeProperties) => {
				return { name, type, first, options };
			};
			const isQuery = ({ name }: INodeProperties) => !dates.includes(name);
			expect(fields.filter(isQuery)).toEqual(known.filter(isQuery));
			expect(fields.map(asked)).toEqual(known.map(asked));
			expect(ofCell.map(({ name }) => name).filter((name) => others.includes(name))).toEqual([]);
		},
	);
});
